"""How much pages are alike by what a user brings: a dictionary, a translation system, an encoder of sentences.

Each of them gives a cosine for two pages, and for each page those that are nearest, as shared words do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.outside.encoders import Encode, Vectors, normalised
from polytrawl.outside.kept import Kept, key_of
from polytrawl.outside.translator import Translator
from polytrawl.pair.couples import Couples, Floats, Ints
from polytrawl.pair.nearness import Nearness
from polytrawl.pair.overlap import Overlap
from polytrawl.pair.rendered import Counts, by_dictionary, words_counted
from polytrawl.records import Document, Lang
from polytrawl.sentences import split, width

__all__ = ["Likeness", "Pages", "by_entries", "by_translation", "by_vectors"]

_AT_ONCE = 20  # pages that are translated or encoded before they are kept: what a killed run loses. Guess.

Make = Callable[[Sequence[str]], Sequence[bytes]]  # something for each of some texts


class Likeness(Protocol):
    """One source that compares pages."""

    def nearest(self, most: int) -> Couples:
        """For each page those of each other language that are most alike."""

    def cosines(self, couples: Couples) -> Floats:
        """How much two pages are alike, 0..1; 0 where nothing is known."""


class Pages(NamedTuple):
    """The documents of a site."""

    documents: Sequence[Document]
    languages: Ints

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Pages:
        """These documents, their languages as numbers."""
        names = [document.language or "und" for document in documents]
        numbers = {name: number for number, name in enumerate(sorted(set(names)))}
        return cls(documents, np.array([numbers[name] for name in names], dtype=np.int64))

    @property
    def are_in_one_language(self) -> bool:
        """Whether there is nothing to compare."""
        return not self.languages.any()

    def places(self, language: Lang) -> list[int]:
        """The numbers of the documents in a language."""
        return [number for number, one in enumerate(self.documents) if one.language == language]


def by_entries(pages: Pages, between: tuple[Lang, Lang], dictionary: Dictionary) -> Likeness:
    """By the entries of a dictionary between two languages."""
    places = pages.places(between[0]), pages.places(between[1])
    left, right = ([words_counted(pages.documents[number].text) for number in side] for side in places)
    return _overlap(pages, places, by_dictionary(left, right, dictionary))


def by_translation(
    pages: Pages, between: tuple[Lang, Lang], translate: Translator, *, max_chars: int, kept: Kept
) -> Likeness:
    """By the words of pages in the first language, translated, and those of pages in the second as they are."""
    places = pages.places(between[0]), pages.places(between[1])
    if not all(places):  # nobody to compare with
        places = [], []
    texts = [[_lines(pages.documents[number], max_chars) for number in side] for side in places]

    def make(some: Sequence[str]) -> list[bytes]:
        translated = iter(translate([line for text in some for line in text.split("\n")]))
        return [" ".join(next(translated) for _ in text.split("\n")).encode() for text in some]

    translations = [data.decode() for data in _made(make, texts[0], translate.name, kept)]
    sides = [words_counted(text) for text in translations], [words_counted(text) for text in texts[1]]
    return _overlap(pages, places, sides)


def by_vectors(
    pages: Pages, encoders: Sequence[tuple[list[int], Encode, str]], *, max_chars: int, kept: Kept
) -> Likeness:
    """By the means of the vectors of their first sentences; of each encoder which pages are its own, and its name."""
    rows: dict[int, Vectors] = {}
    for places, encode, name in encoders:
        texts = [_lines(pages.documents[number], max_chars) for number in places]
        made = _made(partial(_means, encode), texts, name, kept)
        rows |= {number: np.frombuffer(data, np.float32) for number, data in zip(places, made, strict=True)}
    vectors = np.array([rows[number] for number in range(len(pages.documents))], dtype=np.float32)
    lengths = np.array([width(document.text) for document in pages.documents], dtype=float)
    return Nearness(vectors.reshape(len(pages.documents), -1), pages.languages, lengths)


def _means(encode: Encode, texts: Sequence[str]) -> list[bytes]:
    lines = [text.split("\n") for text in texts]
    vectors = encode([line for own in lines for line in own])
    ends = np.cumsum([len(own) for own in lines])[:-1]
    return [normalised(part.mean(axis=0)).astype(np.float32).tobytes() for part in np.split(vectors, ends)]


def _made(make: Make, texts: Sequence[str], name: str, kept: Kept) -> list[bytes]:
    """What is made of each text, or was made before it."""
    keys = [key_of(name, text) for text in texts]
    found = kept.find(keys)
    todo = list({key: text for key, text in zip(keys, texts, strict=True) if key not in found}.items())
    for at in range(0, len(todo), _AT_ONCE):
        some = todo[at : at + _AT_ONCE]
        made = dict(zip([key for key, _ in some], make([text for _, text in some]), strict=True))
        kept.add(made)
        found |= made
    return [found[key] for key in keys]


def _lines(document: Document, max_chars: int) -> str:
    """The first sentences of a document, one a line; at least one."""
    found: list[str] = []
    spent = 0
    for paragraph in document.main:
        for sentence in split(paragraph.text, document.language or "und"):
            line = " ".join(sentence.split())
            if found and spent + len(line) > max_chars:
                return "\n".join(found)
            found.append(line[:max_chars])
            spent += len(line)
    return "\n".join(found)


def _overlap(pages: Pages, places: Sequence[list[int]], sides: Sequence[Sequence[Counts]]) -> Overlap:
    counts: list[Counts] = [Counts() for _ in pages.documents]
    for numbers, own in zip(places, sides, strict=True):
        for number, one in zip(numbers, own, strict=True):
            counts[number] = one
    return Overlap(counts, pages.languages)
