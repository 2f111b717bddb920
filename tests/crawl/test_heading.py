"""What servers write into status lines and headers: whatever it is, it costs at most their own page."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawl.test_hostile import A, Hostile, hostile  # noqa: F401 - a fixture
from polytrawl.crawl.heading import Heading, decoded, plain, retry_after

if TYPE_CHECKING:
    from crawl.conftest import Run

Crawler = Callable[..., "Run"]
PAGE = b"Content-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x"
GOOD = b"HTTP/1.1 200 OK\r\n" + PAGE
LATIN = "Ünïcödé \xa0\xff".encode("latin-1")
HEADERS = (
    *("Content-Type", "ETag", "Last-Modified", "Location", "Retry-After", "Content-Encoding", "Set-Cookie", "Link"),
    *("X-Robots-Tag", "Content-Language", "Refresh", "Server", "TDM-Reservation", "Vary", "Date", "Content-Location"),
)
TRICKS = {
    "latin-1": LATIN,
    "lone": b"\xff\xfe\x80",
    "half a character": b"caf\xc3",
    "surrogates": "\ud800\udfff".encode("utf-8", "surrogatepass"),
    "controls": b"\x1b]0;owned\x07\x1b[2J",
    "digits": b"9" * 5000,
    "minus": b"-1",
    "other digits": "٣٣".encode(),
    "dates": b"Mon, 99 Foo 99999999999999999999 99:99:99 +99999999999999",
    "quotes": b'"' * 300,
    "separators": b";,=:" * 300,
}


def heading(reason: str = "", **fields: bytes) -> Heading:
    raw = tuple((name.replace("_", "-").encode(), value) for name, value in fields.items())
    response: Any = SimpleNamespace(status=200, reason=reason, raw_headers=raw)
    return Heading(response)


@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("status", [b"200 OK", b"302 Found", b"503 Busy", b"404 Gone"])
def test_whatever_stands_in_a_header_costs_its_page_only_also_when_the_crawl_goes_on(
    hostile: Hostile,  # noqa: F811 - a fixture
    crawl: Crawler,
    name: str,
    status: bytes,
) -> None:
    for trick, value in TRICKS.items():
        path = f"/{trick.replace(' ', '-')}"
        hostile.scripts[path] = b"HTTP/1.1 %b\r\n%b: %b\r\n%b" % (status, name.encode(), value, PAGE)
    robots = b"HTTP/1.1 200 OK\r\n%b: %b\r\n%b" % (name.encode(), LATIN, PAGE)
    hostile.scripts |= {"/robots.txt": robots, "/sitemap.xml": robots, "/good": GOOD, "/later": GOOD}
    seeds = [f"{A}{path}" for path in hostile.scripts if path not in ("/robots.txt", "/sitemap.xml", "/later")]
    options = {"connect_to": hostile.address, "attempts": 1, "host_attempts": 0, "max_pause_s": 0.0}
    run = crawl(*seeds, **options).collect()
    assert f"{A}/good" in run.pages
    assert "fault" not in run.reasons.values()
    again = crawl(*seeds, f"{A}/later", **options, refresh_days=1e-9).collect()
    assert {f"{A}/good", f"{A}/later"} <= {*again.pages}
    assert "fault" not in again.reasons.values()


def test_a_redirect_in_latin_1_leads_where_browsers_go(hostile: Hostile, crawl: Crawler) -> None:  # noqa: F811
    redirect = b"HTTP/1.1 302 Found\r\nLocation: %b\r\nContent-Length: 0\r\n\r\n"
    hostile.scripts = {
        "/latin": redirect % "/über-uns/".encode("latin-1"),
        "/utf": redirect % "/über-uns/".encode(),
        "/%FCber-uns/": GOOD,
        "/%C3%BCber-uns/": GOOD,
    }
    run = crawl(f"{A}/latin", f"{A}/utf", connect_to=hostile.address).collect()
    assert run.pages == [f"{A}/%C3%BCber-uns/", f"{A}/%FCber-uns/"]


def test_a_cookie_that_cannot_be_sent_back_does_not_keep_its_host_from_being_asked(
    hostile: Hostile,  # noqa: F811
    crawl: Crawler,
) -> None:
    start = b"HTTP/1.1 200 OK\r\nSet-Cookie: name=J\xfcrgen\r\nSet-Cookie: plain=yes\r\n" + PAGE
    hostile.scripts = {"/first": start, "/second": GOOD}
    run = crawl(f"{A}/first", f"{A}/second", connect_to=hostile.address).collect()
    assert run.pages == [f"{A}/first", f"{A}/second"]
    assert b"plain=yes" in hostile.asked[-1]


def test_an_etag_that_cannot_be_sent_as_it_came_is_not_sent() -> None:
    assert heading(ETag=b'"\xfc"').echo("ETag") == ""
    assert heading(ETag=b'"fine"').echo("ETag") == '"fine"'


def test_of_a_header_that_comes_twice_the_first_holds_and_its_name_may_be_written_anyhow() -> None:
    response: Any = SimpleNamespace(status=200, reason=None, raw_headers=((b"ETAG", b"a"), (b"etag", b"b")))
    assert Heading(response).field("ETag") == "a"
    assert "eTaG" in Heading(response)


@pytest.mark.parametrize("value", ["9" * 5000, "Fri, 31 Dec 9999 23:59:59 -2359", "Mon, 01 Jan 0001 00:00:00 +2359"])
def test_a_wait_without_bounds_is_a_number_that_can_be_bounded(value: str) -> None:
    seconds = retry_after(value, 0.0)
    assert seconds is None or 0 <= seconds <= 1e9


@given(st.one_of(st.text(max_size=60), st.binary(max_size=60).map(decoded)))
def test_any_retry_after_is_read_without_an_error(value: str) -> None:
    seconds = retry_after(value, 0.0)
    assert seconds is None or 0 <= seconds <= 1e9


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_become_text_that_can_be_stored_printed_and_sent(value: bytes, reason: bytes) -> None:
    found = heading(reason.decode("utf-8", "surrogateescape"), location=value, etag=value, content_length=value)
    for text in (found.reason, found.location, found.echo("ETag"), decoded(value)):
        text.encode()
        assert text.isprintable() or not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in text)
    assert found.location.isascii()
    assert found.content_length >= 0


@given(st.text(alphabet=st.characters(), max_size=30))
def test_text_of_a_library_becomes_text_without_surrogates(text: str) -> None:
    plain(text).encode()
