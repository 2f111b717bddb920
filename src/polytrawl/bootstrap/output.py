"""The files of a bootstrap, in the forms that other stages read.

topic.tsv               terms with weights, for `topic.definition`; one that somebody has edited is kept
topic.new.tsv           the terms that were found now, where topic.tsv was kept
translations.X-Y.tsv    a lexicon for each pair of languages
seeds.tsv               addresses to start a crawl from, the most linked first
excluded.tsv            titles that are no terms, and why
bootstrap.json          how much there is of each, and what went wrong
index.html              the terms, to be looked through and edited in a browser
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from polytrawl.bootstrap.page import page_of
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.characters import table_row
from polytrawl.files import write_json, write_whole
from polytrawl.lexicon.entries import Entry, write_lexicon
from polytrawl.records import Lang
from polytrawl.relevance.definition import COLUMNS

__all__ = ["write"]

_log = logging.getLogger(__name__)
_TOPIC, _NEW_TOPIC, _ABOUT = "topic.tsv", "topic.new.tsv", "bootstrap.json"


def write(found: Bootstrap, folder: Path, say: Callable[[str], None] = _log.warning) -> list[Path]:
    """Write all files; each is there whole or not at all. What the user should know is said."""
    folder.mkdir(parents=True, exist_ok=True)
    _clear(folder)
    topic = _write_topic("".join(map(table_row, [COLUMNS, *_terms(found)])), folder, say)
    tables = {
        "seeds.tsv": [("language", "url", "count", "titles"), *_seeds(found)],
        "excluded.tsv": [("language", "title", "reason", "depth", "subtopic"), *_excluded(found)],
    }
    for name, rows in tables.items():
        write_whole(folder / name, "".join(map(table_row, rows)))
    lexicons = [_write_translations(found, pair, folder) for pair in combinations(found.languages, 2)]
    write_whole(folder / "index.html", page_of(found))
    about = {"word": found.word, "category": found.category, "depth": found.depth, "is_whole": found.is_whole}
    write_json(folder / _ABOUT, {**about, "topic": topic, "languages": found.counts, "notes": found.notes})
    names = (_TOPIC, "seeds.tsv", "excluded.tsv", _ABOUT, "index.html")
    return [*(folder / name for name in names), *lexicons]


def _write_topic(text: str, folder: Path, say: Callable[[str], None]) -> str:
    """Write the topic, beside one that was edited since it was written; gives the digest of the last one we wrote."""
    path, new, last = folder / _TOPIC, folder / _NEW_TOPIC, _last_topic(folder)
    own = path.read_bytes() if path.exists() else text.encode()
    if _digest(own) not in (last, _digest(text.encode())):
        write_whole(new, text)
        say(f"{path}: was edited, and is kept; {new.name} has the terms found now. Delete {path.name} to have them")
        return last
    write_whole(path, text)
    new.unlink(missing_ok=True)
    return _digest(text.encode())


def _last_topic(folder: Path) -> str:
    try:
        about = msgspec.json.decode((folder / _ABOUT).read_bytes(), type=dict[str, Any])
    except (FileNotFoundError, msgspec.MsgspecError):
        return ""
    return str(about.get("topic", ""))


def _digest(text: bytes) -> str:
    return xxhash.xxh3_128_hexdigest(text)


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
