"""Seeds in, pages out: a polite crawl into WARC files.

WARC files and folders of saved pages can take the place of the web. Extend it with a `LinkScorer`, which says
which links to follow first.
"""
