"""Summaries of three runs: a small one like the demo, a large one, and one that has brought nothing."""

from __future__ import annotations

from itertools import combinations

import pytest

from polytrawl.crawl.harvest import HarvestPoint
from polytrawl.export.outlook import ProfileRow
from polytrawl.plugin import STAGES
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

_TEXTS = (
    ("de", "Starker Lärm zerstört die feinen Haarzellen.", "it", "Il rumore forte distrugge le cellule ciliate."),
    ("en", "Lift with your legs, not with your back.", "de", "Heben Sie mit den Beinen, nicht mit dem Rücken."),
    ("en", "Night work makes people tired.", "it", "Il lavoro notturno stanca."),
    (
        "en",
        "If you have to shout to be understood at a distance of one metre, the noise is too loud, and you must go.",
        "de",
        "Wer in einem Meter Abstand schreien muss, um verstanden zu werden, arbeitet in zu großem Lärm und muss gehen.",
    ),
    ("en", "Keep fire exits clear.", "he", "יש לשמור על יציאות החירום פנויות (סעיף 12)."),
)


def _sample(number: int) -> Sample:
    left, source, right, target = _TEXTS[number % len(_TEXTS)]
    base = "http://work-safety.test"
    return Sample(
        id=f"s-{number:016x}",
        source=source,
        target=target,
        source_language=left,
        target_language=right,
        score=0.99 - 0.05 * number,
        source_url=f"{base}/{left}/hazards/page-{number}.html",
        target_url=f"{base}/{right}/rischi/una-pagina-con-un-indirizzo-molto-lungo-{number}.html?print=yes&x={number}",
        scores={"adequacy": 0.97},
        probability=0.9,
        methods=["links", "urls"],
    )


@pytest.fixture
def demo() -> Summary:
    """A small run in three languages, with Portuguese that nobody asked for."""
    return demo_summary()


@pytest.fixture
def large() -> Summary:
    """A run of two million pages."""
    return large_summary()


@pytest.fixture
def empty() -> Summary:
    """A run that has not begun."""
    return empty_summary()


