"""TMX 1.4b: translation memories, one per language pair or one for all, written as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import quoteattr

from polytrawl.export.base import Exporter
from polytrawl.export.facts import PairFacts
from polytrawl.export.inline import segments
from polytrawl.export.selection import Selection
from polytrawl.export.texts import one_line
from polytrawl.export.writing import TextFiles, empty_pairs
from polytrawl.options import option
from polytrawl.records import Lang, SentencePair
from polytrawl.views.xml import Xml, element, lines, text

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="polytrawl" creationtoolversion={version} segtype="sentence" o-tmf="polytrawl" \
adminlang="en" srclang={source} datatype="plaintext">{notes}</header>
<body>
"""
_TAIL = "</body>\n</tmx>\n"
_ALL = "*all*"  # as the standard says it of a header: each unit names its own source language
_NOTHING = "There are no units in here. The report of the run, or polytrawl funnel, says why."
_SCORES = frozenset({"adequacy", "fluency-source", "fluency-target"})  # which say how good a unit is
_SCRIPT, _REGION = 4, 2  # letters in these parts of a language tag


_quoted = cache(quoteattr)  # names of properties and languages: few, and written again and again


@dataclass(kw_only=True)
class Tmx(Exporter, name="tmx"):
    """Translation memories, `<l1>-<l2>.tmx`, that every CAT tool opens."""

    properties: bool = option(True, "tell for every unit where it comes from and how sure it is")
    measurements: bool = option(False, "tell also what every filter measured; units.jsonl.zst has it anyway")
    files: Literal["pairs", "all"] = option("pairs", "pairs: a file per language pair; all: one file, all.tmx")
    inline: bool = option(False, "mark tags, entities and placeholders in texts as inline codes (TMX level 2)")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per language pair that has units; empty files where there are no units at all."""
        with TextFiles(folder) as files:
            for unit in selection.units():
                pair = unit.source_language, unit.target_language
                file = files.open(self._name(*pair), partial(self._head, pair[0], selection))
                file.writelines(self._unit(unit, selection.about(unit)))
            for pair in empty_pairs(selection):
                files.open(self._name(*pair), partial(self._head, pair[0], selection, _NOTHING))
            for file in files:
                file.write(_TAIL)

    def _name(self, source: Lang, target: Lang) -> str:
        return "all.tmx" if self.files == "all" else f"{source}-{target}.tmx"

    def _head(self, source: Lang, selection: Selection, note: str = "") -> str:
        language = _ALL if self.files == "all" else tag(source)
        profile = element("prop", selection.profile, type="profile") if selection.profile else ""
        notes = lines([element("note", note) if note else "", profile])
        return _HEAD.format(version=quoteattr(_version()), source=quoteattr(language), notes=notes)

    def _unit(self, unit: SentencePair, about: PairFacts) -> Iterator[str]:
        source, target = (one_line(said) for said in unit.texts)
        left, right = segments(source, target) if self.inline else (text(source), text(target))
        own = f" srclang={_quoted(tag(unit.source_language))}" if self.files == "all" else ""
        yield f"<tu tuid={quoteattr(unit.id)}{own}>\n"
        if self.properties:
            yield from (_property(name, value) + "\n" for name, value in self._facts(unit, about) if value)
        sides = (unit.source_language, unit.source_url, left), (unit.target_language, unit.target_url, right)
        for (language, url, content), fetched in zip(sides, about.fetched_at, strict=True):
            facts = [("source-url", url), ("fetched", fetched)] if self.properties else []
            yield _variant(language, facts, content)
        yield "</tu>\n"

    def _facts(self, unit: SentencePair, about: PairFacts) -> Iterator[tuple[str, str]]:
        yield "score", f"{unit.score:.4f}"
        scores = (one for one in unit.scores if self.measurements or one.name in _SCORES)
        yield from ((score.name, f"{score.value:.4g}") for score in scores)
        yield "alignment", unit.bead
        yield "moved", "yes" if unit.is_moved else ""
        yield "page-pair", unit.pair
        yield "page-pair-probability", f"{about.probability:.4f}"
        yield "page-pair-methods", "+".join(about.methods)
        yield "licence", unit.licence
        yield "repairs", " ".join(unit.repairs)


def _property(name: str, value: str) -> str:
    # By hand: 17 000 to 20 000 units are written in a second, with `element` 8 500 to 11 000.
    return f"<prop type={_quoted(name)}>{text(one_line(value))}</prop>"


def _variant(language: Lang, facts: list[tuple[str, str]], content: Xml) -> str:
    properties = "".join(_property(name, value) for name, value in facts if value)
    return f"<tuv xml:lang={_quoted(tag(language))}>{properties}<seg>{content}</seg></tuv>\n"


@cache
def tag(language: Lang) -> str:
    """The language tag in the case that is usual, which some CAT tools insist on.

    >>> tag("pt-br"), tag("zh-hant-tw"), tag("de")
    ('pt-BR', 'zh-Hant-TW', 'de')
    """
    first, *rest = language.split("-")
    cased = (one.title() if len(one) == _SCRIPT else one.upper() if len(one) == _REGION else one for one in rest)
    return "-".join([first, *cased])


def _version() -> str:
    try:
        return version("polytrawl")
    except PackageNotFoundError:
        return "0"
