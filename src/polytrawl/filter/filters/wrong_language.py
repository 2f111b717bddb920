"""Refuses pairs with a side that is in another language than it should be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec
import xxhash

from polytrawl.filter.base import Filter
from polytrawl.filter.sample import Sample
from polytrawl.language_tags import primary
from polytrawl.options import build, option
from polytrawl.plugin import find, kinds
from polytrawl.records import Lang, SentencePair
from polytrawl.sentences import width

_SHOWN = 200  # characters
_UNKNOWN = frozenset({"und", "zxx", "mul", ""})
_WORD = re.compile(r"[^\W\d_]+")
# The first look is at words that are frequent in texts surely in the language, and in no other language of the run.
_TEXTS = 500  # of a language, which the identifier is shown to find such words
_FREQUENT, _FREQUENT_ELSEWHERE = 300, 1_000  # words
_SURE = 0.9
_ENOUGH_WORDS, _ENOUGH_SHARE = 3, 0.25  # of such words in a text, so that the identifier need not be asked


@dataclass(kw_only=True)
class WrongLanguage(Filter, name="wrong-language"):
    """How probable it is that both sides are in their languages."""

    libraries: ClassVar[tuple[str, ...]] = ("py3langid",)

    identifier: str = option("careful", "who names the language of a text, by the name of a language identifier")
    # Of 1 366 true pairs of FLORES, the installation guide and Text+Berg dev .007 are refused (titles of books, names
    # of programs), of those with a side in the language of the other .96; with 20 characters .012 and .97, with 30
    # .004 and .95. A probability of .03 instead of .1 refuses .005 and .95.
    min_chars: Annotated[int, msgspec.Meta(ge=1)] = option(25, "shorter sides are taken to be in their language")
    prior: Annotated[float, msgspec.Meta(gt=0, lt=1)] = option(
        0.8, "how probable it is, before a look at it, that a side is in its language"
    )
    min_probability: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.1, "smallest probability that a side is in its language"
    )
    _careful: Any = field(init=False, repr=False, compare=False)  # Any: identifiers belong to another stage
    _texts: dict[Lang, Sample[str]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _own: dict[Lang, frozenset[str]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        kind = find(kinds()["identifier"], self.identifier, where="wrong-language.identifier")
        self._careful = build(kind, {})

    def score(self, pair: SentencePair) -> float:
        """The probability for the side that is less probable."""
        return min(self._probability(text, language) for text, language in _sides(pair))

    def accept(self, score: float) -> bool:
        """At least the smallest probability."""
        return score >= self.min_probability

    def meet(self, pair: SentencePair) -> None:
        """Keep some texts of each language."""
        for text, language in _sides(pair):
            number = xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))
            sample = self._texts.setdefault(language, Sample(_TEXTS))
            if width(text) >= self.min_chars and sample.wants(number):
                sample.add(number, text)

    def learned(self) -> dict[Lang, list[str]]:
        """Words of each language that tell it from the others of the run."""
        counts: dict[Lang, Counter[str]] = {}
        for declared, texts in sorted(self._texts.items()):
            for text in texts:
                best = self._careful.rank(_plain(text))[0]
                language = primary(best.language) if best.score >= _SURE else ""
                # What is surely another language is counted there.
                counts.setdefault(language, Counter()).update(_words(text))
            counts.setdefault(declared, Counter())
        counts.pop("", None)
        return {language: _telling(language, counts) for language in self._texts if language not in _UNKNOWN}

    def inform(self, learned: Mapping[Lang, Sequence[str]]) -> None:
        """Take the words."""
        self._own = {language: frozenset(words) for language, words in learned.items()}

    def _probability(self, text: str, language: Lang) -> float:
        if language in _UNKNOWN or width(text) < self.min_chars or self._is_plainly(text, language):
            return 1.0
        ranked = self._careful.rank(_plain(text))
        if not ranked[0].score:
            return 1.0
        own = sum(guess.score for guess in ranked if primary(guess.language) == language)
        odds = self.prior / (1 - self.prior)
        return float(round(own * odds / (own * odds + max(0.0, 1 - own)), 4))

    def _is_plainly(self, text: str, language: Lang) -> bool:
        telling = self._own.get(language)
        if not telling:
            return False
        words = _words(text)
        found = [word for word in words if word in telling]
        return len(found) >= _ENOUGH_SHARE * len(words) and len(set(found)) >= _ENOUGH_WORDS


def _sides(pair: SentencePair) -> tuple[tuple[str, Lang], tuple[str, Lang]]:
    return (pair.source[:_SHOWN], primary(pair.source_language)), (pair.target[:_SHOWN], primary(pair.target_language))


def _plain(text: str) -> str:
    """Capitals have other bytes than the small letters that identifiers have learned."""
    return text.lower() if text.isupper() else text


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _telling(language: Lang, counts: Mapping[Lang, Counter[str]]) -> list[str]:
    others = {
        word for other, words in counts.items() if other != language for word in _most(words, _FREQUENT_ELSEWHERE)
    }
    return [word for word in _most(counts[language], _FREQUENT) if word not in others]


def _most(counts: Counter[str], number: int) -> Iterable[str]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:number]
    return [word for word, count in ranked if count > 1]
