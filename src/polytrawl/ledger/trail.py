"""What every stage said about every page that was fetched."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from polytrawl import options
from polytrawl.export.facts import Facts
from polytrawl.export.pages import Pages, kind_of
from polytrawl.export.rules import Rules
from polytrawl.export.stage import Export
from polytrawl.records import Document, Dropped, Page, PagePair, SentencePair
from polytrawl.rundir import RunDir
from polytrawl.urls import site_of

__all__ = ["NO_RECORD", "NO_UNITS", "PAGES", "PAIRED", "UNPAIRED", "Step", "Trail"]

PAGES, PAIRED = "pages", "pages in pairs"  # what is counted on the two ways
NO_RECORD = "no-record"  # a plug-in gave nothing for it, or the stage has not seen it yet
UNPAIRED, NO_UNITS = "unpaired", "no-units"


class Step(msgspec.Struct):
    """A stage and its verdict on each page that reached it: a reason, or nothing."""

    stage: str
    of: str
    verdicts: dict[str, str]  # by page id

    @property
    def kept(self) -> list[str]:
        """The pages that go on."""
        return [page for page, reason in self.verdicts.items() if not reason]


class Trail:
    """The verdicts of all stages that are complete; some hundred bytes for each page and stage."""

    def __init__(self, run: RunDir) -> None:
        self._run = run
        self.sites: dict[str, str] = {}  # page id -> site, of all pages that were fetched
        self.languages: dict[str, str] = {}  # page id -> language, where it is known
        self.refused: Counter[tuple[str, str]] = Counter()  # site and reason of addresses without a page
        self._pages: dict[str, str] = {}  # document id -> page id
        self._rules = self._exported_rules()
        self.is_begun = self._is_complete("crawl")
        if self.is_begun:
            self._crawl()
        self.steps = list(self._all()) if self.is_begun else []

    def _is_complete(self, stage: str) -> bool:
        manifest = self._run.manifest(stage)
        return manifest is not None and manifest.complete

    def _exported_rules(self) -> Rules | None:
        made = self._run.manifest("export")
        return options.build(Export, made.options).rules if made and made.complete else None

    def _crawl(self) -> None:
        for record in self._run.records("crawl"):
            if isinstance(record, Page):
                self.sites[record.id] = record.site or site_of(record.url)
            elif isinstance(record, Dropped):
                self.refused[site_of(record.url), record.reason] += 1

    def _all(self) -> Iterator[Step]:
        left = list(self.sites)
        for stage in ("clean", "language", "topic"):
            if not self._is_complete(stage):
                return
            yield (step := Step(stage, PAGES, self._documents(stage, left)))
            left = step.kept
        yield from self._to_corpus(left)
        yield from self._to_units(left)

    def _documents(self, stage: str, left: Iterable[str]) -> dict[str, str]:
        said: defaultdict[str, list[str]] = defaultdict(list)
        for record in self._run.records(stage):
            if isinstance(record, Document):
                self._pages[record.id] = record.page
                said[record.page].append(self._first(record.reasons))
                if record.language is not None:
                    self.languages.setdefault(record.page, record.language)
            elif isinstance(record, Dropped):
                said[self._pages.get(record.id, record.id)].append(record.reason)
        return {page: _best(said.get(page), NO_RECORD) for page in left}

    def _first(self, reasons: Iterable[str]) -> str:
        """The first reason that counts: not those that the export tolerates."""
        tolerated = self._rules.tolerate if self._rules else frozenset()
        return next((reason for reason in reasons if reason not in tolerated), "")

    def _to_corpus(self, left: list[str]) -> Iterator[Step]:
        if not self._is_complete("dedup"):
            return
        yield Step("dedup", PAGES, dict.fromkeys(left, ""))  # it finds duplicates; the export decides which one is kept
        if self._rules is None:
            return
        said: defaultdict[str, list[str]] = defaultdict(list)
        for document, reason in Pages(Facts.read(self._run), self._rules).documents.items():
            if document in self._pages:
                said[self._pages[document]].append(kind_of(reason))
        yield Step("export", PAGES, {page: _best(said.get(page), NO_RECORD) for page in left})

    def _to_units(self, left: list[str]) -> Iterator[Step]:
        for stage, nothing in (("pair", UNPAIRED), ("align", NO_UNITS), ("filter", NO_UNITS)):
            if not self._is_complete(stage):
                return
            said: defaultdict[str, list[str]] = defaultdict(list)
            for pages, reason in self._joined(stage):
                for page in pages:
                    said[page].append(reason)
            yield (step := Step(stage, PAIRED, {page: _best(said.get(page), nothing) for page in left}))
            left = step.kept

    def _joined(self, stage: str) -> Iterator[tuple[tuple[str, str], str]]:
        """The two pages of each page pair or unit, and what is said against it."""
        for record in self._run.records(stage):
            if isinstance(record, PagePair):
                yield (record.left.page, record.right.page), self._first(record.reasons)
            elif isinstance(record, SentencePair):
                yield (record.source_page, record.target_page), self._first(record.reasons)


def _best(said: list[str] | None, nothing: str) -> str:
    """What holds for a page: nothing against it where that is so for one of its records, else the first reason."""
    if not said:
        return nothing
    return "" if "" in said else said[0]
