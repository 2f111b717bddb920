"""Dictionaries in XML, read element by element; one that declares entities is refused: they can fill the memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from polytrawl.lexicon.formats.base import Damaged
from polytrawl.lexicon.formats.opened import opened

__all__ = ["elements", "local"]

_PIECE = 1 << 16  # bytes
_ENTITY = b"<!ENTITY"


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def elements(path: Path, name: str, *, root: Sequence[str], outside: str = "") -> Iterator[Element]:
    """All elements of a name, but for those in an outside one, each forgotten when it was used.

    The file must begin with one of the roots.
    """
    open_ones: list[Element] = []
    for event, element in _events(path):
        if event == "start":
            if not open_ones and local(element) not in root:
                raise Damaged(f"it begins with <{local(element)}>, not with <{root[0]}>")
            open_ones.append(element)
            continue
        open_ones.pop()
        if local(element) == name:
            if outside not in map(local, open_ones):
                yield element
            if open_ones:
                open_ones[-1].remove(element)


def _events(path: Path) -> Iterator[tuple[str, Element]]:
    parser: XMLPullParser[Any] = XMLPullParser(events=("start", "end"))
    before = b""
    try:
        with opened(path) as file:
            while data := file.read(_PIECE):
                if _ENTITY in before[-len(_ENTITY) :] + data:
                    raise Damaged("it declares entities")
                parser.feed(data)
                before = data
                yield from parser.read_events()  # type: ignore[misc]  # only these two events were asked for
        parser.close()
    except ParseError as err:
        raise Damaged(f"broken XML, or its end is missing: {err}") from err
