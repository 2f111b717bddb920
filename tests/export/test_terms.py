"""Terms: what owners said about the use of their pages goes with every export, and can choose what is exported."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from crawl.conftest import Answer, Web, serve
from polytrawl.export.licences import accepts
from polytrawl.export.rules import rules_of
from polytrawl.export.selection import Selection
from polytrawl.records import Document, Page, PagePair, SentencePair
from polytrawl.run import Run, new_run
from polytrawl.shards import read_records
from support import Quiet, exports

CC = "https://creativecommons.org/licenses"
BY, NC = f"{CC}/by/4.0/", f"{CC}/by-nc/4.0/"


@pytest.mark.parametrize(
    ("licence", "is_cc", "is_open"),
    [
        (BY, True, True),
        ("http://creativecommons.org/licenses/by-sa/3.0/de/", True, True),
        ("https://creativecommons.org/licenses/by", True, True),
        ("https://creativecommons.org/publicdomain/zero/1.0/", True, True),
        ("https://creativecommons.org/publicdomain/mark/1.0/deed.de", True, True),
        (NC, True, False),
        (f"{CC}/by-nd/4.0/", True, False),
        (f"{CC}/by-nc-sa/4.0/", True, False),
        ("https://www.gnu.org/licenses/fdl-1.3.html", False, True),
        ("https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/", False, True),
        ("https://a.test/terms", False, False),
        ("https://a.test/?like=https://creativecommons.org/licenses/by/4.0/", False, False),
        ("", False, False),
    ],
)
def test_licences_are_known_by_their_addresses(licence: str, is_cc: bool, is_open: bool):  # noqa: FBT001 - a table
    assert (accepts("any", licence), accepts("cc", licence), accepts("open", licence)) == (True, is_cc, is_open)


class Shelf:
    """Two pages with these licences, a pair and a unit."""

    def __init__(self, left: str, right: str) -> None:
        sides = [
            Document(id=f"d-{lang}", page=f"g-{lang}", url=f"http://a.test/{lang}", site="a.test", language=lang,
                     licence=licence)
            for lang, licence in (("en", left), ("de", right))
        ]  # fmt: skip
        unit = SentencePair(
            id="s-1", pair="p-1", source="Stop here.", target="Halt hier.", source_language="en", target_language="de",
            source_url=sides[0].url, target_url=sides[1].url, source_page="g-en", target_page="g-de", score=0.9,
        )  # fmt: skip
        pair = PagePair(id="p-1", left=sides[0], right=sides[1], probability=0.9)
        self._stages: dict[str, list[Any]] = {"topic": sides, "pair": [pair], "mine": [], "filter": [unit]}
        self._stages["dedup"] = []

    def records(self, stage: str) -> Any:
        return iter(self._stages[stage])

    def patterns(self) -> tuple[()]:
        return ()


@pytest.mark.parametrize(
    ("left", "right", "licence", "kept"),
    [
        (BY, BY, None, (2, 1, 1)),
        (BY, "", None, (1, 0, 0)),
        ("", BY, None, (1, 0, 0)),
        (NC, BY, None, (1, 0, 0)),
        (NC, BY, "cc", (2, 1, 1)),
        (NC, "https://a.test/terms", "cc", (1, 0, 0)),
        (NC, "https://a.test/terms", "named", (2, 1, 1)),
        (NC, "", "named", (1, 0, 0)),
        (NC, "", "any", (2, 1, 1)),
        ("", "", None, (0, 0, 0)),
    ],
)
def test_open_licence_only_wants_a_licence_on_both_sides(
    left: str, right: str, licence: str | None, kept: tuple[int, int, int]
):
    rules = rules_of("open-licence-only", None, {"licence": licence})
    counts = Selection(Shelf(left, right), rules, ("en", "de")).counts
    assert tuple(counts[kind][""] for kind in ("documents", "pairs", "units")) == kept
    reasons = {reason for kind in ("documents", "pairs") for reason in counts[kind] if reason}
    assert reasons <= {{"cc": "no-cc-licence", "named": "no-licence"}.get(licence or "", "no-open-licence")}


SAID = {
    "en": "The saw in the yard is locked every evening, and the key hangs in the office of the foreman.",
    "de": "Die Säge im Hof wird jeden Abend abgeschlossen, und der Schlüssel hängt im Büro des Meisters.",
}


def _answer(language: str) -> Answer:
    other = "de" if language == "en" else "en"
    head = f'<title>{language}</title><link rel="alternate" hreflang="{other}" href="/{other}.html">'
    head += f'<link rel="license" href="{BY}">' if language == "en" else ""
    head += '<meta name="tdm-reservation" content="1">' if language == "de" else ""
    html = f'<html lang="{language}"><head>{head}</head><body><p>{SAID[language]}</p><a href="/{other}.html">x</a>'
    headers = {"Content-Type": "text/html; charset=utf-8"}
    headers |= {"X-Robots-Tag": "noimageai"} if language == "en" else {}
    return Answer(html.encode(), 200, headers)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run over two hosts: one with a robots.txt, one without; nothing is honoured, so that all is exported."""
    pages = {f"/{language}.html": _answer(language) for language in SAID}
    robots = Answer(b"User-agent: *\nDisallow: /private/\n", 200, {"Content-Type": "text/plain"})
    html = {"Content-Type": "text/html"}
    lone = Answer(
        b"<html lang=en><p>This host has no rules for robots, and it says nothing more.</p></html>", 200, html
    )
    sites = {"a.test": {**pages, "/robots.txt": robots}, "b.test": {"/": lone}}
    with serve(Web(sites=sites)) as web:
        table = {
            "languages": ["en", "de"],
            "seeds": ["http://a.test/en.html", "http://b.test/"],
            "workers": 1,
            "honour": ["tdm-reservation"],
            "crawl": {"connect_to": web.address, "delay_s": 0},
            "export": {
                "exporters": ["tmx", "tsv", "jsonl", "xml", "tei", "parquet", "text", "moses"],
                "tolerate": ["opt-out:tdm-reservation"],
                "profile": "all",
            },
        }
        run = new_run(tmp_path_factory.mktemp("said") / "run", table)
        run.go(Quiet())
    return run


