"""The whole search on a small web: what is accepted, what is dropped and why, what is asked for, and how it goes on."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from crawl.conftest import Answer, Web, serve
from polytrawl.demo import serve as serve_made
from polytrawl.errors import ConfigError
from polytrawl.records import PagePair
from polytrawl.run import open_run
from polytrawl.sites.api import search
from polytrawl.sites.growing import Found, Plan
from polytrawl.sites.looking import Looker
from polytrawl.sites.precision import precisions
from polytrawl.urls import site_of
from sites.linked_sites import TEXTS, Shape, linked_sites
from support import Quiet

TEXT = {language: "".join(f"<p>{line}</p>" for line in lines[:6]) for language, lines in TEXTS.items()}
ASIDE = re.compile("robots.txt|ai.txt|tdmrep.json|sitemap.xml")


def page(language: str, *links: tuple[str, str], head: str = "") -> Answer:
    """A page in a language with links: their targets and texts."""
    listed = "".join(f'<li><a href="{target}">{anchor}</a></li>' for target, anchor in links)
    text = f"<html><head>{head}</head><body>{TEXT.get(language, language)}<ul>{listed}</ul></body></html>"
    return Answer(text.encode(), 200, {"Content-Type": "text/html; charset=utf-8"})


def bilingual(web: Web, host: str, *out: str, pages: int = 4) -> None:
    """A site in two folders whose home page links to other sites."""
    others = [(f"http://{one}/", one) for one in out]
    names = [f"{number}.html" for number in range(pages)]
    web.sites[host] = {"/": page("en", ("/en/0.html", "English"), ("/de/0.html", "Deutsch"), *others)}
    for number, name in enumerate(names):
        following = names[(number + 1) % pages]
        web.sites[host][f"/en/{name}"] = page("en", (f"/en/{following}", "more"), (f"/de/{name}", "Deutsch"))
        web.sites[host][f"/de/{name}"] = page("de", (f"/de/{following}", "mehr"), (f"/en/{name}", "English"))


def small_web(web: Web) -> None:
    bilingual(web, "one.test", "two.test", "plain.test", "moved.test")
    bilingual(web, "two.test", "one.test", "three.test", "sorry.test")
    bilingual(web, "three.test", "one.test")
    web.sites["plain.test"] = {"/": page("en", ("/more", "more"), ("http://three.test/", "3")), "/more": page("en")}
    web.sites["moved.test"] = {"/": web.redirect("http://www.moved.test/start")}
    bilingual(web, "www.moved.test")
    web.sites["www.moved.test"]["/start"] = web.sites["www.moved.test"]["/"]
    web.sites["sorry.test"] = {"/": page("en", ("/de/", "Deutsch")), "/de/": page("en")}


CANDIDATES = {
    "http://one.test/en/2.html": "",
    "http://leaf.test/deep/page": "",  # only its home page has the switch
    "http://robots.test/": "robots",
    "http://broken.test/": "http-500",
    "http://gone.test/x": "http-404",
    "http://huge.test/": "too-large",
    "http://old.test/": "redirect",
    "http://french.test/": "other-languages",
    "http://plain.test/": "one-language",
    "http://company.test/": "",
    "http://firma.test/": "part-of-site",
    "just words": "no-address",
}


def more_candidates(web: Web) -> None:
    web.sites["leaf.test"] = {
        "/deep/page": page("en"),
        "/": page("en", head='<link rel="alternate" hreflang="de" href="/de">'),
        "/de": page("de", head='<link rel="alternate" hreflang="en" href="/">'),
    }
    web.sites["robots.test"] = {"/": page("en"), "/robots.txt": web.text("User-agent: *\nDisallow: /")}
    web.sites["broken.test"] = {"/": web.text("oops", 500)}
    web.sites["huge.test"] = {"/": page("x" * 20_000)}
    web.sites["old.test"] = {"/": web.redirect("http://one.test/")}
    web.sites["french.test"] = {"/": page("<p>Le jardin est ouvert tous les jours sauf le lundi matin.</p>" * 5)}
    web.sites["company.test"] = {"/": page("en", head='<link rel="alternate" hreflang="de" href="http://firma.test/">')}
    web.sites["firma.test"] = {"/": page("de", head='<link rel="alternate" hreflang="en" href="http://company.test/">')}


def looker(folder: Path, address: str, *sets: str, pages: int = 6) -> Looker:
    given = [f'crawl.connect_to="{address}"', "crawl.delay_s=0", "crawl.attempts=1", "workers=1", *sets]
    return Looker(folder=folder, languages=["en", "de"], sample_pages=pages, sets=given)


class Searched(NamedTuple):
    found: Found
    folder: Path
    web: Web
    asked: Counter[tuple[str, str]]  # requests for pages, by host and path


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searched]:
    """One search with two rounds, looked at by many tests."""
    folder = tmp_path_factory.mktemp("sites")
    with serve(Web()) as web:
        small_web(web)
        more_candidates(web)
        look = looker(folder, web.address, "crawl.max_bytes=10000")
        found, _ = search(CANDIDATES, look, Plan(rounds=2, top=5), Quiet())
        asked = Counter((one.host, one.path) for one in web.log if not ASIDE.search(one.path))
        yield Searched(found, folder, web, asked)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_multilingual_candidates_are_in_the_table_with_their_languages_and_evidence(searched: Searched) -> None:
    sites = {row["site"]: row for row in rows(searched.folder / "sites.tsv")}
    wanted = {re.sub("http://|/.*", "", url) for url, reason in CANDIDATES.items() if not reason}
    assert wanted == {site for site, row in sites.items() if row["round"] == "0"}
    assert {row["languages"] for row in sites.values()} == {"en,de"}
    assert "hreflang to de on 1 page, e.g. http://leaf.test/" in sites["leaf.test"]["evidence"]
    assert 'link "Deutsch" to de' in sites["one.test"]["evidence"]
    assert float(sites["one.test"]["credibility"]) > 0.5
    assert sites["one.test"]["found_at"] == "http://one.test/en/2.html"
    assert sites["two.test"]["found_at"] == "http://two.test/"
    assert sites["company.test"]["starts"].split() == ["http://firma.test/", "http://company.test/"]


def test_everything_else_has_a_reason_in_words(searched: Searched) -> None:
    dropped = {row["what"]: row for row in rows(searched.folder / "dropped.tsv")}
    for url, reason in CANDIDATES.items():
        if reason:
            name = url if reason == "no-address" else re.sub("http://|/.*", "", url)
            assert dropped[name]["reason"] == reason, dropped[name]
            assert dropped[name]["detail"]
    assert "leads to http://one.test/, which is judged in its place" in dropped["old.test"]["detail"]


def test_further_sites_are_found_by_links_round_after_round(searched: Searched) -> None:
    rounds = {row["site"]: row["round"] for row in rows(searched.folder / "sites.tsv")}
    assert rounds["two.test"] == rounds["moved.test"] == "1"  # the latter on the host to which it redirects
    assert rounds["three.test"] == "2"
    dropped = {row["what"]: row for row in rows(searched.folder / "dropped.tsv")}
    assert dropped["sorry.test"]["reason"] == "claimed-only"
    assert dropped["sorry.test"]["round"] == "2"


def test_rankings_are_kept_with_places_and_verdicts(searched: Searched) -> None:
    ranked = [row for row in rows(searched.folder / "ranking.tsv") if row["round"] == "1"]
    assert {row["site"]: row["verdict"] for row in ranked} == {
        "two.test": "multilingual",
        "moved.test": "multilingual",
        "plain.test": "one-language",
    }
    assert sorted(row["weighted_rank"] for row in ranked) == ["1", "2", "3"]


def test_robots_are_obeyed_and_no_host_is_asked_twice_at_once_or_too_often(searched: Searched) -> None:
    assert not [host for host, _ in searched.asked if host == "robots.test"]
    assert max(one.in_flight for one in searched.web.log) == 1
    # A candidate is visited and sampled: its home page and what it is listed with are fetched twice at most.
    assert max(searched.asked.values()) <= 2
    per_host = Counter(host for host, _ in searched.asked)
    assert per_host["one.test"] <= 6 + 2
    assert per_host["plain.test"] == 1  # refused at the first visit, and not looked at again


def test_the_report_has_all_and_needs_nothing_from_elsewhere(searched: Searched) -> None:
    text = (searched.folder / "report.html").read_text(encoding="utf-8")
    for word in ("one.test", "three.test", "Precision at N", "claimed-only", "too-large", "round 2"):
        assert word in text
    assert "<script" not in text
    assert not re.search(r'(?:src|href)="https?://(?![\w.-]+\.test/)', text)


def test_a_second_time_nothing_is_fetched_and_the_files_are_the_same(searched: Searched) -> None:
    before = {path: path.read_bytes() for path in searched.folder.glob("*.*")}
    asked = len(searched.web.log)
    look = looker(searched.folder, searched.web.address, "crawl.max_bytes=10000")
    search(CANDIDATES, look, Plan(rounds=2, top=5), Quiet())
    assert {one.host for one in searched.web.log[asked:]} == {"broken.test"}  # its trouble may have passed
    assert {path: path.read_bytes() for path in searched.folder.glob("*.*")} == before


def test_without_rounds_only_the_candidates_are_visited(tmp_path: Path) -> None:
    with serve(Web()) as web:
        small_web(web)
        found, _ = search(["http://one.test/en/2.html"], looker(tmp_path, web.address), Plan(rounds=0), Quiet())
        assert [one.site for one in found.accepted] == ["one.test"]
        assert {one.path for one in web.log} == {"/robots.txt", "/en/2.html", "/"}
        assert found.rounds == []


def test_where_nothing_can_be_reached_the_next_call_tries_again(tmp_path: Path) -> None:
    with serve(Web()) as web:
        web.sites["one.test"] = {"/": web.text("down", 503)}
        found, _ = search(["http://one.test/"], looker(tmp_path, web.address), Plan(rounds=1), Quiet())
        assert [one.reason for one in found.judged] == ["http-503"]
        small_web(web)
        found, _ = search(["http://one.test/"], looker(tmp_path, web.address), Plan(rounds=0), Quiet())
        assert [one.site for one in found.accepted] == ["one.test"]


@pytest.mark.parametrize("trouble", ["503", "429", "limit"])
def test_a_site_with_trouble_that_passes_is_asked_again_and_no_other(tmp_path: Path, trouble: str) -> None:
    candidates = ["http://one.test/en/2.html", "http://two.test/"]
    with serve(Web()) as web:
        small_web(web)
        if trouble == "limit":
            look = looker(tmp_path, web.address, "crawl.max_pages=1", "crawl.connections=1")
        else:
            look = looker(tmp_path, web.address)
            web.sites["two.test"] = {"/": web.text("later", int(trouble))}
        found, _ = search(candidates, look, Plan(rounds=0), Quiet())
        assert [one.site for one in found.accepted] == ["one.test"]
        assert not (tmp_path / "visit.json").exists()
        small_web(web)
        before = len(web.log)
        found, _ = search(candidates, looker(tmp_path, web.address), Plan(rounds=0), Quiet())
        assert [one.site for one in found.accepted] == ["one.test", "two.test"]
        if trouble != "limit":
            assert {one.host for one in web.log[before:]} == {"two.test"}
        assert (tmp_path / "visit.json").exists()


def test_a_step_is_made_again_when_the_code_or_the_contact_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(Web()) as web:
        small_web(web)
        look = looker(tmp_path, web.address)

        def made_from() -> str:
            return search(["http://one.test/"], look, Plan(rounds=0), Quiet())[0].visit.made_from

        first = made_from()
        assert made_from() == first
        look = msgspec.structs.replace(look, contact="me@example.org")
        second = made_from()
        monkeypatch.setattr("polytrawl.sites.steps.code_of", lambda *_: "other code")
        assert len({first, second, made_from()}) == 3


def test_private_addresses_are_refused_unless_asked_for(tmp_path: Path) -> None:
    with serve(Web()) as web:
        web.sites["127.0.0.1"] = {"/": page("en", ("/de", "Deutsch")), "/de": page("de")}
        sets = ["crawl.delay_s=0", "workers=1", 'crawl.contact="me@example.org"']
        look = Looker(folder=tmp_path / "a", languages=["en", "de"], sample_pages=4, sets=sets)
        found, _ = search([f"http://{web.address}/"], look, Plan(rounds=0), Quiet())
        assert [one.reason for one in found.judged] == ["private-address"]
        look = Looker(
            folder=tmp_path / "b", languages=["en", "de"], sample_pages=4, sets=[*sets, "crawl.allow_private=true"]
        )
        found, _ = search([f"http://{web.address}/"], look, Plan(rounds=0), Quiet())
        assert [one.site for one in found.accepted] == ["127.0.0.1"]


def test_no_candidates_and_no_contact_are_errors_before_anything_is_fetched(tmp_path: Path) -> None:
    look = Looker(folder=tmp_path / "x", languages=["en", "de"], sample_pages=4)
    with pytest.raises(ConfigError, match="no web address"):
        search(["just words"], look, Plan(), Quiet())
    with pytest.raises(ConfigError, match="contact"):
        search(["http://example.org/"], look, Plan(), Quiet())


def command(web: Web, folder: Path, rounds: int = 1) -> list[str]:
    words = ["sites", "http://one.test/", "--langs", "en,de", "--out", str(folder), "--rounds", str(rounds)]
    for one in looker(folder, web.address).sets:
        words += ["--set", one]
    return [sys.executable, "-m", "polytrawl", *words, "--sample-pages", "20"]


def test_a_search_that_is_killed_again_and_again_ends_as_one_that_is_not(tmp_path: Path) -> None:
    with serve(Web()) as web:
        small_web(web)
        subprocess.run(command(web, tmp_path / "whole"), check=True, capture_output=True)
        whole = len(web.log)
        web.log.clear()
        for goal in (whole // 3, whole - 6):
            process = subprocess.Popen(command(web, tmp_path / "killed"), stderr=subprocess.DEVNULL)
            while len(web.log) < goal and process.poll() is None:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait()
        subprocess.run(command(web, tmp_path / "killed"), check=True, capture_output=True)
        assert len(web.log) < 2 * whole  # what was fetched is not fetched again
    for name in ("sites.tsv", "dropped.tsv", "ranking.tsv"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_the_command_says_what_was_found_and_its_folder_starts_a_bilingual_crawl(tmp_path: Path) -> None:
    with serve(Web()) as web:
        small_web(web)
        done = subprocess.run(command(web, tmp_path / "found", rounds=2), check=True, capture_output=True, text=True)
        assert f"next: polytrawl get --seeds {tmp_path / 'found'} --langs en,de" in done.stdout
        assert "4 multilingual sites; dropped: " in done.stdout
        words = ["get", "--seeds", tmp_path / "found", "--langs", "en,de", "--out", tmp_path / "run", "--to", "pair"]
        sets = [word for one in looker(tmp_path, web.address).sets for word in ("--set", one)]
        again = [sys.executable, "-m", "polytrawl", *map(str, words), *sets]
        subprocess.run(again, check=True, capture_output=True, env=os.environ)
    pairs = [one for one in open_run(tmp_path / "run").directory.records("pair") if isinstance(one, PagePair)]
    sites = {site_of(one.left.url) for one in pairs}
    assert sites == {"one.test", "two.test", "three.test", "moved.test"}


def test_on_a_small_generated_web_verdicts_are_right_and_directories_are_not_believed(tmp_path: Path) -> None:
    web = linked_sites(3, Shape(hosts=40, bilingual=14, directories=2, least_links=2, most_links=6))
    with serve_made(web) as server:  # type: ignore[arg-type]  # it answers like the demo web
        look = looker(tmp_path, server.address, pages=10)
        candidates = [f"http://{one}/" for one in (*web.bilingual[:4], *web.directories)]
        found, _ = search(candidates, look, Plan(rounds=2, top=6, compare=True), Quiet())
    truth = {*web.bilingual, *web.directories}
    assert len(found.judged) > 15
    assert {one.site for one in found.accepted} == truth & {one.site for one in found.judged}
    credible = {one.site: one.credibility for one in found.accepted}
    assert max(credible[one] for one in web.directories) < min(credible[one] for one in web.bilingual[:4])
    assert len(precisions(list(enumerate(found.rounds)), found.judged)) > 0
