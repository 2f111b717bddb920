"""Documents in, documents with languages out: of the document, and of each paragraph.

Extend it with an `Identifier`, which names the language of a text.
"""
