"""TMX 1.4b: translation memories, one per language pair or one for all, written as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from polytrawl.characters import one_line
from polytrawl.export.base import Exporter
from polytrawl.export.facts import PairFacts
from polytrawl.export.inline import segments
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles, empty_pairs
from polytrawl.options import option
from polytrawl.records import Lang, SentencePair
from polytrawl.views import tmx
from polytrawl.views.tmx import Variant
from polytrawl.views.xml import element, lines

_NOTHING = "There are no units in here. The report of the run, or polytrawl funnel, says why."
_OF_SIDE = ("source-url", "fetched", "licence", "consent")
_SCORES = frozenset({"adequacy", "fluency-source", "fluency-target", "margin"})  # which say how good a unit is


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
                file.write(tmx.TAIL)

    def _name(self, source: Lang, target: Lang) -> str:
        return "all.tmx" if self.files == "all" else f"{source}-{target}.tmx"

    def _head(self, source: Lang, selection: Selection, note: str = "") -> str:
        profile = element("prop", selection.profile, type="profile") if selection.profile else ""
        notes = lines([element("note", note) if note else "", profile])
        return tmx.head(tmx.ALL if self.files == "all" else source, notes)

    def _unit(self, unit: SentencePair, about: PairFacts) -> Iterator[str]:
        source, target = (one_line(said) for said in unit.texts)
        left, right = segments(source, target) if self.inline else (source, target)
        facts_of = zip(
            (unit.source_url, unit.target_url),
            about.fetched_at,
            about.licences,
            map(" ".join, about.consent),
            strict=True,
        )
        sides = (unit.source_language, left), (unit.target_language, right)
        variants = [
            Variant(language, content, zip(_OF_SIDE, known, strict=True) if self.properties else ())
            for (language, content), known in zip(sides, facts_of, strict=True)
        ]
        facts = self._facts(unit, about) if self.properties else ()
        return tmx.unit(unit.id, variants, facts, source=unit.source_language if self.files == "all" else "")

    def _facts(self, unit: SentencePair, about: PairFacts) -> Iterator[tuple[str, str]]:
        yield "score", f"{unit.score:.4f}"
        scores = (one for one in unit.scores if self.measurements or one.name in _SCORES)
        yield from ((score.name, f"{score.value:.4g}") for score in scores)
        yield "method", unit.method if unit.is_mined else ""
        yield "alignment", unit.bead
        yield "moved", "yes" if unit.is_moved else ""
        yield "page-pair", unit.pair
        yield "page-pair-probability", f"{about.probability:.4f}"
        yield "page-pair-methods", "+".join(about.methods)
        yield "licence", unit.licence
        yield "repairs", " ".join(unit.repairs)
