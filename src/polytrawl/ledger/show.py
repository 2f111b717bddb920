"""One record as it stands in the run directory, with what it was made from and what was made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from polytrawl.errors import RunMissing
from polytrawl.plugin import MINE, RECORDED
from polytrawl.records import AnyRecord, Cluster, Document, Dropped, Page, PagePair, SentencePair
from polytrawl.rundir import RunDir
from polytrawl.urls import normalise

__all__ = ["Relative", "Shown", "show"]

_DOCUMENTS = ("topic", "language", "clean")  # the last stage that has the document knows most about it
_PAIRS, _UNITS = ("pair", MINE), ("filter", "align", MINE)
_KINDS: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    "g": (Page, ("crawl",)),
    "d": (Document, _DOCUMENTS),
    "c": (Cluster, ("dedup",)),
    "p": (PagePair, _PAIRS),
    "s": (SentencePair, _UNITS),
}


class Relative(msgspec.Struct, frozen=True):
    """A parent or child: enough to tell what it is, and to ask for it."""

    record: str  # page, document, page-pair, sentence-pair, cluster, dropped, or warc
    id: str
    stage: str
    said: str = ""  # its address or texts


class Shown(msgspec.Struct, frozen=True):
    """A record and its relatives."""

    stage: str
    record: AnyRecord
    parents: list[Relative]  # the nearest first
    children: list[Relative]


def show(run: RunDir, what: str, stage: str = "") -> list[Shown]:
    """The record of an id, or all records of a URL: its page, then its documents; `stage` asks for that stage's own."""
    look = _Look(run, stage)
    found = list(look.at_url(normalise(what) or what)) if "://" in what else list(look.by_id(what))
    if not found:
        where = f" in the stage {stage}" if stage else ""
        raise RunMissing(
            f"{what}: there is no such record in {run.path}{where}; give a URL with http:// or https://, or an id "
            f"such as d-0123456789abcdef; `polytrawl explain {run.path} URL` tells what became of an address"
        )
    return found


class _Look:
    def __init__(self, run: RunDir, stage: str) -> None:
        self._run = run
        self._stages = (stage,) if stage else RECORDED

    def at_url(self, url: str) -> Iterator[Shown]:
        """The page, or why there is none, and its documents as the last stage has them."""
        seen: set[tuple[type, str]] = set()  # what was dropped has the id of what it came from
        for stage in ("crawl", *_DOCUMENTS):
            for record in self._search(stage, url, lambda one: getattr(one, "url", "") == url):
                if (type(record), record.id) not in seen:
                    seen.add((type(record), record.id))
                    yield self._shown(stage, record)

    def by_id(self, name: str) -> Iterator[Shown]:
        """The record of an id, of the last stage that has it; dropped ones by the stage that dropped them."""
        kind, stages = _KINDS.get(name.partition("-")[0], (Dropped, RECORDED))
        for wanted in (kind, Dropped):
            for stage in stages if wanted is kind else RECORDED:
                for record in self._search(stage, name, lambda one: one.id == name):
                    if isinstance(record, wanted):
                        yield self._shown(stage, record)
                        return

    def _search(self, stage: str, text: str, is_it: Callable[[AnyRecord], bool]) -> Iterator[AnyRecord]:
        if stage in self._stages:
            yield from (record for record in self._run.search(stage, text) if is_it(record))

    def _shown(self, stage: str, record: AnyRecord) -> Shown:
        return Shown(stage, record, list(self._parents(record)), list(self._children(record)))

    # relatives: looked for in the whole run, whatever stage was asked for

    def _parents(self, record: AnyRecord) -> Iterator[Relative]:
        match record:
            case Page(warc=place) if place:
                yield Relative("warc", place.file, "crawl", f"byte {place.offset}")
            case Document():
                yield from self._page(record.page)
            case PagePair():
                yield from self._sides(record)
            case SentencePair():
                yield from self._one(_PAIRS, record.pair)
                found = (pair for stage in _PAIRS for pair in self._run.search(stage, record.pair))
                pair = next((one for one in found if isinstance(one, PagePair) and one.id == record.pair), None)
                yield from self._sides(pair) if pair else ()
            case Cluster():
                yield from (found for member in record.members for found in self._one(_DOCUMENTS, member))
            case Dropped():
                yield from self._one(RECORDED, record.id, but=record)

    def _sides(self, pair: PagePair) -> Iterator[Relative]:
        for side in (pair.left, pair.right):
            yield from self._one(_DOCUMENTS, side.id)
            yield from self._page(side.page)

    def _children(self, record: AnyRecord) -> Iterator[Relative]:
        match record:
            case Page():
                yield from self._mentions(_DOCUMENTS, record.id, lambda one: getattr(one, "page", "") == record.id)
            case Document():
                yield from self._mentions(("dedup",), record.id, lambda one: record.id in getattr(one, "members", ()))
                for stage in _PAIRS:
                    yield from self._mentions((stage,), record.id, lambda one: record.id in _sides(one))
            case PagePair():
                yield from self._mentions(_UNITS, record.id, lambda one: _pair(one) == record.id)

    def _page(self, name: str) -> Iterator[Relative]:
        """A page, and where its bytes are."""
        for record in self._run.search("crawl", name):
            if isinstance(record, Page) and record.id == name:
                yield _relative("crawl", record)
                yield from self._parents(record)
                return

    def _one(self, stages: tuple[str, ...], name: str, but: AnyRecord | None = None) -> Iterator[Relative]:
        """The record of an id, from the first of the stages that has it."""
        for stage in stages:
            for record in self._run.search(stage, name):
                if record.id == name and record != but:
                    yield _relative(stage, record)
                    return

    def _mentions(self, stages: tuple[str, ...], name: str, is_it: Callable[[AnyRecord], bool]) -> Iterator[Relative]:
        """All records of the first of the stages that has any."""
        for stage in stages:
            found = [_relative(stage, record) for record in self._run.search(stage, name) if is_it(record)]
            if found:
                yield from found
                return


def _sides(record: AnyRecord) -> tuple[str, ...]:
    return (record.left.id, record.right.id) if isinstance(record, PagePair) else ()


def _pair(record: AnyRecord) -> str:
    return record.pair if isinstance(record, SentencePair) else ""


def _relative(stage: str, record: AnyRecord) -> Relative:
    return Relative(record.__struct_config__.tag, record.id, stage, _said(record))  # type: ignore[arg-type]  # tags are words


def _said(record: AnyRecord) -> str:
    match record:
        case SentencePair():
            return f"{record.source} | {record.target}"
        case PagePair():
            return f"{record.left.url} | {record.right.url}"
        case Cluster():
            return f"{len(record.members)} documents"
        case Dropped():
            return f"{record.reason} {record.url}".strip()
    return record.url
