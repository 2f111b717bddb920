"""A lexicon cut down to the words of two texts, with what those words look like where it does not know them."""

from __future__ import annotations

import numpy as np

from polytrawl.lexicon.cognates import Likely, cognates, join
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.lexicon.lexicon import UNKNOWN_ALONE, Direction, as_probabilities
from polytrawl.lexicon.side import Ints, Words, spread

__all__ = ["localised"]

Known = tuple[Words, Words]


def localised(
    known: Known, directions: tuple[Direction, Direction], words: Known, dictionary: Dictionary
) -> tuple[Direction, Direction]:
    """The directions of a lexicon with these known words, in the numbers of other ones.

    For those it does not know, entries of the dictionary and words that look alike are taken.
    """
    places = _places(known[0], words[0]), _places(known[1], words[1])
    new = _new(words, places, dictionary)
    turned = Likely(new.right, new.left, new.weights)
    return (
        _local(directions[0], places[0], places[1], new),
        _local(directions[1], places[1], places[0], turned),
    )


def _places(known: Words, words: Words) -> Ints:
    """The number of each word in the lexicon; -1 where it has none."""
    return np.array([known.numbers.get(word, -1) for word in words.numbers], dtype=np.int64)


def _new(words: Known, places: tuple[Ints, Ints], dictionary: Dictionary) -> Likely:
    """Likely translations, one word of which at least is new."""
    is_new = places[0] < 0, places[1] < 0
    if not is_new[0].any() and not is_new[1].any():
        return cognates([], [])
    found = join((cognates(*(list(one.numbers) for one in words)), dictionary.likely(*words)))
    keep = is_new[0][found.left] | is_new[1][found.right]
    return Likely(found.left[keep], found.right[keep], found.weights[keep])


def _local(direction: Direction, sources: Ints, targets: Ints, new: Likely) -> Direction:
    of_target = np.full(len(direction.frequencies), -1, dtype=np.int64)
    of_target[targets[targets >= 0]] = np.flatnonzero(targets >= 0)
    own = np.flatnonzero(sources >= 0)
    starts = direction.starts[sources[own]]
    counts = direction.starts[sources[own] + 1] - starts
    entries = spread(starts, counts)
    ends = of_target[direction.targets[entries]]
    keep = ends >= 0
    at = np.concatenate((np.repeat(own, counts)[keep], new.left))
    to = np.concatenate((ends[keep], new.right))
    values = np.concatenate((direction.probabilities[entries][keep], as_probabilities(new, len(sources))))
    order = np.argsort(at, kind="stable")
    is_known = targets >= 0
    return Direction(
        np.searchsorted(at[order], np.arange(len(sources) + 1)),
        to[order],
        values[order],
        np.where(is_known, direction.alone[targets], UNKNOWN_ALONE),
        np.where(is_known, direction.frequencies[targets], direction.frequencies.min(initial=1e-4)),
    )
