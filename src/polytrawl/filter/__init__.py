"""Sentence pairs in, sentence pairs with scores and reasons out. Nothing is deleted.

Extend it with a `Filter`, one more measurement of a sentence pair.
"""
