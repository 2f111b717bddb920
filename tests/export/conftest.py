"""A small run in memory: two pages of five and four sentences, and the units between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Document, PagePair, Paragraph, Record, Score, SentencePair, UrlPattern

LEFT = ("Stop here.", "Look left. Look right.", "Go on.", "Nobody translated this.")
RIGHT = ("Geh weiter.", "Halt hier.", "Schau nach links und rechts.", "Das steht nur hier.")


class MemoryShelf:
    """Records of stages, in memory."""

    def __init__(self, **stages: list[Record]) -> None:
        nothing: dict[str, list[Record]] = {"topic": [], "dedup": [], "pair": [], "mine": [], "filter": []}
        self.stages = {**nothing, **stages}

    def records(self, stage: str) -> Iterator[Record]:
        return iter(self.stages[stage])

    def patterns(self) -> tuple[UrlPattern, ...]:
        return ()


def _page(language: str, texts: tuple[str, ...], **facts: Any) -> Document:
    paragraphs = tuple(Paragraph(text=text) for text in texts)
    url = f"http://a.test/{language}?a=1&b=<2>"
    fetched = "2026-01-02T03:04:05+00:00"
    known = {"id": f"d-{language}", "page": f"g-{language}", "url": url, "site": "a.test", "title": f"{language} page"}
    return Document(**{**known, "language": language, "paragraphs": paragraphs, "fetched_at": fetched, **facts})


@pytest.fixture
def make_unit() -> Callable[..., SentencePair]:
    """Makes units of the page pair `p-1`; each has an id of its own."""
    numbers = iter(range(10**6))

    def make(source: str, target: str, **facts: Any) -> SentencePair:
        own = {
            "id": f"s-{next(numbers):016x}", "pair": "p-1", "source": source, "target": target, "score": 0.75,
            "source_language": "en", "target_language": "de", "licence": "CC & co",
            "source_url": "http://a.test/en?a=1&b=<2>", "target_url": "http://a.test/de?a=1&b=<2>",
            "source_page": "g-en", "target_page": "g-de",
        }  # fmt: skip
        return SentencePair(**{**own, **facts})

    return make


@pytest.fixture
def units(make_unit: Callable[..., SentencePair]) -> list[SentencePair]:
    """What an aligner makes of the two pages: `Go on.` stands first on the right one."""
    return [
        make_unit("Stop here.", "Halt hier.", source_sentences=(0,), target_sentences=(1,)),
        make_unit(
            "Look left. Look right.", "Schau nach links und rechts.", bead="2-1", source_sentences=(1, 2),
            target_sentences=(2,), reasons=("length-ratio",), scores=(Score(name="adequacy", value=0.4),),
        ),
        make_unit("Go on.", "Geh weiter.", source_sentences=(3,), target_sentences=(0,), is_moved=True),
    ]  # fmt: skip


@pytest.fixture
def select() -> Callable[..., Selection]:
    """Makes a selection of these units; rules, facts of both pages and options of the selection can be given."""

    def make(
        units: list[SentencePair], rules: Rules | None = None, pages: dict[str, Any] | None = None, **given: Any
    ) -> Selection:
        left, right = (_page(language, texts, **pages or {}) for language, texts in (("en", LEFT), ("de", RIGHT)))
        evidence = (Score(name="urls", value=0.9), Score(name="links", value=0.8))
        pair = PagePair(id="p-1", left=left, right=right, probability=0.93, evidence=evidence)
        shelf = MemoryShelf(topic=[left, right], pair=[pair], filter=[*units])
        return Selection(shelf, rules or Rules(), ("en", "de"), **given)

    return make
