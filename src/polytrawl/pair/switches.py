"""Which language a link to a translation names: by its words in any of many languages, by a code, or by a flag."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from polytrawl.pair.markers import languages_of
from polytrawl.records import Lang

__all__ = ["named_languages"]

_EDGES = " \t()[]{}<>|/:;,.…·•-–—›»«‹→>*\"'"
_FLAG = re.compile(r"(?:.*[/_-])?([^/_.-]+)\.(?:png|gif|svg|jpe?g|webp|ico)")
_FLAG_WORDS = re.compile(r"(?:flags?|lang|icon|ico|small|big|\d+)[-_]|[-_](?:flags?|lang|icon|ico|small|big|\d+)(?=\.)")
_REGION = re.compile(r"([a-z]{2,3})[-_ ][a-z]{2,4}")
_MAX_WORDS = 4  # of a link such as "Read this in German"; longer ones are sentences about something else
_MIN_NAME = 4  # letters of a name within other words: "it", "is" and "no" are words too


@lru_cache(maxsize=16384)
def named_languages(anchor: str) -> frozenset[Lang]:
    """The languages that the text of a link may name, or the file name of the flag in it; mostly none or one.

    >>> sorted(named_languages("[ Tedesco ]")), sorted(named_languages("flag_it.png")), sorted(named_languages("PT-BR"))
    (['de'], ['it'], ['pt'])
    >>> sorted(named_languages("auf Italienisch lesen")), sorted(named_languages("Is it safe?"))
    (['it'], [])
    """
    text = anchor.casefold().strip(_EDGES)
    return _of_name(text) or _of_flag(text) or _of_region(text) or _within(text)


def _of_name(text: str) -> frozenset[Lang]:
    return languages_of(text) | _names().get(text, frozenset())


def _of_flag(text: str) -> frozenset[Lang]:
    flag = _FLAG.fullmatch(_FLAG_WORDS.sub("", text))
    return _of_name(flag[1]) if flag else frozenset()


def _of_region(text: str) -> frozenset[Lang]:
    found = _REGION.fullmatch(text)
    return languages_of(found[1]) if found else frozenset()


def _within(text: str) -> frozenset[Lang]:
    words = text.split()
    if len(words) > _MAX_WORDS:
        return frozenset()
    named = [_of_name(word.strip(_EDGES)) for word in words if len(word) >= _MIN_NAME]
    languages = frozenset[Lang]().union(*named)
    return languages if sum(map(bool, named)) == 1 else frozenset()


@lru_cache(maxsize=1)
def _names() -> dict[str, frozenset[Lang]]:
    text = resources.files("polytrawl.pair").joinpath("data/names.tsv").read_text(encoding="utf-8")
    table: dict[str, set[Lang]] = {}
    for line in text.splitlines():
        code, _, names = line.partition("\t")
        for name in names.split("|") if names else ():
            table.setdefault(name.casefold(), set()).add(code)
    return {name: frozenset(codes) for name, codes in table.items()}
