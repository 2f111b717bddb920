"""What texts teach about their languages: align softly, learn which words translate each other, again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from polytrawl.align.lexical.band import fill, pieces
from polytrawl.align.lexical.beads import USUAL, Matter
from polytrawl.align.lexical.search import probable_beads, whole
from polytrawl.lexicon.cognates import Likely
from polytrawl.lexicon.learn import Piece, learn
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.side import Side, Words

__all__ = ["Knowledge", "study"]

# Strict F1 on Text+Berg dev and FLORES de-it, en-fr, en-es: one round .866 .985 .984 .977, two .880 .983 .982 .977,
# three the same.
_ROUNDS = 2
_LEAST = 0.1  # beads less probable teach nothing; .3 is the same
_FEW = 200  # letters that count as if they had been seen, with a ratio of 1


class Knowledge(NamedTuple):
    """What is known about two languages."""

    lexicon: Lexicon
    ratio: float  # right letters for a left one

    def matter(self, left: Side, right: Side, directions: tuple[Direction, Direction]) -> Matter:
        """Two texts with what is known about their languages."""
        return Matter(left, right, *directions, self.ratio)


def study(words: tuple[Words, Words], texts: Sequence[tuple[Side, Side]], entries: Likely, limit: int) -> Knowledge:
    """What these texts teach, beginning with words that look alike and the entries of a dictionary.

    Of longer texts than `limit` sentences in all, pieces from everywhere are taken.
    """
    known = Knowledge(Lexicon.of(*words, list(texts), entries), 1.0)
    directions = known.lexicon.directions()
    short = [piece for text in texts for piece in pieces(known.matter(*text, directions))]
    short = short[:: max(1, round(sum(left.size for left, _ in short) / limit))]
    for number in range(_ROUNDS):
        found = [piece for text in short for piece in _pieces(known.matter(*text, directions))]
        known = Knowledge(learn(known.lexicon, found, is_first=number == 0), _ratio(found))
        directions = known.lexicon.directions()
    return known


def _pieces(matter: Matter) -> Iterator[Piece]:
    """The beads that two texts may be made of."""
    table = fill(matter, whole(matter.left.size, matter.right.size), USUAL)
    for bead in probable_beads(table, _LEAST):
        left = matter.left.cut(bead.row, bead.row + bead.ups)
        yield Piece(left, matter.right.cut(bead.column, bead.column + bead.across), bead.value)


def _ratio(found: Sequence[Piece]) -> float:
    left = sum(piece.weight * float(piece.left.widths.sum()) for piece in found)
    right = sum(piece.weight * float(piece.right.widths.sum()) for piece in found)
    return (right + _FEW) / (left + _FEW)
