"""The numbers of a text, and which of them may stand for which: "1960er" and "'60", "XIV" and "14.", 22 and 10 pm."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

# 1,000 = 1.000 = 1 000 = 1'000: a separator goes away before groups of three digits; elsewhere it parts two numbers, so
# that 1,000.5 and 1.000,5 are both "1000" and "5".
_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+(?!\d)")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\b(?=[IVXLCDM]{2,}\b|[VX]\b)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
# Numbers that are often written as words: up to twenty, tens, hundreds, thousands and millions.
_WORDED = re.compile(r"1?\d|20|\d0|\d00|\d0{3}|\d0{6}")
_MOST_WORDED = 2  # numbers too many; more are those of another text
_HOURS, _HALF_DAY = 24, 12
_CENTURY = 100


def numbers(text: str) -> Counter[str]:
    """The digit sequences of a text, without thousands separators and leading zeros.

    >>> numbers("1.000,5") == numbers("1,000.5"), numbers("Nr. 07") == numbers("7")
    (True, True)
    """
    if not _DIGITS.search(text):
        return Counter()
    joined = _GROUPS.sub(lambda match: "".join(_DIGITS.findall(match[0])), text)
    return Counter(_plain(match[0]) for match in _DIGITS.finditer(joined))


def agreement(source: str, target: str) -> float:
    """Twice the numbers with a partner over all numbers; 1 where there are none.

    >>> agreement("in den 1960er Jahren", "negli anni '60"), agreement("im 14. Jahrhundert", "nel XIV secolo")
    (1.0, 1.0)
    >>> agreement("4 Monate", "quattro mesi"), agreement("1984", "anni fa"), agreement("12", "13")
    (1.0, 0.0, 0.0)
    """
    left, right = numbers(source), numbers(target)
    if left == right:
        return 1.0
    common = left & right
    left_over, right_over = left - common, right - common
    pairs = common.total() + _paired(left_over, right_over)
    pairs += _romans(left_over, target) + _romans(right_over, source)
    total = left.total() + right.total()
    spare = 0
    if not left_over or not right_over:
        # Only one side has numbers too many: the other may have written them as words.
        spare = sum(count for number, count in (left_over + right_over).items() if _WORDED.fullmatch(number))
        spare = spare if spare <= _MOST_WORDED else 0
    return min(1.0, (2 * pairs + spare) / total)


def _paired(left: Counter[str], right: Counter[str]) -> float:
    """How many of the numbers left over stand for one of the other side in another form; both are taken away."""
    found = 0
    for number in [*left.elements()]:
        partner = next((other for other in right if _same(number, other)), None)
        if partner is not None:
            _take(left, number)
            _take(right, partner)
            found += 1
    return found


def _same(one: str, other: str) -> bool:
    """Whether two numbers are a year and its short form, or hours on clocks of twelve and of twenty-four."""
    if max(len(one), len(other)) > len("1960"):
        return False
    small, large = sorted((int(one), int(other)))
    is_clock = small <= _HALF_DAY and large == small + _HALF_DAY and large < _HOURS
    return is_clock or (len(str(large)) == len("1960") and large % _CENTURY == small and small > _HALF_DAY)


def _romans(left_over: Counter[str], other_text: str) -> float:
    """How many of the numbers left over stand on the other side in Roman letters; a whole pair each."""
    found = 0
    for match in _ROMAN.finditer(other_text) if left_over else ():
        number = str(_value(match[0])) if match[0] else ""
        if left_over[number] > 0:
            _take(left_over, number)
            found += 1
    return found / 2  # only one of the two is among all numbers


def _take(numbers: Counter[str], number: str) -> None:
    numbers[number] -= 1
    if numbers[number] <= 0:
        del numbers[number]


def _value(roman: str) -> int:
    digits = [_VALUES[letter] for letter in roman]
    return sum(-one if one < two else one for one, two in zip(digits, [*digits[1:], 0], strict=True))


def _plain(digits: str) -> str:
    return "".join(str(unicodedata.digit(digit)) for digit in digits).lstrip("0") or "0"
