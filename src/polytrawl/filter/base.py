"""The plug-in kind of the filter stage: one measurement of a sentence pair, and what counts as good."""

from __future__ import annotations

from polytrawl.plugin import Plugin
from polytrawl.records import SentencePair


class Filter(Plugin, kind="filter"):
    """Measures a sentence pair. Its name is the reason that refused pairs carry."""

    def score(self, pair: SentencePair) -> float:
        """The measurement, kept with the pair."""
        raise NotImplementedError

    def accept(self, score: float) -> bool:
        """Whether a pair with this measurement is good."""
        raise NotImplementedError
