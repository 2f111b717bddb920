"""The files of a bootstrap, in the forms that other stages read.

topic.tsv               terms with weights, for `topic.definition`
translations.X-Y.tsv    a lexicon for each pair of languages
seeds.tsv               addresses to start a crawl from, the most linked first
excluded.tsv            titles that are no terms, and why
bootstrap.json          how much there is of each, and what went wrong
index.html              the terms, to be looked through and edited in a browser
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from polytrawl.bootstrap.page import page_of
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.files import write_json, write_whole
from polytrawl.lexicon.entries import Entry, write_lexicon
from polytrawl.records import Lang
from polytrawl.relevance.definition import COLUMNS

__all__ = ["write"]


def write(found: Bootstrap, folder: Path) -> list[Path]:
    """Write all files; each is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    _clear(folder)
    tables = {
        "topic.tsv": [COLUMNS, *_terms(found)],
        "seeds.tsv": [("language", "url", "count", "titles"), *_seeds(found)],
        "excluded.tsv": [("language", "title", "reason", "depth", "subtopic"), *_excluded(found)],
    }
    for name, rows in tables.items():
        write_whole(folder / name, _as_table(rows))
    lexicons = [_write_translations(found, pair, folder) for pair in combinations(found.languages, 2)]
    write_whole(folder / "index.html", page_of(found))
    about = {"word": found.word, "category": found.category, "depth": found.depth, "is_whole": found.is_whole}
    write_json(folder / "bootstrap.json", {**about, "languages": found.counts, "notes": found.notes})
    names = ("topic.tsv", "seeds.tsv", "excluded.tsv", "bootstrap.json", "index.html")
    return [*(folder / name for name in names), *lexicons]


def _clear(folder: Path) -> None:
    """Languages that were asked for the last time may not be asked for now."""
    for path in folder.glob("translations.*.tsv"):
        path.unlink()


def _terms(found: Bootstrap) -> Iterator[Sequence[object]]:
    for term in found.terms:
        yield f"{term.weight:g}", term.text, term.subtopic.replace(";", ","), term.language


def _seeds(found: Bootstrap) -> Iterator[Sequence[object]]:
    # A title never has a bar.
    return ((seed.language, seed.url, seed.count, "|".join(seed.titles)) for seed in found.seeds)


def _excluded(found: Bootstrap) -> Iterator[Sequence[object]]:
    return ((one.language, one.title, one.reason, one.depth, one.subtopic) for one in found.excluded)


def _write_translations(found: Bootstrap, pair: tuple[Lang, Lang], folder: Path) -> Path:
    path = folder / f"translations.{pair[0]}-{pair[1]}.tsv"
    origin = f"wikipedia:{found.word.replace(';', ',')}"
    entries = (
        Entry(one.source, one.target, 1.0, origin, one.support) for one in found.translations if one.languages == pair
    )
    write_lexicon(path, pair, entries)
    return path


def _as_table(rows: Iterable[Sequence[object]]) -> str:
    return "".join("\t".join(" ".join(str(cell).split()) for cell in row) + "\n" for row in rows)
