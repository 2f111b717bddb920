"""What strategies that know the topic have in common: the query, and how near pages, anchors and contexts are to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from polytrawl.crawl.base import LinkScorer
from polytrawl.errors import ConfigError
from polytrawl.options import option, shared
from polytrawl.records import Document
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.query import BETA, Blend, Query, Similar
from polytrawl.relevance.resource import open_resource
from polytrawl.relevance.words import words

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Topical(LinkScorer):
    """A strategy with a query. Its similarities are TF-IDF cosines, from 0 to 1."""

    languages: tuple[str, ...] = shared(("en",))
    query: tuple[str, ...] = option((), "what is wanted: texts, or names of text files; empty means that of the topic")
    resource: Path | None = option(None, "IDF and MWE factors, as `polytrawl resources build` writes them")
    _page: Similar = field(init=False, repr=False, compare=False)  # what pages are compared with
    _words: Query = field(init=False, repr=False, compare=False)  # the same by single words

    def __post_init__(self) -> None:
        texts = [_text(one) for one in self.query]
        self._words = Query.of(texts, idf=self.idf())
        if not self._words:
            raise ConfigError(f"crawl.strategy: {self.name} needs a query; give crawl.strategy.query, or topic.query")
        self._page = self._similar(texts)

    def _similar(self, texts: Sequence[str]) -> Similar:  # noqa: ARG002 - for those that count n-grams
        return self._words

    def idf(self) -> Idf:
        """How rare words are: as the resource says, or else in the languages of the run at large."""
        if self.resource:
            return open_resource(self.resource)
        values = [generic_idf(language) for language in self.languages or ("en",)]
        return values[0] if len(values) == 1 else _CommonIdf(values)

    def nearness(self, document: Document) -> float:
        """How near a page is to the query."""
        return self._page.similarity(words_of(document))


@dataclass(kw_only=True)
class NGrams(Topical):
    """A strategy that can count sequences of words, and how much they are expressions."""

    n: Annotated[int, msgspec.Meta(ge=1, le=3)] = option(1, "words in a sequence that counts as one")
    alpha: Share = option(1.0, "what sequences count beside single words (equation 4.2 of the dissertation)")
    mwe: bool = option(default=False, help="weigh sequences by how much they are expressions; needs `resource`")
    beta: Share = option(BETA, "what that counts beside their IDF (equation 4.4)")

    def _similar(self, texts: Sequence[str]) -> Similar:
        if self.n == 1:
            return self._words
        if self.mwe and self.resource is None:
            raise ConfigError(f"crawl.strategy: {self.name} needs `resource`: `polytrawl resources build` makes one")
        mwe = open_resource(self.resource).mwe() if self.mwe and self.resource else None
        sequences = Query.of(texts, n=self.n, idf=self.idf(), mwe=mwe, beta=self.beta)
        return sequences if self.alpha == 1 else Blend(self._words, sequences, self.alpha)


class _CommonIdf:
    """Words of several languages: what is common in one of them is common."""

    def __init__(self, parts: Sequence[Idf]) -> None:
        self._parts = parts
        self.hapax = max(one.hapax for one in parts)

    def value(self, ngram: str) -> float:
        """The least of the values."""
        return min((one.value(ngram) for one in self._parts), default=math.nan)

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The least value of each."""
        return [self.value(one) for one in ngrams]


def words_of(document: Document) -> list[str]:
    """The words of a page: its title, its main text, and what its images are said to show."""
    return words("\n".join((document.title, document.text, *(image.alt for image in document.images))))


def _text(written: str) -> str:
    """A text, or the text of the file whose name this is."""
    if len(written) < 1000 and "\n" not in written and Path(written).is_file():
        return Path(written).read_text(encoding="utf-8", errors="replace")
    return written
