"""Which language a word in a URL stands for: codes, names in English and in the language itself, country codes."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from polytrawl.records import Lang

__all__ = ["languages_of", "names_in", "same_language"]

_WORD = re.compile(r"[^\W_]+")
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


# Codes that name what another code names: both written Norwegians, and codes withdrawn from ISO 639-1.
_SAME = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "ji": "yi"}


def _primary(tag: Lang) -> str:
    code = tag.replace("_", "-").partition("-")[0].casefold()
    return _SAME.get(code, code)


@lru_cache(maxsize=1)
def _table() -> dict[str, frozenset[Lang]]:
    text = resources.files("polytrawl.pair").joinpath("data/languages.tsv").read_text(encoding="utf-8")
    table: dict[str, set[Lang]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            for word in line.split():
                table.setdefault(word.casefold(), set()).add(line.partition("\t")[0])
    return {word: frozenset(codes) for word, codes in table.items()}
