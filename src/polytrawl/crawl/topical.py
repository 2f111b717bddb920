"""What strategies that know the topic have in common: the query, and how near pages, anchors and contexts are to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.memory import Memory
from polytrawl.errors import ConfigError
from polytrawl.options import option, shared
from polytrawl.records import Document, Link
from polytrawl.relevance.definition import Definition, as_query
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.idf import CommonIdf, Idf
from polytrawl.relevance.mwe import DEFAULT, MINIMUM, Mwe
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.query import BETA, Blend, Query, Remembered, Similar
from polytrawl.relevance.resource import open_resource
from polytrawl.relevance.texts import Written, as_list, texts_of

BEHIND = -1000.0  # added to scores: behind all others, in their own order
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Topical(LinkScorer):
    """A strategy with a query. Its similarities are TF-IDF cosines, from 0 to 1."""

    languages: tuple[str, ...] = shared(("en",))
    query: Written = option((), "what is wanted: words, or names of text files; empty means that of the topic")
    definition: Path | None = option(None, "the topic's terms, which make the query where none is given")
    resource: Path | None = option(None, "IDF and MWE factors, as `polytrawl resources build` writes them")
    tunnel: Annotated[int, msgspec.Meta(ge=0)] = option(
        0, "put links behind all others that more off-topic pages in a row lead to than this; 0 means no limit"
    )
    # A guess; no other value was tried.
    hit: Share = option(0.05, "the similarity from which a page is on the topic, for what counts such pages")
    _given: tuple[str, ...] = field(init=False, repr=False, compare=False, default=())  # texts given in its place
    _page: Similar = field(init=False, repr=False, compare=False)  # what pages are compared with
    _short: Remembered[float] = field(init=False, repr=False, compare=False)  # the same for anchors and contexts
    _words: Query = field(init=False, repr=False, compare=False)  # the same by single words
    _last: tuple[str, float] = field(init=False, repr=False, compare=False)  # the page that was compared last
    _off: Memory = field(init=False, repr=False, compare=False)  # off-topic pages in a row before a URL

    @property
    def learns(self) -> bool:
        """Whether it counts the pages of tunnels."""
        return self.tunnel > 0

    def prepare(self) -> None:
        """Read the query."""
        texts = self.texts()
        self._words = Query.of(texts, idf=self.idf())
        if not self._words:
            raise ConfigError(f"crawl.strategy: {self.name} needs a topic; give topic.query or topic.definition")
        self._page = self._similar(texts)
        self._short = Remembered(self._page.similarities)
        self._last = ("", 0.0)
        self._off = Memory()

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """The score of each link; those at the end of too long a tunnel come last."""
        if not self.tunnel:
            return self.rate(links, source)
        off = 0.0 if self.is_hit(source) else self._off.get(source.url) + 1
        for link in links:  # the shortest of several ways counts
            known = self._off.get(link.target, default=off)
            self._off.set(link.target, min(known, off))
        scores = self.rate(links, source)
        return [score + self.behind(link.target) for score, link in zip(scores, links, strict=True)]

    def behind(self, url: str) -> float:
        """What is added to the score of a URL at the end of too long a tunnel; else nothing."""
        return BEHIND if self.tunnel and self._off.get(url) > self.tunnel else 0.0

    def rate(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """What each link is worth."""
        raise NotImplementedError

    def is_hit(self, document: Document) -> bool:
        """Whether a page is on the topic."""
        return self.nearness(document) >= self.hit

    def texts(self) -> list[str]:
        """The texts of the query, or the terms of the definition, each as often as it weighs."""
        written = as_list(self.query)
        if self._given:
            return list(self._given)
        if written or self.definition is None:
            return texts_of(written)
        return as_query(Definition.read(self.definition).terms)

    def ask_for(self, texts: Sequence[str]) -> None:
        """Take these texts for the query, as they are: none of them is the name of a file or an address."""
        self._given = tuple(texts)

    def _similar(self, texts: Sequence[str]) -> Similar:  # noqa: ARG002 - for those that count n-grams
        return self._words

    def idf(self) -> Idf:
        """How rare words are: as the resource says, or else in the languages of the run at large."""
        if self.resource:
            return open_resource(self.resource)
        values = [generic_idf(language) for language in self.languages or ("en",)]
        return values[0] if len(values) == 1 else CommonIdf(values)

    def nearness(self, document: Document) -> float:
        """How near a page is to the query."""
        if self._last[0] != document.id:
            self._last = (document.id, self._page.similarity(text_of(document)))
        return self._last[1]


@dataclass(kw_only=True)
class NGrams(Topical):
    """A strategy that can count sequences of words, and how much they are expressions."""

    n: Annotated[int, msgspec.Meta(ge=1, le=3)] = option(1, "words in a sequence that counts as one")
    alpha: Share = option(1.0, "what sequences count beside single words (equation 4.2 of the dissertation)")
    mwe: bool = option(default=False, help="weigh sequences by how much they are expressions; needs `resource`")
    beta: Share = option(BETA, "what that counts beside their IDF (equation 4.4)")
    mwe_default: Share = option(DEFAULT, "the MWE factor of sequences that the resource does not know")
    mwe_minimum: Share = option(MINIMUM, "sequences with a smaller MWE factor get the default")

    def _similar(self, texts: Sequence[str]) -> Similar:
        if self.n == 1:
            return self._words
        sequences = Query.of(texts, n=self.n, idf=self.idf(), mwe=self._mwe(), beta=self.beta)
        if not sequences:
            raise ConfigError(
                f"crawl.strategy: {self.name} counts {self.n} words in a row, and the query has none; give more words"
            )
        return sequences if self.alpha == 1 else Blend(self._words, sequences, self.alpha)

    def _mwe(self) -> Mwe | None:
        """The MWE factors; None where they do not count."""
        if self.resource is None:
            if self.mwe:
                raise ConfigError(
                    f"crawl.strategy: {self.name} needs `resource`: `polytrawl resources build` makes one"
                )
            return None
        resource = open_resource(self.resource)
        if resource.head.longest < self.n:
            raise ConfigError(
                f"crawl.strategy: {self.name} counts {self.n} words in a row, and {self.resource} has no more than "
                f"{resource.head.longest}; build it again with --longest {self.n}"
            )
        return resource.mwe(default=self.mwe_default, minimum=self.mwe_minimum) if self.mwe else None
