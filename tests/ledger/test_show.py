"""Show: any record with its parents and children."""

from __future__ import annotations

import pytest

from polytrawl.errors import RunMissing
from polytrawl.ledger.show import show
from polytrawl.records import Document, Dropped, Page, PagePair, SentencePair
from polytrawl.run import Run

WWW = "http://www.safe-work.test"


def test_a_unit_walks_back_to_the_bytes(demo: Run):
    unit = min(demo.units(), key=lambda one: one.id)
    [shown] = show(demo.directory, unit.id)
    assert isinstance(shown.record, SentencePair)
    assert shown.stage == "filter"
    kinds = [one.record for one in shown.parents]
    assert kinds == ["page-pair", "document", "page", "warc", "document", "page", "warc"]
    assert shown.parents[0].id == unit.pair
    assert {one.said for one in shown.parents if one.record == "page"} == {unit.source_url, unit.target_url}
    assert shown.children == []


def test_a_page_pair_knows_its_units(demo: Run):
    pair = next(demo.pairs())
    [shown] = show(demo.directory, pair.id)
    assert isinstance(shown.record, PagePair)
    expected = {one.id for one in demo.directory.records("filter") if getattr(one, "pair", "") == pair.id}
    assert {one.id for one in shown.children} == expected
    assert {one.record for one in shown.children} == {"sentence-pair"}


def test_an_address_gives_its_page_and_its_document_as_the_last_stage_has_it(demo: Run):
    page, document = show(demo.directory, f"{WWW}/en/ladders.html")
    assert isinstance(page.record, Page)
    assert isinstance(document.record, Document)
    assert document.stage == "topic"
    assert [one.id for one in page.children] == [document.record.id]
    assert [one.id for one in document.parents] == [page.record.id, page.record.warc.file if page.record.warc else ""]
    assert {one.record for one in document.children} == {"cluster", "page-pair"}


def test_a_stage_of_ones_choice_shows_what_it_knew(demo: Run):
    [shown] = show(demo.directory, f"{WWW}/en/ladders.html", "clean")
    assert isinstance(shown.record, Document)
    assert (shown.stage, shown.record.language) == ("clean", None)


def test_what_fell_out_is_shown_too(demo: Run):
    [refused] = show(demo.directory, f"{WWW}/private/minutes.html")
    assert isinstance(refused.record, Dropped)
    assert refused.record.reason == "robots"
    page, dropped = show(demo.directory, f"{WWW}/en/empty.html")
    assert isinstance(page.record, Page)
    assert isinstance(dropped.record, Dropped)
    assert [one.id for one in dropped.parents] == [page.record.id]


def test_a_cluster_names_its_members(demo: Run):
    cluster = next(iter(demo.directory.records("dedup")))
    [shown] = show(demo.directory, cluster.id)
    assert {one.id for one in shown.parents} == set(getattr(cluster, "members", ()))


@pytest.mark.parametrize("what", ["d-0", "http://a.test/", "word", ""])
def test_what_is_not_there_is_said_to_be_so(demo: Run, what: str):
    with pytest.raises(RunMissing, match="no such record"):
        show(demo.directory, what)
