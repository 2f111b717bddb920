"""Comparable corpora: documents in two languages about the same things, and a measure of how much they are that."""
