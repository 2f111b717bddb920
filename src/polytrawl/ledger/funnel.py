"""The funnel: what became of every page that was fetched, stage by stage, by reason.

It counts pages, not documents, so that the numbers of every stage add up to the pages fetched: a page in two languages
is two documents, and goes on as long as one of them does. From the documents of a page two ways lead on, and both are
told: to the corpus of documents (`dedup`, `export`), and to page pairs and units (`pair`, `align`, `filter`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from polytrawl.ledger.trail import PAGES, Step, Trail
from polytrawl.rundir import RunDir

__all__ = ["UNKNOWN", "By", "FunnelStep", "Funnels", "funnel", "funnels"]

By: TypeAlias = Literal["language", "site"]
UNKNOWN = "unknown"  # the language of pages that fell out before anyone looked


class FunnelStep(msgspec.Struct, frozen=True):
    """One narrowing of the funnel: what came in, what went on, and why the rest did not."""

    stage: str
    of: str  # pages, pages in pairs, page pairs, units
    came: int
    kept: int
    reasons: dict[str, int]
    before: int = 0  # pages that fell out earlier; with those that came they are all that were fetched


class Funnels(msgspec.Struct, frozen=True):
    """The funnel of a run, and one for each language or site, the largest first."""

    fetched: int
    steps: list[FunnelStep]
    by: dict[str, list[FunnelStep]] = {}


def funnel(run: RunDir) -> list[FunnelStep]:
    """From everything that was found to what was exported, by reason."""
    return funnels(run).steps


def funnels(run: RunDir, by: By | None = None) -> Funnels:
    """The funnel, and how it looks for each language or site."""
    trail = Trail(run)
    if not trail.is_begun:
        return Funnels(0, [])
    whole = _parted(trail, dict.fromkeys(trail.sites, ""), lambda _: "")[""]
    return Funnels(len(trail.sites), [*whole, *_exported_pairs(run)], _by(trail, by) if by else {})


def _by(trail: Trail, by: By) -> dict[str, list[FunnelStep]]:
    if by == "site":
        return _parted(trail, trail.sites, lambda site: site)
    languages = {page: trail.languages.get(page, UNKNOWN) for page in trail.sites}
    return _parted(trail, languages, lambda _: UNKNOWN)


def _parted(trail: Trail, names: Mapping[str, str], of_site: Callable[[str], str]) -> dict[str, list[FunnelStep]]:
    """The steps of each group, given the group of each page, and that of an address without one by its site."""
    sizes = Counter(names.values())
    refused: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (site, reason), number in trail.refused.items():
        refused[of_site(site)][reason] += number
    ranked = sorted({*sizes, *refused}, key=lambda name: (-sizes[name], name)) or [of_site("")]
    made = {name: [_crawl_step(sizes[name], refused[name])] for name in ranked}
    for step in trail.steps:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for page, reason in step.verdicts.items():
            counts[names[page]][reason] += 1
        for name, steps in made.items():
            steps.append(_counted(step, counts[name], sizes[name]))
    return made


def _crawl_step(fetched: int, refused: Mapping[str, int]) -> FunnelStep:
    return FunnelStep("crawl", PAGES, fetched + sum(refused.values()), fetched, dict(refused))


def _counted(step: Step, counts: Counter[str], fetched: int) -> FunnelStep:
    reasons = {reason: number for reason, number in counts.items() if reason}
    return FunnelStep(step.stage, step.of, counts.total(), counts[""], reasons, fetched - counts.total())


def _exported_pairs(run: RunDir) -> Iterator[FunnelStep]:
    manifest = run.manifest("export")
    if manifest is None or not manifest.complete:
        return
    for kind, word in (("pairs", "page pairs"), ("units", "units")):
        counts = dict(manifest.exported[kind])
        kept = counts.pop("", 0)
        yield FunnelStep("export", word, kept + sum(counts.values()), kept, counts)
