"""Everything a user takes away: units as TMX, TSV and JSONL, documents, page pairs, plain text.

Here, and only here, it is decided what is wanted; the thresholds can be changed without computing anything again.
Extend it with an `Exporter`, one more format.
"""
