from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.crawl.browser import check_browser, find_chromium, is_shell
from polytrawl.errors import ConfigError
from polytrawl.records import Page
from polytrawl.warc import Entry, iterate

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"
SHELL = b'<html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>'
needs_chromium = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed: make system (as root)"),
    pytest.mark.skipif(importlib.util.find_spec("playwright") is None, reason="the extra `browser` is not installed"),
    pytest.mark.filterwarnings("ignore"),  # Playwright leaves its driver to the end of the interpreter
]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (SHELL, True),
        (b"<body><app-root></app-root><script>x</script>" + b"<p>Loading the application, please wait.</p>", True),
        (
            b"<noscript>You need to enable JavaScript.</noscript><p>" + b"Loading... " * 6 + b"</p><script></script>",
            True,
        ),
        (b"<script>var text = '" + b"words " * 100 + b"'</script>", True),
        (b"<!-- " + b"words " * 100 + b" --><script></script>", True),
        (b"<div id=root>" + b"Words of a text. " * 30 + b"</div><script></script>", False),
        (b"<p>A short page about nothing that has no script at all.</p>", False),
        (b"<p>A short page with a text and a counter of visitors at its end.</p><script>count()</script>", False),
        (b"", False),
    ],
)
def test_a_shell_is_told_from_a_page(body: bytes, *, expected: bool) -> None:
    assert is_shell(body) is expected


@given(
    st.binary(max_size=100)
    | st.lists(st.sampled_from([b"<script>", b"</script>", b"<!--", b"x", b"<p>"])).map(b"".join)
)
def test_any_bytes_are_a_shell_or_not(body: bytes) -> None:
    assert isinstance(is_shell(b"<script></script>" + body), bool)


@pytest.mark.parametrize(
    "piece", [b"<script", b"<!--", b"<noscript>", b'<div id="root">', b"<div id=root><!-- -->", b"<"]
)
def test_monsters_take_no_time(piece: bytes) -> None:
    began = time.process_time()
    is_shell(b"<script></script>" + piece * (900_000 // len(piece)))
    assert time.process_time() - began < 2


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'polytrawl\[browser\]'"):
        check_browser()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: "here")
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(ConfigError, match="chromium"):
        check_browser()


class Scripts:
    """A site whose pages are made by scripts."""

    def __init__(self, web: Web) -> None:
        script = """
            fetch("/data.json").then(answer => answer.json()).then(data => {
                document.getElementById("root").innerHTML = "<p>" + data.text + "</p>" + '<a href="/plain">plain</a>';
            });
            fetch("http://other.test/steal").catch(() => 0);
            fetch("http://169.254.169.254/secret").catch(() => 0);
            fetch("/forbidden").catch(() => 0);
            fetch("/post", {method: "POST"}).catch(() => 0);
            new Image().src = "/picture.png";
        """
        web.sites["a.test"] = {
            "/robots.txt": web.text("User-agent: *\nDisallow: /forbidden"),
            "/": web.text(SHELL, Content_Type="text/html; charset=iso-8859-1"),
            "/two": web.text(SHELL, Content_Type="text/html"),
            "/app.js": web.text(script, Content_Type="text/javascript"),
            "/data.json": web.text('{"text": "Grüße vom Skript"}', Content_Type="application/json"),
            "/plain": web.page(),
        }
        web.sites["other.test"] = {"/steal": web.page()}


class TestChromium:
    pytestmark: Any = needs_chromium

    def test_a_page_made_by_scripts_is_rendered_and_leads_on(self, web: Web, crawl: Crawler) -> None:
        Scripts(web)
        run = crawl(f"{A}/", f"{A}/two", browser=True).collect()
        assert run.pages == [f"{A}/", f"{A}/plain", f"{A}/two"]
        [first] = [one for one in run.records if isinstance(one, Page) and one.url == f"{A}/"]
        entries = [one for one in iterate(run.folder / "pages-00000.warc.gz") if isinstance(one, Entry)]
        raw, rendered = (one for one in entries if one.url == f"{A}/")
        assert raw.body == SHELL
        assert "Grüße vom Skript".encode() in rendered.body
        assert ("X-Rendered-By", "polytrawl") in rendered.headers
        assert first.id == Page.identify(f"{A}/", rendered.body)
        assert first.content_type == "text/html; charset=utf-8"

    def test_nothing_is_asked_for_that_the_crawl_would_not_ask_for(self, web: Web, crawl: Crawler) -> None:
        Scripts(web)
        crawl(f"{A}/", f"{A}/two", browser=True).collect()
        assert sorted(one.path for one in web.log) == ["/", "/app.js", "/data.json", "/plain", "/robots.txt", "/two"]
        assert {one.host for one in web.log} == {"a.test"}
        assert {one.in_flight for one in web.log} == {1}
        assert all(one.agent.startswith("polytrawl/") for one in web.log)

    def test_a_page_that_never_rests_is_kept_as_it_came(self, web: Web, crawl: Crawler) -> None:
        web.sites["a.test"] = {
            "/": web.text(b'<div id="root"></div><script>for (;;) {}</script>', Content_Type="text/html"),
            "/two": web.text(SHELL.replace(b' src="/app.js">', b">root.innerHTML='<p>fine'"), Content_Type="text/html"),
        }
        run = crawl(f"{A}/", f"{A}/two", browser=True, timeout_s=3).collect()
        assert run.pages == [f"{A}/", f"{A}/two"]
        assert run.make().left_out(run.folder) == {"render-failed": 1}


def test_without_the_option_pages_are_kept_as_they_come(web: Web, crawl: Crawler) -> None:
    Scripts(web)
    assert crawl(f"{A}/").collect().pages == [f"{A}/"]
    assert "/app.js" not in web.paths()
