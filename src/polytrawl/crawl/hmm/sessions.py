"""Browsing sessions as a graph: from which page to which somebody went, and how far pages are from a relevant one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from polytrawl.crawl.distances import distances
from polytrawl.sessions import Visit, judged


def steps(visits: Iterable[Visit]) -> list[tuple[str, str]]:
    """From which page to which the user went, tab by tab."""
    last: dict[str, str] = {}
    found = []
    for visit in visits:
        before = last.get(visit.tab)
        if before is not None and before != visit.url:
            found.append((before, visit.url))
        last[visit.tab] = visit.url
    return found


def states(visits: Sequence[Visit], number: int) -> dict[str, int]:
    """How many steps each page is away from a relevant one; the last state is for all that are further."""
    relevant = (url for url, is_relevant in judged(visits).items() if is_relevant)
    found = distances(steps(visits), relevant)
    return {visit.url: min(number - 1, found.get(visit.url, number)) for visit in visits}
