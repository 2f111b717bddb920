"""Tab-separated tables of units, page pairs and URL patterns, for spreadsheets and scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from polytrawl.characters import table_row
from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.writing import open_text
from polytrawl.records import PagePair, SentencePair, UrlPattern

_UNITS = (
    *("source", "target", "source_language", "target_language", "score", "source_url", "target_url"),
    *("source_licence", "target_licence", "source_consent", "target_consent", "method"),
)
_PAIRS = (
    *("left_url", "right_url", "left_language", "right_language", "probability", "grade", "methods"),
    *("left_licence", "right_licence", "left_consent", "right_consent"),
)
_PATTERNS = ("pattern", "credibility", "sites", "pairs")


@dataclass(kw_only=True)
class Tsv(Exporter, name="tsv"):
    """`units.tsv`, `pairs.tsv` and `patterns.tsv`, each with a header line."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write the tables, also when they are empty."""
        _write(folder / "units.tsv", _UNITS, map(_unit, selection.units()))
        _write(folder / "pairs.tsv", _PAIRS, map(_pair, selection.pairs()))
        _write(folder / "patterns.tsv", _PATTERNS, map(_pattern, selection.patterns()))


def _unit(unit: SentencePair) -> Iterator[str]:
    yield from (*unit.texts, unit.source_language, unit.target_language)
    yield from (f"{unit.score:.4f}", unit.source_url, unit.target_url)
    yield from (unit.source_licence, unit.target_licence)
    yield from map(" ".join, (unit.source_consent, unit.target_consent))
    yield unit.method


def _pair(pair: PagePair) -> Iterator[str]:
    left, right = pair.left, pair.right
    yield from (left.url, right.url, left.language or "und", right.language or "und")
    yield from (f"{pair.probability:.4f}", pair.grade, "+".join(score.name for score in pair.evidence))
    yield from (left.licence, right.licence, " ".join(left.terms), " ".join(right.terms))


def _pattern(pattern: UrlPattern) -> Iterator[str]:
    yield from (pattern.name, f"{pattern.credibility:.4f}", str(pattern.sites), str(pattern.pairs))


def _write(path: Path, header: tuple[str, ...], rows: Iterable[Iterable[str]]) -> None:
    with open_text(path) as file:
        file.write(table_row(header))
        file.writelines(map(table_row, rows))
