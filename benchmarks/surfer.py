"""A simulated surfer, whose sessions train the strategy HMM: he knows the query, and never the labels."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from polytrawl.evaluate.crawl.contest import Nearness
from polytrawl.evaluate.crawl.web import Web
from polytrawl.relevance.query import Similar

_TABS, _CLICKS = 12, 25
_MARKED = 0.05  # the share of the pages, those nearest to the query, that he would mark
_SAMPLE = 500
_CURIOUS = 0.3  # how often he clicks on anything


def surf(web: Web, seeds: Sequence[str], query: Similar, path: Path) -> None:
    """Write sessions: in each tab from a seed, mostly to the link whose anchor is nearest to the query."""
    chance = random.Random(0)  # noqa: S311 - a surfer's whims
    near = Nearness(web, query)
    some = chance.sample([page.url for page in web], min(_SAMPLE, len(web)))
    mark = sorted(near[url] for url in some)[-max(1, int(_MARKED * len(some)))]
    lines = []
    for tab in range(_TABS):
        url = seeds[tab % len(seeds)]
        for _ in range(_CLICKS):
            lines.append(f"{int(near[url] >= mark)},{tab},{url}")
            links = web[url].links
            if not links:
                break
            few = chance.sample(links, min(12, len(links)))
            best = max(few, key=lambda link: query.similarity(link.anchor))
            url = chance.choice(links).target if chance.random() < _CURIOUS else best.target
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
