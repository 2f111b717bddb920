"""The figures of a real run: they add up, and the page shows the ones that `--json` prints."""

from __future__ import annotations

import tomllib
from collections import Counter

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from polytrawl.records import Cluster, Document, SentencePair
from polytrawl.report.page import render
from polytrawl.run import Run
from polytrawl.summary import Summary
from polytrawl.summary.repeat import repeat_of


@pytest.fixture(scope="module")
def summary(demo: Run) -> Summary:
    return demo.summary()


@pytest.fixture(scope="module")
def page(summary: Summary) -> LexborHTMLParser:
    """The page made from what `--json` prints, so that there is no figure on it that is not in there."""
    return LexborHTMLParser(render(msgspec.json.decode(msgspec.json.encode(summary), type=Summary)))


def _table(page: LexborHTMLParser, caption: str) -> dict[str, int]:
    [table] = [one for one in page.css("table.bars") if one.css_first("caption").text() == caption]
    rows = table.css("tbody tr")
    return {row.css_first("th bdi").text(): int(row.css_first("td.number").text().replace(",", "")) for row in rows}


def test_the_page_made_from_json_is_the_report(demo: Run, summary: Summary) -> None:
    again = msgspec.json.decode(msgspec.json.encode(summary), type=Summary)
    assert render(again) == demo.report().read_text(encoding="utf-8")


def test_tables_of_the_page_are_those_of_json(page: LexborHTMLParser, summary: Summary) -> None:
    assert _table(page, "Documents by language") == summary.documents
    assert _table(page, "Documents by site") == {row.site: row.documents for row in summary.sites}
    assert _table(page, "Page pairs by evidence for them") == {row.method: row.pairs for row in summary.methods}
    assert _table(page, "Page pairs by language pair") == summary.page_pairs
    assert _table(page, "Units by language pair") == summary.units
    assert _table(page, "Units by sentences on each side") == summary.alignments
    assert _table(page, "Terms in de") == {row.term: row.documents for row in summary.topic_terms["de"]}
    assert _table(page, "Clusters by size") == {
        f"{size} documents": number for size, number in summary.duplicates.sizes.items()
    }


def test_units_add_up(demo: Run, summary: Summary) -> None:
    units = sum(1 for _ in demo.units())
    assert sum(summary.units.values()) == sum(summary.alignments.values()) == units
    every = [one for one in demo.directory.records("filter") if isinstance(one, SentencePair)]
    [scores] = [one for one in summary.histograms if one.name == "alignment score"]
    assert sum(scores.counts) == len(every)
    assert summary.filter_reasons == Counter(reason for one in every for reason in one.reasons)


def test_boilerplate_is_cut_where_the_histogram_says(demo: Run, summary: Summary) -> None:
    [spread] = [one for one in summary.histograms if one.name == "boilerplate"]
    documents = [one for one in demo.directory.records("topic") if isinstance(one, Document)]
    above = sum(paragraph.boilerplate > 0.5 for one in documents for paragraph in one.paragraphs)
    assert spread.thresholds == {"clean.extractor.threshold": 0.5}
    assert sum(spread.counts[10:]) == above


def test_sites_tell_pages_documents_and_exports(demo: Run, summary: Summary) -> None:
    exported = Counter(one.site for one in demo.documents())
    assert {row.site: row.exported for row in summary.sites} == exported
    assert sum(row.fetched for row in summary.sites) == summary.stages[0].counts[""]


def test_each_language_pair_has_twenty_samples_that_are_exported(demo: Run, summary: Summary) -> None:
    drawn = Counter(f"{one.source_language}-{one.target_language}" for one in summary.samples)
    assert drawn == {pair: min(20, number) for pair, number in summary.units.items()}
    assert {one.id for one in summary.samples} <= {one.id for one in demo.units()}
    assert all(one.methods and 0 < one.probability <= 1 for one in summary.samples)


def test_clusters_keep_one_document_each(demo: Run, summary: Summary) -> None:
    clusters = [one for one in demo.directory.records("dedup") if isinstance(one, Cluster) and len(one.members) > 1]
    assert summary.duplicates.clusters == len(clusters)
    assert summary.duplicates.documents == sum(len(one.members) for one in clusters)
    exported = {one.url for one in demo.documents()}
    for row in summary.duplicates.largest:
        assert row.kept in exported
        assert exported.isdisjoint(row.others)
        assert row.why


def test_terms_are_counted_in_documents_on_topic(demo: Run, summary: Summary) -> None:
    wanted = [one for one in demo.directory.records("topic") if isinstance(one, Document) and not one.reasons]
    for language, rows in summary.topic_terms.items():
        for row in rows:
            having = [
                one for one in wanted if one.language == language and any(row.term in p.topic_terms for p in one.main)
            ]
            assert row.documents == len(having)


def test_the_options_make_the_same_config(demo: Run, summary: Summary) -> None:
    resolved = (demo.path / "resolved.toml").read_text(encoding="utf-8")
    assert tomllib.loads(summary.repeat.config) == tomllib.loads(resolved)
    assert {"numpy", "selectolax"} <= {*summary.repeat.libraries}


def test_passwords_of_seeds_are_not_told(demo: Run) -> None:
    seeds = {**demo.config.run, "seeds": ["http://me:secret@www.safe-work.test/"]}
    run = Run(demo.directory, msgspec.structs.replace(demo.config, run=seeds))
    assert run.summary().seeds == ["http://...@www.safe-work.test/"]


def test_passwords_of_proxies_are_not_told(demo: Run) -> None:
    proxy = {"proxy": "http://me:s@secret@proxy.test:80"}
    stages = {**demo.config.stages, "crawl": {**demo.config.stages["crawl"], **proxy}}
    told = repeat_of(msgspec.structs.replace(demo.config, stages=stages)).config
    assert 'proxy = "http://...@proxy.test:80"' in told
    assert "secret" not in told
