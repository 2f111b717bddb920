"""A corpus with known duplicates: every document can be made again from its number alone.

Documents have ten paragraphs of 60 words. Of five neighbours the first is a base and the next one a variant of it,
of a kind in `KINDS`; the others are unlike all. One in 200 is a page of a template, with nine paragraphs that
all such pages have. Three in ten documents have one of twenty frequent paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from polytrawl.records import Document, Paragraph, make_id

__all__ = ["KINDS", "Kind", "document", "planted", "texts"]

_WORDS = 60  # in a paragraph
_PARAGRAPHS = 10
_FAMILY = 5
_TEMPLATE_EVERY, _TEMPLATE_AT = 200, 8
_FREQUENT = 20


class Kind(NamedTuple):
    """A kind of variant: how much it has in common with its base."""

    name: str
    overlap: float  # paragraphs shared, over those of the shorter one
    jaccard: float  # of shingles of five words
    new_paragraphs: int = 0
    new_words: int = 0
    kept: int = _PARAGRAPHS


def _j(changed: int) -> float:
    """The Jaccard coefficient of 596 shingles with so many others in their place."""
    return (596 - changed) / (596 + changed)


KINDS = (
    Kind("copy, other case", 1.0, 1.0),
    Kind("1 paragraph of 10 new", 0.9, _j(64), new_paragraphs=1),
    Kind("2 paragraphs of 10 new", 0.8, _j(128), new_paragraphs=2),
    Kind("5 paragraphs of 10 new", 0.5, _j(308), new_paragraphs=5),
    Kind("3 paragraphs alone", 1.0, 176 / 596, kept=3),
    Kind("6 words new", 0.4, _j(30), new_words=6),
    Kind("13 words new", 0.0, _j(65), new_words=13),
    Kind("26 words new", 0.0, _j(130), new_words=26),
)
TEMPLATE = Kind("page of a template", 0.9, _j(64))


@cache
def _vocabulary() -> tuple[list[str], np.ndarray]:
    """50 000 words, and how often each comes: as words of a language do."""
    letters = np.array(list("bcdfghjklmnprstvwz")), np.array(list("aeiouy"))
    luck = np.random.default_rng(7)
    syllables = ["".join((luck.choice(letters[0]), luck.choice(letters[1]))) for _ in range(200)]
    words = [f"{syllables[n % 200]}{syllables[n // 200 % 200]}{'nrst'[n // 40_000]}" for n in range(50_000)]
    share = 1 / np.arange(10, 50_010)
    return words, np.cumsum(share / share.sum())


def _paragraphs(seed: int, number: int) -> list[str]:
    words, cumulated = _vocabulary()
    drawn = np.searchsorted(cumulated, np.random.default_rng([seed, 11]).random(_WORDS * number)).tolist()
    chosen = [words[min(one, 49_999)] for one in drawn]
    return [" ".join(chosen[start : start + _WORDS]) for start in range(0, len(chosen), _WORDS)]


def texts(number: int) -> list[str]:
    """The paragraphs of a document."""
    if number % _TEMPLATE_EVERY == _TEMPLATE_AT:
        return [*_template(), *_paragraphs(number, 1)]
    if number % _FAMILY == 1:
        return _varied(texts(number - 1), number, _kind(number))
    own = _paragraphs(number, _PARAGRAPHS)
    luck = number * 2654435761 % 1000
    if luck < 300:  # noqa: PLR2004 - three in ten
        own[5] = _frequent()[luck % _FREQUENT]
    return own


@cache
def _template() -> list[str]:
    return _paragraphs(10**12, _PARAGRAPHS - 1)


@cache
def _frequent() -> list[str]:
    return _paragraphs(10**12 + 1, _FREQUENT)


def _kind(number: int) -> Kind:
    return KINDS[number // _FAMILY % len(KINDS)]


def _varied(base: list[str], number: int, kind: Kind) -> list[str]:
    if not (kind.new_paragraphs or kind.new_words or kind.kept < _PARAGRAPHS):
        return [f"{text.upper()}!" for text in base]
    made = base[: kind.kept]
    for place, text in enumerate(_paragraphs(number, kind.new_paragraphs)):
        made[1 + place if kind.new_paragraphs == 1 else place] = text
    return _with_new_words(made, number, kind.new_words) if kind.new_words else made


def _with_new_words(paragraphs: list[str], number: int, new: int) -> list[str]:
    words = [text.split() for text in paragraphs]
    for place in range(new):
        at = 20 + place * (_WORDS * _PARAGRAPHS - 40) // new
        words[at // _WORDS][at % _WORDS] = f"q{number}x{place}"
    return [" ".join(one) for one in words]


def name(number: int) -> str:
    """The id of a document."""
    return make_id("d", str(number))


def document(number: int) -> Document:
    """The document with a number, as the stage reads it."""
    paragraphs = [Paragraph(text=text) for text in texts(number)]
    menu = Paragraph(text="Home | Contact | Imprint", reason="boilerplate", boilerplate=0.9)
    return Document(
        id=name(number),
        page=make_id("g", str(number)),
        url=f"http://s{number % 977}.test/{number}",
        site=f"s{number % 977}.test",
        language="en",
        paragraphs=(menu, *paragraphs),
    )


def planted(documents: int) -> Iterator[tuple[int, int, Kind]]:
    """All planted pairs: base, variant, and what they have in common."""
    for number in range(documents):
        if number % _TEMPLATE_EVERY == _TEMPLATE_AT:
            if number > _TEMPLATE_AT:
                yield number - _TEMPLATE_EVERY, number, TEMPLATE
        elif number % _FAMILY == 1:
            yield number - 1, number, _kind(number)
