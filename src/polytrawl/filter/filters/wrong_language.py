"""Refuses pairs with a side that is in another language than it should be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.language_tags import primary
from polytrawl.options import build, option
from polytrawl.plugin import find, kinds
from polytrawl.records import Lang, SentencePair
from polytrawl.sentences import width

_SHOWN = 200  # characters; the whole text named the same languages for all but 3 of 1500 pairs of the guide
_UNKNOWN = frozenset({"und", "zxx", "mul", ""})


@dataclass(kw_only=True)
class WrongLanguage(Filter, name="wrong-language"):
    """How probable it is that both sides are in their languages."""

    libraries: ClassVar[tuple[str, ...]] = ("py3langid",)

    identifier: str = option("careful", "who names the language of a text, by the name of a language identifier")
    first_look: str = option("langid", "a faster one that is asked first; only where it disagrees is the other asked")
    min_chars: Annotated[int, msgspec.Meta(ge=1)] = option(20, "shorter sides are taken to be in their language")
    prior: Annotated[float, msgspec.Meta(gt=0, lt=1)] = option(
        0.8, "how probable it is, before a look at it, that a side is in its language"
    )
    min_probability: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.1, "smallest probability that a side is in its language"
    )
    _careful: Any = field(init=False, repr=False, compare=False)  # Any: identifiers belong to another stage
    _fast: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kind = kinds()["identifier"]
        self._careful = build(find(kind, self.identifier, where="wrong-language.identifier"), {})
        self._fast = build(find(kind, self.first_look, where="wrong-language.first_look"), {})

    def score(self, pair: SentencePair) -> float:
        """The probability for the side that is less probable."""
        sides = (pair.source, pair.source_language), (pair.target, pair.target_language)
        return min(self._probability(text[:_SHOWN], primary(language)) for text, language in sides)

    def accept(self, score: float) -> bool:
        """At least the smallest probability."""
        return score >= self.min_probability

    def _probability(self, text: str, language: Lang) -> float:
        if language in _UNKNOWN or width(text) < self.min_chars:
            return 1.0
        # Capitals have other bytes than the small letters that identifiers have learned.
        text = text.lower() if text.isupper() else text
        if primary(self._fast.identify(text).language) == language:
            return 1.0
        ranked = self._careful.rank(text)
        if not ranked[0].score:
            return 1.0
        own = sum(guess.score for guess in ranked if primary(guess.language) == language)
        odds = self.prior / (1 - self.prior)
        return float(round(own * odds / (own * odds + max(0.0, 1 - own)), 4))
