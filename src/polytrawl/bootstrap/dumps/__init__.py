"""Wikimedia's SQL dumps as a source.

`sql` reads rows, `tables` knows the columns, `load` fills SQLite, `wiki` asks it.
"""
