"""Pages that no link leads to are found where URL patterns promise them: once, politely, whatever kills the run."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crawl.conftest import Answer, Web, serve
from polytrawl.records import Dropped
from polytrawl.run import Run, new_run
from support import Quiet, exports

PAGES = 8
_WORDS = {
    "en": "The gate number {n} of the old mill stands by the river, where {m} children wait for the bus every morning.",
    "de": "Das Tor Nummer {n} der alten Mühle steht am Fluss, wo jeden Morgen {m} Kinder auf den Bus warten.",
    "it": "Il cancello numero {n} del vecchio mulino sta vicino al fiume, dove {m} bambini aspettano ogni mattina.",
}
_MORE = {
    "en": "Nobody knows who built it {n} years ago, but the people of the village say that it was made with care.",
    "de": "Niemand weiß, wer es vor {n} Jahren gebaut hat, aber die Leute im Dorf sagen, es sei gut gemacht.",
    "it": "Nessuno sa chi lo ha costruito {n} anni fa, ma la gente del paese dice che è stato fatto con cura.",
}

Start = Callable[..., Run]


def text(language: str, number: int) -> Answer:
    parts = (_WORDS[language].format(n=number, m=number * 7), _MORE[language].format(n=number + 100))
    body = "".join(f"<p>{part}</p>" for part in parts)
    html = f"<html><head><title>{parts[0][:24]}</title></head><body>{body}</body></html>"
    return Answer(html.encode(), 200, {"Content-Type": "text/html; charset=utf-8"})


def fill(web: Web, *visible: str, hidden: tuple[str, ...] = (), pages: int = PAGES, host: str = "a.test") -> None:
    """A site with pages in some languages, linked from its front page, and in others, to which nothing leads."""
    site = web.sites.setdefault(host, {})
    site["/"] = web.page(*(f"/{code}/{number}.html" for code in visible for number in range(pages)))
    for code in (*visible, *hidden):
        site |= {f"/{code}/{number}.html": text(code, number) for number in range(pages)}


@pytest.fixture
def web() -> Iterator[Web]:
    with serve(Web()) as web:
        yield web


@pytest.fixture
def start(web: Web, tmp_path: Path) -> Start:
    def make(*sets: str, languages: tuple[str, ...] = ("en", "de", "it"), name: str = "run", **more: Any) -> Run:
        crawl = {"connect_to": web.address, "delay_s": 0}
        table = {"languages": list(languages), "seeds": ["http://a.test/"], "workers": 1, "crawl": crawl, **more}
        return new_run(tmp_path / name, table, sets=sets)

    return make


def pairs(run: Run) -> set[tuple[str, str]]:
    return {tuple(one.url.removeprefix("http://a.test") for one in (pair.left, pair.right)) for pair in run.pairs()}


def reasons(run: Run) -> dict[str, str]:
    dropped = (one for one in run.directory.records("crawl") if isinstance(one, Dropped))
    return {one.url.removeprefix("http://a.test"): one.reason for one in dropped}


def asked(web: Web, folder: str) -> list[str]:
    return [path for path in web.paths() if path.startswith(folder)]


def test_a_language_to_which_nothing_leads_comes_back(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    run, progress = start(), Quiet()
    run.go(progress)
    assert {(f"/en/{number}.html", f"/it/{number}.html") for number in range(PAGES)} <= pairs(run)
    assert {(f"/de/{number}.html", f"/it/{number}.html") for number in range(PAGES)} <= pairs(run)
    assert sorted(asked(web, "/it/")) == [f"/it/{number}.html" for number in range(PAGES)]
    assert f"pair: {PAGES} of {PAGES} promised pages are there" in progress.said


def test_pages_in_one_language_with_its_code_in_their_addresses_are_evidence_enough(web: Web, start: Start):
    fill(web, "en", hidden=("it",))
    run = start(languages=("en", "it"))
    run.go(Quiet())
    assert pairs(run) == {(f"/en/{number}.html", f"/it/{number}.html") for number in range(PAGES)}


def test_what_is_not_there_or_not_as_promised_has_a_reason(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    site = web.sites["a.test"]
    del site["/it/1.html"]
    site["/it/2.html"] = text("en", 2)
    site["/robots.txt"] = web.text("User-agent: *\nDisallow: /it/3.html\n")
    run = start()
    run.go(Quiet())
    assert reasons(run) == {
        "/it/1.html": "no-counterpart",
        "/it/2.html": "wrong-language",
        "/it/3.html": "robots",
    }
    assert "/it/3.html" not in web.paths()
    [told, *_] = run.explain("http://a.test/it/1.html")
    assert told.said == "http://a.test/it/1.html fell out: no-counterpart (http-404: Not Found)"
    assert {right for _, right in pairs(run) if "/it/" in right} == {
        f"/it/{number}.html" for number in range(PAGES) if number not in {1, 2, 3}
    }


def test_a_round_is_made_once(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    del web.sites["a.test"]["/it/1.html"]
    run = start()
    run.go(Quiet())
    seen, made = len(web.log), exports(run)
    assert {result.state for result in run.go(Quiet())} == {"fresh"}
    assert len(web.log) == seen
    assert exports(run) == made


def test_a_new_page_of_the_site_is_reason_for_another_round(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    run = start()
    run.go(Quiet())
    fill(web, "en", "de", hidden=("it",), pages=PAGES + 1)
    start("crawl.refresh_days=0.0000001").go(Quiet())
    assert (f"/en/{PAGES}.html", f"/it/{PAGES}.html") in pairs(run)


def test_who_does_not_want_it_is_not_served(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    run = start("pair.deep_pages=false")
    run.go(Quiet())
    assert not asked(web, "/it/")
    assert len(pairs(run)) == PAGES


def test_a_run_over_saved_pages_asks_nobody(web: Web, tmp_path: Path):
    for code in ("en", "de"):
        (tmp_path / "saved" / code).mkdir(parents=True)
        for number in range(PAGES):
            (tmp_path / "saved" / code / f"{number}.html").write_bytes(text(code, number).body)
    folder = {"path": str(tmp_path / "saved"), "base_url": "http://a.test/"}
    table = {"languages": ["en", "de", "it"], "folders": [folder], "workers": 1, "crawl": {"connect_to": web.address}}
    run = new_run(tmp_path / "run", table)
    run.go(Quiet())
    assert len(pairs(run)) == PAGES
    assert not web.log


def test_the_limits_of_the_run_hold(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",))
    limit = 2 * PAGES + 1 + 3
    run = start(f"crawl.max_pages={limit}")
    run.go(Quiet())
    assert run.directory.finished("crawl").counts[""] == limit
    run = start("crawl.exclude=['/it/']", name="narrow")
    before = len(web.log)
    run.go(Quiet())
    assert not [visit for visit in web.log[before:] if visit.path.startswith("/it/")]


def test_a_site_is_not_asked_for_all_the_pages_that_it_does_not_have(web: Web, start: Start):
    fill(web, "en", "de", pages=50)
    run = start()
    run.go(Quiet())
    assert len(asked(web, "/it/")) == 30
    assert len(pairs(run)) == 50


def test_other_sites_of_the_run_tell_where_a_language_is(web: Web, start: Start):
    """Nothing on the second site says where another language may be; on the first, Italian is under /it."""
    fill(web, "en", "it", host="b.test")
    site = web.sites["b.test"]
    for number in range(PAGES):
        site[f"/{number}.html"] = site.pop(f"/en/{number}.html")
    site["/"] = web.page(*(f"{folder}/{number}.html" for folder in ("", "/it") for number in range(PAGES)))
    web.sites["a.test"] = {
        "/": web.page(*(f"/{number}.html" for number in range(PAGES))),
        **{f"/{number}.html": text("en", number) for number in range(PAGES)},
        **{f"/it/{number}.html": text("it", number) for number in range(PAGES)},
    }
    run = start(languages=("en", "it"), seeds=["http://a.test/", "http://b.test/"])
    run.go(Quiet())
    assert {(f"/{number}.html", f"/it/{number}.html") for number in range(PAGES)} <= pairs(run)


def test_a_run_killed_in_the_round_ends_with_the_same_corpus(web: Web, start: Start):
    fill(web, "en", "de", hidden=("it",), pages=40)
    site, victims = web.sites["a.test"], []

    def deadly(answer: Answer) -> Callable[[], Answer]:
        def kill() -> Answer:
            if victims:
                os.kill(victims.pop(), signal.SIGKILL)
            return answer

        return kill

    whole = start(name="whole")
    whole.go(Quiet())
    run = start(name="killed")
    # The first two are among those tried first, the last is not.
    for number in (0, 5, 39):
        site[f"/it/{number}.html"] = deadly(text("it", number))
        with subprocess.Popen([sys.executable, "-m", "polytrawl", "run", str(run.path)], stderr=subprocess.PIPE) as one:
            victims[:] = [one.pid]
            assert one.wait(120) == -signal.SIGKILL
    run.go(Quiet())
    assert exports(run) == exports(whole)
    assert len([pair for pair in pairs(run) if "/it/" in pair[1]]) == 80


def test_patterns_and_sources_are_told(web: Web, start: Start, tmp_path: Path):
    fill(web, "en", "de", hidden=("it",))
    run = start()
    run.go(Quiet())
    with (run.path / "export" / "patterns.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    # 16 of the 24 pages are matched by each pattern: C(p) = 16 * 16 / 24.
    assert {row["pattern"] for row in rows} == {"<de,en>", "<de,it>", "<en,it>"}
    assert {(row["credibility"], row["sites"], row["pairs"]) for row in rows} == {("10.6667", "1", "8")}
    assert [(row.source, row.pairs, row.judged) for row in run.summary().sources] == [
        ("patterns", 8, 0),
        ("deep", 16, 0),
    ]
    assert "judged are right" not in run.report().read_text(encoding="utf-8")
    gold = tmp_path / "gold.tsv"
    gold.write_text(
        "http://a.test/en/1.html\thttp://a.test/it/1.html\nhttp://a.test/en/2.html\thttp://a.test/de/3.html\n"
    )
    assert [(row.judged, row.right) for row in run.summary(gold).sources] == [(2, 0), (1, 1)]
    assert "100% of 1 judged are right" in run.report(gold).read_text(encoding="utf-8")
