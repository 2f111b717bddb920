"""Two columns with a tab between them, by hand or from anywhere; and lexicons as polytrawl writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from polytrawl.lexicon.entries import Entry, entry_of, header_languages
from polytrawl.lexicon.formats.base import Couple, Damaged, Wanted
from polytrawl.lexicon.formats.text import OFFERED

__all__ = ["read_table", "table_languages"]

_LONGEST = 10_000  # bytes of a line that has a word and its translations


def table_languages(path: Path) -> tuple[str, str] | None:
    """The languages of a lexicon; None where the file is another table."""
    with path.open("rb") as file:
        return header_languages(file.readline(_LONGEST))


def read_table(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples of a table; of a lexicon, with scores, origins and support."""
    is_lexicon = table_languages(path) is not None
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            text = line.decode("utf-8-sig", "replace").strip("\r\n")
            if not text.strip() or text.startswith("#"):
                continue
            if len(line) > _LONGEST:
                wanted.dropped["too-long"] += 1
            elif "\0" in text or "\ufffd" in text:
                wanted.dropped["not-utf-8"] += 1
            elif is_lexicon:
                yield from _couple(entry_of(text, f"{path}, line {number}"), wanted)
            else:
                yield from _row(text, wanted)
    if wanted.dropped["not-utf-8"]:
        raise Damaged(f"{wanted.dropped['not-utf-8']} of its lines are not UTF-8")


def _couple(entry: Entry, wanted: Wanted) -> Iterator[Couple]:
    words = max(len(entry.source.split()), len(entry.target.split()))
    if wanted.also_of_lexicons and words > wanted.most_words:
        wanted.dropped["too-long"] += 1
    else:
        yield Couple(entry.source, entry.target, entry.score, entry.score, entry.origin, entry.support)


def _row(text: str, wanted: Wanted) -> Iterator[Couple]:
    cells = text.split("\t")
    if len(cells) == 1:
        wanted.dropped["one-column-only"] += 1
        return
    for word in wanted.parts(cells[0], OFFERED):
        for other in wanted.parts(cells[1], OFFERED):
            yield Couple(word, other)
