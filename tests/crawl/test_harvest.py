"""What pages bring, and crawls that stop by themselves when that is too little.

Run as a program, this file crawls until new words run out: so a test can kill it.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crawl.conftest import Answer, Run, Web
from polytrawl.crawl import live
from polytrawl.crawl.frontier import Frontier
from polytrawl.crawl.harvest import Harvested, HarvestPoint, Lately, read
from polytrawl.crawl.live import Live
from polytrawl.crawl.schema import FILE
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.web import parsed
from polytrawl.records import Document, Page, Paragraph, Promise, replace
from polytrawl.work import Verdict

Crawler = Callable[..., Run]
A = "http://a.test"
RICH, LAST = 10, 40  # pages with words of their own, and all pages
SATURATED = {"saturation": 5, "saturation_pages": 4, "connections": 1}
LETTERS = "abcdefghij"


class TopicJudge:
    """Everything below /ball/ is off the topic; what is about ice is as relevant as its path says."""

    def __init__(self, topic: str = "ice") -> None:
        self.signature, self.standard = "text-1", topic

    def judge(self, page: Page) -> Verdict:
        document = parsed(page.content, page.url)
        return Verdict(self.annotate(document), document)

    def annotate(self, document: Document) -> Document:
        if "/ball/" in document.url:
            return replace(document, relevance=0.0).but("off-topic")
        return replace(document, relevance=0.5)


class Listening:
    """Remembers what the user is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def begin(self, stage: str, total: int | None) -> None: ...

    def advance(self, done: int, counts: object) -> None: ...

    def end(self, note: str) -> None: ...

    def say(self, line: str) -> None:
        self.said.append(line)


def page(*paragraphs: str, to: tuple[str, ...] = ()) -> Answer:
    texts = "".join(f"<p>{one}</p>" for one in paragraphs)
    links = "".join(f'<a href="{one}">x</a>' for one in to)
    return Answer(f"<html><body>{texts}{links}</body></html>".encode())


