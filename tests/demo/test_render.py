"""The pages are well-formed HTML whose links, charsets and declared languages are as intended."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from polytrawl.demo import Answer, DemoWeb

_WWW = "www.safe-work.test"
_VOID = {"meta", "link", "img"}
_BARE = (f"http://{_WWW}/en/empty.html", f"http://{_WWW}/private/minutes.html")


class _Outline(HTMLParser):
    """The links of a page, its declared counterparts and the text of its article."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.targets: list[str] = []
        self.alternates: dict[str, str] = {}
        self.article: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.targets += [values[name] for name in ("href", "src") if name in values]
        if values.get("rel") == "alternate":
            self.alternates[values["hreflang"]] = values["href"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "article" in self.open and data.strip():
            self.article.append(data.strip())


def _get(web: DemoWeb, url: str) -> Answer:
    parts = urlsplit(url)
    return web.answer(parts.netloc, parts.path)


def _outline(web: DemoWeb, url: str) -> _Outline:
    answer = _get(web, url)
    return _Outline(answer.body.decode(answer.headers["Content-Type"].partition("charset=")[2]))


def _outlines(web: DemoWeb) -> Iterator[tuple[str, _Outline]]:
    for url in web.urls():
        if url not in _BARE:
            yield url, _outline(web, url)


def test_every_page_parses_and_has_one_article(web: DemoWeb) -> None:
    for url, outline in _outlines(web):
        assert outline.article, url


def test_every_link_answers_except_the_deliberate_missing_page(web: DemoWeb) -> None:
    targets = {urljoin(url, target) for url, outline in _outlines(web) for target in outline.targets}
    inside = {url for url in targets if urlsplit(url).netloc.endswith("safe-work.test")}
    assert {url for url in inside if _get(web, url).status == 404} == {f"http://{_WWW}/en/posters.html"}


def test_every_page_is_reached_from_the_seed(web: DemoWeb) -> None:
    seen, waiting = set[str](), [_get(web, web.SEEDS[0]).headers["Location"]]
    while waiting:
        url = waiting.pop().partition("#")[0]
        if url in web.urls() and url not in seen:
            seen.add(url)
            waiting += [urljoin(url, target) for target in _outline(web, url).targets]
    assert seen == set(web.urls())


def test_declared_counterparts_leave_out_the_missing_language(web: DemoWeb) -> None:
    assert set(_outline(web, f"http://{_WWW}/en/young-workers.html").alternates) == {"en", "de"}


def test_the_untranslated_page_claims_german_and_shows_english_in_a_german_frame(web: DemoWeb) -> None:
    german, english = (f"http://{_WWW}/{x}/accidents.html" for x in ("de", "en"))
    assert _outline(web, english).alternates["de"] == german
    assert _outline(web, german).article == _outline(web, english).article
    assert "Impressum" in _get(web, german).body.decode()


def test_pages_without_hreflang_do_not_link_to_their_counterpart(web: DemoWeb) -> None:
    outline = _outline(web, f"http://{_WWW}/en/machines.html")
    assert outline.alternates == {}
    assert f"http://{_WWW}/de/machines.html" not in outline.targets
    assert f"http://{_WWW}/de/index.html" in outline.targets


@pytest.mark.parametrize("name", ["ladders", "fire-exits"])
def test_print_versions_have_the_same_article_and_no_menu(web: DemoWeb, name: str) -> None:
    page, printed = (f"http://{_WWW}/de/{folder}{name}.html" for folder in ("", "print/"))
    assert _outline(web, page).article == _outline(web, printed).article
    assert b"<nav" not in _get(web, printed).body


def test_one_italian_page_names_its_charset_in_the_header_only(web: DemoWeb) -> None:
    answer = web.answer(_WWW, "/it/heat.html")
    assert answer.headers["Content-Type"] == "text/html; charset=windows-1252"
    assert b"charset" not in answer.body
    assert "“colpo di calore”".encode("windows-1252") in answer.body


def test_all_other_pages_are_utf_8(web: DemoWeb) -> None:
    types = {url: _get(web, url).headers["Content-Type"] for url in web.urls()}
    assert [url for url, kind in types.items() if not kind.endswith("utf-8")] == [f"http://{_WWW}/it/heat.html"]


def test_pages_carry_the_usual_head_and_a_licence(web: DemoWeb) -> None:
    html = web.answer(_WWW, "/de/noise.html").body.decode()
    assert "<title>Lärm: So schützen Sie Ihr Gehör | Safe Work</title>" in html
    assert f'<link rel="canonical" href="http://{_WWW}/de/noise.html">' in html
    assert '<a rel="license" href="https://creativecommons.org/licenses/by/4.0/">' in html
    assert re.search(r'<img src="[^"]+/img/noise.svg" alt="Zeichnung: [^"]+"', html)


def test_two_loads_give_the_same_bytes(web: DemoWeb) -> None:
    again = DemoWeb.load()
    assert all(_get(again, url) == _get(web, url) for url in web.urls())
