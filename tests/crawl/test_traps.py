"""Traps: what has no end is left after a while, and nothing good is lost over it."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.crawl.sketch import Sketch
from polytrawl.crawl.traps import Traps
from polytrawl.records import Document, Page, Paragraph, replace
from polytrawl.work import Verdict

if TYPE_CHECKING:
    from crawl.conftest import Answer, Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"


@pytest.fixture
def traps(tmp_path: Path) -> Iterator[Traps]:
    with closing(Traps(tmp_path, max_variants=5, year=2024)) as traps:
        yield traps


def document(text: str, url: str = f"{A}/x", boilerplate: str = "") -> Document:
    paragraphs = Paragraph(text=text), Paragraph(text=boilerplate, reason="boilerplate")
    return Document(id="d-1", page="g-1", url=url, site="a.test", paragraphs=paragraphs)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/x/x/x", "trap-repeating-path"),
        ("/x/y/x/y/x/y", "trap-repeating-path"),
        ("/start/x/y/z/x/y/z/x/y/z/page.html?q=1", "trap-repeating-path"),
        ("/1/x/1/x/1/x/", "trap-repeating-path"),
        ("/" + "/".join(map(str, range(21))), "trap-deep-path"),
        ("/" + "x" * 2000, "trap-long-url"),
        # real pages
        ("/x/x/", ""),
        ("/en/wow/en/wow/c/wow-classic", ""),
        ("/x/y/x/z/x/", ""),
        ("/11/11/11/armistice.html", ""),
        ("/x//y//z//", ""),
        ("/0/0/0/0/0.html", ""),
        ("/a/b/c/d/e/f/g/h/i/j/k/l/m.html", ""),
        ("/", ""),
    ],
)
def test_some_traps_show_in_one_address(traps: Traps, path: str, reason: str) -> None:
    assert traps.reason_against(A + path) == reason


@given(st.lists(st.sampled_from("ab1"), max_size=24), st.integers(1, 4), st.integers(3, 5))
def test_a_name_that_comes_three_times_in_a_row_is_always_found(before: list[str], period: int, times: int) -> None:
    from polytrawl.crawl.traps import _by_itself

    part = [f"s{number}" for number in range(period)] * times
    assert _by_itself(f"{A}/{'/'.join(before + part)}").startswith("trap-")


def test_queries_of_one_path_are_let_through_up_to_a_number(traps: Traps) -> None:
    reasons = [traps.reason_against(f"{A}/list?page={number}") for number in range(9)]
    assert reasons == [""] * 5 + ["trap-query-variants"] * 4
    assert traps.reason_against(f"{A}/other?page=9") == ""
    assert traps.reason_against("http://b.test/list?page=9") == ""
    assert traps.reason_against(f"{A}/list") == ""


def test_an_address_that_is_met_again_counts_once(traps: Traps) -> None:
    assert {traps.reason_against(f"{A}/list?page=1") for _ in range(100)} == {""}


def test_numbers_outlive_a_restart_and_end_with_clear(tmp_path: Path) -> None:
    def ask(number: int, *, clear: bool = False) -> str:
        with closing(Traps(tmp_path, max_variants=5, year=2024)) as traps:
            if clear:
                traps.clear()
            return traps.reason_against(f"{A}/list?page={number}")

    assert [ask(number) for number in range(7)] == [""] * 5 + ["trap-query-variants"] * 2
    assert ask(7, clear=True) == ""


def test_no_limit_means_no_limit(tmp_path: Path) -> None:
    with closing(Traps(tmp_path, max_variants=0, year=2024)) as traps:
        addresses = [f"{A}/list?page={number}&date=2001-01-01" for number in range(100)]
        assert not any(map(traps.reason_against, addresses))


@pytest.mark.parametrize(
    "form",
    [
        "/cal/{year}/{month:02}/",
        "/kalender/{year}/{month}",
        "/events/{year}-{month:02}",
        "/diary/{year}/{month:02}/17",
        "/diary/{year}/{month}/17",
        "/x?date={year}-{month:02}-01&view=week",
        "/x?year={year}&month={month}",
        "/x?cal_month={month}&cal_year={year}",
        "/x?view=list&datum=17.{month}.{year}",
        "/x?date={year}{month:02}17",
    ],
)
def test_calendars_do_not_run_away_into_the_future_or_the_past(tmp_path: Path, form: str) -> None:
    with closing(Traps(tmp_path, max_variants=10_000, year=2024)) as traps:
        for years in (range(2025, 2100), range(1600, 1969)):
            months = itertools.product(years, range(1, 13))
            reasons = [traps.reason_against(A + form.format(year=year, month=month)) for year, month in months]
            assert reasons[-1] == "trap-calendar"
            assert reasons.count("") <= 100
        assert traps.reason_against(A + form.format(year=2020, month=5)) == ""  # a real page, still


@pytest.mark.parametrize(
    "form",
    [
        "/2031/05/17/article-{}",  # a date, but not only
        "/news?date=2031-05-17&id={}",
        "/thread/{}/9",
        "/thread/{}/12-more-words",
        "/list?start={}",
        "/article/{}",
        "/article?id={}0512",
        "/t{}-10.html?x={}",
        "/item/{}-5-17-x/",
    ],
)
def test_numbers_that_are_no_dates_and_articles_with_dates_are_no_calendars(tmp_path: Path, form: str) -> None:
    with closing(Traps(tmp_path, max_variants=10_000, year=2024)) as traps:
        reasons = Counter(traps.reason_against(A + form.format(number, number)) for number in range(1000, 1500))
        assert reasons == {"": 500}


def test_an_archive_of_fifty_years_is_no_calendar(tmp_path: Path) -> None:
    days = [f"{A}/debates/{y}-{m:02}-{d:02}" for y in range(1975, 2025) for m in range(1, 13) for d in range(1, 29, 2)]
    with closing(Traps(tmp_path, max_variants=10_000, year=2024)) as traps:
        assert Counter(map(traps.reason_against, days)) == {"": len(days)}


def test_one_page_is_fetched_in_few_sessions_only(traps: Traps) -> None:
    pages = [f"{A}/(S({number:024}))/page.aspx" for number in range(9)]
    assert Counter(map(traps.reason_against, pages)) == {"": 3, "trap-session-in-path": 6}
    assert traps.reason_against(f"{A}/(S(0))/other.aspx") == ""
    assert traps.reason_against(f"{A}/Foo_(bar)/x") == ""


SORRY = "Sorry, but the page {} that you asked for could not be found on this server."


def test_a_text_that_a_host_shows_again_and_again_is_noticed(traps: Traps) -> None:
    sorry = [document(SORRY.format(f"/{name}/{number}")) for number, name in enumerate("abcdefghijklmn")]
    assert [traps.seen(one) for one in sorry] == [None] * 10 + ["trap-same-text"] * 4
    assert traps.seen(document(SORRY, "http://b.test/")) is None
    assert traps.seen(document("Quite another text, which nobody has seen on this host so far.")) is None


def test_pages_with_next_to_no_text_and_lists_with_one_introduction_are_different_pages(traps: Traps) -> None:
    assert not any(traps.seen(document("Hello!")) for _ in range(50))
    introduction = "Here is our archive, with all that we have written."
    lists = [document(introduction, boilerplate=f"Article {name} " * 9) for name in itertools.product("abcdef", "abc")]
    assert not any(map(traps.seen, lists))


@given(st.lists(st.text(max_size=3), max_size=200))
def test_counts_are_never_too_low(tmp_path_factory: pytest.TempPathFactory, kinds: list[str]) -> None:
    with closing(Sketch(tmp_path_factory.getbasetemp() / "sketch.bin")) as sketch:
        sketch.clear()
        for kind in kinds:
            sketch.increment(kind)
        assert all(sketch.count(kind) == number for kind, number in Counter(kinds).items())
        assert all(sketch.add(kind) for kind in set(kinds))
        assert not any(sketch.add(kind) for kind in kinds)


def test_counts_are_nearly_right_for_many_kinds_of_things(tmp_path: Path) -> None:
    with closing(Sketch(tmp_path / "sketch.bin")) as sketch:
        for number in range(300_000):
            sketch.increment(f"kind {number}")
        wrong = [sketch.count(f"kind {number}") - 1 for number in range(0, 300_000, 100)]
        assert max(wrong) <= 3
        assert sum(map(bool, wrong)) < len(wrong) * 0.2


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "traps.bin").write_bytes(b"cut")
    with closing(Traps(tmp_path, max_variants=1, year=2024)) as traps:
        assert traps.reason_against(f"{A}/?x") == ""


GOOD = [f"/good/{number}" for number in range(20)]


class Endless(dict[str, "Answer"]):
    """A site with good pages, and a trap behind one of them: `grow` gives the links of every other address."""

    def __init__(self, web: Web, grow: Callable[[str], list[str]]) -> None:
        super().__init__({"/": web.page("/good/0", *grow(""))})
        self.update({path: web.page(*GOOD, "/") for path in GOOD})
        self._web, self._grow = web, grow

    def get(self, path: str, default: Answer) -> Answer:
        if path == "/robots.txt":
            return default
        return self[path] if path in self else self._web.page(*self._grow(path), "/good/7")


def _calendar(path: str) -> list[str]:
    year, month = map(int, re.findall("[0-9]+", path) or (2024, 5))
    steps = (year * 12 + month - 2, year * 12 + month)
    return [f"/calendar/{step // 12}/{step % 12 + 1:02}" for step in steps]


@pytest.mark.parametrize(
    ("grow", "reason", "most"),
    [
        (_calendar, "trap-calendar", 40 + 100),
        (lambda path: [f"{path or '/loop'}/a/b/"], "trap-repeating-path", 20),
        (lambda path: [f"{path or '/deep'}/{len(path)}"], "trap-deep-path", 20),
        (lambda path: [f"/shop?facets={len(path)}{path[-40:].partition('=')[2]}"], "trap-query-variants", 40),
        (lambda path: [f"{path or '/long?'}{'x' * 300}"], "trap-long-url", 40),
    ],
    ids=["calendar", "loop", "deep", "facets", "long"],
)
def test_a_crawl_leaves_a_trap_by_itself_and_fetches_all_good_pages(
    web: Web, crawl: Crawler, grow: Callable[[str], list[str]], reason: str, most: int
) -> None:
    web.sites["a.test"] = Endless(web, grow)
    run = crawl(f"{A}/", max_variants=40).collect()
    assert {f"{A}{path}" for path in GOOD} <= set(run.pages)
    assert set(run.reasons.values()) == {reason}
    assert run.progress.counts[reason] == len(run.reasons)
    assert len(run.pages) <= len(GOOD) + 1 + most


class TextJudge:
    """Reads links, and what stands in front of them."""

    def __init__(self, inner: object) -> None:
        self.inner, self.signature = inner, "text-1"

    def judge(self, page: Page) -> Verdict:
        found = self.inner.judge(page).document
        text = re.sub("<[^>]*>", " ", page.content.decode().partition("<a")[0])
        made = replace(found, paragraphs=(Paragraph(text=text),))
        return Verdict(made, made)


def test_a_server_that_says_not_found_with_status_200_is_seen_through(web: Web, crawl: Crawler) -> None:
    class Sorry(Endless):
        def get(self, path: str, default: Answer) -> Answer:
            answer = super().get(path, default)
            return answer if path in self else answer._replace(body=SORRY.format(path).encode() + answer.body)

    # Every address names two new ones, by a hash so that nothing repeats.
    web.sites["a.test"] = Sorry(web, lambda path: [f"/{crc32(f'{side}{path}'.encode()):x}" for side in (1, 2)])
    run = crawl(f"{A}/")
    run.judge = TextJudge(run.judge)
    run.collect()
    assert {f"{A}{path}" for path in GOOD} <= set(run.pages)
    assert len(run.pages) <= len(GOOD) + 1 + 10 * 2 + 2
    assert run.progress.counts["trap-same-text"] == len(run.pages) - len(GOOD) - 1 - 10
    assert run.make().left_out(run.folder) == {"trap-same-text": run.progress.counts["trap-same-text"]}


def test_without_traps_everything_is_fetched_and_with_them_again_it_is_looked_at_anew(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/x/x/x", *(f"/list?{number}" for number in range(9)))}
    web.sites["a.test"] |= {"/x/x/x": web.page(), **{f"/list?{number}": web.page() for number in range(9)}}
    run = crawl(f"{A}/", max_variants=4).collect()
    assert Counter(run.reasons.values()) == {"trap-repeating-path": 1, "trap-query-variants": 5}
    assert run.collect().reasons.keys() == run.reasons.keys()
    run.collect(max_variants=8)
    assert Counter(run.reasons.values()) == {"trap-repeating-path": 1}
    run.collect(traps=False)
    assert not run.reasons
    assert len(run.pages) == 11


def test_seeds_are_fetched_whatever_they_look_like(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/x/x/x": web.page()}
    assert crawl(f"{A}/x/x/x").collect().pages == [f"{A}/x/x/x"]
