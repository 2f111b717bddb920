"""Alignment by words: what two sentences say to each other, by a lexicon that the texts themselves teach."""