def words(number: int) -> str:
    """Ten words that stand on one page only."""
    return " ".join("word" + LETTERS[number // 10] + LETTERS[number % 10] + letter for letter in LETTERS)


def fill(web: Web) -> None:
    """A chain of pages. The first ten have ten new words each, the others say what the first page says."""
    for number in range(LAST):
        text = words(number) if number < RICH else words(0)
        web.sites.setdefault("a.test", {})[f"/{number}"] = page(text, to=(f"/{number + 1}",))


def run_of(crawl: Crawler, *seeds: str, **options: Any) -> Run:
    run = crawl(*(seeds or (f"{A}/0",)), traps=False, **options)
    run.judge, run.progress = TopicJudge(), Listening()  # type: ignore[assignment] - it has what is needed
    return run


def told(run: Run) -> list[str]:
    assert isinstance(run.progress, Listening)
    return run.progress.said


def seen(run: Run) -> Live:
    found = live.read(run.folder)
    assert found is not None
    return found


def test_new_words_are_those_of_paragraphs_that_stood_on_no_wanted_page(web: Web, crawl: Crawler) -> None:
    twice, off, own = words(1), words(2), words(3)
    web.sites["a.test"] = {
        "/0": page(twice, to=("/1", "/ball/", "/2")),  # 10 new words
        "/1": page(twice, own, to=()),  # 10: the other ten are known
        "/ball/": page(off),  # none, since it is off the topic
        "/2": page(off, own),  # 10: on the topic, the first paragraph is new
    }
    found = seen(run_of(crawl, connections=1).collect())
    assert (found.pages, found.new_words) == (4, 30)
    assert (found.lately.pages, found.lately.new_words, found.lately.each) == (4, 30, 7.5)
    assert found.harvest == 3 / 4
    assert found.avp == (0.5 + 0.5 + 0.0 + 0.5) / 4
    assert found.ended == "nothing is left that may be fetched"


def test_the_curves_have_a_point_for_each_page_and_end_where_the_crawl_is(web: Web, crawl: Crawler) -> None:
    fill(web)
    web.sites["a.test"]["/ball/"] = page(words(99))
    run = run_of(crawl, f"{A}/0", f"{A}/ball/", connections=1).collect(max_pages=4)
    # The seeds come first: one page on the topic with relevance .5 and ten new words, one off it; then two more on it.
    expected = [HarvestPoint(1, 1.0, 0.5, 10.0), HarvestPoint(2, 1 / 2, 0.25, 5.0)]
    expected += [HarvestPoint(3, 2 / 3, 1 / 3, 20 / 3), HarvestPoint(4, 3 / 4, 0.375, 7.5)]
    assert list(read(run.folder).points(120)) == expected


def test_long_curves_are_thinned_and_new_words_are_those_of_the_last_pages() -> None:
    found = Harvested([1.0] * 1000, [], [100] * 500 + [0] * 500)
    points = list(found.points(100))
    assert [one.pages for one in points] == [*range(1, 1000, 10), 1000]
    words = {one.pages: one.new_words for one in points}
    assert (words[491], words[601], words[1000]) == (100.0, 99 * 100 / 200, 0.0)


def test_without_a_topic_there_is_a_harvest_but_no_avp(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/0": page(words(0))}
    run = run_of(crawl)
    run.judge.annotate = lambda document: document
    found = seen(run.collect())
    assert (found.harvest, found.avp, found.new_words) == (1.0, None, 10)


def test_a_crawl_stops_when_the_last_pages_brought_too_little(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED).collect()
    # Pages 9 to 12 brought 10 + 0 + 0 + 0 words: 2.5 each. Pages 8 to 11 brought 5 each, which is just enough.
    assert web.paths() == [f"/{number}" for number in range(13)]
    why = "the last 4 pages brought 2.5 new words on the topic each, below crawl.saturation = 5"
    assert told(run) == [f"crawl: stopped: {why}"]
    assert seen(run).ended == why
    assert seen(run).queued == 1


def test_it_stays_stopped_until_the_option_is_changed(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED).collect().collect()
    assert len(run.pages) == 13
    run.collect(saturation=2)  # pages 10 to 13 bring nothing
    assert len(run.pages) == 14
    run.collect(saturation_pages=20)  # and pages 0 to 19 bring 5 each, 1 to 20 less
    assert len(run.pages) == 21
    run.collect(saturation=0)
    assert len(run.pages) == LAST
    assert seen(run).ended == "nothing is left that may be fetched"


def test_restarts_change_nothing(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED)
    for pages in (1, 3, 9, 11, 12):
        run.collect(max_pages=pages)
        assert seen(run).ended == f"crawl.max_pages = {pages} is reached"
    run.collect()
    assert len(run.pages) == 13
    assert (seen(run).new_words, told(run)) == (100, [f"crawl: stopped: {seen(run).ended}"])


def test_nor_do_kills(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED)
    web.delay_s = 0.03
    for more in (3, 1, 2, 8):
        process, goal = start(web, run.folder), len(web.log) + more
        while len(web.log) < goal and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        process.wait()
    before = len(run.pages)
    assert start(web, run.folder).wait(60) == 0
    assert 0 < before < len(run.pages) == 13
    assert (seen(run).new_words, seen(run).harvest, seen(run).avp) == (100, 1.0, 0.5)


def start(web: Web, folder: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, __file__, web.address, str(folder)], env=environment)


def test_with_many_connections_it_stops_too(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/0": page(words(0), to=tuple(f"/{number}" for number in range(1, 200)))}
    web.sites["a.test"].update({f"/{number}": page(words(0)) for number in range(1, 200)})
    run = run_of(crawl, saturation=1, saturation_pages=20, connections=4, connections_per_host=4).collect()
    assert 20 <= len(run.pages) < 30
    assert "below crawl.saturation = 1" in seen(run).ended


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda run: setattr(run, "judge", TopicJudge("fire")), id="topic"),
        pytest.param(lambda run: run.options.update(scope="host"), id="scope"),
        pytest.param(lambda run: run.shared["seeds"].append(f"{A}/30"), id="seeds"),
        pytest.param(lambda run: run.make().offer(run.folder, [promise()]), id="promised pages"),
    ],
)
def test_counting_begins_anew_where_other_pages_are_to_be_expected(
    web: Web, crawl: Crawler, change: Callable[[Run], object]
) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED).collect()
    change(run)
    run.collect()
    assert len(run.pages) == 13 + 4  # as many as are needed to see that nothing new comes


def promise() -> Promise:
    return Promise(url=f"{A}/39", language="en", source=f"{A}/0", rule="x")


def test_a_refresh_asks_for_all_pages_and_then_stops_again(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl, **SATURATED).collect()
    web.sites["a.test"]["/5"] = page(words(50), words(5), to=("/6",))
    web.log.clear()
    run.collect(refresh_days=1e-9)
    assert set(web.paths()) >= {f"/{number}" for number in range(13)}
    found = seen(run)
    assert found.new_words == 100  # 10 of the new page 5, whose other words are known, and of 9 others
    assert "below crawl.saturation" in found.ended