def test_what_was_said_is_kept_for_each_page(said: Run):
    pages = {one.url: one.robots for one in said.directory.records("crawl") if isinstance(one, Page)}
    assert pages == {"http://a.test/en.html": "allowed", "http://a.test/de.html": "allowed", "http://b.test/": "none"}
    documents = {one.url: one for one in said.documents()}
    assert documents["http://a.test/en.html"].terms == ("robots:allowed", "noimageai")
    assert documents["http://a.test/de.html"].terms == ("robots:allowed", "tdm-reservation")


def test_every_format_carries_it(said: Run):
    folder = said.path / "export"
    rows = {row["url"]: row for row in _rows(folder / "terms.tsv")}
    assert rows["http://a.test/en.html"]["licence"] == BY
    assert [rows["http://a.test/de.html"][name] for name in ("robots", "consent")] == ["allowed", "tdm-reservation"]
    assert rows["http://b.test/"]["robots"] == "none"
    [unit] = _rows(folder / "units.tsv")
    assert [unit["source_licence"], unit["target_licence"]] == [BY, ""]
    assert unit["target_consent"] == "robots:allowed tdm-reservation"
    [pair] = _rows(folder / "pairs.tsv")
    assert (pair["left_licence"], pair["left_consent"]) == (BY, "robots:allowed noimageai")
    [record] = read_records(folder / "units.jsonl.zst")
    assert isinstance(record, SentencePair)
    assert record.target_consent == ("robots:allowed", "tdm-reservation")
    texts = {name: data.decode("utf-8", "replace") for name, data in exports(said).items()}
    assert '<prop type="consent">robots:allowed noimageai</prop>' in texts["en-de.tmx"]
    for kind, word in (("xml/de", "robots:allowed; tdm-reservation"), ("tei/de", "robots:allowed, tdm-reservation")):
        [document] = [text for name, text in texts.items() if name.startswith(kind)]
        assert word in etree.tostring(etree.fromstring(document.encode()), encoding="unicode")


def test_parquet_and_its_card_carry_it(said: Run):
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    [row] = pq.read_table(said.path / "export/parquet/data/en-de.parquet").to_pylist()
    assert (row["source_licence"], row["target_consent"]) == (BY, ["robots:allowed", "tdm-reservation"])
    assert "| tdm-reservation | 1 | 1 |" in (said.path / "export/parquet/README.md").read_text()


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_a_rule_of_ones_own_can_ask_for_licences(select: Callable[..., Selection], units: list[SentencePair]):
    made = select(units, rules_of("all", None, {"licence": "open"}))
    assert made.counts["documents"] == {"no-open-licence": 2}
