"""The abbreviations of each language, and the words with which its sentences begin."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

_RELATIVES = {
    "nn": "nb",
    "no": "nb",
    "bs": "hr",
    "sh": "hr",
    "mk": "bg",
    "be": "ru",
    "ms": "id",
    "lb": "de",
    "af": "nl",
}


class Words(NamedTuple):
    """What a language says about full stops, in small letters."""

    always: frozenset[str]
    number: frozenset[str]
    weak: frozenset[str]
    starters: frozenset[str]


@cache
def words_of(language: str) -> Words:
    """The words of a language; of one without a list, what all share."""
    tables = _tables()
    own, shared = tables.get(_RELATIVES.get(language, language), {}), tables["any"]
    sets = [frozenset(f"{shared.get(key, '')} {own.get(key, '')}".split()) for key in Words._fields]
    words = Words(*sets)
    return words._replace(always=words.always - words.weak)


@cache
def _tables() -> dict[str, dict[str, str]]:
    text = resources.files("polytrawl.sentences").joinpath("data/abbreviations.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
