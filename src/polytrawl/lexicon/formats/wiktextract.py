"""Wiktionary as wiktextract writes it: a word a line in JSON, with translations for the word or for each sense.

Where the edition is in one of the wanted languages, its articles have translations into the other one. Words of other
languages have none, only glosses, which explain in the language of the edition and are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from polytrawl.language_tags import same_language
from polytrawl.lexicon.formats.base import Couple, Damaged, Wanted
from polytrawl.lexicon.formats.opened import opened

__all__ = ["read_wiktextract"]

_MANY_BROKEN = 100  # lines in a row that are no JSON: another file


class _Translation(msgspec.Struct, frozen=True):
    word: str | None = None
    code: str | None = None
    lang_code: str | None = None

    @property
    def language(self) -> str:
        return (self.lang_code or self.code or "").lower()


class _Sense(msgspec.Struct, frozen=True):
    translations: list[_Translation] = []


class _Word(msgspec.Struct, frozen=True):
    word: str | None = None
    lang_code: str | None = None
    translations: list[_Translation] = []
    senses: list[_Sense] = []

    def everything(self) -> Iterator[_Translation]:
        yield from self.translations
        for sense in self.senses:
            yield from sense.translations


def read_wiktextract(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples between two languages, from left to right as they are wanted."""
    if wanted.languages is None:
        raise Damaged("Wiktionary has many languages; next: polytrawl lexicon import FILE --langs en,de --out LEXICON")
    decoder = msgspec.json.Decoder(_Word)
    broken = 0
    with opened(path) as lines:
        for line in lines:
            try:
                word = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                broken += 1
                wanted.dropped["no-json"] += 1
                if broken > _MANY_BROKEN:
                    raise Damaged(f"{broken} lines in a row are no words of wiktextract") from None
                continue
            broken = 0
            yield from _couples(word, wanted, wanted.languages)


def _couples(word: _Word, wanted: Wanted, languages: tuple[str, str]) -> Iterator[Couple]:
    own = (word.lang_code or "").lower()
    if not word.word or not any(same_language(own, one) for one in languages):
        return
    turned = same_language(own, languages[1])
    other = languages[0] if turned else languages[1]
    targets = [one.word for one in word.everything() if one.word and same_language(one.language, other)]
    for source in wanted.parts(word.word):
        for text in dict.fromkeys(targets):
            for target in wanted.parts(text):
                yield Couple(target, source) if turned else Couple(source, target)
