"""Pages in, documents out: decoded, cut into typed paragraphs, each with a boilerplate score.

No paragraph is deleted. Extend it with an `Extractor`, which finds the main text of a page.
"""
