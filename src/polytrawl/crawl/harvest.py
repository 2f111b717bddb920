"""What each page has brought: how relevant it is, whether it is wanted, and how many new words it adds to the corpus.

New words are the words of the main text of wanted pages, in paragraphs that stood on no wanted page before. A page is
wanted when the judge has nothing against it: it is in a language of the run, and on its topic where there is one.

Two tables of the crawl's SQLite file, written in the same transactions as the frontier: after a kill, a page and what
it has brought are there together, or both are not. In memory there is nothing.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import msgspec

from polytrawl.crawl.schema import connect_to_read, fingerprint, note, noted
from polytrawl.records import Document
from polytrawl.relevance.averages import curve
from polytrawl.relevance.words import words

__all__ = [
    "ENDED",
    "LAST_PAGES",
    "LATELY",
    "Harvest",
    "HarvestPoint",
    "Harvested",
    "Lately",
    "Totals",
    "harvested",
    "read",
    "totals",
]

ENDED = "ended"  # the note that tells why a crawl is over
# Pages over which new words are told, unless a user says something else. Strategy `yield` on four topics of two real
# webs from good and bad seeds, stopped at 20 new words a page: the mean and worst share of the new words that 1500
# pages bring is .70 and .04 with 20 pages, .93 and .83 with 50, .95 and .87 with 100, .97 and .91 with 200, .98 and .95
# with 400; the mean number of pages is 140, 276, 360, 461 and 624.
LATELY = 200
LAST_PAGES = "last_pages"  # the note that tells over how many pages a crawl looks
_FROM = "lately"  # the note that tells from where on pages count

_KNOWN = "SELECT fingerprint FROM paragraphs WHERE fingerprint IN (SELECT value FROM json_each(?))"
_LATELY = """
SELECT count(*), coalesce(sum(new_words), 0) FROM (
    SELECT new_words FROM gains WHERE number > ? ORDER BY number DESC LIMIT ?)
"""
# Relevances that different classifiers gave cannot be averaged: the last page tells whose count. Pages that a newer
# version has replaced, or that have vanished, are left out.
_GAINS = """
SELECT relevance, is_wanted, new_words FROM gains
WHERE standard = (SELECT standard FROM gains ORDER BY number DESC LIMIT 1)
    AND page IN (SELECT page FROM urls WHERE page IS NOT NULL)
ORDER BY number
"""

# The same in figures. A page of which the topic part says nothing has relevance 0.
_TOTALS = (
    "SELECT avg(is_wanted), CASE WHEN count(relevance) THEN avg(coalesce(relevance, 0)) END,"  # noqa: S608 - both parts are ours
    " coalesce(sum(new_words), 0) FROM (" + _GAINS + ")"
)


class HarvestPoint(msgspec.Struct, frozen=True):
    """How well the crawl did up to a page."""

    pages: int  # judged so far
    rate: float  # share of them in a wanted language and on topic
    precision: float | None  # AvP, their mean relevance; None where there is no topic
    new_words: float  # of each of the last 200 pages, on average


class Harvested(NamedTuple):
    """What all pages have brought, in the order in which they came."""

    rate: list[float]  # the harvest rate after each page
    precision: list[float]  # AvP after each page; empty where there is no topic
    new_words: list[int]  # of each page

    def points(self, most: int) -> Iterator[HarvestPoint]:
        """About so many points of the curves, and the last one."""
        sums = [0, *accumulate(self.new_words)]
        numbers = range(1, len(sums))
        for pages in sorted({*numbers[:: max(1, len(numbers) // most)], *numbers[-1:]}):
            first = max(0, pages - LATELY)
            precision = self.precision[pages - 1] if self.precision else None
            yield HarvestPoint(pages, self.rate[pages - 1], precision, (sums[pages] - sums[first]) / (pages - first))


class Lately(msgspec.Struct, frozen=True):
    """What the last pages have brought together."""

    pages: int
    new_words: int

    @property
    def each(self) -> float:
        """New words of one page on average."""
        return self.new_words / self.pages if self.pages else 0.0


def read(folder: Path) -> Harvested:
    """What the pages of the crawl in a folder have brought."""
    db = connect_to_read(folder)
    if db is None:
        return Harvested([], [], [])
    with closing(db):
        return harvested(db)


def harvested(db: sqlite3.Connection) -> Harvested:
    """What the pages have brought that are here now. A page of which the topic part says nothing has relevance 0."""
    rows = db.execute(_GAINS).fetchall()
    has_topic = any(relevance is not None for relevance, _, _ in rows)
    precision = curve(relevance or 0.0 for relevance, _, _ in rows) if has_topic else []
    return Harvested(curve(is_wanted for _, is_wanted, _ in rows), precision, [new_words for *_, new_words in rows])


class Totals(NamedTuple):
    """What all pages have brought together."""

    rate: float | None  # the harvest rate; None where no page was judged
    precision: float | None  # AvP; None where there is no topic
    new_words: int


def totals(db: sqlite3.Connection) -> Totals:
    """The last point of the curves, without the curves."""
    return Totals(*db.execute(_TOTALS).fetchone())


def _relevance(document: Document | None) -> float | None:
    """The relevance of a page; a plug-in may have said anything, and a mean should outlive it."""
    found = None if document is None else document.relevance
    return None if found is None or math.isnan(found) else min(1.0, max(0.0, found))


class Harvest:
    """Counts what pages bring."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, page: str, document: Document | None, standard: str) -> None:
        """Keep what a page has brought, once; None where it has no text. `standard` tells how it was judged."""
        known = self._db.execute("SELECT standard FROM gains WHERE page = ?", (page,)).fetchone()
        if known == (standard,):  # the end of a WARC was lost, and the page was fetched again
            return
        is_wanted = document is not None and not document.reasons
        new_words = self._new_words(document) if document and is_wanted else 0
        row = (page, standard, _relevance(document), is_wanted, new_words)
        query = "INSERT OR REPLACE INTO gains (page, standard, relevance, is_wanted, new_words) VALUES (?, ?, ?, ?, ?)"
        self._db.execute(query, row)

    def _new_words(self, document: Document) -> int:
        texts = {fingerprint(part.text): part.text for part in document.main}
        known = {row[0] for row in self._db.execute(_KNOWN, (msgspec.json.encode(list(texts)),))}
        new = texts.keys() - known
        self._db.executemany("INSERT INTO paragraphs VALUES (?)", [(key,) for key in sorted(new)])
        return sum(len(words(texts[key])) for key in new)

    def lately(self, pages: int) -> Lately:
        """What the last so many pages have brought, not counting those before `begin_anew`."""
        return Lately(*self._db.execute(_LATELY, (int(noted(self._db, _FROM) or 0), pages)).fetchone())

    def begin(self, standard: str) -> None:
        """Begin anew where the last page was judged by another standard: that says nothing about pages to come."""
        last = self._db.execute("SELECT standard FROM gains ORDER BY number DESC LIMIT 1").fetchone()
        if last is not None and last != (standard,):
            self.begin_anew()
            # Pages that are judged again are no copies of themselves.
            self._db.execute("DELETE FROM paragraphs")

    def begin_anew(self) -> None:
        """Look at pages from here on only: what is fetched next has little to do with what was fetched last."""
        [(number,)] = self._db.execute("SELECT coalesce(max(number), 0) FROM gains")
        note(self._db, _FROM, str(number))
