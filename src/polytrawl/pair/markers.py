"""Which language a word in a URL stands for: codes, names in English and in the language itself, country codes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import TypeAlias

from polytrawl.records import Lang

__all__ = ["languages_of", "names_in", "renamed", "same_language"]

_WORD = re.compile(r"[^\W_]+")
_Row: TypeAlias = list[list[str]]  # the columns of a language
_CODES, _OTHERS = 1, 4  # columns: ISO 639-2/3 codes; other markers
_MAX_NAMES = 3  # of one language that are tried in one place; guess
_MAX_WORDS = 3  # a marker is short: zh-hans-cn, tc_chi, lang=de


def same_language(one: Lang | None, other: Lang | None) -> bool:
    """Whether two tags name one language, whatever the region.

    >>> same_language("de-CH", "de"), same_language("de", None)
    (True, False)
    """
    return bool(one and other) and _primary(str(one)) == _primary(str(other))


def languages_of(word: str) -> frozenset[Lang]:
    """The languages a word may stand for; `br` is Breton and Brazil. Empty for all other words."""
    return _table().get(word.casefold(), frozenset())


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[Lang]:
    """The languages that a short piece of a URL may stand for: `tc_chi` is Chinese, `?lang=de` German."""
    words = _WORD.findall(text)
    if len(words) > _MAX_WORDS:
        return frozenset()
    return frozenset().union(*map(languages_of, words))


def renamed(marker: str, old: Lang, new: Lang) -> list[str]:
    """What may stand for another language where a marker stands for one: a code for a code, a name for a name.

    >>> renamed("?lang=de", "de", "it"), renamed("de_DE", "de", "it"), renamed("Deutsch", "de", "fr")
    (['?lang=it'], ['it_IT'], ['Francais', 'Français'])
    """
    rows = _rows().get(_primary(old)), _rows().get(_primary(new))
    spans = [one for one in _WORD.finditer(marker) if any(same_language(old, name) for name in languages_of(one[0]))]
    if rows[0] is None or rows[1] is None or not spans:
        return []
    choices = [_alike(span[0], rows[0], rows[1]) for span in spans]
    made = (_put(marker, spans, words) for words in itertools.islice(zip(*choices, strict=False), _MAX_NAMES))
    return [one for one in dict.fromkeys(made) if one != marker]


def _alike(word: str, old: _Row, new: _Row) -> list[str]:
    """The words of one row that stand where a word stands in another, the plainest first."""
    found: list[str] = []
    for number, column in enumerate(old):
        if word.casefold() not in column:
            continue
        # A country beside a code, en-us, has no counterpart but the code: it-it.
        words = new[number] if number != _OTHERS and new[number] else new[0]
        place = column.index(word.casefold())
        best = words[place : place + 1] if number == _CODES else ()
        found += [*best, *sorted(words, key=lambda one: not one.isascii())]
    return [_cased(one, word) for one in dict.fromkeys(found)]


def _put(marker: str, spans: Sequence[re.Match[str]], words: Sequence[str]) -> str:
    for span, word in zip(reversed(spans), reversed(words), strict=True):
        marker = marker[: span.start()] + word + marker[span.end() :]
    return marker


def _cased(word: str, like: str) -> str:
    return word.upper() if like.isupper() else word.title() if like.istitle() else word


# Codes that name what another code names: both written Norwegians, and codes withdrawn from ISO 639-1.
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi"}


def _primary(tag: Lang) -> str:
    code = tag.replace("_", "-").partition("-")[0].casefold()
    return _SAME.get(code, code)


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[Lang]]:
    table: dict[str, set[Lang]] = {}
    for code, row in _rows().items():
        for word in itertools.chain(*row):
            table.setdefault(word, set()).add(code)
    return {word: frozenset(codes) for word, codes in table.items()}


@lru_cache(maxsize=1)
def _rows() -> dict[Lang, _Row]:
    """The columns of the table by language, each with its words."""
    text = resources.files("polytrawl.pair").joinpath("data/languages.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.partition("\t")[0]: [column.casefold().split() for column in line.split("\t")] for line in lines}
