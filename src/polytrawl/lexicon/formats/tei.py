"""FreeDict's TEI: entries with forms, and translations as quotes; in old ones they are <tr>."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from polytrawl.lexicon.formats.base import Couple, Wanted
from polytrawl.lexicon.formats.text import LISTED
from polytrawl.lexicon.formats.xml import elements, local

__all__ = ["read_tei"]

_TRANSLATIONS = ("trans", "translation", "equi")


def read_tei(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples of a TEI dictionary."""
    for entry in elements(path, "entry", root=("TEI", "TEI.2", "teiCorpus")):
        forms = ["".join(one.itertext()) for one in entry.iterfind("{*}form/{*}orth")]
        words = [word for form in forms for word in wanted.parts(form)]
        for quote in _quotes(entry):
            for other in wanted.parts(quote, LISTED):
                yield from (Couple(word, other) for word in words)


def _quotes(element: Element) -> Iterator[str]:
    """The translations of an entry, but not those of its examples."""
    for child in element:
        if local(child) == "tr":
            yield "".join(child.itertext())
        elif local(child) != "cit":
            yield from _quotes(child)
        elif child.get("type", "trans") in _TRANSLATIONS:
            yield from ("".join(one.itertext()) for one in child.iterfind("{*}quote"))
