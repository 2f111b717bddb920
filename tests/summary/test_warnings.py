"""Warnings: which figures are worth a sentence, and what it says."""

from __future__ import annotations

import pytest

from polytrawl.ledger.funnel import Funnels, FunnelStep
from polytrawl.records import replace
from polytrawl.summary import Histogram, SiteRow, StageRow, Summary
from polytrawl.summary.warnings import warnings_of

_QUIET = Summary(
    run="r",
    languages=["de", "it"],
    seeds=[],
    stages=[],
    funnel=[],
    documents={"de": 50, "it": 50},
    sites=[SiteRow("a.test", 100, {"de": 50, "it": 50}, fetched=100, exported=90, paired=90)],
    licences={"https://creativecommons.org/licenses/by/4.0/": 90},
    page_pairs={"de-it": 45},
    units={"de-it": 400},
    samples=[],
    speed=[],
    files={},
)


def _site(*steps: FunnelStep) -> Funnels:
    return Funnels(100, list(steps), {"a.test": list(steps)})


def test_a_good_run_has_no_warnings() -> None:
    steps = _site(FunnelStep("language", "pages", 100, 98, {"out-of-language": 2}))
    assert warnings_of(_QUIET, steps) == []


def test_a_site_out_of_language_is_named_with_its_language() -> None:
    french = replace(_QUIET, sites=[SiteRow("a.test", 100, {"fr": 78, "de": 12, "it": 10})])
    steps = _site(FunnelStep("language", "pages", 100, 22, {"out-of-language": 78}))
    assert warnings_of(french, steps) == [
        "78% of 100 pages from a.test were out of language, most of them in `fr`: is the language list right?"
    ]


def test_languages_of_a_site_that_has_many_are_named() -> None:
    many = replace(_QUIET, sites=[SiteRow("a.test", 90, {"de": 10, "el": 20, "en": 20, "es": 20, "fr": 20})])
    steps = _site(FunnelStep("language", "pages", 100, 20, {"out-of-language": 80}))
    assert "were out of language, in `el`, `en`, `es` and others: is" in warnings_of(many, steps)[0]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (FunnelStep("clean", "pages", 50, 30, {"empty": 20}), "40% of 50 pages from a.test were empty: does the site"),
        (
            FunnelStep("language", "pages", 50, 30, {"no-text": 20}),
            "40% of 50 pages from a.test had no main text: does",
        ),
        (FunnelStep("topic", "pages", 50, 10, {"off-topic": 40}), "80% of 50 pages from a.test were off topic: is the"),
        (
            FunnelStep("export", "pages", 50, 10, {"duplicate": 40}),
            "80% of 50 pages from a.test had the text of another",
        ),
        (
            FunnelStep("crawl", "pages", 50, 10, {"robots": 40}),
            "80% of 50 addresses of a.test are closed by robots.txt",
        ),
        (FunnelStep("crawl", "pages", 50, 10, {"http-503": 20, "http-429": 20}), "80% of 50 addresses of a.test were"),
        (FunnelStep("pair", "pages in pairs", 50, 10, {"unpaired": 40}), "80% of 50 pages have no translation among"),
    ],
)
def test_pages_that_fall_out_are_told(step: FunnelStep, said: str) -> None:
    [warning] = warnings_of(_QUIET, _site(step))
    assert warning.startswith(said)


def test_few_pages_say_nothing() -> None:
    assert warnings_of(_QUIET, _site(FunnelStep("clean", "pages", 19, 0, {"empty": 19}))) == []


def test_many_sites_with_the_same_trouble_are_counted() -> None:
    step = FunnelStep("clean", "pages", 50, 0, {"empty": 50})
    found = warnings_of(_QUIET, Funnels(500, [step], {f"{number}.test": [step] for number in range(10)}))
    assert len(found) == 4
    assert found[-1] == "On 7 more sites many pages were empty; `polytrawl funnel DIR --by site` lists them."


def test_a_language_without_documents_is_missed_unless_a_variety_of_it_is_there() -> None:
    asked = replace(_QUIET, languages=["de", "it", "pt"])
    assert warnings_of(asked, Funnels(100, []))[0].startswith("No document is in `pt`")
    there = replace(asked, documents={**_QUIET.documents, "pt-br": 4})
    assert warnings_of(there, Funnels(100, [])) == []


def test_two_languages_without_page_pairs_are_told_in_either_order() -> None:
    steps = _site(FunnelStep("pair", "pages in pairs", 100, 100, {}))
    assert warnings_of(replace(_QUIET, page_pairs={"it-de": 3}), steps) == []
    assert warnings_of(replace(_QUIET, page_pairs={}), steps) == [
        "There are 50 documents in `de` and 50 in `it`, but no page pair."
    ]


def test_unsure_page_pairs_are_told() -> None:
    spread = Histogram("probability", "page pair", 1.0, [0] * 8 + [40] + [0] * 10 + [60])
    steps = _site(FunnelStep("pair", "pages in pairs", 100, 100, {}))
    [warning] = warnings_of(replace(_QUIET, histograms=[spread]), steps)
    assert warning.startswith("40% of the page pairs have a probability below 0.5")


def test_probabilities_that_are_all_small_are_unsure() -> None:
    spread = Histogram("probability", "page pair", 0.2, [0] * 19 + [45])
    [warning] = warnings_of(
        replace(_QUIET, histograms=[spread]), _site(FunnelStep("pair", "pages in pairs", 90, 90, {}))
    )
    assert warning.startswith("100% of the page pairs have a probability below 0.5")


def test_a_filter_that_refuses_much_is_named() -> None:
    units = replace(
        _QUIET,
        funnel=[FunnelStep("export", "units", 100, 30, {"too-long": 70})],
        filter_reasons={"too-long": 70, "x": 2},
    )
    first, second = warnings_of(units, Funnels(100, []))
    assert first == "The filter `too-long` refuses 70% of the units: does it fit these texts?"
    assert second.startswith("Only 30% of the units are exported")


def test_missing_licences_and_a_site_that_is_nearly_all_are_told() -> None:
    assert "No exported document names a licence" in warnings_of(replace(_QUIET, licences={"": 5}), Funnels(9, []))[0]
    half = warnings_of(replace(_QUIET, licences={"": 50, "x": 50}), Funnels(100, []))
    assert half[0].startswith("50% of 100 exported documents name no licence")
    two = replace(_QUIET, sites=[*_QUIET.sites, SiteRow("b.test", 3, {"de": 3}, fetched=3, exported=3)])
    assert warnings_of(two, Funnels(103, []))[0].startswith("Nearly all exported pages are from a.test")


def test_records_on_which_a_plugin_failed_are_told() -> None:
    failed = replace(_QUIET, stages=[StageRow("clean", "complete", 9, 1.0, errors=2)])
    assert warnings_of(failed, Funnels(9, [])) == ["2 records made a stage fail; the table of stages says where."]


def test_a_crawl_that_fetched_nothing_says_so() -> None:
    steps = [FunnelStep("crawl", "pages", 3, 0, {"robots": 3})]
    assert warnings_of(_QUIET, Funnels(0, steps))[0].startswith("No page was fetched")
