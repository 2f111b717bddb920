"""Explain: a unit walks back to the bytes in a WARC; a page that is missing tells where and why it fell out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from polytrawl.errors import RunMissing
from polytrawl.run import Run

WWW = "http://www.safe-work.test"


def said(run: Run, what: str) -> dict[str, str]:
    """The last word of each stage about a thing."""
    return {finding.stage: finding.said for finding in run.explain(what)}


def test_an_exported_unit_walks_back_to_its_warc_records(demo: Run):
    unit = min(demo.units(), key=lambda one: one.id)
    findings = demo.explain(unit.id)
    assert [one.stage for one in findings][:4] == ["align", "filter", "export", "pair"]
    places = [re.search(r"fetched (\S+); its bytes are in (\S+) at byte (\d+)", one.said) for one in findings]
    found = {place[1]: (place[2], int(place[3])) for place in places if place}
    assert set(found) == {unit.source_url, unit.target_url}
    for url, (name, offset) in found.items():
        assert _record_at(demo.path / "crawl" / name, offset) == url


def _record_at(path: Path, offset: int) -> str:
    with path.open("rb") as file:
        file.seek(offset)
        record = next(iter(ArchiveIterator(file)))
        assert record.rec_type == "response"
        assert b"<html" in record.content_stream().read()
        return record.rec_headers["WARC-Target-URI"]


@pytest.mark.parametrize(
    ("url", "stage", "words"),
    [
        (f"{WWW}/private/minutes.html", "crawl", "fell out: robots"),
        (f"{WWW}/en/nowhere.html", "crawl", "not fetched: no page that was fetched links to it"),
        (f"{WWW}/files/checklist.pdf", "crawl", "fell out: not-html"),
        (f"{WWW}/", "crawl", "fell out: redirect"),
        (f"{WWW}/en/empty.html", "clean", "fell out: empty"),
        (f"{WWW}/it/canteen.html", "topic", "off-topic"),
        (f"{WWW}/it/canteen.html", "export", "document not exported: off-topic"),
        (f"{WWW}/en/print/ladders.html", "export", "not exported: the same text as d-"),
        (f"{WWW}/en/ladders.html", "export", "document exported"),
        (f"{WWW}/en/young-workers.html", "pair", "young-workers"),
    ],
)
def test_a_page_tells_at_which_stage_and_why_it_fell_out(demo: Run, url: str, stage: str, words: str):
    assert words in said(demo, url)[stage]


def test_a_link_that_leads_too_far_is_told_apart_from_one_never_met(demo: Run):
    assert "out-of-scope" in said(demo, "https://creativecommons.org/licenses/by/4.0/")["crawl"]


def test_every_kind_of_id_can_be_asked_for(demo: Run):
    pair = next(demo.pairs())
    document = next(demo.documents())
    assert "parallel with probability" in said(demo, pair.id)["pair"]
    assert said(demo, document.id) == said(demo, document.url) == said(demo, document.page)


@pytest.mark.parametrize("what", ["s-0000000000000000", "p-0", "d-0", "g-0", "c-0", "ladders", ""])
def test_what_is_not_there_is_said_to_be_so(demo: Run, what: str):
    with pytest.raises(RunMissing):
        demo.explain(what)


def test_a_run_in_the_middle_can_be_asked_too(make_demo, tmp_path: Path):
    run = make_demo(tmp_path / "run", last="clean")
    assert set(said(run, f"{WWW}/en/ladders.html")) == {"crawl", "clean"}


def reasons(run: Run, what: str) -> list[str]:
    return [reason for finding in run.explain(what) if finding.stage == "pair" for reason in finding.because]


def test_a_pair_tells_its_evidence_in_words(demo: Run):
    told = reasons(demo, f"{WWW}/it/canteen.html")
    assert any(re.match(r"links 0\.\d+: links or hreflang on the site say", one) for one in told)
    assert any("their addresses differ only in en/it, as many addresses of this site do" in one for one in told)
    assert any(re.search(r"few other pages of the site have these words.*: luisa", one) for one in told)
    linked = [re.search(r"of (\d+) other page pairs that one of them links to, (\d+) are linked", one) for one in told]
    assert any(found and 0 < int(found[2]) <= int(found[1]) for found in linked)


def test_candidates_that_lost_are_told(make_demo, tmp_path: Path):
    # A copy for printing has the same numbers and shape as the page itself, so both are candidates for its translation.
    run = make_demo(tmp_path / "run", 'pair.pairers=["digits", "structure", "urls"]', last="pair")
    told = reasons(run, f"{WWW}/en/ladders.html")
    lost = re.compile(
        rf"another candidate for {WWW}/en/ladders.html was {WWW}/de/print/ladders.html \(structure 0\.\d+\): "
        rf"it is paired with {WWW}/en/print/ladders.html, with probability 0\.\d+"
    )
    assert any(lost.match(one) for one in told)


def test_a_page_without_a_partner_names_its_candidates(make_demo, tmp_path: Path):
    run = make_demo(tmp_path / "run", 'pair.pairers=["digits", "structure"]', "pair.min_probability=0.5", last="pair")
    url = f"{WWW}/en/ladders.html"
    assert said(run, url)["pair"] == "no page pair: no candidate in another wanted language won for it"
    assert any(
        re.match(r"a candidate was \S+ladders.html \(structure 0\.\d+\): not probable", one)
        for one in reasons(run, url)
    )
