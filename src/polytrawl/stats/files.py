"""The lists as tables, one folder for each language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from polytrawl.characters import table_row
from polytrawl.errors import ConfigError
from polytrawl.files import write_json, write_whole
from polytrawl.stats.results import Keyword, Ngram, OfLanguage, Row, Term

__all__ = ["FOLDER", "write_lists"]

FOLDER = "stats"  # of a run directory
_SUMMARY = "stats.json"


def write_lists(found: Sequence[OfLanguage], folder: Path) -> list[Path]:
    """Write all lists; each file is there as a whole or not at all, and `stats.json` when all of them are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = _told_before(folder)
        (folder / _SUMMARY).unlink(missing_ok=True)
        written = [path for one in found for path in _write(one, folder / one.language)]
        told = others | {one.language: _summary(one) for one in found}
        write_json(folder / _SUMMARY, {language: told[language] for language in sorted(told)})
    except OSError as err:
        raise ConfigError(f"{folder}: cannot be written: {err.strerror}; choose another folder with --out") from err
    return [*written, folder / _SUMMARY]


def _told_before(folder: Path) -> dict[str, object]:
    """What was written there of languages whose lists are still there."""
    try:
        known: dict[str, object] = msgspec.json.decode((folder / _SUMMARY).read_bytes(), type=dict)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}
    return {language: one for language, one in known.items() if (folder / language).is_dir()}


def _write(one: OfLanguage, folder: Path) -> list[Path]:
    folder.mkdir(exist_ok=True)
    lists: dict[str, tuple[type[Row], Sequence[Row]]] = {
        "keywords.tsv": (Keyword, one.keywords),
        "ngrams.tsv": (Ngram, one.ngrams),
        "terms.tsv": (Term, one.terms),
    }
    for name, (kind, rows) in lists.items():
        table = map(table_row, (kind.__struct_fields__, *map(msgspec.structs.astuple, rows)))
        write_whole(folder / name, "".join(table).encode("utf-8", "replace"))
    return [folder / name for name in lists]


def _summary(one: OfLanguage) -> dict[str, object]:
    """All but the lists."""
    lists = ("language", "keywords", "ngrams", "terms")
    return {name: getattr(one, name) for name in one.__struct_fields__ if name not in lists}
