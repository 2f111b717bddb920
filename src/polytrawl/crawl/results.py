"""What the crawl has brought, as other stages see it: pages and refusals, and what the judge kept of the pages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from polytrawl import urls
from polytrawl.crawl.policy import ROBOTS_SAID, noted_signals
from polytrawl.crawl.schema import connect_to_read, fingerprint
from polytrawl.crawl.tombstones import read_tombstones
from polytrawl.records import Dropped, Link, Page, Record, WarcRef, make_id, replace
from polytrawl.shards import decode

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STAGE = "crawl"

# A page that was crawled takes the place of the same page in a WARC file of the user.
_RECORDS = """
SELECT url, site, state, reason, detail, page, status, content_type, warc, start, fetched_at, depth, parent, links
FROM urls JOIN hosts ON hosts.id = urls.host LEFT JOIN versions USING (fingerprint)
WHERE (state <> 'queued' OR page IS NOT NULL) AND reason NOT IN ('out-of-scope', 'too-deep')
    AND NOT (kind = 'sitemap' AND state = 'fetched')
UNION ALL
SELECT url, site, iif(reason = '', 'fetched', 'refused'), reason, detail, page, status, content_type, warc, start,
       fetched_at, 0, '', NULL FROM saved
WHERE reason <> '' OR NOT EXISTS (SELECT 1 FROM urls u WHERE u.fingerprint = saved.fingerprint AND u.page IS NOT NULL)
ORDER BY site, url, state
"""
_LEFT_OUT = """
SELECT reason, count(*) FROM urls WHERE reason IN ('out-of-scope', 'too-deep') GROUP BY reason
UNION ALL SELECT reason, number FROM tally ORDER BY reason
"""
_FATE = """
SELECT iif(page IS NULL, state, 'fetched'), reason, detail, depth, parent, language
FROM urls LEFT JOIN promised USING (id) WHERE fingerprint = ?
"""
_KEPT = "SELECT url FROM urls JOIN promised USING (id) WHERE page IS NOT NULL"
_TOLD = """
SELECT judged.rowid, depth FROM urls JOIN judged USING (page) WHERE page IS NOT NULL ORDER BY judged.rowid
"""
_MISSED = "SELECT url FROM urls WHERE state NOT IN ('queued', 'fetched') ORDER BY id"
_CHUNK = 500  # SQLite takes at least 999 parameters


class _Row(NamedTuple):
    url: str
    site: str
    state: str
    reason: str
    detail: str
    page: str | None
    status: int
    content_type: str
    warc: str
    start: int
    fetched_at: str
    depth: int
    parent: str
    links: str | None


def records(folder: Path) -> Iterator[Page | Dropped]:
    """Everything fetched or refused so far, sorted by site and URL."""
    db = connect_to_read(folder)
    if db is None:
        return
    with closing(db), noted_signals(folder) as signals:
        for row in db.execute(_RECORDS):
            record = _record(_Row(*row))
            yield _with_signals(record, signals(record.id)) if isinstance(record, Page) else record


def _with_signals(page: Page, words: Iterable[str]) -> Page:
    """The page with what its origin said about it."""
    said = {word.startswith(ROBOTS_SAID): word for word in words}
    consent = tuple(word for word in words if not word.startswith(ROBOTS_SAID))
    return replace(page, consent=consent, robots=said.get(True, "").removeprefix(ROBOTS_SAID))


def _record(row: _Row) -> Page | Dropped:
    if row.page is None:
        return Dropped(id=make_id("u", row.url), stage=STAGE, reason=row.reason, url=row.url, detail=row.detail)
    return Page(
        id=row.page,
        url=row.url,
        site=row.site,
        status=row.status,
        content_type=row.content_type,
        warc=WarcRef(file=row.warc, offset=row.start),
        fetched_at=row.fetched_at,
        depth=row.depth,
        parent=row.parent,
        alternates=tuple(_versions(row)),
    )


def _versions(row: _Row) -> Iterator[Link]:
    for language, url in msgspec.json.decode(row.links, type=list[tuple[str, str]]) if row.links else ():
        yield Link(source=row.url, target=url, rel="alternate", hreflang=language)


def left_out(folder: Path) -> Mapping[str, int]:
    """How many URLs are known but not listed, and how often a plug-in failed, by reason."""
    db = connect_to_read(folder)
    if db is None:
        return {}
    with closing(db):
        return dict(db.execute(_LEFT_OUT))


def kept_promises(folder: Path) -> frozenset[str]:
    """The addresses that no link led to at which there is a page as promised."""
    db = connect_to_read(folder)
    if db is None:
        return frozenset()
    with closing(db):
        return frozenset(row[0] for row in db.execute(_KEPT))


def fate(folder: Path, url: str) -> str | None:
    """In words, why a URL was not fetched; None when it was never met."""
    normal, db = urls.normalise(url), connect_to_read(folder)
    if db is None or normal is None:
        return None
    if read_tombstones(folder).has(normal):
        return "forgotten on request: all that came of it was removed, and it is not fetched again"
    with closing(db):
        row = db.execute(_FATE, (fingerprint(normal),)).fetchone()
    return None if row is None else _in_words(_origin(*row[3:]), *row[:3])


def _origin(depth: int, parent: str, promised: str | None) -> str:
    if promised:
        return f"a URL pattern promises here the translation ({promised}) of {parent}"
    return f"found on {parent} at depth {depth}" if parent else "a seed"


def _in_words(origin: str, state: str, reason: str, detail: str) -> str:
    if state == "queued":
        return f"not fetched: still in the queue when the crawl stopped; {origin}"
    if state == "fetched":
        return f"fetched; {origin}"
    return f"not fetched: {reason}{f' ({detail})' if detail else ''}; {origin}"


def pack(record: bytes) -> bytes:
    """An encoded record as it is kept beside its page."""
    return zstd.compress(record)


def kept(folder: Path, pages: Sequence[str], signature: str) -> Mapping[str, bytes]:
    """What the judge kept for these pages under this signature, encoded."""
    db = connect_to_read(folder)
    if db is None:
        return {}
    found: dict[str, bytes] = {}
    with closing(db):
        for start in range(0, len(pages), _CHUNK):
            chunk = pages[start : start + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT page, record FROM judged WHERE signature = ? AND page IN ({marks})"  # noqa: S608 - marks only
            found.update((page, zstd.decompress(record)) for page, record in db.execute(query, (signature, *chunk)))
    return found


def judged(folder: Path) -> Iterator[tuple[Record, int]]:
    """What the judge kept of all pages, in the order in which they came, and how deep they lie."""
    db = connect_to_read(folder)
    if db is None:
        return
    with closing(db):
        for number, depth in db.execute(_TOLD):
            [(record,)] = db.execute("SELECT record FROM judged WHERE rowid = ?", (number,))
            yield decode(zstd.decompress(record)), depth


def missed(folder: Path) -> Iterator[str]:
    """The addresses at which there is no page, as far as is known."""
    db = connect_to_read(folder)
    if db is None:
        return
    with closing(db):
        for (url,) in db.execute(_MISSED):
            yield url
