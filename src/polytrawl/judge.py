"""The judge: the clean, language and topic parts in one object, so that a crawl can know what it has fetched.

A focused crawl ranks links by the language and relevance of the page they stand on. What the clean part computed is
kept beside the page, and the clean stage takes it over: no page is parsed twice. A crawl that needs no more than
links has a judge that looks for no more.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec

from polytrawl import options, shards
from polytrawl.config import Config
from polytrawl.crawl.base import LinkScorer
from polytrawl.engine.local import LocalEngine, alone
from polytrawl.manifest import combine
from polytrawl.plugin import find
from polytrawl.records import Document, Dropped, Page, Record
from polytrawl.signature import signature_of
from polytrawl.work import Judge, Map, Stage, Verdict

_log = logging.getLogger(__name__)
_encoder = msgspec.msgpack.Encoder()
_page_decoder = msgspec.msgpack.Decoder(Page)
_document_decoder = msgspec.msgpack.Decoder(Document)
_config_decoder = msgspec.msgpack.Decoder(Config)

_PARTS = ("clean", "language", "topic")

_Sent: TypeAlias = tuple[bytes | None, bytes | None]  # document and kept record, encoded


def make_judge(config: Config, engine: LocalEngine, *, is_crawl_alone: bool) -> Judge:
    """The judge that a config asks for by `crawl.parse`; with more than one worker it has processes of its own."""
    crawl = config.stages["crawl"]
    parse, reads = crawl["parse"], find(LinkScorer, crawl["strategy"]["use"]).reads
    if parse == "auto":
        needs_document = reads == "document" or bool(crawl["follow_languages"] or crawl["saturation"])
        parse = "links" if is_crawl_alone and not needs_document else "full"
    if parse != "full":
        return QuickJudge(with_anchors=reads != "links", with_text=parse == "text")
    return PageJudge(config) if engine.workers == 1 else WorkerJudge(config, engine)


class QuickJudge:
    """Finds links, and plain text if wanted. It works in the crawl's own process: to send a page costs as much."""

    signature = ""  # it keeps nothing

    def __init__(self, *, with_anchors: bool, with_text: bool) -> None:
        self._with_anchors = with_anchors
        self._with_text = with_text

    def judge(self, page: Page) -> Verdict:
        """The links of a page."""
        from polytrawl.clean.quick import look_quickly  # noqa: PLC0415 - slow to import

        return Verdict(look_quickly(page, with_anchors=self._with_anchors, with_text=self._with_text), None)


class PageJudge:
    """Tells a crawl what it has fetched."""

    def __init__(self, config: Config) -> None:
        self.signature = signature_of("clean", config)
        self.standard = combine(signature_of(name, config) for name in _PARTS)
        self._config = config

    @cached_property
    def _stages(self) -> list[Map[Record]]:
        # Built at the first page: a crawl that has nothing left to fetch need not load their models.
        return [_stage(name, self._config) for name in _PARTS]

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
        return Verdict(self.annotate(kept), kept)

    def annotate(self, document: Document) -> Document:
        """A cleaned document with its language and relevance."""
        for stage in self._stages[1:]:
            try:
                made, *_ = stage.apply(document)  # of a page in two languages the larger part
            except Exception:  # noqa: BLE001 - as above
                _log.info("%s: the judge's %s part raised", document.url, stage.name, exc_info=True)
                return document
            if isinstance(made, Document):
                document = made
        return document


class WorkerJudge(PageJudge):
    """The same in worker processes, so that a slow page never holds up the network."""

    def __init__(self, config: Config, engine: LocalEngine) -> None:
        super().__init__(config)
        self._engine = engine
        self._recipe = _encoder.encode(config)

    async def judge_many(self, pages: Sequence[Page]) -> list[Verdict | Exception]:
        """The verdict on each page. One that a worker dies of costs only itself."""
        import asyncio  # noqa: PLC0415 - slow to import

        sent = [_encoder.encode(page) for page in pages]
        try:
            future: Future[list[_Sent]] = self._engine.submit(_judge_many, self._recipe, sent)
            return [_received(*one) for one in await asyncio.wrap_future(future)]
        except BrokenProcessPool:
            return [await asyncio.to_thread(self._judge_alone, one) for one in sent]

    def _judge_alone(self, page: bytes) -> Verdict | Exception:
        try:
            [one] = alone(_judge_many, self._recipe, [page])
        except BrokenProcessPool as err:
            return err
        return _received(*one)


def _received(document: bytes | None, kept: bytes | None) -> Verdict:
    return Verdict(None if document is None else _document_decoder.decode(document), kept)


def _judge_many(recipe: bytes, pages: list[bytes]) -> list[_Sent]:
    """What a worker does."""
    judge = _judge_of(recipe)
    return [_sent(judge.judge(_page_decoder.decode(page))) for page in pages]


def _sent(verdict: Verdict) -> _Sent:
    document, kept = verdict.document, verdict.kept
    assert not isinstance(kept, bytes)  # noqa: S101 - a judge that works in one process keeps records
    return None if document is None else _encoder.encode(document), None if kept is None else shards.encode(kept)


@lru_cache(maxsize=2)
def _judge_of(recipe: bytes) -> PageJudge:
    config = _config_decoder.decode(recipe)
    for file in config.files:
        file.load()
    return PageJudge(config)


def _stage(name: str, config: Config) -> Map[Record]:
    made = options.build(find(Stage, name), config.stages[name])
    if not isinstance(made, Map):
        raise TypeError(f"{name}: the judge needs a Map")
    return made