def demo_summary() -> Summary:
    counts: dict[str, dict[str, int]] = {
        "crawl": {"": 83, "not-html": 1, "http-404": 1},
        "clean": {"": 81, "empty": 2},
        "language": {"": 67, "empty": 2, "out-of-language": 14},
        "topic": {"": 61, "empty": 2, "out-of-language": 14, "off-topic": 6},
        "dedup": {"": 3},
        "pair": {"": 68, "low-probability": 2},
        "align": {"": 912},
        "filter": {"": 740, "length-ratio": 96, "identical": 41, "numbers-differ": 22, "too-short": 13},
        "export": {},
    }
    return Summary(
        run="work-safety",
        languages=["en", "de", "it"],
        seeds=["http://work-safety.test/en/", "http://forum.work-safety.test/"],
        stages=[
            StageRow(name, "complete", sum(counts[name].values()), 0.37 * place + 0.08, 0, counts[name])
            for place, name in enumerate(STAGES)
        ],
        funnel=[
            FunnelStep("crawl", "pages", 85, 83, {"not-html": 1, "http-404": 1}),
            FunnelStep("clean", "pages", 83, 81, {"empty": 2}),
            FunnelStep("language", "documents", 81, 67, {"out-of-language": 14}),
            FunnelStep("topic", "documents", 67, 61, {"off-topic": 6}),
            FunnelStep("export", "documents", 61, 58, {"duplicate": 3}),
            FunnelStep(
                "export",
                "units",
                912,
                702,
                {"length-ratio": 96, "identical": 41, "duplicate-unit": 38, "numbers-differ": 22, "too-short": 13},
            ),
        ],
        documents={"en": 24, "de": 23, "it": 20, "pt": 14},
        sites=[
            SiteRow(
                "work-safety.test", 74, {"en": 21, "de": 21, "it": 19, "pt": 13}, fetched=76, exported=55, paired=50
            ),
            SiteRow("forum.work-safety.test", 7, {"en": 3, "de": 2, "it": 1, "pt": 1}),
        ],
        warnings=["17 % of pages from `x.test` were late: is the clock right?"],
        topic_terms={"de": [TermRow("Lärm", 7, 12)], "en": [TermRow("noise", 8, 15), TermRow("ladder", 2, 2)]},
        licences={"https://creativecommons.org/licenses/by/4.0/": 50, "": 8},
        methods=[MethodRow("urls", 58, 0.95), MethodRow("links", 49, 0.97), MethodRow("images", 2, 0.7)],
        alignments={"1-1": 640, "1-2": 62},
        filter_reasons={"length-ratio": 99, "identical": 44},
        histograms=[
            Histogram("adequacy", "unit", 1.0, [12, *[0] * 18, 900], {"export.min_scores.adequacy": 0.5}),
            Histogram("relevance", "document", 0.5, [0, 4, *[0] * 18], {}),
        ],
        duplicates=Duplicates(
            clusters=2,
            documents=5,
            repeated=1,
            sizes={"2": 1, "3": 1},
            largest=[
                ClusterRow(
                    id="c-1",
                    language="de",
                    method="exact",
                    documents=3,
                    kept="http://work-safety.test/de/a",
                    why="it is the longest",
                    others=["http://work-safety.test/de/b"],
                ),
                ClusterRow(id="c-2", language="en", method="exact", documents=2),
            ],
        ),
        repeat=Repeat(
            polytrawl="0.1.0",
            python="3.11.2",
            libraries={"numpy": "2.0"},
            command="polytrawl run x",
            config="pdf = false\n",
        ),
        page_pairs={"en-de": 24, "en-it": 23, "de-it": 21},
        units={"en-de": 262, "en-it": 231, "de-it": 209},
        profiles=[
            ProfileRow("strict", 511, 912, 0.9712, "adequacy"),
            ProfileRow("balanced", 702, 912, 0.9231, "adequacy", is_exported=True),
            ProfileRow("all", 912, 912, 0.55, "score"),
        ],
        samples=[_sample(number) for number in range(10)],
        speed=[(0.15 * number + 0.4 * (number // 20), number + 1) for number in range(83)],
        harvest=[HarvestPoint(number, 61 / 81, 0.08, 300 / number) for number in range(1, 82)],
        files={
            "de-it.tmx": 98_233,
            "en-de.tmx": 112_402,
            "en-it.tmx": 104_119,
            "documents.jsonl.zst": 61_020,
            "units.jsonl.zst": 48_771,
            "pairs.tsv": 9_204,
            "units.tsv": 201_733,
            "text/de.txt": 74_100,
            "text/en.txt": 69_020,
            "text/it.txt": 70_994,
        },
    )


def large_summary() -> Summary:
    languages = ["en", "de", "fr", "it", "es", "pt", "pl", "cs", "el", "fi", "he", "ar"]
    pairs = ["-".join(pair) for pair in combinations(languages, 2)]
    reasons = {f"reason-{number:03}": 90_000 // (number + 1) for number in range(200)}
    lost = sum(reasons.values())
    return Summary(
        run="a-very-long-name-for-a-run-about-occupational-health-and-safety-in-twelve-languages",
        languages=languages,
        seeds=[
            f"https://www.institution-{number}.example.test/some/rather/deep/path/index.html" for number in range(120)
        ],
        stages=[
            StageRow(
                "crawl", "complete", 2_531_007, 86_412.4, 0, {"": 2_013_456, "robots": 310_551, "http-404": 207_000}
            ),
            StageRow("clean", "complete", 2_013_456, 9_120.2, 17, {"": 2_013_456 - lost, **reasons}),
            StageRow("language", "begun", 1_200_000, 512.0),
            *(StageRow(name, "missing") for name in STAGES[3:]),
        ],
        funnel=[
            FunnelStep("crawl", "pages", 2_531_007, 2_013_456, {"robots": 310_551, "http-404": 207_000}),
            FunnelStep("clean", "pages", 2_013_456, 2_013_456 - lost, reasons),
            FunnelStep("language", "documents", 2_013_456 - lost, 1_104_002, {"out-of-language": 380_000, "mixed": 3}),
            FunnelStep("export", "units", 31_204_118, 18_220_913, {"length-ratio": 8_100_004, "low-score": 4_883_201}),
        ],
        documents={language: 400_000 // (place + 1) for place, language in enumerate([*languages, "und", "ca", "ro"])},
        sites=[
            SiteRow(f"institution-{number}.example.test", 90_000 // (number + 1), dict.fromkeys(languages, number + 1))
            for number in range(400)
        ],
        methods=[MethodRow(name, 1000, 0.5) for name in ("links", "urls", "images", "digits", "structure")],
        page_pairs={pair: 60_000 // (place + 1) for place, pair in enumerate(pairs)},
        units={pair: 4_000_000 // (place + 1) for place, pair in enumerate(pairs)},
        samples=[_sample(number) for number in range(10)],
        speed=[(1440.2 * number, 33_557 * number + 1) for number in range(61)],
        files={f"{pair}.tmx": 3_000_000_000 // (place + 1) for place, pair in enumerate(pairs)},
    )


def empty_summary() -> Summary:
    return Summary(
        run="nothing",
        languages=[],
        seeds=[],
        stages=[StageRow(name, "missing") for name in STAGES],
        funnel=[],
        documents={},
        sites=[],
        page_pairs={},
        units={},
        samples=[],
        speed=[],
        files={},
    )
