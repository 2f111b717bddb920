"""The parts of the report that explain a corpus: flow, warnings, terms, scores, duplicates, sample, options."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from polytrawl.records import replace
from polytrawl.report.markup import Html
from polytrawl.report.page import render
from polytrawl.report.sankey import sankey
from polytrawl.summary import FunnelStep, Summary


def _words(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text(separator=" ").split()) for node in tree.css(selector)]


def _tree(summary: Summary) -> LexborHTMLParser:
    return LexborHTMLParser(render(summary))


def _heights(drawn: Html, look: str) -> list[float]:
    return [float(one) for one in re.findall(rf'<rect class="{look}"[^>]* height="([\d.]+)"', drawn)]


def test_nodes_of_the_flow_are_as_high_as_they_are_large() -> None:
    steps = [FunnelStep("crawl", "pages", 200, 100, {"robots": 100}), FunnelStep("clean", "pages", 100, 50, {"x": 50})]
    drawn = sankey(steps, "Pages")
    assert _heights(drawn, "node") == [120.0, 60.0]
    assert _heights(drawn, "kept") == [30.0]
    assert "100 robots" in drawn


def test_what_is_little_is_still_seen_in_the_flow() -> None:
    drawn = sankey([FunnelStep("crawl", "pages", 10**6, 1, {"robots": 10**6 - 1})], "Pages")
    assert _heights(drawn, "kept") == [1.5]


def test_labels_of_two_steps_do_not_stand_on_each_other() -> None:
    long = {"a-reason-with-a-long-name": 1, "b": 1, "c": 1, "d": 1, "e": 1}
    steps = [FunnelStep(str(number), "pages", 100 - 5 * number, 95 - 5 * number, long) for number in range(6)]
    tree = LexborHTMLParser(sankey(steps, "Pages"))
    labels = [(float(node.attributes["x"] or 0), float(node.attributes["y"] or 0)) for node in tree.css("text")]
    reasons = [place for place, said in zip(labels, _words(tree, "text"), strict=True) if re.search(r"\d [a-z]", said)]
    assert len(reasons) == 6 * 4  # three reasons, and two more as one
    for one in reasons:
        for other in reasons:
            assert one == other or abs(one[1] - other[1]) >= 13 or abs(one[0] - other[0]) >= 200


def test_warnings_come_first(demo: Summary) -> None:
    tree = _tree(demo)
    assert next(node.attributes["id"] for node in tree.css("section")) == "warnings"
    assert _words(tree, "#warnings li") == ["17 % of pages from x.test were late: is the clock right?"]


def test_a_run_without_warnings_says_so(demo: Summary) -> None:
    assert "Nothing stands out" in _words(_tree(replace(demo, warnings=[])), "#warnings")[0]


def test_terms_stand_by_language_with_their_documents(demo: Summary) -> None:
    tree = _tree(demo)
    assert _words(tree, "#topic caption") == ["Terms in de", "Terms in en"]
    assert _words(tree, "#topic tbody th") == ["Lärm 12 paragraphs", "noise 15 paragraphs", "ladder 2 paragraphs"]
    assert _words(tree, "#topic td.number") == ["7", "8", "2"]


def test_scores_are_drawn_with_their_thresholds(demo: Summary) -> None:
    tree = _tree(demo)
    assert _words(tree, "#scores figcaption") == ["Adequacy of 912 units", "Relevance of 4 documents"]
    assert _words(tree, "#scores rect title") == ["0 to 0.05: 12", "0.95 to 1: 900", "0.025 to 0.05: 4"]
    assert [node.attributes["x1"] for node in tree.css("#scores line")] == ["50.00%"]
    assert _words(tree, "#scores .fine") == ["export.min_scores.adequacy = 0.5"]


def test_clusters_name_the_document_that_is_kept_and_why(demo: Summary) -> None:
    rows = _words(_tree(demo), "#duplicates .clusters tbody tr")
    assert rows == [
        "work-safety.test/de/a work-safety.test/de/b and 1 more de, exact it is the longest",
        "none of them is wanted and 2 more en, exact",
    ]


def test_samples_stand_by_language_pair_with_their_evidence(demo: Summary) -> None:
    samples = sorted(demo.samples, key=lambda one: (one.source_language, one.target_language))
    tree = _tree(replace(demo, samples=samples))
    assert _words(tree, "#samples summary")[:2] == ["de-it 2 of 209 units", "en-de 4 of 262 units"]
    assert [node.attributes.get("open") for node in tree.css("#samples details")] == ["", None, None, None]
    assert _words(tree, "#samples li > .fine")[0] == (
        "score 0.99, adequacy 0.97, 1-1 sentences; pages paired with 0.90 by links, urls; id s-0000000000000000"
    )


def test_options_and_versions_are_told(demo: Summary) -> None:
    tree = _tree(demo)
    assert _words(tree, "#repeat .fine") == ["polytrawl 0.1.0, Python 3.11.2, numpy 2.0"]
    assert _words(tree, "#repeat pre") == ["polytrawl run x", "pdf = false"]
