"""Whatever stands in a summary, there is a page that can be written and read."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from polytrawl.crawl.harvest import HarvestPoint
from polytrawl.report.page import render
from polytrawl.summary import (
    ClusterRow,
    Duplicates,
    FunnelStep,
    Histogram,
    MethodRow,
    Repeat,
    Sample,
    SiteRow,
    StageRow,
    Summary,
    TermRow,
)

# Surrogates are part of it: broken pages bring them.
_TEXT = st.one_of(
    st.text(st.characters(codec=None), max_size=30),
    st.sampled_from(["<b>", "&lt;", '"', "'", "x" * 4000, "שלום", "\u202eabc", "http://[", "`", "$style", ""]),
)
_NUMBER = st.one_of(st.integers(-3, 3), st.integers(0, 10**15))
_FLOAT = st.floats()
_SHARE = st.floats(0, 1)
_COUNTS = st.dictionaries(_TEXT, _NUMBER, max_size=12)
_STAGE = st.builds(
    StageRow, _TEXT, st.sampled_from(["complete", "begun", "missing"]), _NUMBER, _FLOAT, _NUMBER, _COUNTS
)
_STEP = st.builds(FunnelStep, _TEXT, st.sampled_from(["pages", "documents", "units"]), _NUMBER, _NUMBER, _COUNTS)
_TEXTS = st.lists(_TEXT, max_size=3)
_SCORES = st.dictionaries(_TEXT | st.just("adequacy"), _FLOAT, max_size=3)
_SAMPLE = st.builds(
    Sample, _TEXT, _TEXT, _TEXT, _TEXT, _TEXT, _FLOAT, _TEXT, _TEXT, _TEXT, scores=_SCORES, methods=_TEXTS
)
# Of histograms, the summary makes no others.
_HISTOGRAM = st.builds(
    Histogram,
    _TEXT,
    _TEXT,
    st.floats(0.001, 1e6),
    st.lists(st.integers(0, 10**9), min_size=20, max_size=20).filter(any),
    st.dictionaries(_TEXT, st.floats(0, 1e6), max_size=3),
)
_CLUSTER = st.builds(ClusterRow, _TEXT, _TEXT, _TEXT, _NUMBER, _TEXT, _TEXT, _TEXTS)
_SUMMARY = st.builds(
    Summary,
    run=_TEXT,
    languages=st.lists(_TEXT, max_size=3),
    seeds=st.lists(_TEXT, max_size=12),
    stages=st.lists(_STAGE, max_size=4),
    funnel=st.lists(_STEP, max_size=4),
    documents=_COUNTS,
    sites=st.lists(st.builds(SiteRow, _TEXT, _NUMBER, _COUNTS), max_size=40),
    warnings=_TEXTS,
    topic_terms=st.dictionaries(_TEXT, st.lists(st.builds(TermRow, _TEXT, _NUMBER, _NUMBER), max_size=3), max_size=3),
    licences=_COUNTS,
    methods=st.lists(st.builds(MethodRow, _TEXT, _NUMBER, _FLOAT), max_size=3),
    alignments=_COUNTS,
    filter_reasons=_COUNTS,
    histograms=st.lists(_HISTOGRAM, max_size=3),
    duplicates=st.builds(Duplicates, _NUMBER, _NUMBER, _NUMBER, _NUMBER, _COUNTS, st.lists(_CLUSTER, max_size=3)),
    repeat=st.builds(Repeat, _TEXT, _TEXT, st.dictionaries(_TEXT, _TEXT, max_size=3), _TEXT, _TEXT),
    page_pairs=_COUNTS,
    units=_COUNTS,
    samples=st.lists(_SAMPLE, max_size=3),
    speed=st.lists(st.tuples(_FLOAT, _NUMBER), max_size=5),
    harvest=st.lists(st.builds(HarvestPoint, st.integers(1), _SHARE, st.none() | _SHARE, st.floats(0, 1e9))),
    files=_COUNTS,
)


class _Balance(HTMLParser):
    """Checks that every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(_SUMMARY)
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_summary_gives_a_page(summary: Summary) -> None:
    page = render(summary)
    page.encode()
    balance = _Balance()
    balance.feed(page)
    balance.close()
    assert balance.open == []
    assert render(summary) == page
