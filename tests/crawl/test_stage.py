from __future__ import annotations

import asyncio
import gzip
import itertools
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from polytrawl import shards
from polytrawl.crawl.scorers.anchor_words import AnchorWords
from polytrawl.errors import ConfigError, PluginError
from polytrawl.records import Document, Dropped, Link, Page
from polytrawl.warc import read_page

if TYPE_CHECKING:
    from crawl.conftest import Answer, Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"


def test_pages_are_fetched_once_and_walk_back_to_bytes_in_a_warc(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", "/b#top", "http://A.test:80/c", "mailto:x@y.test"), "/b": web.page("/")}
    web.sites["a.test"]["/c"] = web.page("/b")
    run = crawl(f"{A}/").collect()
    assert sorted(web.paths()) == ["/", "/b", "/c"]
    found = {one.url: one for one in run.records if isinstance(one, Page)}
    assert sorted(found) == [f"{A}/", f"{A}/b", f"{A}/c"]
    one = found[f"{A}/b"]
    assert (one.site, one.status, one.content_type, one.depth, one.parent) == ("a.test", 200, "text/html", 1, f"{A}/")
    assert one.fetched_at.endswith("Z")
    assert not one.content
    assert one.warc is not None
    body = read_page(run.folder / one.warc.file, one.warc.offset).body
    assert one.id == Page.identify(one.url, body)
    assert b'<a href="/">' in body


def test_what_the_judge_kept_can_be_had_under_its_signature_only(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page()}
    run = crawl(f"{A}/").collect()
    ids = [one.id for one in run.records]
    kept = run.make().kept(run.folder, ids, "links-1")
    assert isinstance(shards.decode(kept[ids[0]]), Document)
    assert not run.make().kept(run.folder, ids, "links-2")


def test_robots_txt_is_obeyed(web: Web, crawl: Crawler) -> None:
    rules = "\ufeffUser-agent: *\nDisallow: /\n\nUser-agent: polytrawl\nDisallow: /private\nAllow: /private/open\n"
    web.sites["a.test"] = {
        "/robots.txt": web.text(rules),
        "/": web.page("/private", "/private/open", "/private/shut", "/free"),
        "/private/open": web.page(),
        "/free": web.page(),
    }
    run = crawl(f"{A}/").collect()
    assert sorted(web.paths()) == ["/", "/free", "/private/open"]
    assert run.reasons == {f"{A}/private": "robots", f"{A}/private/shut": "robots"}
    assert web.log[0].path == "/robots.txt"
    assert [one.path for one in web.log].count("/robots.txt") == 1


@pytest.mark.parametrize("status", [404, 403, 410])
def test_a_host_without_robots_txt_allows_all(web: Web, crawl: Crawler, status: int) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("User-agent: *\nDisallow: /", status), "/": web.page()}
    assert crawl(f"{A}/").collect().pages == [f"{A}/"]


def test_a_host_whose_robots_txt_fails_is_left_alone(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("", 500), "/": web.page()}
    run = crawl(f"{A}/", attempts=2).collect()
    assert [one.path for one in web.log] == ["/robots.txt", "/robots.txt"]
    assert run.reasons == {f"{A}/": "robots-unreachable"}


