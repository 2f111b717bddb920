"""Apertium's bilingual dictionaries (.dix): entries with a left and a right side, their grammar as empty elements.

An entry with r="LR" is only for translating from left to right: the other way its left side is not what one would say,
so there it is believed half as far.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from polytrawl.lexicon.formats.base import Couple, Wanted
from polytrawl.lexicon.formats.xml import elements, local

__all__ = ["read_apertium"]

_UNUSUAL = 0.5  # a guess


def read_apertium(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples of a bilingual dictionary; parts of words, regular expressions and what is switched off are not."""
    for entry in elements(path, "e", root=("dictionary", "metadix"), outside="pardefs"):
        yield from _entry(entry, wanted)


def _entry(entry: Element, wanted: Wanted) -> Iterator[Couple]:
    if entry.get("i") == "yes":
        wanted.dropped["switched-off"] += 1
        return
    if entry.find("re") is not None:
        wanted.dropped["pattern"] += 1
        return
    left, right = _sides(entry)
    if not left.strip() and not right.strip():
        wanted.dropped["empty"] += 1
        return
    only = entry.get("r", "")
    forth, back = (_UNUSUAL if only == "RL" else 1.0), (_UNUSUAL if only == "LR" else 1.0)
    for word in wanted.parts(left):
        for other in wanted.parts(right):
            yield Couple(word, other, forth, back)


def _sides(entry: Element) -> tuple[str, str]:
    """Both sides of an entry: what stands in <p>, and in <i> for both at once."""
    sides = ["", ""]
    for child in entry:
        if local(child) == "p":
            for number, name in enumerate(("l", "r")):
                side = child.find(name)
                sides[number] += "" if side is None else _text(side)
        elif local(child) == "i":
            sides = [side + _text(child) for side in sides]
    return sides[0], sides[1]


def _text(side: Element) -> str:
    """The lemma of a side: blanks are spaces, <j/> joins words, <g> is the part that does not inflect, <s> grammar."""
    found = side.text or ""
    for child in side:
        name = local(child)
        if name in ("b", "j"):
            found += " "
        elif name == "g":
            found += _text(child)
        found += child.tail or ""
    return found
