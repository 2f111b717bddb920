"""The structure of a document as a sequence of integers, as in ILSP-FC (section 3.9) and Bitextor.

Every paragraph of the main content gives its length in characters, and before it a negative number for what it is:
-2 a title, -3 a heading, -4 a list item, and -5 where terms of the topic were found in it. Two documents that are
translations of each other have fingerprints that are near in edit distance.
"""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.records import Document, Paragraph

__all__ = ["fingerprint"]

_KINDS = {"title": -2, "heading": -3, "listitem": -4}
_TOPIC = -5


def fingerprint(document: Document) -> tuple[int, ...]:
    """The fingerprint of the main content; paragraphs with a reason against them are passed over.

    >>> title, body = Paragraph(text="Ladders", kind="title"), Paragraph(text="Check it.", topic_terms=("ladder",))
    >>> fingerprint(Document(id="d-1", page="g-1", url="", site="", paragraphs=(title, body)))
    (-2, 7, -5, 9)
    """
    return tuple(number for paragraph in document.main for number in _numbers(paragraph))


def _numbers(paragraph: Paragraph) -> Iterator[int]:
    if paragraph.kind in _KINDS:
        yield _KINDS[paragraph.kind]
    if paragraph.topic_terms:
        yield _TOPIC
    yield len(paragraph.text)
