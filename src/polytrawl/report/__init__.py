"""The report of a run: a `Summary` comes in, one self-contained HTML file goes out.

`page.render` puts the sections together, each section has a module of its own, `plots` draws, `markup` escapes.
A new section is a function from `Summary` to `Html`, named in `page.py`.
"""
