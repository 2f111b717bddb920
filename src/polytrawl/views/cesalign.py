"""cesAlign, the XML of the Corpus Encoding Standard that links two cesDoc files: one file per page pair, as in ILSP-FC.

The header names the two files, how probable the pair is, and on what evidence. Below stand links between paragraphs
(`p3` of one file, `p4` and `p5` of the other), where units were aligned. `cesalign.rng`, beside this module, is the
grammar of what is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from polytrawl import evidence
from polytrawl.records import Document, PagePair
from polytrawl.views.cesdoc import NAMESPACE
from polytrawl.views.xml import Xml, document, element, lines

__all__ = ["XLINK", "Link", "render"]

VERSION = "1.0"
XLINK = "http://www.w3.org/1999/xlink"


class Link(NamedTuple):
    """Paragraphs of both sides that belong together, by their numbers in the cesDoc files, from 1."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    certainty: float  # mean score of the units in them
    units: int


def render(pair: PagePair, files: tuple[str, str], links: Iterable[Link]) -> str:
    """The file of a pair; `files` are the places of the two cesDoc files, seen from it."""
    spaces = {"version": VERSION, "xmlns": NAMESPACE, "xmlns:xlink": XLINK}
    return document(element("cesAlign", lines([_header(pair, files), _body(links)]), **spaces))


def _header(pair: PagePair, files: tuple[str, str]) -> Xml:
    parts = [_file(pair), _profile(pair, files)]
    return element("cesHeader", lines(parts), version=VERSION)


def _file(pair: PagePair) -> Xml:
    responsible = element("resp", element("type", "Pair detection and alignment"), element("name", "polytrawl"))
    title = element("title", " / ".join(side.title or side.url for side in (pair.left, pair.right)))
    notes = [
        element("note", pair.grade, type="grade"),
        element("note", f"{pair.probability:.4f}", type="probability"),
        *(element("note", evidence.in_words(one), type="evidence", n=f"{one.value:.4f}") for one in pair.evidence),
    ]
    parts = [element("titleStmt", title, element("respStmt", responsible)), element("notesStmt", lines(notes))]
    return element("fileDesc", lines(parts))


def _profile(pair: PagePair, files: tuple[str, str]) -> Xml:
    sides: Sequence[Document] = (pair.left, pair.right)
    found = (_translation(number, side, file) for number, (side, file) in enumerate(zip(sides, files, strict=True), 1))
    return element("profileDesc", element("translations", lines(found)))


def _translation(number: int, side: Document, file: str) -> Xml:
    facts = {"trans.loc": file, "xml_lang": side.language or "und", "n": str(number)}
    return element("translation", side.url, **facts)


def _body(links: Iterable[Link]) -> Xml:
    found = list(_links(links))
    # Also where nothing was aligned the two files belong together, which the header tells.
    return element("linkList", element("linkGrp", lines(found), targType="p"))


def _links(links: Iterable[Link]) -> Iterator[Xml]:
    for number, link in enumerate(links, 1):
        sides = (_align(numbers, side) for side, numbers in enumerate((link.left, link.right), 1))
        yield element("link", *sides, id=f"l{number}", certainty=f"{link.certainty:.4f}", n=str(link.units))


def _align(numbers: Sequence[int], side: int) -> Xml:
    places = " ".join(f"#p{number}" for number in numbers)
    return element("align", **{"xlink:href": places, "n": str(side)})
