from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from polytrawl.errors import ConfigError
from polytrawl.records import Dropped, Page
from polytrawl.warc import WarcWriter, read_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

HTML = "Content-Type: text/html; charset=utf-8\r\n"
DATE = "2024-02-03T04:05:06Z"


def write_warc(folder: Path, *answers: tuple[str, int, str, bytes]) -> Path:
    writer = WarcWriter(folder)
    for url, status, headers, body in answers:
        head = f"HTTP/1.1 {status} X\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode()
        writer.append(url=url, date=DATE, head=head, body=body)
    writer.close()
    return folder / writer.end.file


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    return write_warc(
        tmp_path,
        ("http://a.test/1", 200, HTML, b"<p>one"),
        ("http://a.test/2", 404, HTML, b"<p>gone"),
        ("http://a.test/3", 200, "Content-Type: image/png\r\n", b"png"),
        ("http://a.test/4", 301, "Location: /1\r\n", b""),
        ("http://a.test/5", 200, HTML, b""),
        ("http://b.test/1", 200, HTML, b"<p>two"),
        ("urn:x", 200, HTML, b"<p>no address"),
        ("http://a.test/1", 200, HTML, b"<p>one, again"),
        ("http://a.test/1", 404, HTML, b"<p>one, gone"),
    )


def contents(run: Run) -> dict[str, bytes]:
    pages = [one for one in run.records if isinstance(one, Page)]
    return {one.url: read_page(run.folder / one.warc.file, one.warc.offset).body for one in pages if one.warc}


def reading(crawl: Crawler, **shared: Any) -> Run:
    run = crawl()
    run.shared.update(shared)
    return run


def test_a_warc_file_is_read_where_it_lies_and_the_last_page_of_an_address_wins(crawl: Crawler, warc: Path) -> None:
    run = reading(crawl, warcs=[str(warc)]).collect()
    assert contents(run) == {"http://a.test/1": b"<p>one, again", "http://b.test/1": b"<p>two"}
    [one, _] = [one for one in run.records if isinstance(one, Page)]
    assert one.warc is not None
    assert one.warc.file == str(warc)
    assert (one.site, one.fetched_at, one.content_type) == ("a.test", DATE, "text/html; charset=utf-8")
    assert one.id == Page.identify(one.url, b"<p>one, again")
    reasons = sorted(run.reasons.values())
    assert reasons == ["bad-url", "empty", "http-404", "not-html", "redirect"]
    assert run.progress.counts[""] == 2
    assert not list(run.folder.glob("*.warc.gz"))


def test_records_come_sorted_by_site_and_url(crawl: Crawler, warc: Path) -> None:
    run = reading(crawl, warcs=[str(warc)]).collect()
    keys = [one.url for one in run.records if not one.url.startswith("file:")]
    assert keys == sorted(keys)


def test_a_cut_warc_gives_the_pages_before_the_cut(crawl: Crawler, warc: Path) -> None:
    warc.write_bytes(warc.read_bytes()[:-300])
    run = reading(crawl, warcs=[str(warc)]).collect()
    assert "http://b.test/1" in run.pages
    assert list(run.reasons.values()).count("torn-record") == 1


def test_a_file_that_is_no_warc_is_named(crawl: Crawler, tmp_path: Path) -> None:
    (tmp_path / "x.warc.gz").write_bytes(b"no warc at all")
    run = reading(crawl, warcs=[str(tmp_path / "x.warc.gz")]).collect()
    [dropped] = run.records
    assert isinstance(dropped, Dropped)
    assert dropped.reason == "torn-record"


@pytest.mark.parametrize("level", [0, 6])
def test_a_warc_without_a_gzip_member_for_each_record_can_be_read(
    crawl: Crawler, warc: Path, tmp_path: Path, level: int
) -> None:
    plain = gzip.decompress(warc.read_bytes())
    other = tmp_path / ("one.warc.gz" if level else "one.warc")
    other.write_bytes(gzip.compress(plain, level) if level else plain)
    run = reading(crawl, warcs=[str(other)]).collect()
    assert contents(run) == {"http://a.test/1": b"<p>one, again", "http://b.test/1": b"<p>two"}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "my pages"
    (folder / "de").mkdir(parents=True)
    (folder / "de" / "eins & zwei.html").write_bytes(b"<p>eins")
    (folder / "a.HTM").write_bytes(b"<p>a")
    (folder / "x.xhtml").write_bytes(b"<p>x</p>")
    (folder / "empty.html").write_bytes(b"")
    (folder / "notes.txt").write_bytes(b"no page")
    return folder


