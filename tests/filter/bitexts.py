"""A made-up bitext: two invented languages, word for word, with some words left out and some order changed."""

from __future__ import annotations

import random

from filter.test_filters import sentence_pair
from polytrawl.records import SentencePair, replace

_LEFT = ("ka", "ro", "mi", "tel", "sun", "dor", "fa", "wik")
_RIGHT = ("eze", "ulo", "app", "ino", "ovi", "ast", "ury", "ech")


def _word(number: int, parts: tuple[str, ...]) -> str:
    digits = [number % 8, number // 8 % 8, number // 64 % 8]
    return "".join(parts[digit] for digit in digits)


def units(number: int, seed: int = 1) -> list[SentencePair]:
    """Translations in the order of pages of ten units each."""
    chance = random.Random(seed)
    made = []
    for place in range(number):
        words = [min(int(chance.paretovariate(0.6)), 400) for _ in range(chance.randint(4, 16))]
        source = [_word(word, _LEFT) for word in words]
        target = [_word(word, _RIGHT) for word in words if chance.random() > 0.1] or [_word(words[0], _RIGHT)]
        if chance.random() < 0.3:
            year = str(chance.randint(1900, 2020))
            source.insert(2, year)
            target.insert(len(target) // 2, year)
        texts = " ".join(source).capitalize() + ".", " ".join(target).capitalize() + "."
        made.append(replace(sentence_pair(*texts), id=f"s-{place}", pair=f"p-{place // 10}"))
    return made


def area(good: list[float], bad: list[float]) -> float:
    """How often a good one is above a bad one."""
    return sum((one > two) + (one == two) / 2 for one in good for two in bad) / (len(good) * len(bad))
