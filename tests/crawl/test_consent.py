from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.crawl.consent import Reservations, Rule, read_head
from polytrawl.records import Document, replace
from polytrawl.work import Verdict

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ('[{"location": "/", "tdm-reservation": 1}]', [True, True, True]),
        ('[{"location": "/a/", "tdm-reservation": 1, "tdm-policy": "http://a.test/p"}]', [False, True, True]),
        ('[{"location": "*.html$", "tdm-reservation": 1}]', [False, True, False]),
        (
            '[{"location": "/", "tdm-reservation": 1}, {"location": "/a/b*", "tdm-reservation": 0}]',
            [True, False, True],
        ),
        (
            '[{"location": "/a/b*", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": "1"}]',
            [True, False, True],
        ),
        ('{"location": "/", "tdm-reservation": 1}', [True, True, True]),
        ('[{"location": "/", "tdm-reservation": 0}]', [False, False, False]),
        ('[{"location": 5, "tdm-reservation": 1}, {"tdm-reservation": 1}, 7, null]', [False, False, False]),
        ('[{"location": "/", "tdm-reservation": true}]', [False, False, False]),
        ("<html>not found</html>", [False, False, False]),
    ],
)
def test_tdmrep_rules_match_paths(rules: str, expected: list[bool]) -> None:
    made = Reservations(tdmrep=rules.encode())
    assert [bool(made.signals(A + path)) for path in ("/", "/a/b.html", "/a/c.html?x")] == expected


def test_many_stars_do_not_take_long() -> None:
    for stars in ("*" * 5000, "*a" * 500):
        rules = '[{"location": "/' + stars + 'z", "tdm-reservation": 1}]'
        assert Reservations(tdmrep=rules.encode()).signals(f"{A}/{'a' * 5000}") == ()


@given(st.text("/ab*$", min_size=1, max_size=8), st.text("/ab", max_size=10))
def test_patterns_match_as_regular_expressions_would(location: str, path: str) -> None:
    parts = location.removesuffix("$").split("*")
    expected = re.compile(".*".join(map(re.escape, parts)) + ("$" if location.endswith("$") else "")).match(path)
    assert Rule(location, is_reserved=True).matches(path) is bool(expected)


def test_ai_txt_is_read_as_robots_txt() -> None:
    made = Reservations(ai_txt=b"User-Agent: *\nDisallow: *.html\nDisallow: /art\nAllow: /art/free")
    found = [bool(made.signals(A + path)) for path in ("/", "/x.html", "/art/x", "/art/free", "/x")]
    assert found == [False, True, True, False, False]
    assert Reservations(ai_txt=b"# A page about us\n\nWe make shoes.").signals(f"{A}/") == ()


@given(st.binary(max_size=200))
def test_any_bytes_are_reservations(body: bytes) -> None:
    assert isinstance(Reservations(tdmrep=body, ai_txt=body).signals(f"{A}/x"), tuple)
    assert isinstance(read_head(body), tuple)


class NofollowJudge:
    """Finds links like the one it stands for, on pages that do not want them followed."""

    signature = "nofollow"

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def judge(self, page: Any) -> Verdict:
        assert ("Content-Type", "text/html") in page.headers
        document = self._inner.judge(page).document
        assert isinstance(document, Document)
        return Verdict(replace(document, consent=("nofollow",)), None)


def test_links_of_a_nofollow_page_are_followed_only_by_those_who_do_not_honour_it(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", rel="nofollow"), "/b": web.page()}
    run = crawl(f"{A}/")
    run.judge = NofollowJudge(run.judge)
    assert run.collect().pages == [f"{A}/"]
    other = crawl(f"{A}/")
    other.folder = run.folder.with_name("other")
    other.judge = run.judge
    other.shared["honour"] = ["noindex"]
    assert other.collect().pages == [f"{A}/", f"{A}/b"]
