"""A crawl that is started again: its strategy is told of everything that was fetched before.

What a strategy has learned is not written down. It follows from the pages, their order and the strategy itself, and all
of these are on disk; so nothing can be lost or out of date, and a strategy that was changed learns anew. It takes a few
milliseconds for each page. What feeds and sitemaps listed is not told again: those URLs keep the scores they got.
"""

from __future__ import annotations

from pathlib import Path

from polytrawl.crawl.links import Links
from polytrawl.crawl.results import judged, missed
from polytrawl.records import Document
from polytrawl.work import Annotator, Judge


def remind(links: Links, folder: Path, judge: Judge) -> None:
    """Tell the strategy of all pages that are here, as if they were fetched just now."""
    if not links.strategy.learns:
        return
    untrapped = links.without_traps()
    for record, depth in judged(folder):
        if isinstance(record, Document):
            document = judge.annotate(record) if isinstance(judge, Annotator) else record
            untrapped.tell(document)
            for _ in untrapped.of(document, depth + 1):
                pass  # the queue has them already
            untrapped.revised(document)
    for url in missed(folder):
        untrapped.miss(url)
