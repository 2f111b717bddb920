"""The pages of a recorded web as they were fetched: a run, WARC files, or an SQLite file with a table of pages."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from polytrawl import urls
from polytrawl.crawl import results
from polytrawl.errors import ConfigError
from polytrawl.records import Page
from polytrawl.rundir import RunDir
from polytrawl.warc import Torn, header, iterate

_OK = 200
REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SQLITE = b"SQLite format 3\0"


def read_pages(path: Path) -> Iterator[Page]:
    """All pages with status 200, each with its content."""
    if path.is_dir():
        yield from _of_folder(path)
    elif _is_sqlite(path):
        yield from _of_sqlite(path)
    else:
        yield from _of_warcs([path])


def read_redirects(path: Path) -> dict[str, str]:
    """Where addresses led to that had no page of their own; SQLite files tell of none."""
    if not path.is_dir() and _is_sqlite(path):
        return {}
    found: dict[str, str] = {}
    for file in sorted(path.rglob("*.warc*")) if path.is_dir() else [path]:
        for entry in iterate(file, lambda _: False):
            if not isinstance(entry, Torn) and entry.status in REDIRECTS:
                source = urls.normalise(entry.url)
                target = source and urls.joiner(source)(header(entry.headers, "location"))
                if source and target:
                    found.setdefault(source, target)
    return found


def read_labels(path: Path) -> dict[str, list[str]]:
    """The labels of pages by their addresses: from an SQLite file, or lines of address, tab, label."""
    if _is_sqlite(path):
        rows = list(_rows(path, "SELECT url, label FROM labels JOIN pages ON pages.id = page_id"))
    else:
        rows = [_labelled(path, line) for line in _text(path).splitlines() if line.strip()]
    labels: dict[str, list[str]] = {}
    for url, label in rows:
        labels.setdefault(urls.normalise(url) or url, []).append(label)
    return labels


def state_of(path: Path) -> str:
    """What changes when the web is another one, told without reading it."""
    if not path.exists():
        raise ConfigError(
            f"{path}: there is nothing here; name a run directory, a WARC file or an SQLite file of pages"
        )
    files = sorted(path.rglob("*.warc*")) if path.is_dir() else [path]
    return " ".join(f"{one.name} {one.stat().st_size} {one.stat().st_mtime_ns}" for one in files)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as err:
        raise ConfigError(f"{path}: cannot be read: {err}; expected text in UTF-8") from err


def _labelled(path: Path, line: str) -> tuple[str, str]:
    url, tab, label = line.partition("\t")
    if not tab:
        raise ConfigError(f"{path}: {line[:80]!r}: expected an address, a tab and a label")
    return url.strip(), label.strip()


def _of_folder(path: Path) -> Iterator[Page]:
    if not (path / "polytrawl.json").exists():
        warcs = sorted(path.glob("*.warc*"))
        if not warcs:
            raise ConfigError(f"{path}: is no run directory and has no WARC files in it")
        yield from _of_warcs(warcs)
        return
    run = RunDir.open(path)
    with run.page_reader() as reader:
        for one in results.records(path / "crawl"):
            page = reader.fill(one) if isinstance(one, Page) else one
            if isinstance(page, Page):
                yield page


def _of_warcs(paths: Sequence[Path]) -> Iterator[Page]:
    for path in paths:
        for entry in iterate(path, lambda one: one.status == _OK):
            if not isinstance(entry, Torn) and entry.status == _OK and entry.body:
                kind = header(entry.headers, "content-type")
                yield from _page(entry.url, entry.body, kind)


def _of_sqlite(path: Path) -> Iterator[Page]:
    for url, kind, body in _rows(path, "SELECT url, ctype, body FROM pages ORDER BY id"):
        try:
            content = zlib.decompress(body)
        except (zlib.error, TypeError) as err:
            raise ConfigError(f"{path}: the body of {url} is not compressed by zlib: {err}") from err
        yield from _page(url, content, kind)


def _rows(path: Path, query: str) -> Iterator[tuple[Any, ...]]:
    """Rows of an SQLite file that anybody may have made."""
    try:
        with closing(_connect(path)) as db:
            yield from db.execute(query)
    except sqlite3.Error as err:
        raise ConfigError(
            f"{path}: not an SQLite file of pages: {err}; expected pages(id, url, ctype, body), and for labels "
            "labels(page_id, label)"
        ) from err


def _page(url: str, content: bytes, kind: str) -> Iterator[Page]:
    address = urls.normalise(url)
    if address:
        identity = Page.identify(address, content)
        yield Page(id=identity, url=address, site=urls.site_of(address), content_type=kind, content=content)


def _is_sqlite(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
