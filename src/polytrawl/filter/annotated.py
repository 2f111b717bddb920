"""Units with their scores and reasons, written as a table, as JSON lines or as a TMX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

import msgspec

from polytrawl.records import SentencePair

FORMATS = ("tsv", "jsonl", "tmx")
_SCORES = ("adequacy", "fluency-source", "fluency-target")
_COLUMNS = ("source", "target", "source_language", "target_language", *_SCORES, "reasons", "repairs", "personal")
# What XML 1.0 cannot hold, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(units: Iterable[SentencePair], file: BinaryIO, form: str) -> None:
    """Write units, with repaired texts, in one of the formats."""
    lines = {"tsv": _table, "jsonl": _json, "tmx": _tmx}[form]
    file.writelines(line.encode("utf-8", "replace") for line in lines(units))


def _table(units: Iterable[SentencePair]) -> Iterator[str]:
    yield "\t".join((*_COLUMNS, "likeness", "score", "source_url", "target_url")) + "\n"
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
        # A cell must not hold what separates cells and rows.
        yield "\t".join(" ".join(cell.split()) for cell in cells) + "\n"


def scores_of(unit: SentencePair) -> dict[str, float]:
    """The scores of a unit by name."""
    return {score.name: score.value for score in unit.scores}


def _json(units: Iterable[SentencePair]) -> Iterator[str]:
    for unit in units:
        yield msgspec.json.encode(unit).decode() + "\n"


def _tmx(units: Iterable[SentencePair]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
    yield (
        '<header creationtool="polytrawl" creationtoolversion="0" segtype="sentence" o-tmf="polytrawl" '
        'adminlang="en" srclang="*all*" datatype="plaintext"/>\n<body>\n'
    )
    for unit in units:
        yield f"<tu tuid={quoteattr(unit.id)}>\n"
        yield from (f'<prop type="x-{name}">{value:.4f}</prop>\n' for name, value in scores_of(unit).items())
        yield from (f'<prop type="x-reason">{_escaped(reason)}</prop>\n' for reason in unit.reasons)
        for language, text in zip((unit.source_language, unit.target_language), unit.texts, strict=True):
            yield f"<tuv xml:lang={quoteattr(_ILLEGAL.sub('', language))}><seg>{_escaped(text)}</seg></tuv>\n"
        yield "</tu>\n"
    yield "</body>\n</tmx>\n"


def _escaped(text: str) -> str:
    return escape(_ILLEGAL.sub("", text))
