"""Fluency: how much a text reads like the other texts of its language in the run, 0 to 1.

A model of characters tells how usual a text is. What that means is learned from texts of the run themselves, as they
are and with letters of some words mixed up or words of other languages put in: so 0.5 is as far from the one as from
the other in every language. No text counts as a witness of itself.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import xxhash

from polytrawl.filter.letters import LetterModel
from polytrawl.filter.regression import fit, probability
from polytrawl.filter.sample import Sample
from polytrawl.records import Lang

_TEXTS = 20_000  # of a language
_JUDGED = 800  # of them, to find out what the bits mean
_FEWEST = 30  # with fewer texts nothing can be said
_KEPT_CHARS = 400
_WORD = re.compile(r"[^\W\d_]{3,}")
_GARBLED = 0.5  # of the words of a text that is made unusual


class TextReader:
    """Reads the texts of a run, and makes of them what a `TextJudge` needs."""

    def __init__(self) -> None:
        self._texts: dict[Lang, Sample[str]] = {}

    def meet(self, language: Lang, text: str) -> None:
        """Take notice of a text; equal ones count once."""
        sample = self._texts.setdefault(language, Sample(_TEXTS))
        number = hash_of(text)
        if sample.wants(number):
            sample.add(number, text[:_KEPT_CHARS])

    def learned(self) -> dict[str, list[Any]]:
        """For each language with enough texts the model, which texts it has seen, and what its bits mean."""
        return {lang: self._learn(lang, texts) for lang, texts in sorted(self._texts.items()) if len(texts) >= _FEWEST}

    def _learn(self, language: Lang, sample: Sample[str]) -> list[Any]:
        texts = list(sample)
        model = LetterModel.count(texts)
        others = [text for lang, rest in self._texts.items() if lang != language for text in list(rest)[:_JUDGED]]
        chosen = texts[:_JUDGED]
        chance = random.Random(language)  # noqa: S311 - for what is made unusual, the same in every run
        broken = [_broken(text, others, chance) for text in chosen]
        usual = [_evidence(model.bits(text, is_own=True), text) for text in chosen]
        unusual = [_evidence(model.bits(text, is_own=False), text) for text in broken]
        labels = np.repeat([1.0, 0.0], [len(usual), len(unusual)])
        return [*model.pack(), sample.limit, fit(np.array(usual + unusual), labels)]


class TextJudge:
    """Tells how fluent texts are."""

    def __init__(self, learned: Mapping[str, Sequence[Any]] | None = None) -> None:
        self._known = {
            language: (LetterModel.unpack(packed, total), limit, weights)
            for language, (packed, total, limit, weights) in (learned or {}).items()
        }

    def fluency(self, language: Lang, text: str) -> float | None:
        """How fluent a text is; None in a language of which there was too little."""
        if language not in self._known:
            return None
        model, limit, weights = self._known[language]
        is_own = not limit or hash_of(text) <= limit
        return round(probability(weights, _evidence(model.bits(text, is_own=is_own), text)), 4)


def hash_of(text: str) -> int:
    """64 bits that stand for a text."""
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def _evidence(bits: float, text: str) -> tuple[float, float, float]:
    """The bits, and what they mean less of in a short text."""
    shortness = 1 / (1 + len(text)) ** 0.5
    return bits, shortness, bits * shortness


def _broken(text: str, others: Sequence[str], chance: random.Random) -> str:
    """The text with letters mixed up in half of its words; one in four is of another language, if there is one."""
    if others and chance.random() < 0.25:  # noqa: PLR2004 - guess
        return chance.choice(others)
    return _WORD.sub(lambda word: _mixed(word[0], chance) if chance.random() < _GARBLED else word[0], text)


def _mixed(word: str, chance: random.Random) -> str:
    return "".join(chance.sample(word, len(word)))
