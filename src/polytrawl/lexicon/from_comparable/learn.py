"""A domain lexicon of two comparable texts: the best translations of their important terms, and why.

    from polytrawl.lexicon.from_comparable import Text, learn
    found = learn((Text("en", "es", english_lines), Text("es", "en", spanish_lines)), lexicon)
    for entry in found.entries: ...

`profiles` is the published method, with the likeness as score. `combined` weighs more evidence; its score is the
harmonic mean of p(t | s) and p(s | t), so that both sides must believe in a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable.combined import Combined
from polytrawl.lexicon.from_comparable.measures import MEASURES, Table
from polytrawl.lexicon.from_comparable.nearest import believed
from polytrawl.lexicon.from_comparable.profiles import by_profiles
from polytrawl.lexicon.from_comparable.terms import Terms, important_terms
from polytrawl.lexicon.from_comparable.texts import Text

__all__ = ["METHODS", "Learned", "Options", "learn"]

METHODS = ("combined", "profiles")
_FEW_SENTENCES = 1000  # below this, words are seen too seldom to have contexts; guess
_FEW_PAIRS = 200  # of a seed lexicon, in both texts; guess
_SPEAKS = 0.5  # of a signal from 0 to 1, to be named as evidence
_GOOD = 2.0  # standard deviations of a signal of contexts, to be named as evidence


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a lexicon is learned."""

    method: str = "combined"
    measure: str = "cosine"  # of profiles
    terms: int = 1000  # important words of each side
    best: int = 3  # translations of a term
    min_score: float = 0.1
    min_count: int = 3  # occurrences of a term
    listed: tuple[str, ...] = ()  # the only terms of the left side that are wanted; empty: all

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ConfigError(f"--method: no such method {self.method!r}{did_you_mean(self.method, METHODS)}")
        if self.measure not in MEASURES:
            raise ConfigError(f"--measure: no such measure {self.measure!r}{did_you_mean(self.measure, MEASURES)}")


@dataclass
class Learned:
    """What was learned, and what would have helped."""

    texts: tuple[Text, Text]
    terms: tuple[Terms, Terms]
    scores: Table  # of each term of the left side with each of the right one; greater is better
    belief: Table  # the same from 0 to 1
    signals: dict[str, Table] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)  # in words
    options: Options = Options()

    @property
    def entries(self) -> Iterator[Entry]:
        """The best translations of each term, in the order of importance."""
        (ours, theirs), best = self.terms, self.options.best
        listed = {" ".join(name.lower().split()) for name in self.options.listed}
        for row, name in enumerate(ours.names):
            if listed and name not in listed:
                continue
            for column in np.argsort(-self.scores[row], kind="stable")[:best].tolist():
                score = float(self.belief[row, column])
                if score >= self.options.min_score and score > 0:
                    support = int(min(ours.counts[row], theirs.counts[column]))
                    yield Entry(name, theirs.names[column], min(1.0, score), self.why(row, column), support)

    def why(self, row: int, column: int) -> str:
        """The evidence for a pair, as the origin of its entry: `comparable:contexts+letters`."""
        if not self.signals:
            return f"comparable:{self.options.method}"
        value = {name: float(table[row, column]) for name, table in self.signals.items()}
        near = max(value[name] for name in ("sides", "near", "wide", "sentence"))
        kinds = {
            "lexicon": value["lexicon"] >= _SPEAKS,
            "contexts": near >= _GOOD,
            "embedding": value.get("embedding", 0.0) >= _GOOD,
            "letters": value["letters"] >= _SPEAKS,
            "parts": value["parts"] >= _SPEAKS,
        }
        return "comparable:" + ("+".join(name for name, speaks in kinds.items() if speaks) or "weak")


def learn(texts: tuple[Text, Text], lexicon: Sequence[Entry] = (), options: Options | None = None) -> Learned:
    """The translations of the terms of two texts, by a seed lexicon and by what is the same in both."""
    options = options or Options()
    for text in texts:
        if not text.sentences:
            raise ConfigError(_empty(text))
    left = _left_terms(texts[0], options)
    right = important_terms(texts[1], options.terms, min_count=options.min_count)
    if not left.names or not right.names:
        raise ConfigError(_no_terms(texts, left, options))
    if options.method == "profiles":
        table = by_profiles(texts, (left, right), lexicon, options.measure)
        return Learned(texts, (left, right), table, table, {}, _missing(texts, len(lexicon)), options)
    model = Combined(texts, (left, right), lexicon)
    scores = model.scores()
    missing = _missing(texts, len(model.known), len(model.same))
    return Learned(texts, (left, right), scores, believed(scores).both, model.signals, missing, options)


def _left_terms(text: Text, options: Options) -> Terms:
    """The important terms, and those of a list: alone, a listed term would have no rivals and be believed too far."""
    ranked = important_terms(text, options.terms, min_count=options.min_count)
    if not options.listed:
        return ranked
    listed = important_terms(text, 0, listed=options.listed)
    return important_terms(text, 0, listed=(*ranked.names, *listed.names)) if listed.names else listed


def _missing(texts: tuple[Text, Text], pairs: int, same: int | None = None) -> list[str]:
    found = []
    if not pairs:
        known = f"only {same} names, numbers and words that are the same in both texts connect the two"
        why = "profiles have no features" if same is None else known
        found.append(f"no seed lexicon: {why}; give a dictionary with --seed-lexicon")
    elif pairs < _FEW_PAIRS:
        found.append(f"only {pairs} pairs of the seed lexicon are in both texts: a larger one helps most")
    few = [text for text in texts if len(text.sentences) < _FEW_SENTENCES]
    told = f"expect little below {_FEW_SENTENCES}"
    return found + [f"{len(text.sentences)} sentences of {text.language}: {told}" for text in few]


def _empty(text: Text) -> str:
    why = ", ".join(f"{number} {reason}" for reason, number in text.dropped.most_common())
    return f"no sentences of {text.language}{f' are left: {why}' if why else ': the text is empty'}"


def _no_terms(texts: tuple[Text, Text], left: Terms, options: Options) -> str:
    text = texts[0] if not left.names else texts[1]
    if options.listed and not left.names:
        return f"none of the {len(options.listed)} listed terms is in the {text.language} text"
    return f"no word of the {text.language} text occurs {options.min_count} times; lower --min-count or add text"
