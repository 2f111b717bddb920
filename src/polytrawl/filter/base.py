"""The plug-in kind of the filter stage: one measurement of a sentence pair, and what counts as good."""

from __future__ import annotations

from typing import Any

from polytrawl.plugin import Plugin
from polytrawl.records import SentencePair


class Filter(Plugin, kind="filter"):
    """Measures a sentence pair. Its name is the reason that refused pairs carry.

    It sees the repaired texts as `source` and `target`. Who must know the whole run to judge a part of it has `meet`,
    `learned` and `inform`; the others leave them as they are.
    """

    def score(self, pair: SentencePair) -> float:
        """The measurement, kept with the pair."""
        raise NotImplementedError

    def accept(self, score: float) -> bool:
        """Whether a pair with this measurement is good."""
        raise NotImplementedError

    def meet(self, pair: SentencePair) -> None:
        """Take notice of a pair of the run; called for each of them, before any is measured."""

    def learned(self) -> Any:  # noqa: ANN401 - known to the filter alone
        """What is to be remembered of all pairs: plain values or bytes, no more than a megabyte or so."""
        return None

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of what was learned, where that is anything; called in every worker."""