def test_pages_that_were_judged_by_another_topic_do_not_count(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl).collect(max_pages=3)
    run.judge = TopicJudge("fire")
    assert seen(run.collect(max_pages=3)).new_words == 30  # nothing was fetched, and nothing has changed
    assert seen(run.collect(max_pages=5)).new_words == 20


def test_a_page_that_another_standard_judges_is_no_copy_of_itself(tmp_path: Path) -> None:
    document = Document(id="d", page="g", url=A, site="a.test", paragraphs=(Paragraph(text=words(0)),))
    with closing(Frontier(tmp_path)) as frontier, frontier.step():
        for standard in ("x", "y", "x"):  # and back again
            frontier.harvest.begin(standard)
            frontier.harvest.add("g-1", document, standard)
            assert frontier.harvest.lately(10) == Lately(1, 10)
            frontier.harvest.begin(standard)  # a restart
            frontier.harvest.add("g-2", document, standard)
            assert frontier.harvest.lately(10) == Lately(2, 10)


def test_the_last_pages_that_are_told_are_those_that_saturation_looks_at(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl).collect(max_pages=5, saturation_pages=2)
    assert seen(run).lately == Lately(2, 20)
    run.shared["seeds"].append(f"{A}/30")
    run.collect(max_pages=6, saturation_pages=4)
    assert seen(run).lately == Lately(1, 0)  # another seed: counting began anew


def test_the_figures_are_the_ends_of_the_curves(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl).collect(max_pages=15)
    curves = read(run.folder)
    found = seen(run)
    assert found.harvest == pytest.approx(curves.rate[-1])
    assert found.avp == pytest.approx(curves.precision[-1])
    assert found.new_words == sum(curves.new_words)


def test_a_page_that_is_fetched_again_keeps_its_words(tmp_path: Path) -> None:
    document = Document(id="d", page="g", url=A, site="a.test", paragraphs=(Paragraph(text=words(0)),))
    with closing(Frontier(tmp_path)) as frontier, frontier.step():
        frontier.harvest.add("g-1", document, "x")
        frontier.harvest.add("g-1", document, "x")
        assert frontier.harvest.lately(10) == Lately(1, 10)
        frontier.harvest.add("g-2", document, "x")
        assert frontier.harvest.lately(10) == Lately(2, 10)
        assert frontier.harvest.lately(1) == Lately(1, 0)


def test_what_is_not_kept_is_not_counted(tmp_path: Path) -> None:
    document = Document(id="d", page="g", url=A, site="a.test", paragraphs=(Paragraph(text=words(0)),))

    def fail(frontier: Frontier) -> None:
        with frontier.step():
            frontier.harvest.add("g-1", document, "x")
            raise OSError

    with closing(Frontier(tmp_path)) as frontier:
        with pytest.raises(OSError):  # noqa: PT011 - any
            fail(frontier)
        assert frontier.harvest.lately(10) == Lately(0, 0)
        with frontier.step():
            frontier.harvest.add("g-1", document, "x")
        assert frontier.harvest.lately(10) == Lately(1, 10)


def test_a_crawl_of_an_older_version_goes_on(web: Web, crawl: Crawler) -> None:
    fill(web)
    run = run_of(crawl).collect(max_pages=2)
    with closing(sqlite3.connect(run.folder / FILE)) as db:
        db.executescript(
            "DROP TABLE gains; DROP TABLE paragraphs; ALTER TABLE judged ADD is_wanted INTEGER NOT NULL DEFAULT 1"
        )
    assert (seen(run).pages, seen(run).harvest) == (2, None)
    run.collect(max_pages=4)
    assert (seen(run).pages, seen(run).harvest, seen(run).new_words) == (4, 1.0, 20)


@pytest.mark.parametrize("parse", ["links", "text"])
def test_who_reads_only_links_cannot_tell_when_new_words_run_out(crawl: Crawler, parse: str) -> None:
    with pytest.raises(ConfigError, match='crawl.saturation: needs crawl.parse = "full"'):
        run_of(crawl, saturation=1, parse=parse).collect()


if __name__ == "__main__":
    address, target = sys.argv[1:]
    given = {"connect_to": address, "traps": False, **SATURATED}
    Run(Path(target), given, {"seeds": [f"{A}/0"]}, TopicJudge(), Listening()).collect()
