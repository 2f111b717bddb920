"""HMM: follows links as somebody did who knew the topic, learned from browsing sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.hmm.model import Model, chances_in, priority, uniform
from polytrawl.crawl.memory import Memory
from polytrawl.errors import ConfigError
from polytrawl.options import option, shared
from polytrawl.records import Document, Link
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.pages import text_of


@dataclass(kw_only=True)
class Hmm(LinkScorer, name="HMM"):
    """The chance that a link leads to a relevant page, then to one that links to such a page, and so on."""

    learns: ClassVar[bool] = True  # what was expected of those that wait

    languages: tuple[str, ...] = shared(("en",))
    model: Path | None = option(None, "what was learned from browsing sessions; `polytrawl evaluate train` makes it")
    _expected: Memory = field(init=False, repr=False, compare=False, default_factory=Memory)

    def prepare(self) -> None:
        """Read the model."""
        if self.model is None:
            raise ConfigError("HMM: needs a model; make one of browsing sessions with `polytrawl evaluate train`")
        self._model = Model.read(self.model)
        # Pages are weighed as those were that the model was learned from.
        self._cluster_of = self._model.observer(generic_idf(self._model.language or (self.languages or ("en",))[0]))

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """The same for all links of a page: what the page is taken for decides."""
        known = self._expected.get(source.url)
        before = chances_in(known) if known else uniform()
        cluster = self._cluster_of(text_of(source))
        score = priority(self._model.expected(self._model.posterior(before, cluster)))
        for link in links:
            self._expected.raise_to(link.target, score)
        return [score] * len(links)
