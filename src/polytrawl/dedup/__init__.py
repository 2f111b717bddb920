"""Documents in, clusters of duplicates out. Which member is kept is decided at export.

Extend it with a `Deduplicator`, which says what counts as the same text.
"""
