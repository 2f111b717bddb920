"""Who found the page pairs of a run: the table of PupSniffer's paper, with precision where gold pairs are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import msgspec

from polytrawl import options
from polytrawl.config import Config
from polytrawl.evaluate.gold import read_known
from polytrawl.findings import read_findings
from polytrawl.pair.survey import PATTERNS, RESCUE, pair_key
from polytrawl.plugin import find
from polytrawl.records import Document, Lang, PagePair
from polytrawl.rundir import RunDir
from polytrawl.work import Source, Stage

__all__ = ["DEEP", "NO_GOLD", "OTHER", "Gold", "SourceRow", "read_gold", "source_rows"]

DEEP, OTHER = "deep", "other"  # a page that no link led to; evidence other than URL patterns


class SourceRow(msgspec.Struct, frozen=True):
    """The exported page pairs that one source found, and how many of them are right, where that is known."""

    source: str  # patterns, rescue, deep, other
    pairs: int
    judged: int = 0  # pairs with a page of which the gold pairs tell the partner
    right: int = 0


Gold: TypeAlias = frozenset[frozenset[str]]  # pairs of URLs that are known to be right
NO_GOLD: Gold = frozenset()


def read_gold(path: Path) -> Gold:
    """The pairs in a file, as `polytrawl evaluate` reads them."""
    return frozenset(frozenset(one.couple) for one in read_known([path]))


def source_rows(run: RunDir, config: Config, pairs: Iterable[PagePair], gold: Gold) -> list[SourceRow]:
    """How many of the pairs each source found, in the order of the paper; sources that found none are left out."""
    findings = read_findings(run.path / "pair")
    by_pattern = findings.sources if findings else {}
    crawl = options.build(find(Stage, "crawl"), config.stages["crawl"])
    deep = crawl.kept_promises(run.folder("crawl")) if isinstance(crawl, Source) else frozenset()
    found, judged, right = Counter[str](), Counter[str](), Counter[str]()
    told = _told(run, gold)
    for pair in pairs:
        sides = frozenset((pair.left.url, pair.right.url))
        source = by_pattern.get(pair_key(pair.left.id, pair.right.id), OTHER)
        source = DEEP if sides & deep else source
        found[source] += 1
        ways = {(pair.left.url, pair.right.language), (pair.right.url, pair.left.language)}
        judged[source] += not told.isdisjoint(ways)
        right[source] += sides in gold
    order = (one for one in (PATTERNS, RESCUE, DEEP, OTHER) if found[one])
    return [SourceRow(one, found[one], judged[one], right[one]) for one in order]


def _told(run: RunDir, gold: Gold) -> set[tuple[str, Lang | None]]:
    """Of which pages the gold pairs tell the partner, and in which language."""
    pages = {url for pair in gold for url in pair}
    records = run.records("topic") if gold else ()
    languages = {one.url: one.language for one in records if isinstance(one, Document) and one.url in pages}
    return {(url, languages.get(other)) for pair in gold for url in pair for other in pair - {url}}
