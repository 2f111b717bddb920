"""How near a text is to a query: words, how rare they are, and TF-IDF cosines.

The crawl ranks links with it, the topic stage judges documents with it; it imports neither.
"""
