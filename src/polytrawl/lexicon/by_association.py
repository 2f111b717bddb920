"""Word alignment by the lexicon that polytrawl learns itself: IBM model 1 in both directions, with what looks alike.

Each word is linked to the one that explains it best, by its probability and by how near to the diagonal it stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from polytrawl.lexicon.cognates import cognates
from polytrawl.lexicon.learn import Piece, learn
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.side import Side, Words, plain
from polytrawl.lexicon.symmetrise import Bitext, Ways

__all__ = ["by_association"]

# How fast links get improbable away from the diagonal, as fast_align begins. As below, with .01: 0 .250 .469 .601, 4
# .263 .500 .608, 8 .279 .533 .615, with as many right ones.
_FROM_DIAGONAL = 4.0
# Probability times nearness of a link. Of the entries that `Corpus` makes of Debian's installation guide de-it, FLORES
# de-it and en-fr, FreeDict has .263 .500 .608 of those whose source it knows with .01, .278 .527 .620 with this, .324
# .573 .653 with .1; right ones are 135 179 502, 131 176 497 and 127 161 479.
_LEAST = 0.03

_Table = list[dict[int, float]]  # of each word: its translations with their probabilities


def by_association(bitext: Bitext) -> Ways:
    """The links of each sentence pair, from either side."""
    words = Words(), Words()
    left, right = (_side(words[side], [pair[side] for pair in bitext]) for side in (0, 1))
    pieces = [Piece(left.cut(n, n + 1), right.cut(n, n + 1), 1.0) for n in range(left.size)]
    lexicon = Lexicon.of(*words, [(left, right)], cognates([], []))
    forth, back = map(_table, learn(lexicon, pieces, is_first=False).directions())
    for piece in pieces:
        ours, theirs = piece.left.words.tolist(), piece.right.words.tolist()
        yield list(_best(ours, theirs, forth)), [(i, j) for j, i in _best(theirs, ours, back)]


def _side(words: Words, sentences: Sequence[Sequence[str]]) -> Side:
    """Sentences in the numbers of their words; unlike in `Words.read`, whole words count, not only beginnings."""
    numbers = words.numbers
    found = [numbers.setdefault(word, len(numbers)) for sentence in sentences for word in sentence]
    starts = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return Side(np.array(found, dtype=np.int64), starts, np.diff(starts).astype(float), plain(len(sentences)))


def _table(direction: Direction) -> _Table:
    starts, targets = direction.starts.tolist(), direction.targets.tolist()
    values = direction.probabilities.tolist()
    return [dict(zip(targets[one:end], values[one:end], strict=True)) for one, end in pairwise(starts)]


def _best(sources: Sequence[int], targets: Sequence[int], table: _Table) -> Iterator[tuple[int, int]]:
    """For each target that has one: the place of the source that explains it best, and its own."""
    known = [table[source] for source in sources]
    for j, target in enumerate(targets):
        place = (j + 0.5) / len(targets)
        found = [
            (translations[target] * math.exp(-_FROM_DIAGONAL * abs((i + 0.5) / len(sources) - place)), -i)
            for i, translations in enumerate(known)
            if target in translations
        ]
        score, at = max(found, default=(0.0, 0))
        if score >= _LEAST:
            yield -at, j
