"""Random small runs: records of every stage, written into a run directory as the stages would write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from polytrawl import config as configs
from polytrawl import options
from polytrawl.ends import export
from polytrawl.export.stage import Export
from polytrawl.manifest import Manifest
from polytrawl.records import (
    Cluster,
    Document,
    Dropped,
    Page,
    PagePair,
    Paragraph,
    Record,
    SentencePair,
    make_id,
    reason_of,
    replace,
)
from polytrawl.rundir import RunDir
from polytrawl.shards import write_shard
from support import Quiet

LANGUAGES = ("de", "en", "it")
_LATER = {"language": "out-of-language", "topic": "off-topic"}


@st.composite
def random_stages(draw: st.DrawFn) -> dict[str, list[Record]]:
    """The records of all stages before the export."""
    pages = [_page(number, draw) for number in range(draw(st.integers(0, 8)))]
    refused = [
        Dropped(id=make_id("u", str(number)), stage="crawl", reason=draw(_REASON), url=f"http://a{number}.test/no")
        for number in range(draw(st.integers(0, 3)))
    ]
    stages: dict[str, list[Record]] = {"crawl": [*pages, *refused], "clean": _cleaned(pages, draw)}
    before = "clean"
    for stage, reason in _LATER.items():
        stages[stage] = _judged(stages[before], stage, reason, draw)
        before = stage
    documents = [one for one in stages["topic"] if isinstance(one, Document)]
    stages["dedup"] = _clusters(documents, draw)
    stages["pair"] = _pairs(documents, draw)
    stages["align"] = _units(stages["pair"], draw)
    stages["filter"] = [
        replace(unit, reasons=("length-ratio",)) if draw(st.booleans()) else unit for unit in stages["align"]
    ]
    return stages


_REASON = st.sampled_from(("robots", "http-404", "timeout"))


def _page(number: int, draw: st.DrawFn) -> Page:
    site = draw(st.sampled_from(("a.test", "b.test", "c.test")))
    return Page(id=make_id("g", str(number)), url=f"http://{site}/{number}", site=site)


def _cleaned(pages: Iterable[Page], draw: st.DrawFn) -> list[Record]:
    made: list[Record] = []
    for page in pages:
        fate = draw(st.sampled_from(("document", "document", "document", "opt-out", "dropped", "nothing")))
        if fate == "dropped":
            made.append(Dropped(id=page.id, stage="clean", reason="empty", url=page.url))
        elif fate != "nothing":
            text = Paragraph(text=f"What {page.url} says.")
            document = Document(
                id=make_id("d", page.id), page=page.id, url=page.url, site=page.site, paragraphs=(text,)
            )
            made.append(document.but("opt-out:noai") if fate == "opt-out" else document)
    return made


def _judged(before: Iterable[Record], stage: str, reason: str, draw: st.DrawFn) -> list[Record]:
    made: list[Record] = []
    for one in before:
        if not isinstance(one, Document):
            continue  # dropped records stay behind
        fate = draw(st.sampled_from(("kept", "kept", "kept", "refused", "dropped", "parted")))
        language = one.language or draw(st.sampled_from((*LANGUAGES, "und")))
        document = replace(one, language=language)
        if fate == "dropped":
            made.append(Dropped(id=one.id, stage=stage, reason="error:ValueError", url=one.url))
            continue
        made.append(document.but(reason) if fate == "refused" else document)
        if fate == "parted" and stage == "language":  # a page in two languages
            made.append(replace(document, id=make_id("d", one.id, "part"), language="pt").but(reason))
    return made


def _clusters(documents: list[Document], draw: st.DrawFn) -> list[Record]:
    if len(documents) < 2 or not draw(st.booleans()):
        return []
    members = tuple(sorted(one.id for one in documents[: draw(st.integers(2, len(documents)))]))
    return [Cluster(id=make_id("c", *members), method="exact", language="en", members=members)]


def _pairs(documents: list[Document], draw: st.DrawFn) -> list[Record]:
    made: list[Record] = []
    for left, right in pairwise(documents):
        if draw(st.booleans()):
            made.append(PagePair(id=make_id("p", left.id, right.id), left=left, right=right, probability=0.9))
    return made


def _units(pairs: Iterable[Record], draw: st.DrawFn) -> list[Record]:
    made: list[Record] = []
    for pair in pairs:
        assert isinstance(pair, PagePair)
        made.extend(_unit(pair, number) for number in range(draw(st.integers(0, 2))))
    return made


def _unit(pair: PagePair, number: int) -> SentencePair:
    left, right = pair.left, pair.right
    return SentencePair(
        id=make_id("s", pair.id, str(number)), pair=pair.id, score=0.9,
        source=f"{left.text} {number}", target=f"{right.text} {number}",
        source_language=left.language or "und", target_language=right.language or "und",
        source_url=left.url, target_url=right.url, source_page=left.page, target_page=right.page,
    )  # fmt: skip


def write_run(path: Path, stages: dict[str, list[Record]], last: str = "export", **chosen: Any) -> RunDir:
    """A run directory with these records up to a stage; the export, if wanted, by its own code."""
    run = RunDir.create(path)
    for stage, records in stages.items():
        writer = write_shard(run.shard_path(stage, "all-00000"), records)
        counts = dict(Counter(map(reason_of, records)))
        state = run.describe(stage, "all-00000", writer, input="", counts=counts, seen=len(records))
        run.save(Manifest(stage=stage, signature="", shards={"all-00000": state}, complete=True))
        if stage == last:
            return run
    table = {
        "languages": list(LANGUAGES),
        "seeds": ["http://a.test/"],
        "crawl": {"contact": "me@a.test"},
        "export": {"exporters": ["tsv"], **chosen},
    }
    config = configs.resolve(table, sets=(), folder=path)
    manifest = Manifest(stage="export", signature="", options=config.stages["export"])
    export(run, options.build(Export, manifest.options), manifest, inputs={}, progress=Quiet())
    manifest.complete = True
    run.save(manifest)
    return run
