"""Words that translate each other, learned from units: IBM model 1 in both directions, which must agree.

Agreement and a discount on counts keep it from believing in words that met by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

_ALONE, _TOGETHER = 3, 3  # rounds in which the directions learn by themselves, and with each other
_DISCOUNT, _SMOOTHING = 0.4, 2.0
_LEAST = 0.02  # smallest probability of a translation that is kept
_MOST_CELLS = 3_000_000  # meetings of words that are looked at: 2 s and 200 MB
_MOST_WORDS = 60  # of a side
_MOST_ENTRIES = 40_000  # 400 KB

Pair = tuple[Sequence[int], Sequence[int]]  # words by their numbers
Table = dict[int, dict[int, float]]


class WordList:
    """Translations in both directions, and how rare words are."""

    def __init__(self, there: Table, back: Table, rareness: tuple[Mapping[int, float], Mapping[int, float]]) -> None:
        self.there, self.back = there, back
        self.rareness = rareness

    def pack(self) -> dict[str, Any]:
        """It as plain values."""
        entries = [(s, t, p, self.back[t][s]) for s, found in self.there.items() for t, p in found.items()]
        entries = sorted(entries, key=lambda one: -one[2] * one[3])[:_MOST_ENTRIES]
        columns = list(zip(*entries, strict=True)) or [()] * 4
        return {
            "words": [np.array(column, np.uint32).tobytes() for column in columns[:2]],
            "chances": [np.array(np.multiply(column, 255), np.uint8).tobytes() for column in columns[2:]],
            "rareness": [_packed(one) for one in self.rareness],
        }

    @classmethod
    def unpack(cls, packed: Mapping[str, Any]) -> WordList:
        """It from plain values."""
        left, right = (np.frombuffer(one, np.uint32).tolist() for one in packed["words"])
        ahead, behind = ((np.frombuffer(one, np.uint8) / 255).tolist() for one in packed["chances"])
        there, back = Table(), Table()
        for source, target, one, two in zip(left, right, ahead, behind, strict=True):
            there.setdefault(source, {})[target] = one
            back.setdefault(target, {})[source] = two
        first, second = packed["rareness"]
        return cls(there, back, (_unpacked(first), _unpacked(second)))


def learn(pairs: Iterable[Pair]) -> WordList:
    """What can be learned from units that are translations, most of them."""
    chosen = [(_some(left), _some(right)) for left, right in pairs]
    left, right = (_Words(side) for side in (zip(*chosen, strict=True) if chosen else ((), ())))
    there, back = Table(), Table()
    for source, target, one, two in _agreed(*_cells(left, right), left, right):
        there.setdefault(source, {})[target] = one
        back.setdefault(target, {})[source] = two
    return WordList(there, back, (left.rareness, right.rareness))


def _some(words: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(words))[:_MOST_WORDS]


class _Words:
    """The words of one side that were met more than once, counted from 0."""

    def __init__(self, texts: Sequence[Sequence[int]]) -> None:
        counts = Counter(word for text in texts for word in text)
        self.words = [word for word, count in counts.items() if count > 1]
        place = {word: number for number, word in enumerate(self.words)}
        self.rows = [np.array([place[word] for word in text if word in place], np.int64) for text in texts]
        self.rareness = {word: round(float(np.log1p(len(texts) / counts[word])), 2) for word in self.words}


def _cells(left: _Words, right: _Words) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """All meetings of a word with a word: the number of the unit, and of the couple of words."""
    units, couples, spent = [], [], 0
    for number, (ones, others) in enumerate(zip(left.rows, right.rows, strict=True)):
        spent += len(ones) * len(others)
        if spent > _MOST_CELLS:
            break
        couples.append(np.add.outer(ones * max(len(right.words), 1), others).ravel())
        units.append(np.full(len(ones) * len(others), number))
    empty = [np.zeros(0, np.int64)]
    return np.concatenate(units or empty), np.concatenate(couples or empty)


def _agreed(
    units: npt.NDArray[np.int64], couples: npt.NDArray[np.int64], left: _Words, right: _Words
) -> Iterable[tuple[int, int, float, float]]:
    """Couples of words with the probability of the second given the first, and of the first given the second."""
    if not len(couples):
        return
    keys, places, counts = np.unique(couples, return_inverse=True, return_counts=True)
    often = counts > 1
    # Who met once only is no evidence: that is most of them.
    kept = often[places]
    units, places = units[kept], (np.cumsum(often) - 1)[places[kept]]
    keys, met = keys[often], counts[often].astype(float)
    ones, others = np.divmod(keys, max(len(right.words), 1))
    of_left = np.unique(units * len(left.words) + ones[places], return_inverse=True)[1]
    of_right = np.unique(units * max(len(right.words), 1) + others[places], return_inverse=True)[1]
    ahead = met / np.bincount(ones, met)[ones]
    behind = met / np.bincount(others, met)[others]
    for number in range(_ALONE + _TOGETHER):
        # A word of one side shares itself out among those of the other.
        to_left, to_right = ahead[places], behind[places]
        to_left /= np.bincount(of_right, to_left)[of_right]
        to_right /= np.bincount(of_left, to_right)[of_left]
        if number < _ALONE:
            met_ahead, met_behind = (np.bincount(places, one, len(keys)) for one in (to_left, to_right))
            ahead = met_ahead / np.bincount(ones, met_ahead)[ones]
            behind = met_behind / np.bincount(others, met_behind)[others]
            continue
        # Both sides must mean each other.
        agreed = np.maximum(np.bincount(places, to_left * to_right, len(keys)) - _DISCOUNT, 0) + 1e-9
        ahead = agreed / (np.bincount(ones, agreed)[ones] + _SMOOTHING)
        behind = agreed / (np.bincount(others, agreed)[others] + _SMOOTHING)
    for place in np.flatnonzero((ahead >= _LEAST) & (behind >= _LEAST)).tolist():
        chances = min(1.0, float(ahead[place])), min(1.0, float(behind[place]))
        yield left.words[ones[place]], right.words[others[place]], *chances


_STEP = 20  # of rareness in a byte


def _packed(rareness: Mapping[int, float]) -> list[bytes]:
    values = np.minimum(255, np.array(list(rareness.values())) * _STEP).astype(np.uint8)
    return [np.array(list(rareness), np.uint32).tobytes(), values.tobytes()]


def _unpacked(packed: Sequence[bytes]) -> dict[int, float]:
    words = np.frombuffer(packed[0], np.uint32).tolist()
    return dict(zip(words, (np.frombuffer(packed[1], np.uint8) / _STEP).tolist(), strict=True))
