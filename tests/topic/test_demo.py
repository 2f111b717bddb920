"""ILSP-FC's own example, "Health & Safety at work" in German and Italian, on the demo web."""

from __future__ import annotations

import re
from typing import Any

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.records import Document, Page
from polytrawl.run import Run, new_run
from polytrawl.views import view
from support import Quiet

PAIR = ("de", "it")
CORNER = "hiking"  # a page that has nothing to do with the topic; the crawl starts there


@pytest.fixture(scope="module")
def run(demo_table: dict[str, Any], demo_web: DemoWeb, tmp_path_factory: pytest.TempPathFactory) -> Run:
    seeds = [demo_web.pages[CORNER].url("de")]
    made = new_run(
        tmp_path_factory.mktemp("safety") / "run",
        {**demo_table, "languages": list(PAIR), "seeds": seeds},
    )
    made.go(Quiet())
    return made


def addresses(web: DemoWeb, *, on_topic: bool) -> set[str]:
    """The pages in both languages, by what they truly are about."""
    return {
        page.url(language)
        for page in web.pages.values()
        for language in PAIR
        if page.on_topic == on_topic and language in page.title and language in page.addresses
    }


def test_pages_off_the_topic_are_crawled_for_their_links(run: Run, demo_web: DemoWeb) -> None:
    corner = demo_web.pages[CORNER].url("de")
    fetched = {one.url: one.parent for one in run.directory.records("crawl") if isinstance(one, Page)}
    assert corner in fetched
    through_it = {url for url, parent in fetched.items() if parent == corner}
    assert through_it & addresses(demo_web, on_topic=True)
    assert len(set(fetched) & addresses(demo_web, on_topic=True)) > 20


def test_they_get_a_reason_and_stay_in_the_run(run: Run, demo_web: DemoWeb) -> None:
    found = {one.url: one for one in run.directory.records("topic") if isinstance(one, Document)}
    off = addresses(demo_web, on_topic=False) & set(found)
    assert len(off) >= 2
    for url in off:
        assert "off-topic" in found[url].reasons, url


def test_they_are_not_exported_and_the_others_are(run: Run, demo_web: DemoWeb) -> None:
    exported = {one.url for one in run.documents()}
    assert not exported & addresses(demo_web, on_topic=False)
    judged = [one for one in run.directory.records("topic") if isinstance(one, Document)]
    wanted = {one.url for one in judged if one.url in addresses(demo_web, on_topic=True)}
    lost = {one.url for one in judged if one.url in wanted and "off-topic" in one.reasons}
    assert not lost
    [corner] = [one for one in judged if one.url == demo_web.pages[CORNER].url("de")]
    text = (run.path / "export" / "text" / "de.txt").read_text(encoding="utf-8")
    long = [part.text for part in corner.main if len(part.text) > 100]  # its title stands on the home page as well
    assert long
    assert not [part for part in long if part in text]


def test_relevant_pages_have_subtopics_and_terms(run: Run, demo_web: DemoWeb) -> None:
    [ladders] = [one for one in run.documents() if one.url == demo_web.pages["ladders"].url("it")]
    assert "physical" in ladders.subtopics
    assert "scala" in {term for part in ladders.paragraphs for term in part.topic_terms}


def test_the_terms_of_paragraphs_stand_in_the_xml_of_documents(run: Run, demo_web: DemoWeb) -> None:
    [ladders] = [one for one in run.documents() if one.url == demo_web.pages["ladders"].url("it")]
    assert re.search(r'<p [^>]*topic="[^"]*scala', view("xml").render(ladders))
