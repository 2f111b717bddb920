"""Bitextor's fingerprint of a page: tags as negative numbers, lengths of texts as positive ones.

It is read from the document's outline, which `clean.outline = true` keeps. Documents without one are compared by their
main paragraphs: what kind of paragraph it is stands for its tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from polytrawl.records import Document

__all__ = ["CATEGORIES", "number_tags", "tag_fingerprint"]

# Tags by what they are for; tags in no category are irrelevant. The paper leaves the categories to its user.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "block": ("div", "p", "blockquote", "pre", "section", "article", "main", "center", "hr", "br", "address", "dl"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6", "title", "caption", "figcaption", "legend"),
    "list": ("ul", "ol", "li", "dt", "dd"),
    "table": ("table", "tr", "td", "th"),
    "media": ("img", "object", "video", "audio", "figure"),
    "link": ("a",),
    "form": ("form", "input", "select", "button", "textarea"),
}
_TAGS = {"title": "h1", "heading": "h2", "listitem": "li", "caption": "caption", "cell": "td", "pre": "pre"}


def number_tags(categories: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The negative number of each tag that is in a category."""
    tags = dict.fromkeys(tag for tags in categories.values() for tag in tags)
    return {tag: -number for number, tag in enumerate(tags, start=1)}


def tag_fingerprint(document: Document, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """The fingerprint of a document: irrelevant tags left out, and the texts they part joined.

    >>> one = Document(id="d", page="g", url="", site="", outline="div h1 27 h1 30 b 9 b a img a div")
    >>> tag_fingerprint(one, {"div": -1, "h1": -2, "a": -4, "img": -5})
    (-1, -2, 27, -2, 39, -4, -5, -4, -1)
    """
    pieces = document.outline.split() if document.outline else _of_paragraphs(document)
    return tuple(_joined(pieces, numbers))


def _of_paragraphs(document: Document) -> Iterator[str]:
    for paragraph in document.main:
        tag = _TAGS.get(paragraph.kind, "p")
        yield from (tag, str(len(paragraph.text)), tag)


def _joined(pieces: Iterable[str], numbers: Mapping[str, int]) -> Iterator[int]:
    length: int | None = None
    for piece in pieces:
        if piece.isdigit():
            length = (length or 0) + int(piece)
        elif piece in numbers:
            if length is not None:
                yield length
            length = None
            yield numbers[piece]
    if length is not None:
        yield length
