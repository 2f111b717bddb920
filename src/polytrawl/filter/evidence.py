"""What can be measured on two texts that tells whether they say the same: the features of adequacy."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from polytrawl.filter.numbers import agreement
from polytrawl.filter.tokens import Token, tokens_of
from polytrawl.filter.wordlist import Table, WordList
from polytrawl.sentences import width

# Without a word list.
BARE = (
    "length",  # of both texts together
    "length-distance",  # how far the ratio of lengths is from the usual one, in standard deviations
    "length-far",  # what of that is beyond two
    "cognates-less",  # the share of words that look like one of the other side, on the side with the smaller share
    "cognates-more",
    "names-less",  # the same of words with capitals
    "copied",  # words in small letters that stand on the other side as they are
    "copied-most",  # what of that is beyond half
    "fluency",  # of the side that is less fluent
    "numbers",  # the share of numbers without a partner
    "numbers-differ",  # whether there are any
    "end",  # whether they end in different marks
    "marks",  # how much the number of other marks differs
)
# With one. A word is found where the other side has one of its translations, or one that looks like it.
LEXICAL = (
    *BARE,
    "found-less",  # the share of words that are found, rare ones counting more, on the side with the smaller share
    "found-more",
    "mass-less",  # the same, by the probability of the translations that are there
    "mass-more",
    "gap",  # the longest row of words that are not found, of all words; the longer one of both sides
    "tail",  # the row at an end of the text
    "unknown",  # the share of words that the list does not have
    "found-short",  # found-less where there are few words
)
_SLACK = 5.0  # characters added to lengths, so that short ones count less
_FAR = 2.0
_HALF = 0.5
_FAIRLY_SHORT = 6  # words
_RAREST = 6.0  # of a word that the list does not have; guess
_FOUND = 0.08  # probability of the translations that are there from which a word is found
_LOOKS_ALIKE = 0.5  # what a word counts that looks like one of the other side, as a probability; guess
_NOTHING: Mapping[int, float] = {}
_MARKS = re.compile(r"[,;:!?()\[\]\"«»“”„…/–—-]")
# Marks of many scripts that do the same.
_ENDS = {"。": ".", "．": ".", "।": ".", "۔": ".", "？": "?", "؟": "?", "！": "!", "：": ":", "…": "."}
_CLOSING = " \"'»«”“’)]}\u00a0\u202f"


class Ratio(NamedTuple):
    """The usual logarithm of the ratio of lengths of two languages, and its standard deviation at 100 characters."""

    mean: float = 0.0
    deviation: float = 0.25


class Usual(NamedTuple):
    """What is usual between two languages."""

    ratio: Ratio
    words: WordList | None


def log_ratio(source: str, target: str) -> float:
    """The logarithm of the ratio of lengths."""
    return math.log((width(target) + _SLACK) / (width(source) + _SLACK))


def spread_at(source: str, target: str) -> float:
    """How much more the ratio varies than at 100 characters: short texts vary more."""
    return 0.6 + 4.0 / math.sqrt(width(source) + width(target) + _SLACK)


def evidence(source: str, target: str, usual: Usual, fluency: float) -> list[float]:
    """The features, `LEXICAL` with a word list and `BARE` without; fluency is that of the less fluent side."""
    left, right = tokens_of(source), tokens_of(target)
    bare = [
        *_lengths(source, target, usual.ratio),
        *_alike(left, right),
        fluency,
        *_numbers(source, target),
        *_marks(source, target),
    ]
    return bare if usual.words is None else [*bare, *_found(left, right, usual.words)]


def _lengths(source: str, target: str, ratio: Ratio) -> tuple[float, float, float]:
    deviation = ratio.deviation * spread_at(source, target)
    distance = abs(log_ratio(source, target) - ratio.mean) / deviation
    return math.log(width(source) + width(target) + 1), min(distance, 8.0), min(max(0.0, distance - _FAR), 6.0)


def _alike(left: Sequence[Token], right: Sequence[Token]) -> tuple[float, float, float, float, float]:
    """Shares of words that look like one of the other side."""
    shares = sorted((_share_alike(left, right), _share_alike(right, left)))
    names = min(_share_of_names(left, right), _share_of_names(right, left))
    forms = {token.form for token in right if not token.is_name}
    small = [token.form for token in left if not token.is_name and token.beginning]
    copied = sum(form in forms for form in small) / len(small) if small else 0.0
    return shares[0], shares[1], names, copied, max(0.0, copied - _HALF)


def _share_alike(some: Sequence[Token], others: Sequence[Token]) -> float:
    long = [token for token in some if token.beginning]
    beginnings = {token.beginning for token in others}
    return sum(token.beginning in beginnings for token in long) / len(long) if long else 0.5


def _share_of_names(some: Sequence[Token], others: Sequence[Token]) -> float:
    names = [token for token in some[1:] if token.is_name and token.beginning]
    beginnings = {token.beginning for token in others}
    return sum(token.beginning in beginnings for token in names) / len(names) if names else 0.5


def _numbers(source: str, target: str) -> tuple[float, float]:
    missing = 1 - agreement(source, target)
    return missing, float(missing > 0)


def _marks(source: str, target: str) -> tuple[float, float]:
    left, right = len(_MARKS.findall(source)), len(_MARKS.findall(target))
    differing = abs(left - right) / (left + right + 2)
    return float(_end(source) != _end(target)), differing


def _end(text: str) -> str:
    last = text.rstrip(_CLOSING)[-1:]
    last = _ENDS.get(last, last)
    return last if last in ".?!:;" else ""


class _Side(NamedTuple):
    """What of one side is found on the other."""

    found: float
    mass: float
    gap: float
    tail: float
    unknown: float


def _found(left: Sequence[Token], right: Sequence[Token], words: WordList) -> list[float]:
    ahead = _side(left, right, words.there, words.rareness[0])
    back = _side(right, left, words.back, words.rareness[1])
    found, mass = sorted((ahead.found, back.found)), sorted((ahead.mass, back.mass))
    few = min(len(left), len(right)) < _FAIRLY_SHORT
    return [
        *found,
        *mass,
        max(ahead.gap, back.gap),
        max(ahead.tail, back.tail),
        (ahead.unknown + back.unknown) / 2,
        found[0] if few else 0.5,
    ]


def _side(some: Sequence[Token], others: Sequence[Token], table: Table, rareness: Mapping[int, float]) -> _Side:
    """One loop, and nothing called in it: half of the time of a unit is spent here."""
    there = {token.number for token in others}
    beginnings = {token.beginning for token in others}
    beginnings.discard("")
    total = unknown = found = massed = row = longest = 0.0
    first: float | None = None
    for token in some:
        weight = rareness.get(token.number)
        if weight is None:
            weight = _RAREST
            unknown += weight
        mass = 0.0
        for other, chance in table.get(token.number, _NOTHING).items():
            if other in there:
                mass += chance
        if mass < _LOOKS_ALIKE and (token.beginning in beginnings or token.number in there):
            mass = _LOOKS_ALIKE
        total += weight
        massed += weight * mass
        if mass < _FOUND:
            row += weight
            longest = max(longest, row)
        else:
            first = row if first is None else first
            row = 0.0
            found += weight
    if not total:
        return _Side(0.0, 0.0, 1.0, 1.0, 1.0)
    tail = max(row, row if first is None else first)
    return _Side(found / total, massed / total, longest / total, tail / total, unknown / total)
