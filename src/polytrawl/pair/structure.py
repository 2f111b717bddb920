"""The structure of two documents compared as ILSP-FC does: three features, and a support vector machine for them.

The machine has a polynomial kernel. Its sum over support vectors is a polynomial of the three features itself, and
stands so in `data/structure.toml`, with the logistic curve that makes a probability of its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from polytrawl.fingerprint import fingerprint
from polytrawl.pair.alike import alike
from polytrawl.pair.edit import edit_distances
from polytrawl.pair.facts import Facts, facts_of, ratio
from polytrawl.records import Document

__all__ = ["Machine", "Outline", "features", "load_machine", "monomials", "outline_of", "similar"]

# Numbers of a fingerprint that are compared: those of 300 paragraphs, more than all but a few pages have.
_MAX_NUMBERS = 500
# Of lengths of paragraphs that count as equal. With .2, .3, .4 and .5 precision and recall of `fit_structure.py` on
# four sites, each held out, were .815/.840, .788/.822, .726/.805 and .689/.804 (before pages were found by three
# neighbouring lengths, which makes counter-examples harder).
_TOLERANCE = 0.2
_BUCKET = 0.35  # width of the classes of lengths by which pages are found, as a logarithm; guess

_FEW_NUMBERS = 20  # of a fingerprint: then two neighbours are enough to find a page by, else three are asked for; guess


class Outline(NamedTuple):
    """What is compared of a document."""

    facts: Facts
    numbers: tuple[int, ...]


class Machine(msgspec.Struct, frozen=True):
    """A polynomial of the features, and the logistic curve over its value."""

    degree: int
    weights: tuple[float, ...]  # in the order of `monomials`
    slope: float
    offset: float

    def values(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """On which side of the border each pair lies, given its features: above 0 it is taken for parallel."""
        found: npt.NDArray[np.float64] = monomials(rows, self.degree) @ np.asarray(self.weights)
        return found

    def probability(self, value: float) -> float:
        """How probable a pair with this value is."""
        return float(1 / (1 + np.exp(np.clip(self.slope * value + self.offset, -50, 50))))


@lru_cache(maxsize=1)
def load_machine() -> Machine:
    """The machine that comes with polytrawl; `benchmarks/fit_structure.py` makes it."""
    text = resources.files("polytrawl.pair").joinpath("data/structure.toml").read_bytes()
    return msgspec.toml.decode(text, type=Machine)


def monomials(rows: npt.NDArray[np.float64], degree: int) -> npt.NDArray[np.float64]:
    """All products of up to so many features, the constant first.

    >>> monomials(np.array([[2.0, 3.0]]), 2).tolist()
    [[1.0, 2.0, 3.0, 4.0, 6.0, 9.0]]
    """
    places = range(rows.shape[1])
    chosen = [one for size in range(degree + 1) for one in combinations_with_replacement(places, size)]
    return np.column_stack([np.prod(rows[:, list(one)], axis=1) for one in chosen])


def outline_of(document: Document) -> Outline:
    """The outline of a document."""
    return Outline(facts_of(document), fingerprint(document)[:_MAX_NUMBERS])


def features(pairs: Sequence[tuple[Outline, Outline]]) -> npt.NDArray[np.float64]:
    """Of each pair the ratio of the lengths of fingerprints, that of paragraphs, and edit distance over length."""
    distances = edit_distances([(left.numbers, right.numbers) for left, right in pairs], _TOLERANCE)
    rows = [
        (
            ratio(len(left.numbers), len(right.numbers)),
            ratio(left.facts.paragraphs, right.facts.paragraphs),
            distance / max(1, len(left.numbers), len(right.numbers)),
        )
        for (left, right), distance in zip(pairs, distances, strict=True)
    ]
    return np.array(rows, dtype=float).reshape(-1, 3)


def similar(outlines: Sequence[Outline], nearest: int) -> list[tuple[int, int]]:
    """Pages of two languages worth a comparison: like numbers of paragraphs, or neighbours of like lengths."""
    languages = [one.facts.language for one in outlines]
    found = alike(map(_keys, outlines), languages, [one.facts.words for one in outlines], nearest)
    is_short = [len(one.numbers) < _FEW_NUMBERS for one in outlines]
    return sorted(pair for pair, shared in found.items() if shared > 1 or any(is_short[one] for one in pair))


def _keys(one: Outline) -> Iterator[tuple[int, ...]]:
    count = one.facts.paragraphs
    yield from ((count,), (count + 1,))
    classes = _classes(one.numbers)
    size = 2 if len(classes) < _FEW_NUMBERS else 3
    yield from (tuple(classes[start : start + size]) for start in range(len(classes) - size + 1))


def _classes(numbers: Iterable[int]) -> list[int]:
    """The lengths of texts in coarse classes, marks of kinds between them as they are."""
    return [number if number < 0 else int(np.log(number + 1) / _BUCKET) for number in numbers]
