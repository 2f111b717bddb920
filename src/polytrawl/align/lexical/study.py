"""What texts teach about their languages: align softly, learn which words translate each other, again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from polytrawl.align.lexical.band import fill
from polytrawl.align.lexical.beads import USUAL, Matter
from polytrawl.align.lexical.pieces import Pieces, by_lengths, by_words, is_long
from polytrawl.align.lexical.search import probable_beads, whole
from polytrawl.lexicon.cognates import Likely
from polytrawl.lexicon.learn import Piece, learn
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.side import Side, Words

__all__ = ["Knowledge", "study"]

# Strict F1 on Text+Berg dev and FLORES de-it, en-fr, en-es: one round .866 .985 .984 .977, two .880 .983 .982 .977,
# three the same.
_ROUNDS = 2
_LEAST = 0.3  # beads less probable teach nothing; .1 is the same, and takes longer
_TRIED = 8  # to tell which pieces are right, one in so many is enough
# The share of words that look like one of the other language at which they surely find the way. It is .58 in Text+Berg,
# .41 to .63 in FLORES, and .05 between made-up languages that share punctuation only. Guess.
_ENOUGH = 0.3
_FEW = 200  # letters that count as if they had been seen, with a ratio of 1


Texts = Sequence[tuple[Side, Side]]


class Knowledge(NamedTuple):
    """What is known about two languages."""

    lexicon: Lexicon
    ratio: float  # right letters for a left one

    def matter(self, left: Side, right: Side, directions: tuple[Direction, Direction]) -> Matter:
        """Two texts with what is known about their languages."""
        return Matter(left, right, *directions, self.ratio)


def study(words: tuple[Words, Words], texts: Texts, entries: Likely, limit: int) -> Knowledge:
    """What these texts teach, beginning with words that look alike and the entries of a dictionary.

    Of longer texts than `limit` sentences in all, pieces from everywhere are taken.
    """
    known = Knowledge(Lexicon.of(*words, list(texts), entries), 1.0)
    short = _best(known, texts, limit)
    for number in range(_ROUNDS):
        known = _taught(known, short, is_first=number == 0)
    return known


def _best(known: Knowledge, texts: Texts, limit: int) -> Texts:
    """Short pieces of texts, cut in the way in which they teach more."""
    if not any(is_long(*text) for text in texts):
        return texts
    if known.lexicon.resemblance >= _ENOUGH:
        return _drawn(_pieces(by_words, known, texts), limit)
    cut = [_pieces(way, known, texts) for way in (by_words, by_lengths)]
    tried = [_taught(known, _drawn(short, limit // _TRIED), is_first=True).lexicon.seen for short in cut]
    words = [_words(_drawn(short, limit // _TRIED)) for short in cut]
    return _drawn(max(zip(tried, words, cut, strict=True), key=lambda one: one[0] / one[1])[-1], limit)


def _pieces(way: Callable[[Matter], Pieces], known: Knowledge, texts: Texts) -> Texts:
    directions = known.lexicon.directions()
    return [piece for text in texts for piece in way(known.matter(*text, directions))]


def _drawn(short: Texts, limit: int) -> Texts:
    """Pieces from everywhere, if they are too many."""
    return short[:: max(1, round(sum(left.size for left, _ in short) / max(1, limit)))]


def _words(texts: Texts) -> int:
    return 1 + sum(len(left.words) + len(right.words) for left, right in texts)


def _taught(known: Knowledge, texts: Texts, *, is_first: bool) -> Knowledge:
    """One round: what short texts teach, aligned with what is known so far."""
    directions = known.lexicon.directions()
    found = [piece for text in texts for piece in _beads(known.matter(*text, directions))]
    return Knowledge(learn(known.lexicon, found, is_first=is_first), _ratio(found))


def _beads(matter: Matter) -> Iterator[Piece]:
    """The beads that two texts may be made of."""
    table = fill(matter, whole(matter.left.size, matter.right.size), USUAL)
    for bead in probable_beads(table, _LEAST):
        left = matter.left.cut(bead.row, bead.row + bead.ups)
        yield Piece(left, matter.right.cut(bead.column, bead.column + bead.across), bead.value)


def _ratio(found: Sequence[Piece]) -> float:
    left = sum(piece.weight * float(piece.left.widths.sum()) for piece in found)
    right = sum(piece.weight * float(piece.right.widths.sum()) for piece in found)
    return (right + _FEW) / (left + _FEW)
