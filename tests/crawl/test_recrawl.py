"""The second run on another day: only what has changed is fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from polytrawl.records import Dropped, Page
from polytrawl.warc import read_page

if TYPE_CHECKING:
    from crawl.conftest import Run

    Crawler = Callable[..., Run]

A = "http://a.test"
AT_ONCE = 1e-9  # days


class Piece(NamedTuple):
    """A page of the server, with what it tells for the next time."""

    body: bytes = b""
    etag: str = ""
    modified: str = ""
    status: int = 200
    location: str = ""


ASIDES = ("/ai.txt", "/.well-known/tdmrep.json", "/sitemap.xml")  # asked for of every host, and seldom there


class Site(ThreadingHTTPServer):
    """A server that knows conditional requests, and writes down what it answered."""

    daemon_threads = True

    def __init__(self) -> None:
        self.pieces: dict[str, Piece] = {}
        self.log: list[tuple[str, int]] = []
        super().__init__(("127.0.0.1", 0), _Reply)

    def took(self) -> dict[str, int]:
        """What was answered since the last time, without robots.txt."""
        found, self.log = dict(self.log), []
        found.pop("/robots.txt", None)
        return found


class _Reply(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        piece = self.server.pieces.get(self.path, Piece(status=404))
        same_tag = piece.etag and self.headers.get("If-None-Match") == piece.etag
        same_time = piece.modified and self.headers.get("If-Modified-Since") == piece.modified
        status = 304 if piece.status == 200 and (same_tag or same_time) else piece.status
        if status != 404 or self.path not in ASIDES:
            self.server.log.append((self.path, status))
        self.send_response(status)
        for name, value in (("ETag", piece.etag), ("Last-Modified", piece.modified), ("Location", piece.location)):
            if value:
                self.send_header(name, value)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(0 if status == 304 else len(piece.body)))
        self.end_headers()
        self.wfile.write(b"" if status == 304 else piece.body)

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def first(site: Site, crawl: Crawler) -> Run:
    """A crawl of six pages that has ended."""
    links = b"".join(b'<a href="/%s">x</a>' % name for name in (b"tag", b"time", b"plain", b"gone", b"moved"))
    site.pieces = {
        "/": Piece(links, etag='"1"'),
        "/tag": Piece(b"<p>tag", etag='W/"a"'),
        "/time": Piece(b"<p>time", modified="Sat, 03 Feb 2024 04:05:06 GMT"),
        "/plain": Piece(b"<p>plain"),
        "/gone": Piece(b"<p>gone"),
        "/moved": Piece(b"<p>moved", etag='"m"'),
    }
    run = crawl(f"{A}/", connect_to=f"127.0.0.1:{site.server_port}", attempts=1, host_attempts=0).collect()
    assert set(site.took().values()) == {200}
    assert len(run.pages) == 6
    return run


def test_nothing_is_asked_for_before_its_time(site: Site, first: Run) -> None:
    first.collect()
    first.collect(refresh_days=1.0)
    assert site.took() == {}


def test_a_second_run_takes_bodies_only_of_what_has_changed(site: Site, first: Run) -> None:
    before = {one.url: one for one in first.records}
    site.pieces["/tag"] = Piece(b'<p>another<a href="/new">x</a>', etag='"b"')
    site.pieces["/new"] = Piece(b"<p>new")
    site.pieces.pop("/gone")
    site.pieces["/moved"] = Piece(status=301, location="/tag")
    first.collect(refresh_days=AT_ONCE)
    asked = {"/": 304, "/tag": 200, "/time": 304, "/plain": 200, "/gone": 404, "/moved": 301, "/new": 200}
    assert site.took() == asked
    after = {one.url: one for one in first.records}
    for path in ("/", "/time", "/plain"):
        assert after[A + path] == before[A + path]
    changed = after[f"{A}/tag"]
    assert isinstance(changed, Page)
    assert changed.warc is not None
    assert b"another" in read_page(first.folder / changed.warc.file, changed.warc.offset).body
    dropped = {one.url: (one.reason, one.detail) for one in after.values() if isinstance(one, Dropped)}
    assert dropped == {f"{A}/gone": ("vanished", "http-404: Not Found"), f"{A}/moved": ("redirect", f"{A}/tag")}
    assert f"{A}/new" in first.pages
    assert first.progress.counts == {"": 5, "redirect": 1, "vanished": 1}


def test_what_was_not_modified_or_is_the_same_is_a_revisit_in_the_warc(site: Site, first: Run) -> None:
    first.collect(refresh_days=AT_ONCE)
    assert site.took() == {"/": 304, "/tag": 304, "/time": 304, "/plain": 200, "/gone": 200, "/moved": 304}
    with (first.folder / "pages-00000.warc.gz").open("rb") as file:
        found = [
            dict(one.headers.items()) for one in ArchiveIterator(file) if one.record_type == WarcRecordType.revisit
        ]
    profiles = {one["WARC-Target-URI"]: one["WARC-Profile"].rpartition("/")[2] for one in found}
    same, unmodified = "identical-payload-digest", "server-not-modified"
    assert profiles == {
        f"{A}/": unmodified,
        f"{A}/tag": unmodified,
        f"{A}/time": unmodified,
        f"{A}/moved": unmodified,
        f"{A}/plain": same,
        f"{A}/gone": same,
    }


def test_a_third_run_asks_with_what_the_second_one_was_told(site: Site, first: Run) -> None:
    site.pieces["/plain"] = Piece(b"<p>plain", etag='"p"')
    site.pieces["/tag"] = Piece(b"<p>other", etag='"c"')
    first.collect(refresh_days=AT_ONCE)
    site.took()
    first.collect(refresh_days=AT_ONCE)
    assert site.took() == {"/": 304, "/tag": 304, "/time": 304, "/plain": 304, "/gone": 200, "/moved": 304}


def test_pages_of_a_server_in_trouble_stay(site: Site, first: Run) -> None:
    before = first.records
    site.pieces = {path: Piece(status=503) for path in site.pieces}
    first.collect(refresh_days=AT_ONCE)
    assert set(site.took().values()) == {503}
    assert first.records == before


def test_pages_that_the_owner_closes_leave(site: Site, first: Run) -> None:
    site.pieces["/plain"] = Piece(status=403)
    first.collect(refresh_days=AT_ONCE)
    assert first.reasons == {f"{A}/plain": "http-403"}


def test_a_refresh_that_stops_half_way_loses_no_page(site: Site, first: Run) -> None:
    first.collect(refresh_days=AT_ONCE, max_pages=2)
    assert len(site.took()) == 2
    assert len(first.pages) == 6
    first.collect()
    assert len(site.took()) == 4
    assert len(first.pages) == 6


def test_what_the_warc_has_lost_is_fetched_in_full(site: Site, first: Run) -> None:
    warc = first.folder / "pages-00000.warc.gz"
    warc.write_bytes(warc.read_bytes()[:-10])
    first.collect()
    assert list(site.took().values()) == [200]


def test_sitemaps_are_asked_again_and_lead_to_new_pages(site: Site, first: Run, crawl: Crawler) -> None:
    def sitemap(*paths: str) -> bytes:
        return f"<urlset>{''.join(f'<url><loc>{A}{path}</loc></url>' for path in paths)}</urlset>".encode()

    site.pieces["/robots.txt"] = Piece(b"Sitemap: http://a.test/map.xml")
    site.pieces["/map.xml"] = Piece(sitemap("/tag"), etag='"s1"')
    run = crawl(f"{A}/time", connect_to=f"127.0.0.1:{site.server_port}")
    run.folder = run.folder.with_name("second")
    run.collect()
    site.took()
    run.collect(refresh_days=AT_ONCE)
    assert site.took() == {"/map.xml": 304, "/time": 304, "/tag": 304}
    site.pieces["/map.xml"] = Piece(sitemap("/tag", "/plain"), etag='"s2"')
    run.collect(refresh_days=AT_ONCE)
    assert site.took() == {"/map.xml": 200, "/time": 304, "/tag": 304, "/plain": 200}