def test_robots_txt_is_found_through_redirects_but_not_through_a_loop(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/robots.txt": web.redirect("http://b.test/r"), "/": web.page("/x"), "/x": web.page()}
    web.sites["b.test"] = {"/r": web.text("User-agent: *\nDisallow: /x")}
    assert crawl(f"{A}/").collect().reasons == {f"{A}/x": "robots"}
    web.sites["c.test"] = {"/robots.txt": web.redirect("/robots.txt"), "/": web.page()}
    assert "http://c.test/" in crawl("http://c.test/").collect().pages


def test_only_the_first_half_megabyte_of_robots_txt_counts(web: Web, crawl: Crawler) -> None:
    rules = "User-agent: *\nDisallow: /x\n" + "# long\n" * 80_000 + "Disallow: /y\n"
    web.sites["a.test"] = {"/robots.txt": web.text(rules), "/": web.page("/x", "/y"), "/y": web.page()}
    assert crawl(f"{A}/").collect().pages == [f"{A}/", f"{A}/y"]


def test_robots_txt_is_not_fetched_again_after_a_restart(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/x"), "/x": web.page()}
    run = crawl(f"{A}/").collect(max_pages=1)
    run.collect(max_pages=2)
    assert [one.path for one in web.log] == ["/robots.txt", "/", "/x"]


def test_sitemaps_lead_to_pages_and_their_translations(web: Web, crawl: Crawler) -> None:
    urlset = f"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc> {A}/de </loc>
        <xhtml:link rel="alternate" hreflang="it" href="{A}/it"/></url></urlset>"""
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
    maps = "".join(f"<sitemap><loc>{one}</loc></sitemap>" for one in (f"{A}/pages.xml", "/bomb.xml"))
    index = f"<sitemapindex>{maps}</sitemapindex>"
    web.sites["a.test"] = {
        "/robots.txt": web.text(f"Sitemap: {A}/index.xml\nSitemap: /html"),
        "/index.xml": web.text(index, Content_Type="application/xml"),
        "/pages.xml": web.text(urlset),
        "/bomb.xml": web.text(bomb),
        "/html": web.page(),
        "/": web.page(),
        "/de": web.page(),
        "/it": web.page(),
    }
    run = crawl(f"{A}/").collect()
    assert run.pages == [f"{A}/", f"{A}/de", f"{A}/it"]
    assert run.reasons == {f"{A}/bomb.xml": "bad-sitemap", f"{A}/html": "bad-sitemap"}
    assert {one.depth for one in run.records if isinstance(one, Page)} == {0, 1}


def test_one_request_at_a_time_goes_to_a_host_and_the_delay_is_kept(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(6)]
    for host in ("a.test", "b.test"):
        web.sites[host] = {"/": web.page(*links), **{link: web.page() for link in links}}
    web.delay_s = 0.03
    run = crawl(f"{A}/", "http://b.test/", delay_s=0.1, connections=8).collect()
    assert len(run.pages) == 14
    assert {one.in_flight for one in web.log} == {1}
    for host in web.sites:
        visits = [one for one in web.log if one.host == host]
        gaps = [after.began - before.ended for before, after in itertools.pairwise(visits)]
        assert len(gaps) == 7
        assert min(gaps) >= 0.099
    assert any(one.host != other.host for one, other in itertools.pairwise(web.log))


def test_more_requests_at_a_time_can_be_allowed(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(20)]
    web.sites["a.test"] = {"/": web.page(*links), **{link: web.page() for link in links}}
    web.delay_s = 0.05
    crawl(f"{A}/", connections=4, connections_per_host=4).collect()
    assert max(one.in_flight for one in web.log) == 4


def test_the_larger_of_crawl_delay_and_own_delay_is_kept(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("User-agent: *\nCrawl-delay: 0.3"), "/": web.page("/b")}
    crawl(f"{A}/", delay_s=0.01).collect()
    gaps = [after.began - before.ended for before, after in itertools.pairwise(web.log)]
    assert len(gaps) == 2
    assert min(gaps) >= 0.299


def test_retry_after_is_obeyed(web: Web, crawl: Crawler) -> None:
    answers: list[Answer] = [web.page(), web.text("", 429, Retry_After="1"), web.text("", 503)]
    web.sites["a.test"] = {"/": answers.pop}
    run = crawl(f"{A}/").collect()
    assert run.pages == [f"{A}/"]
    first, second, third = (one for one in web.log if one.path == "/")
    assert third.began - second.ended >= 0.99
    assert second.began - first.ended < 0.9


def test_trouble_that_may_pass_is_tried_again_and_then_named(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/x"), "/x": web.text("", 503)}
    run = crawl(f"{A}/", attempts=3).collect()
    assert web.paths() == ["/", "/x", "/x", "/x"]
    assert run.reasons == {f"{A}/x": "http-503"}


def test_redirects_are_noted_and_their_target_is_fetched_once(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page("/r1", "/r2", "/end"),
        "/r1": web.redirect("/r2", 301),
        "/r2": web.redirect("end", 308),
        "/end": web.page(),
    }
    run = crawl(f"{A}/").collect()
    assert run.pages == [f"{A}/", f"{A}/end"]
    assert web.paths().count("/end") == 1
    dropped = {one.url: (one.reason, one.detail) for one in run.records if isinstance(one, Dropped)}
    assert dropped == {f"{A}/r1": ("redirect", f"{A}/r2"), f"{A}/r2": ("redirect", f"{A}/end")}


def test_redirects_in_a_ring_and_without_end_come_to_an_end(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {f"/n{number}": web.redirect(f"/n{number + 1}") for number in range(50)}
    web.sites["a.test"] |= {
        "/": web.page("/self", "/ring1", "/n0", "/nowhere"),
        "/self": web.redirect("/self"),
        "/ring1": web.redirect("/ring2"),
        "/ring2": web.redirect("/ring1"),
        "/nowhere": web.text("", 302),
    }
    reasons = crawl(f"{A}/").collect().reasons
    assert reasons[f"{A}/self"] == "redirect-loop"
    assert (reasons[f"{A}/ring1"], reasons[f"{A}/ring2"]) == ("redirect", "redirect-loop")
    assert reasons[f"{A}/n10"] == "too-many-redirects"
    assert f"{A}/n11" not in reasons
    assert reasons[f"{A}/nowhere"] == "bad-redirect"


def test_what_is_no_page_is_named_and_not_downloaded(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page("/gone", "/film", "/byte", "/none", "/bare"),
        "/film": web.text(b"x" * 5_000_000, Content_Type="video/mp4"),
        "/byte": web.text("x", Content_Type="text/html; charset=utf-8"),
        "/none": web.text("", 204),
        "/bare": web.text("<p>no type", Content_Type=""),
    }
    run = crawl(f"{A}/").collect()
    assert run.reasons == {f"{A}/gone": "http-404", f"{A}/film": "not-html", f"{A}/none": "http-204"}
    assert run.pages == [f"{A}/", f"{A}/bare", f"{A}/byte"]
    assert web.sent["/film"] < 5_000_000


@pytest.mark.parametrize("is_size_told", [True, False])
def test_a_page_that_is_too_large_is_given_up_early(web: Web, crawl: Crawler, *, is_size_told: bool) -> None:
    body = b"<p>long</p>" * (50_000_000 // 11)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    web.sites["a.test"] = {
        "/": web.text(body, Content_Type="text/html")
        if is_size_told
        else web.text(chunked, Content_Type="text/html", Transfer_Encoding="chunked")
    }
    run = crawl(f"{A}/", max_bytes=1_000_000).collect()
    assert run.reasons == {f"{A}/": "too-large"}
    assert web.sent["/"] < 25_000_000


def test_compressed_pages_are_stored_decoded_and_a_bomb_is_given_up(web: Web, crawl: Crawler) -> None:
    html = b"<p>" + b"text " * 1000
    web.sites["a.test"] = {
        "/": web.text(gzip.compress(html), Content_Type="text/html", Content_Encoding="gzip"),
        "/bomb": web.text(gzip.compress(bytes(50_000_000)), Content_Type="text/html", Content_Encoding="gzip"),
        "/lie": web.text("<p>plain", Content_Type="text/html", Content_Encoding="gzip"),
    }
    run = crawl(f"{A}/", f"{A}/bomb", f"{A}/lie", attempts=1).collect()
    [one, lie] = [one for one in run.records if isinstance(one, Page)]
    assert lie.url == f"{A}/lie"
    assert one.warc is not None
    headers, body = read_page(run.folder / one.warc.file, one.warc.offset)
    assert body == html
    assert ("Content-Length", str(len(html))) in headers
    assert "content-encoding" not in {name.lower() for name, _ in headers}
    assert run.reasons == {f"{A}/bomb": "too-large"}


def test_hosts_that_cannot_be_reached_are_named(crawl: Crawler) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        shut = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        seeds = (shut, "http://nowhere.invalid/")
        run = crawl(*seeds, connect_to="", allow_private=True, attempts=2, contact="me@example.org").collect()
    assert run.reasons == {shut: "refused-connection", "http://nowhere.invalid/": "unknown-host"}


def test_a_server_that_says_nothing_is_given_up(crawl: Crawler) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        run = crawl(url, connect_to="", allow_private=True, attempts=1, timeout_s=0.2).collect()
    assert run.reasons == {url: "robots-unreachable"}
    [dropped] = run.records
    assert isinstance(dropped, Dropped)
    assert "timeout" in dropped.detail


def test_private_addresses_are_refused_however_they_are_written(web: Web, crawl: Crawler) -> None:
    hosts = ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0.0.0.0", "[::1]")
    run = crawl(*(f"http://{host}:{web.port}/" for host in hosts), connect_to="", scope="any").collect()
    assert set(run.reasons.values()) == {"private-address"}
    assert not web.log


def test_private_addresses_are_fetched_from_when_allowed(web: Web, crawl: Crawler) -> None:
    web.sites["127.0.0.1"] = {"/": web.page()}
    run = crawl(f"http://127.0.0.1:{web.port}/", connect_to="").collect()
    assert run.reasons == {f"http://127.0.0.1:{web.port}/": "private-address"}
    assert run.collect(allow_private=True).pages == [f"http://127.0.0.1:{web.port}/"]


def test_a_redirect_into_a_private_network_is_refused(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The one address that can be reached here counts as public for this test, and the other stays private.
    monkeypatch.setattr("polytrawl.crawl.guard.is_public", lambda address: str(address) == "127.0.0.1")
    web.sites["127.0.0.1"] = {"/": web.redirect(f"http://127.0.0.2:{web.port}/")}
    run = crawl(f"http://127.0.0.1:{web.port}/", connect_to="", scope="any", contact="me@example.org").collect()
    assert run.reasons[f"http://127.0.0.2:{web.port}/"] == "private-address"


def test_without_a_contact_the_public_web_is_not_crawled(crawl: Crawler, web: Web) -> None:
    with pytest.raises(ConfigError, match="contact"):
        crawl("http://example.org/", connect_to="").collect()
    with pytest.raises(ConfigError, match="contact"):
        crawl("http://example.org/", connect_to="192.0.2.1:80").collect()
    web.sites["127.0.0.1"] = {"/": web.page("http://192.88.98.1/")}
    run = crawl(f"http://127.0.0.1:{web.port}/", connect_to="", scope="any", allow_private=True).collect()
    assert run.reasons == {"http://192.88.98.1/": "no-contact"}


def test_the_user_agent_tells_the_contact(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page()}
    crawl(f"{A}/", contact="me@example.org").collect()
    assert all(one.agent.startswith("polytrawl/") and one.agent.endswith("(+me@example.org)") for one in web.log)
    assert len(web.log) == 2


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ("site", {"a.site.test", "b.site.test"}),
        ("host", {"a.site.test"}),
        ("any", {"a.site.test", "b.site.test", "other.test"}),
        ("other|/a$", {"a.site.test", "other.test"}),
    ],
)
def test_the_scope_says_how_far_to_go(web: Web, crawl: Crawler, scope: str, expected: set[str]) -> None:
    targets = ["http://b.site.test/", "http://other.test/"]
    web.sites = {
        "a.site.test": {"/a": web.page(*targets)},
        "b.site.test": {"/": web.page()},
        "other.test": {"/": web.page()},
    }
    run = crawl("http://a.site.test/a", scope=scope).collect()
    assert {one.host for one in web.log} == expected
    assert not run.reasons
    assert run.make().left_out(run.folder).get("out-of-scope", 0) == 3 - len(expected)
    assert run.progress.counts.get("out-of-scope", 0) == 3 - len(expected)


def test_max_depth_counts_links_from_the_seeds(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {f"/{number}": web.page(f"/{number + 1}") for number in range(9)}
    run = crawl(f"{A}/0").collect(max_depth=2)
    assert web.paths() == ["/0", "/1", "/2"]
    assert run.make().fate(run.folder, f"{A}/3") == f"not fetched: too-deep; found on {A}/2 at depth 3"
    run.collect(max_depth=4)
    assert web.paths() == ["/0", "/1", "/2", "/3", "/4"]


def test_max_pages_is_exact_and_raising_it_goes_on(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(30)]
    web.sites["a.test"] = {"/": web.page(*links, "/gone"), **{link: web.page() for link in links}}
    run = crawl(f"{A}/", connections_per_host=8)
    assert len(run.collect(max_pages=7).pages) == 7
    assert "still in the queue" in (run.make().fate(run.folder, f"{A}/29") or "")
    assert len(run.collect(max_pages=7).pages) == 7
    assert len(run.collect(max_pages=20).pages) == 20
    assert len(run.collect().pages) == 31
    asked = web.paths()
    assert len(asked) == len(set(asked)) == 32
    assert run.make().fate(run.folder, f"{A}/never") is None


def test_max_seconds_stops_the_crawl_and_counts_restarts(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(50)]
    web.sites["a.test"] = {"/": web.page(*links), **{link: web.page() for link in links}}
    run = crawl(f"{A}/", delay_s=0.1, max_seconds=0.6).collect()
    asked = len(web.log)
    assert 1 < asked < 8
    run.collect()
    assert len(web.log) <= asked + 1


def test_a_wider_scope_takes_up_what_was_refused(web: Web, crawl: Crawler) -> None:
    web.sites = {"a.test": {"/": web.page("http://b.test/")}, "b.test": {"/": web.page()}}
    run = crawl(f"{A}/").collect()
    assert run.pages == [f"{A}/"]
    assert run.collect(scope="any").pages == [f"{A}/", "http://b.test/"]
    assert web.paths("a.test") == ["/"]


def test_a_finished_crawl_asks_for_nothing_when_called_again(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", "/gone"), "/b": web.page()}
    run = crawl(f"{A}/").collect()
    before, records = len(web.log), run.records
    assert run.collect().records == records
    assert len(web.log) == before


def test_nofollow_links_are_not_followed(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", rel="noopener NOFOLLOW"), "/b": web.page()}
    assert crawl(f"{A}/").collect().pages == [f"{A}/"]


def test_files_of_this_machine_are_never_read(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("file:///etc/passwd", "file:///x", "/r"), "/r": web.redirect("file:///x")}
    run = crawl(f"{A}/", scope="any").collect()
    assert run.pages == [f"{A}/"]
    assert run.reasons == {f"{A}/r": "redirect"}
    assert run.make().left_out(run.folder) == {"out-of-scope": 2}


def test_a_scorer_changes_the_order(web: Web, crawl: Crawler) -> None:
    links = ["/cats", "/dogs", "/steel-mill", "/steel"]
    web.sites["a.test"] = {"/": web.page(*links), **{link: web.page() for link in links}}
    web.sites["a.test"]["/cats"] = web.page("/dogs/steel")
    words = {"use": "anchor-words", "words": ["Steel", "mill"]}
    crawl(f"{A}/", strategy=words, connections=1).collect()
    assert web.paths() == ["/", "/steel-mill", "/steel", "/cats", "/dogs/steel", "/dogs"]


def test_breadth_first_goes_level_by_level(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/1", "/2"), "/1": web.page("/1/1"), "/2": web.page("/2/1")}
    crawl(f"{A}/", connections=1).collect()
    assert web.paths() == ["/", "/1", "/2", "/1/1", "/2/1"]


def test_plugins_that_fail_are_counted_and_the_crawl_goes_on(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(self: AnchorWords, link: Link, source: Document) -> float:
        if link.target.endswith("/b"):
            raise KeyError(link.target)
        return float("nan")

    monkeypatch.setattr(AnchorWords, "score", fail)
    web.sites["a.test"] = {"/": web.page("/b", "/c", "/d"), "/b": web.page("/c"), "/c": web.page("/b")}
    run = crawl(f"{A}/", strategy={"use": "anchor-words", "words": []}, connections=1).collect()
    assert run.pages == [f"{A}/", f"{A}/b", f"{A}/c"]
    assert run.make().left_out(run.folder) == {"error:ArithmeticError": 3, "error:KeyError": 2}
    assert len(caplog.records) == 2


def test_a_judge_that_fails_costs_the_links_of_the_page_only(web: Web, crawl: Crawler) -> None:
    class Failing:
        signature = "x"

        def judge(self, page: Page) -> Any:
            raise RuntimeError(page.url)

    web.sites["a.test"] = {"/": web.page("/b"), "/b": web.page()}
    run = crawl(f"{A}/")
    run.judge = Failing()
    assert run.collect().pages == [f"{A}/"]
    assert run.progress.counts == {"": 1, "error:RuntimeError": 1}


@pytest.mark.parametrize(
    ("options", "match"),
    [({"scope": "("}, "crawl.scope"), ({"connect_to": "nowhere"}, "connect_to"), ({"contact": "a\nb"}, "contact")],
)
def test_options_that_make_no_sense_are_refused(crawl: Crawler, options: dict[str, str], match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        crawl("http://127.0.0.1/", **options).collect()


def test_a_seed_that_is_no_web_address_is_refused(crawl: Crawler) -> None:
    run = crawl()
    run.shared["seeds"] = ["example.org"]
    with pytest.raises(ConfigError, match="https://"):
        run.collect()


def test_records_of_a_folder_that_was_never_crawled_are_none(crawl: Crawler) -> None:
    run = crawl(f"{A}/")
    assert run.records == []
    assert run.make().fate(run.folder, f"{A}/") is None


def test_a_record_that_the_warc_has_lost_is_fetched_again(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", "/c"), "/b": web.page(), "/c": web.page("/b")}
    run = crawl(f"{A}/").collect()
    warc = run.folder / "pages-00000.warc.gz"
    Path(warc).write_bytes(warc.read_bytes()[:-10])
    assert run.collect().pages == [f"{A}/", f"{A}/b", f"{A}/c"]
    assert web.paths() == ["/", "/b", "/c", "/c"]


def asked(web: Web, host: str = "") -> int:
    """Requests to a host, or to all, also for files that need not be there."""
    return sum(one.host.startswith(host) for one in web.log) + sum(one.startswith(host) for one in web.asides)


def test_max_requests_counts_everything_that_is_asked_for_restarts_included(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(30)]
    web.sites["a.test"] = {"/": web.page(*links, "/secret"), **{link: web.page() for link in links[:5]}}
    web.sites["a.test"]["/robots.txt"] = web.text("User-agent: *\nDisallow: /secret")
    run = crawl(f"{A}/", connections_per_host=8).collect(max_requests=9)
    assert asked(web) == 9
    run.collect(max_requests=9)
    assert asked(web) == 9
    run.collect(max_requests=20)
    assert asked(web) == 20
    run.collect()
    assert asked(web) == 32 + 3
    assert run.reasons[f"{A}/secret"] == "robots"


def test_a_host_is_asked_no_more_than_its_budget_allows(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(9)]
    for host in ("a.test", "b.test"):
        web.sites[host] = {"/": web.page(*links), **{link: web.page() for link in links}}
    run = crawl(f"{A}/", "http://b.test/", max_requests_per_host_and_start=5).collect()
    assert [asked(web, host) for host in web.sites] == [5, 5]
    run.collect()
    assert [asked(web, host) for host in web.sites] == [10, 10]
    run.collect(max_requests_per_host_and_start=0, max_requests_per_host=12)
    assert [asked(web, host) for host in web.sites] == [12, 12]


def test_a_judge_with_workers_is_given_many_pages_at_a_time_and_holds_up_nobody(web: Web, crawl: Crawler) -> None:
    links = [f"/{number}" for number in range(60)]
    web.sites["a.test"] = {"/": web.page(*links), **{link: web.page() for link in links}}
    run = crawl(f"{A}/", connections_per_host=8)
    inner, batches = run.judge, list[int]()

    def wait_for_others() -> None:
        until = time.monotonic() + 60
        while len(web.log) < 50 and time.monotonic() < until:
            time.sleep(0.001)

    class Pool:
        signature = inner.signature

        def judge(self, page: Page) -> Any:
            raise AssertionError(page.url)

        async def judge_many(self, pages: list[Page]) -> list[Any]:
            batches.append(len(pages))
            if any(page.url.endswith("/0") for page in pages):
                await asyncio.to_thread(wait_for_others)
            return [KeyError(page.url) if page.url.endswith("/7") else inner.judge(page) for page in pages]

    run.judge = Pool()
    run.collect()
    assert len(run.pages) == len(set(web.paths())) == len(web.paths()) == 61
    assert sum(batches) == 61
    assert run.progress.counts == {"": 61, "error:KeyError": 1}


def test_large_pages_that_wait_for_the_judge_hold_up_the_network(web: Web, crawl: Crawler) -> None:
    size, links = 9_000_000, [f"/{number}" for number in range(20)]
    large = web.text(b"<p>" + b"x" * size, Content_Type="text/html")
    web.sites["a.test"] = {"/": web.page(*links), **dict.fromkeys(links, large)}
    run = crawl(f"{A}/", connections_per_host=8)
    inner, judged, waiting = run.judge, list[str](), list[int]()

    class Slow:
        signature = inner.signature

        def judge(self, page: Page) -> Any:
            raise AssertionError(page.url)

        async def judge_many(self, pages: list[Page]) -> list[Any]:
            await asyncio.sleep(0.5)
            waiting.append(len(set(web.paths())) - len(judged))
            judged.extend(page.url for page in pages)
            return [inner.judge(page) for page in pages]

    run.judge = Slow()
    run.collect()
    assert len(run.pages) == 21
    assert 8 <= max(waiting) <= (64 << 20) // size + 1 + 8  # those on their way when there was no more room


def test_a_scorer_with_an_unknown_rule_is_refused(web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnchorWords, "combine", "product")
    with pytest.raises(PluginError, match="anchor-words: combine is 'product'; use max, mean, sum, last"):
        crawl(f"{A}/", strategy={"use": "anchor-words", "words": []}).collect()
