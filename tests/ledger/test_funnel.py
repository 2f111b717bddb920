"""The funnel: in every stage the numbers add up to the pages fetched, whatever the run, language or site."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from polytrawl.export.rules import PROFILES
from polytrawl.ledger.funnel import UNKNOWN, FunnelStep, funnels
from polytrawl.ledger.trail import NO_RECORD, PAGES, PAIRED
from polytrawl.plugin import STAGES
from polytrawl.records import Document, Dropped, Page, Record
from polytrawl.run import Run
from random_runs import random_stages, write_run

BY = (None, "language", "site")
_TOLERATED = st.sampled_from(([], ["off-topic", "opt-out:noai"]))


def check(steps: list[FunnelStep], fetched: int) -> None:
    """Every step adds up in itself, with the one before it, and to the pages fetched."""
    crawl, *rest = steps
    assert (crawl.stage, crawl.kept) == ("crawl", fetched)
    going = {PAGES: fetched}
    for step in rest:
        assert step.came == step.kept + sum(step.reasons.values())
        assert all(number > 0 for number in step.reasons.values())
        if step.of in (PAGES, PAIRED):
            assert step.came + step.before == fetched
            assert step.came == going[step.of]
            going[step.of] = step.kept
        if step.stage == "topic":
            going[PAIRED] = step.kept


@settings(max_examples=150, deadline=None)
@given(random_stages(), st.sampled_from(STAGES), st.sampled_from(PROFILES), _TOLERATED)
def test_every_stage_adds_up_to_the_pages_fetched(
    stages: dict[str, list[Record]], last: str, profile: str, tolerate: list[str]
):
    fetched = sum(isinstance(one, Page) for one in stages["crawl"])
    with tempfile.TemporaryDirectory() as folder:
        run = write_run(Path(folder) / "run", stages, last, profile=profile, tolerate=tolerate)
        for by in BY:
            found = funnels(run, by)
            assert found.fetched == fetched
            check(found.steps, fetched)
            _check_parts(found.by, found.steps)


def _check_parts(parts: dict[str, list[FunnelStep]], whole: list[FunnelStep]) -> None:
    """The funnels of languages or sites add up to that of the run."""
    for steps in parts.values():
        check(steps, steps[0].kept)
    for number, step in enumerate(whole if parts else ()):
        if step.of not in (PAGES, PAIRED):
            continue
        own = [steps[number] for steps in parts.values()]
        assert {(one.stage, one.of) for one in own} == {(step.stage, step.of)}
        assert (sum(one.came for one in own), sum(one.kept for one in own)) == (step.came, step.kept)
        assert sum(map(Counter, (one.reasons for one in own)), Counter()) == Counter(step.reasons)


@settings(max_examples=50, deadline=None)
@given(random_stages())
def test_a_page_is_exported_when_one_of_its_documents_is(stages: dict[str, list[Record]]):
    with tempfile.TemporaryDirectory() as folder:
        run = write_run(Path(folder) / "run", stages)
        [step] = [step for step in funnels(run).steps if (step.stage, step.of) == ("export", PAGES)]
        rows = run.manifest("export")
        pages = {one.page for one in stages["topic"] if isinstance(one, Document) and not one.reasons}
        assert rows is not None
        assert step.kept <= rows.exported["documents"].get("", 0)
        assert step.kept <= len(pages)


def test_a_page_without_a_record_is_told_and_not_lost(tmp_path: Path):
    page = Page(id="g-1", url="http://a.test/", site="a.test")
    run = write_run(tmp_path / "run", {"crawl": [page], "clean": []}, last="clean")
    assert funnels(run).steps[-1].reasons == {NO_RECORD: 1}


def test_what_the_export_tolerates_does_not_count_against_a_page(tmp_path: Path):
    page = Page(id="g-1", url="http://a.test/", site="a.test")
    document = Document(id="d-1", page="g-1", url=page.url, site="a.test", language="de", reasons=("off-topic",))
    stages: dict[str, list[Record]] = {"crawl": [page], "clean": [document], "language": [document]}
    stages |= {"topic": [document], "dedup": [], "pair": [], "align": [], "filter": []}
    strict, mild = write_run(tmp_path / "a", stages), write_run(tmp_path / "b", stages, tolerate=["off-topic"])
    kept = [[step.kept for step in funnels(run).steps if step.of == PAGES] for run in (strict, mild)]
    assert kept == [[1, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]]


def test_a_run_without_pages_or_stages_has_a_funnel_too(tmp_path: Path):
    nothing = write_run(tmp_path / "a", {"crawl": []}, last="crawl")
    assert [(step.came, step.kept) for step in funnels(nothing, "site").steps] == [(0, 0)]
    refused = Dropped(id="u-1", stage="crawl", reason="robots", url="http://a.test/x")
    forbidden = funnels(write_run(tmp_path / "b", {"crawl": [refused]}, last="crawl"), "language")
    assert forbidden.by[UNKNOWN][0].reasons == {"robots": 1}


def test_the_funnel_of_the_demo_is_told_by_language_and_site(demo: Run):
    for by in BY:
        found = funnels(demo.directory, by)
        check(found.steps, found.fetched)
        _check_parts(found.by, found.steps)
    assert {"en", "de", "it", "pt", UNKNOWN} == set(funnels(demo.directory, "language").by)
    assert list(funnels(demo.directory, "site").by) == ["safe-work.test"]
