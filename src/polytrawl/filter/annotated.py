"""Units with their scores and reasons, written as a table, as JSON lines or as a TMX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import msgspec

from polytrawl.characters import table_row
from polytrawl.records import SentencePair
from polytrawl.views import tmx
from polytrawl.views.tmx import Variant

FORMATS = ("tsv", "jsonl", "tmx")
_SCORES = ("adequacy", "fluency-source", "fluency-target")
_COLUMNS = ("source", "target", "source_language", "target_language", *_SCORES, "reasons", "repairs", "personal")


def write(units: Iterable[SentencePair], file: BinaryIO, form: str) -> None:
    """Write units, with repaired texts, in one of the formats."""
    lines = {"tsv": _table, "jsonl": _json, "tmx": _tmx}[form]
    file.writelines(line.encode("utf-8", "replace") for line in lines(units))


def _table(units: Iterable[SentencePair]) -> Iterator[str]:
    yield table_row((*_COLUMNS, "likeness", "score", "source_url", "target_url"))
    for unit in units:
        found = scores_of(unit)
        cells = (
            *unit.texts,
            unit.source_language,
            unit.target_language,
            *(f"{found[name]:.4f}" if name in found else "" for name in _SCORES),
            *(",".join(names) for names in (unit.reasons, unit.repairs, unit.personal)),
            *(unit.likeness, f"{unit.score:.4f}", unit.source_url, unit.target_url),
        )
        yield table_row(cells)


def scores_of(unit: SentencePair) -> dict[str, float]:
    """The scores of a unit by name."""
    return {score.name: score.value for score in unit.scores}


def _json(units: Iterable[SentencePair]) -> Iterator[str]:
    for unit in units:
        yield msgspec.json.encode(unit).decode() + "\n"


def _tmx(units: Iterable[SentencePair]) -> Iterator[str]:
    yield tmx.head(tmx.ALL)
    for unit in units:
        facts = [(name, f"{value:.4f}") for name, value in scores_of(unit).items()]
        facts += [("reason", reason) for reason in unit.reasons]
        languages = unit.source_language, unit.target_language
        variants = [Variant(language, said) for language, said in zip(languages, unit.texts, strict=True)]
        yield from tmx.unit(unit.id, variants, facts, source=unit.source_language)
    yield tmx.TAIL
