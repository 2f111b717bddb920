"""A lexicon: how probable each word is as a translation of another one, in both directions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from polytrawl.lexicon.cognates import Likely, cognates, join
from polytrawl.lexicon.side import Floats, Ints, Side, Words

__all__ = ["AS_SEEN", "UNKNOWN_ALONE", "Direction", "Lexicon", "as_probabilities"]

# How many times likely translations (cognates, entries of a dictionary) count as if they had been seen. 1 and 4 instead
# of 2 change F1 by .002.
AS_SEEN = 2.0
# Added to how often a word was seen, so that what was seen once is not certain. With 1 F1 is .003 worse.
_UNSEEN = 2.0
_RARE = 0.5  # as often as a word counts that was never seen
# How probable a word has no translation in the other text, before anything is known of it; .88, as cheap words without
# translations wreck the first round. Then 1 - .9 * the share of its places that have one: .8 and .95 are the same.
UNKNOWN_ALONE, _COVERED = 0.88, 0.9


class Direction(NamedTuple):
    """Translations from one side: those of word s are targets[starts[s]:starts[s + 1]], with their probabilities."""

    starts: Ints
    targets: Ints
    probabilities: Floats
    alone: Floats  # of each word of the other side: how probable it is that it translates nothing
    frequencies: Floats  # of each word of the other side


class Lexicon:
    """Translations between the words of two languages, with what is needed to weigh them."""

    def __init__(self, left: Words, right: Words, counts: tuple[Floats, Floats], likely: Likely) -> None:
        self.words = left, right
        self.counts = counts  # of each word
        self.likely = likely  # what is likely whatever was seen
        nothing = np.zeros(0, dtype=np.int64)
        self._seen = Likely(nothing, nothing, np.zeros(0))
        self._covered: tuple[Floats, Floats] | None = None

    @classmethod
    def of(cls, left: Words, right: Words, texts: list[tuple[Side, Side]], entries: Likely) -> Lexicon:
        """A lexicon of nothing but words that look alike and entries of dictionaries."""
        counts = (
            _count([one for one, _ in texts], len(left)),
            _count([other for _, other in texts], len(right)),
        )
        alike = cognates(list(left.numbers), list(right.numbers))
        return cls(left, right, counts, join((alike, entries)))

    def learned(self, seen: Likely, covered: tuple[Floats, Floats] | None) -> Lexicon:
        """The lexicon with translations as often as they were seen, and the share of places of each word with one."""
        made = Lexicon(*self.words, self.counts, self.likely)
        made._seen, made._covered = seen, covered
        return made

    @property
    def resemblance(self) -> float:
        """The share of the words in texts that look like a word of the other language, or are in the dictionary."""
        ends = np.unique(self.likely.left), np.unique(self.likely.right)
        return min(float(own[end].sum() / max(1.0, own.sum())) for own, end in zip(self.counts, ends, strict=True))

    @property
    def seen(self) -> float:
        """How many translations were seen."""
        return float(self._seen.weights.sum())

    def directions(self) -> tuple[Direction, Direction]:
        """From left to right, and from right to left."""
        sizes = [len(counts) for counts in self.counts]
        keys = np.concatenate([one.left * sizes[1] + one.right for one in (self._seen, self.likely)])
        weights = np.concatenate((self._seen.weights, AS_SEEN * self.likely.weights))
        keys, places = np.unique(keys, return_inverse=True)
        weights = np.bincount(places, weights, len(keys)).astype(float)
        ends = keys // max(1, sizes[1]), keys % max(1, sizes[1])
        return self._direction(ends, weights, 0), self._direction(ends[::-1], weights, 1)

    def _direction(self, ends: tuple[Ints, ...], weights: Floats, side: int) -> Direction:
        order = np.argsort(ends[0], kind="stable")
        sources, targets, weights = ends[0][order], ends[1][order], weights[order]
        whole = np.bincount(sources, weights, len(self.counts[side])) + _UNSEEN
        other = self.counts[1 - side]
        return Direction(
            np.searchsorted(sources, np.arange(len(self.counts[side]) + 1)),
            targets,
            weights / whole[sources],
            np.full(len(other), UNKNOWN_ALONE) if self._covered is None else 1 - _COVERED * self._covered[1 - side],
            (other + _RARE) / (other + _RARE).sum(),
        )

    # What travels to workers and stands on disk.

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        unknown = (1 - UNKNOWN_ALONE) / _COVERED
        covered = self._covered or tuple(np.full(len(counts), unknown) for counts in self.counts)
        return {
            "words": ["\n".join(words.numbers) for words in self.words],
            "counts": [_packed(counts) for counts in self.counts],
            "covered": [_packed(share) for share in covered],
            "seen": [_packed(part) for part in self._seen],
            "likely": [_packed(part) for part in self.likely],
        }

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Lexicon:
        """From plain values."""
        left, right = (Words(text.split("\n")) for text in plain["words"])
        counts = _floats(plain["counts"][0]), _floats(plain["counts"][1])
        covered = _floats(plain["covered"][0]), _floats(plain["covered"][1])
        return cls(left, right, counts, _likely(plain["likely"])).learned(_likely(plain["seen"]), covered)


def as_probabilities(likely: Likely, size: int) -> Floats:
    """How probable likely translations are from left to right where nothing else is known; `size` words are left."""
    weights = AS_SEEN * likely.weights
    whole = np.bincount(likely.left, weights, size) + _UNSEEN
    found: Floats = weights / whole[likely.left]
    return found


def _packed(values: Ints | Floats) -> bytes:
    return values.astype(np.int32 if values.dtype.kind == "i" else np.float32).tobytes()


def _floats(data: bytes) -> Floats:
    return np.frombuffer(data, np.float32).astype(float)


def _likely(parts: list[bytes]) -> Likely:
    left, right = (np.frombuffer(data, np.int32).astype(np.int64) for data in parts[:2])
    return Likely(left, right, _floats(parts[2]))


def _count(sides: list[Side], size: int) -> Floats:
    words = np.concatenate([np.zeros(0, np.int64), *(side.words for side in sides)])
    return np.bincount(words, minlength=size).astype(float)
