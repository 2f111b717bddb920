"""A recorded web of a few pages, as an SQLite file and as a WARC file."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

import pytest

from polytrawl.warc import WarcWriter

A = "http://a.test"
ICE = "The glacier has a moraine, and behind it meltwater runs from the ice over the snow of last winter. "
BALL = "The football match was played in the rain, and the goal came late in the second half of it. "
PAGES = {
    "/": (BALL, ("/ice/", "/ball/1", "/ball/2")),
    "/ice/": (ICE, ("/ice/1", "/ice/2", "/")),
    "/ice/1": (ICE * 2, ("/ice/3",)),
    "/ice/2": (ICE * 3, ("/ball/3",)),
    "/ice/3": (ICE * 4, ()),
    "/ball/1": (BALL * 2, ("/ball/2", "/ball/3")),
    "/ball/2": (BALL * 3, ("/ball/1", "/elsewhere")),
    "/ball/3": (BALL * 4, ()),
}


def html(path: str) -> bytes:
    """The page at a path."""
    text, targets = PAGES[path]
    anchors = "".join(
        f'<li><a href="{one}">{"glacier" if "ice" in one else "football"} {one}</a></li>' for one in targets
    )
    title = "glacier" if "ice" in path else "football"
    return f"<html lang=en><title>{title}</title><body><p>{text}</p><ul>{anchors}</ul></body></html>".encode()


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """The web as an SQLite file, with labels."""
    path = tmp_path / "web.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE pages(id INTEGER PRIMARY KEY, url TEXT, ctype TEXT, body BLOB)")
    db.execute("CREATE TABLE labels(page_id INTEGER, label TEXT)")
    for number, one in enumerate(PAGES):
        row = (number, A + one, "text/html; charset=utf-8", zlib.compress(html(one)))
        db.execute("INSERT INTO pages VALUES (?, ?, ?, ?)", row)
        if "/ice" in one:
            db.execute("INSERT INTO labels VALUES (?, ?)", (number, "nature/ice"))
    db.commit()
    db.close()
    return path


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    """The same as a WARC file."""
    folder = tmp_path / "warcs"
    folder.mkdir()
    writer = WarcWriter(folder, end=None)
    for one in PAGES:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        writer.append(url=A + one, date="2026-01-01T00:00:00Z", head=head, body=html(one))
    writer.close()
    [path] = folder.glob("*.warc.gz")
    return path
