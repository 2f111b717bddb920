"""All evidence weighed together: how probable it is that two pages are translations, given texts, shape, links, claims.

Two steps, both logistic. The first looks at each couple by itself, at its rivals, and at what pairers claim. Then some
pairs are known: words that translate each other are learned from them, and neighbours in the graph of links. The second
step looks at these too. `benchmarks/fit_pair.py` makes the weights, with claims left out at random, so that they hold
for sites without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import msgspec
import numpy as np

from polytrawl.pair.couples import Couples, Floats, best_others
from polytrawl.pair.graph import Partners
from polytrawl.pair.groups import grouped
from polytrawl.pair.likeness import Likeness
from polytrawl.pair.texts import FIRST, SECOND, Texts
from polytrawl.records import Document

__all__ = ["CLAIMED", "Claims", "Weighed", "Weights", "partners_of", "settled", "weigh"]

Claims = Mapping[str, Mapping[tuple[int, int], float]]  # by pairer: couples, and how probable it makes them

# What all pairers together make of a couple, taken as independent, and the best of what they make of a rival. They have
# one column: which of them have something to say differs from site to site, and each tells how sure it is. With a
# column for each, links had the weight of the few sites that have them, and their claims were lost on others.
CLAIMED = ("claimed", "claimed-agreed", "claimed-rival")

_NEAREST = 8  # couples for each document and language; all true pairs of eight manuals but 3 % are among them
# Pairs that are believed when neighbours and words are looked at, and those that words are learned from.
_BELIEVED, _LIKELY = 0.3, 0.6  # guesses
# F1 on eight manuals, each held out, without claims and with: after no round .927 and .968, one .943 and .970, two .945
# and .969; with 30 % of the pages missing .909, .932, .935.
_ROUNDS = 2
# When words and links together refute a couple. On seven sites, each held out, with all claims, of what was more
# probable than .4 this refuses none of 2548 known pairs and 32 of 260 other couples, 31 of them on one site, where the
# limits were set; without links 35 and 73.
_MUCH_LESS, _AHEAD, _LINKED = -0.25, 0.05, 0.2
_CLAIM = 0.5  # what is claimed with more than this is likely
# The share of claims that words must agree with to believe all of them. Where texts stand under false URLs it is .1 or
# less, on the manual whose pages are most alike .55.
_ENOUGH = 0.4


class Step(msgspec.Struct, frozen=True):
    """The weights of one logistic step, by the name of the column."""

    bias: float
    weights: dict[str, float]

    def probabilities(self, names: Sequence[str], table: Floats) -> Floats:
        """How probable each row is."""
        values = table @ np.array([self.weights[name] for name in names]) + self.bias
        found: Floats = 1 / (1 + np.exp(-np.clip(values, -30, 30)))
        return found


class Weights(msgspec.Struct, frozen=True):
    """All weights."""

    first: Step
    second: Step


class Weighed(NamedTuple):
    """What is known of couples at last."""

    couples: Couples
    names: tuple[str, ...]
    table: Floats  # a row for each couple, its columns by name
    probabilities: Floats
    outside: Mapping[str, Floats]  # how much each couple is alike by what the user brought

    def by_couple(self) -> dict[tuple[int, int], float]:
        """How probable each couple is."""
        return dict(zip(self.couples.numbers(), self.probabilities.tolist(), strict=True))


@lru_cache(maxsize=1)
def load() -> Weights:
    """The weights that come with polytrawl."""
    text = resources.files("polytrawl.pair").joinpath("data/fusion.toml").read_bytes()
    return msgspec.toml.decode(text, type=Weights)


def weigh(documents: Sequence[Document], claims: Claims, outside: Mapping[str, Likeness] | None = None) -> Weighed:
    """How probable it is that documents of a site are pairs; work is linear in their number."""
    weights = load()
    texts = Texts(documents, outside)
    found = first_step(texts, claims, weights.first)
    for _ in range(_ROUNDS):
        found = second_step(texts, claims, found, weights.second)
    return settled(texts, found)


def settled(texts: Texts, found: Weighed) -> Weighed:
    """The same without couples that are refuted by words and links alike, whatever is claimed or looks alike.

    Much less of them is translated than of most pairs, no more than of a rival, and the pages that they link to are
    translations of other pages: so are the n-th pages of two lists that are sorted by language.
    """
    told = dict(zip(found.names, found.table.T, strict=True))
    is_refuted = (
        (told["lexicon-usual"] < _MUCH_LESS)
        & (told["lexicon-rival"] < _AHEAD)
        & (told["links-out"] < _LINKED)
        & texts.graph.both_link(found.couples)
    )
    return found._replace(probabilities=np.where(is_refuted, 0.0, found.probabilities))


def first_step(texts: Texts, claims: Claims, step: Step | None) -> Weighed:
    """What each couple is worth by itself, its rivals and claims."""
    claimed = [pair for own in claims.values() for pair in own]
    couples = _of_two_pages(texts, [*texts.nearest(_NEAREST), *claimed])
    measured = texts.measure(couples)
    return _weighed(texts, couples, (*FIRST, *CLAIMED), [measured, _claimed(texts, couples, claims, measured)], step)


def second_step(texts: Texts, claims: Claims, before: Weighed, step: Step | None) -> Weighed:
    """The same with what pairs known so far tell; their neighbours are looked at as well."""
    partners = partners_of(texts, before)
    couples = _of_two_pages(texts, [*before.couples.numbers(), *texts.graph.beside(partners, _LIKELY).numbers()])
    measured = texts.measure(couples)
    tables = [
        measured,
        _claimed(texts, couples, claims, measured),
        texts.measure_again(couples, partners, _LIKELY),
    ]
    return _weighed(texts, couples, (*FIRST, *CLAIMED, *SECOND), tables, step)


def partners_of(texts: Texts, found: Weighed) -> Partners:
    """The partner of each page in each language, as far as is known."""
    partners: dict[tuple[int, str], tuple[int, float]] = {}
    for (left, right), probability in grouped(found.by_couple(), texts.names, _BELIEVED, texts.pages).items():
        partners[left, texts.names[right]] = right, probability
        partners[right, texts.names[left]] = left, probability
    return partners


def _of_two_pages(texts: Texts, pairs: Sequence[tuple[int, int]]) -> Couples:
    """Couples in two languages; the two parts of a page in two languages are none."""
    return Couples.of(
        (left, right)
        for left, right in pairs
        if texts.names[left] != texts.names[right] and texts.pages[left] != texts.pages[right]
    )


def _weighed(
    texts: Texts, couples: Couples, names: tuple[str, ...], tables: Sequence[Floats], step: Step | None
) -> Weighed:
    table = np.hstack(tables)
    probabilities = step.probabilities(names, table) if step else np.zeros(len(couples))
    return Weighed(couples, names, table, probabilities, texts.outside(couples))


def _claimed(texts: Texts, couples: Couples, claims: Claims, measured: Floats) -> Floats:
    """What pairers claim of each couple, of its rivals, and how much of that the words of two languages agree with."""
    doubts = np.ones(len(couples))
    for own in claims.values():
        doubts *= [1 - own.get(pair, 0.0) for pair in couples.numbers()]
    claimed = 1 - doubts
    agreement = _agreement(texts, couples, claimed, measured[:, FIRST.index("shared-rival")])
    rival = best_others(couples, claimed, texts.languages)
    return np.column_stack([claimed, claimed * agreement, np.maximum(rival - claimed, 0) * agreement])


def _agreement(texts: Texts, couples: Couples, claimed: Floats, ahead: Floats) -> Floats:
    """In each two languages, the share of likely claims whose couples share more words than all rivals.

    So the site teaches whether its marks can be believed where the texts alone would not tell.
    """
    many = int(texts.languages.max(initial=0)) + 1
    one, other = texts.languages[couples.left], texts.languages[couples.right]
    keys = np.minimum(one, other) * many + np.maximum(one, other)
    is_likely = claimed >= _CLAIM
    likely = np.bincount(keys[is_likely], minlength=many * many)
    right = np.bincount(keys[is_likely & (ahead > 0)], minlength=many * many)
    found: Floats = np.minimum((right + 1) / (likely + 2) / _ENOUGH, 1.0)[keys]
    return found