def test_saved_pages_get_addresses_and_a_place_in_a_warc(crawl: Crawler, saved: Path) -> None:
    run = reading(crawl, folders=[{"path": str(saved)}]).collect()
    base = "file:///my%20pages"
    assert contents(run) == {
        f"{base}/a.HTM": b"<p>a",
        f"{base}/de/eins%20&%20zwei.html": b"<p>eins",
        f"{base}/x.xhtml": b"<p>x</p>",
    }
    assert run.reasons == {f"{base}/empty.html": "empty"}
    assert {one.site for one in run.records if isinstance(one, Page)} == {"my%20pages"}


def test_saved_pages_can_be_given_their_old_addresses(crawl: Crawler, saved: Path) -> None:
    run = reading(crawl, folders=[{"path": str(saved), "base_url": "http://a.test/old/"}]).collect()
    assert run.pages[0] == "http://a.test/old/a.HTM"


def test_reading_again_changes_nothing_and_a_change_is_seen(crawl: Crawler, saved: Path, warc: Path) -> None:
    run = reading(crawl, warcs=[str(warc)], folders=[{"path": str(saved)}]).collect()
    before, bytes_before = run.records, (run.folder / "saved-00000.warc.gz").read_bytes()
    assert run.collect().records == before
    assert (run.folder / "saved-00000.warc.gz").read_bytes() == bytes_before
    (saved / "a.HTM").write_bytes(b"<p>another")
    assert contents(run.collect())["file:///my%20pages/a.HTM"] == b"<p>another"
    run.shared["folders"] = []
    assert len(run.collect().pages) == 2


def test_a_source_that_was_broken_off_is_read_again(
    crawl: Crawler, saved: Path, warc: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = reading(crawl, warcs=[str(warc)], folders=[{"path": str(saved)}])
    real = Path.read_bytes

    def broken(path: Path) -> bytes:
        if path.name == "x.xhtml":
            raise OSError(5, "broken disk", str(path))
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", broken)
        with pytest.raises(OSError, match="broken disk"):
            run.collect()
    assert run.pages == ["http://a.test/1", "http://b.test/1"]
    assert len(contents(run.collect())) == 5


def test_a_crawled_page_takes_the_place_of_the_saved_one(crawl: Crawler, web: Web, warc: Path) -> None:
    web.sites["a.test"] = {"/1": web.page("/9")}
    run = crawl("http://a.test/1")
    run.shared["warcs"] = [str(warc)]
    run.collect()
    assert b"<a href" in contents(run)["http://a.test/1"]
    assert run.pages == ["http://a.test/1", "http://b.test/1"]
    assert run.progress.counts[""] == 3


@pytest.mark.parametrize(
    "shared",
    [
        {"warcs": ["/nowhere/x.warc.gz"]},
        {"folders": [{"path": "/nowhere"}]},
        {"folders": [{"path": "/", "base_url": "no address"}]},
        {"folders": [{"path": "/etc/ssl"}, {"path": "/usr/lib/ssl"}]},
    ],
)
def test_sources_that_are_not_there_are_refused(crawl: Crawler, shared: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        reading(crawl, **shared).collect()


def test_pages_over_the_limit_are_refused_also_when_a_server_packed_them(crawl: Crawler, tmp_path: Path) -> None:
    packed = gzip.compress(b"<p>" + b"bomb " * 4_000_000)
    head = (
        f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n"
    )
    writer = WarcWriter(tmp_path)
    writer.append(url="http://a.test/bomb", date="2026-01-01T00:00:00Z", head=head.encode(), body=packed)
    writer.close()
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "big.html").write_bytes(b"x" * 2_000_000)
    [warc] = tmp_path.glob("*.warc.gz")
    run = reading(crawl, warcs=[str(warc)], folders=[{"path": str(tmp_path / "saved")}]).collect(max_bytes=1_000_000)
    assert run.reasons == {"http://a.test/bomb": "too-large", "file:///saved/big.html": "too-large"}
