"""The judge: the clean, language and topic parts in one object, so that a crawl can know what it has fetched.

A focused crawl ranks links by the language and relevance of the page they stand on. What the clean part computed is
kept beside the page, and the clean stage takes it over: no page is parsed twice.
"""

from __future__ import annotations

import logging
from functools import cached_property

from polytrawl import options
from polytrawl.config import Config
from polytrawl.plugin import find
from polytrawl.records import Document, Dropped, Page, Record
from polytrawl.signature import signature_of
from polytrawl.work import Map, Stage, Verdict

_log = logging.getLogger(__name__)


class PageJudge:
    """Tells a crawl what it has fetched."""

    def __init__(self, config: Config) -> None:
        self.signature = signature_of("clean", config)
        self._config = config

    @cached_property
    def _stages(self) -> list[Map[Record]]:
        # Built at the first page: a crawl that has nothing left to fetch need not load their models.
        return [_stage(name, self._config) for name in ("clean", "language", "topic")]

    def judge(self, page: Page) -> Verdict:
        """Language, relevance and links of a page. A plug-in that raises leaves the page to its own stage."""
        try:
            [kept] = self._stages[0].apply(page)
        except Exception:  # noqa: BLE001 - the clean stage meets the same page again and counts the error
            _log.info("%s: the judge could not clean this page", page.url, exc_info=True)
            return Verdict(None, None)
        if isinstance(kept, Dropped):
            return Verdict(None, kept)
        assert isinstance(kept, Document)  # noqa: S101 - the clean stage gives a document or drops the page
        return Verdict(self._annotate(kept), kept)

    def _annotate(self, document: Document) -> Document:
        for stage in self._stages[1:]:
            try:
                [made] = stage.apply(document)
            except Exception:  # noqa: BLE001 - as above
                _log.info("%s: the judge's %s part raised", document.url, stage.name, exc_info=True)
                return document
            if isinstance(made, Document):
                document = made
        return document


def _stage(name: str, config: Config) -> Map[Record]:
    made = options.build(find(Stage, name), config.stages[name])
    if not isinstance(made, Map):
        raise TypeError(f"{name}: the judge needs a Map")
    return made
