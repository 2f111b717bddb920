"""The filter stage: every sentence pair is repaired, measured by every rule, and scored for adequacy and fluency.

Nothing is deleted: a pair that a rule refuses carries the rule's name as a reason, and the export decides which reasons
and which scores matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from polytrawl import personal
from polytrawl.filter.adequacy import PairJudge, PairReader
from polytrawl.filter.base import Filter
from polytrawl.filter.fluency import TextJudge, TextReader
from polytrawl.filter.likeness import likeness
from polytrawl.filter.repair import repair
from polytrawl.filter.teacher import less_fluent
from polytrawl.options import option
from polytrawl.plugin import MINE
from polytrawl.records import PagePair, Score, SentencePair, replace
from polytrawl.work import Study

RULES = (
    "length-ratio",
    "too-short",
    "too-long",
    "equal-sides",
    "no-letters",
    "wrong-language",
    "different-numbers",
    "different-urls",
    "different-placeholders",
    "leftover-markup",
    "mostly-capitals",
    "mojibake",
    "machine-translated",
    "boilerplate-like",
)


@dataclass(kw_only=True)
class FilterStage(Study[SentencePair | PagePair], name="filter"):
    """Repairs, scores and reasons for sentence pairs."""

    reads: ClassVar[tuple[str, ...]] = ("align",)
    also: ClassVar[tuple[str, ...]] = (MINE,)

    rules: tuple[Filter, ...] = option(
        cast("tuple[Filter, ...]", RULES), "measurements that may refuse a sentence pair"
    )
    repair: bool = option(True, "repair damaged texts before they are measured; what was found stays beside them")
    adequacy: bool = option(True, "learn from the run how probable it is that the sides say the same")
    fluency: bool = option(True, "learn from the run how much each side reads like its language")
    _adequacy: PairJudge = field(init=False, repr=False, compare=False, default_factory=PairJudge)
    _fluency: TextJudge = field(init=False, repr=False, compare=False, default_factory=TextJudge)

    @property
    def learns(self) -> bool:
        """Whether anything is learned: scores, or what a rule wants to know."""
        return self.adequacy or self.fluency or any(type(rule).meet is not Filter.meet for rule in self.rules)

    def learn(self, records: Iterable[SentencePair | PagePair]) -> dict[str, Any]:
        """What rules, adequacy and fluency need to know of the run: mined units tell them nothing.

        They were chosen by their words, and would be witnesses of themselves. So others are judged as without them.
        """
        pairs, texts = PairReader(), TextReader()
        for record in records:
            if isinstance(record, PagePair) or record.is_mined:
                continue
            unit = self._judged(record)
            for rule in self.rules:
                rule.meet(unit)
            if self.adequacy:
                pairs.meet(unit)
            texts.meet(unit.source_language, unit.source)
            texts.meet(unit.target_language, unit.target)
        fluency = texts.learned() if self.fluency or self.adequacy else {}
        return {
            "rules": [rule.learned() for rule in self.rules],
            "adequacy": pairs.learned(TextJudge(fluency)),
            "fluency": fluency,
        }

    def inform(self, learned: Mapping[str, Any]) -> None:
        """Tell rules, adequacy and fluency what was learned."""
        for rule, knowledge in zip(self.rules, learned["rules"], strict=True):
            if knowledge is not None:
                rule.inform(knowledge)
        self._adequacy = PairJudge(learned["adequacy"])
        self._fluency = TextJudge(learned["fluency"])

    def apply(self, record: SentencePair | PagePair) -> Iterator[SentencePair]:
        """The pair with its repairs, all scores, and the names of the rules that refuse it.

        Page pairs that mining has made come along with its units, and are of no concern here.
        """
        if isinstance(record, PagePair):
            return
        record = repair(record) if self.repair else record
        unit = _as_repaired(record)
        scores = tuple(Score(name=rule.name, value=rule.score(unit)) for rule in self.rules)
        refused = (rule.name for rule, score in zip(self.rules, scores, strict=True) if not rule.accept(score.value))
        yield replace(
            record,
            scores=(*record.scores, *scores, *self._learned_scores(unit)),
            reasons=(*record.reasons, *refused),
            personal=_personal(unit),
            likeness=likeness((unit.source_language, unit.target_language), (unit.source, unit.target)),
        )

    def _judged(self, record: SentencePair) -> SentencePair:
        return _as_repaired(repair(record) if self.repair else record)

    def _learned_scores(self, unit: SentencePair) -> Iterator[Score]:
        """Adequacy and fluency; what cannot be told is left out."""
        if not self.adequacy and not self.fluency:
            return
        left = self._fluency.fluency(unit.source_language, unit.source)
        right = self._fluency.fluency(unit.target_language, unit.target)
        if self.adequacy:
            yield Score(name="adequacy", value=self._adequacy.adequacy(unit, less_fluent(left, right)))
        if self.fluency and left is not None:
            yield Score(name="fluency-source", value=left)
        if self.fluency and right is not None:
            yield Score(name="fluency-target", value=right)


def _as_repaired(record: SentencePair) -> SentencePair:
    """The pair as rules see it."""
    if not record.repairs:
        return record
    source, target = record.texts
    return replace(record, source=source, target=target)


def _personal(unit: SentencePair) -> tuple[str, ...]:
    """The kinds of personal data on both sides."""
    return tuple(sorted({found.kind for text in (unit.source, unit.target) for found in personal.find(text)}))
