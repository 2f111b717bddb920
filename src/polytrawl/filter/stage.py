"""The filter stage: every rule measures every sentence pair.

Nothing is deleted: a pair that a rule refuses carries the rule's name as a reason, and the export decides which reasons
matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, cast

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import Score, SentencePair, replace
from polytrawl.work import Map

RULES = (
    "length-ratio",
    "too-short",
    "too-long",
    "equal-sides",
    "no-letters",
    "different-numbers",
    "leftover-markup",
)


@dataclass(kw_only=True)
class FilterStage(Map[SentencePair], name="filter"):
    """Scores and reasons for sentence pairs."""

    reads: ClassVar[tuple[str, ...]] = ("align",)

    rules: tuple[Filter, ...] = option(
        cast("tuple[Filter, ...]", RULES), "measurements that may refuse a sentence pair"
    )

    def apply(self, record: SentencePair) -> Iterator[SentencePair]:
        """The pair with the scores of all rules, and the names of those that refuse it."""
        scores = tuple(Score(name=rule.name, value=rule.score(record)) for rule in self.rules)
        refused = (rule.name for rule, score in zip(self.rules, scores, strict=True) if not rule.accept(score.value))
        yield replace(record, scores=(*record.scores, *scores), reasons=(*record.reasons, *refused))
