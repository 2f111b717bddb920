"""The index of pages that were here before the crawl, in the crawl's SQLite file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from polytrawl.crawl.schema import connect, fingerprint, note, note_end, noted, noted_end
from polytrawl.crawl.tombstones import read_tombstones
from polytrawl.records import Page, WarcRef

if TYPE_CHECKING:
    from polytrawl.warc import WarcWriter

_PREFIX = "saved"
_SOURCES, _END = "sources", "saved-warc"
# A page is not given up for a later redirect or error under the same address.
_ADD = """
INSERT INTO saved VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fingerprint) DO UPDATE SET
    reason = excluded.reason, detail = excluded.detail, page = excluded.page, status = excluded.status,
    content_type = excluded.content_type, warc = excluded.warc, start = excluded.start, fetched_at = excluded.fetched_at
WHERE excluded.page IS NOT NULL OR saved.page IS NULL
"""


class Saved(NamedTuple):
    """A page found in a source, or the reason why there is none."""

    url: str
    site: str
    reason: str = ""
    detail: str = ""
    page: Page | None = None


class Index:
    """What the sources hold. One transaction for each source, so that none is there by half."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._db = connect(folder)
        self.forgotten = read_tombstones(folder)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def begin(self, states: Sequence[str]) -> int:
        """How many sources are in the index as they now are. If others stand there, it is emptied."""
        done = self._done()
        if done != list(states[: len(done)]):
            done = []
            self._empty()
        return len(done)

    def _empty(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("DELETE FROM saved")
        self._db.execute("DELETE FROM meta WHERE key IN (?, ?)", (_SOURCES, _END))
        self._db.execute("COMMIT")
        for path in self._folder.glob(f"{_PREFIX}-*.warc.gz"):
            path.unlink()

    @contextmanager
    def source(self, state: str) -> Iterator[WarcWriter]:
        """Read one source; the writer takes the pages that stand in no WARC yet."""
        from polytrawl.warc import WarcWriter  # noqa: PLC0415 - slow to import

        end = noted_end(self._db, _END) or WarcRef(file=f"{_PREFIX}-00000.warc.gz", offset=0)
        writer = WarcWriter(self._folder, end=end, prefix=_PREFIX)
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield writer
            note(self._db, _SOURCES, json.dumps([*self._done(), state]))
            note_end(self._db, _END, writer.end)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        finally:
            writer.close()

    def add(self, saved: Saved) -> None:
        """Add one page or refusal."""
        row: tuple[object, ...] = (None,) * 6
        if saved.page is not None and saved.page.warc is not None:
            page, warc = saved.page, saved.page.warc
            row = (page.id, page.status, page.content_type, warc.file, warc.offset, page.fetched_at)
        self._db.execute(_ADD, (fingerprint(saved.url), saved.url, saved.site, saved.reason, saved.detail, *row))

    def counts(self) -> Counter[str]:
        """How many pages are here, and how many are refused, by reason."""
        return Counter(dict(self._db.execute("SELECT reason, count(*) FROM saved GROUP BY reason")))

    def _done(self) -> list[str]:
        done: list[str] = json.loads(noted(self._db, _SOURCES) or "[]")
        return done
