"""From texts to statistics: the texts are read twice, once to count them and once for examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

import msgspec

from polytrawl.stats.common import common
from polytrawl.stats.examples import Examples
from polytrawl.stats.gather import LONGEST, Gathered, Text
from polytrawl.stats.lists import keywords, ngrams, terms
from polytrawl.stats.results import Keyword, Ngram, OfLanguage, Term

__all__ = ["Count", "statistics"]

# Entries of the tables of sequences, over all languages: some 25 bytes each, and as much again while they are sorted.
_LARGEST = 10_000_000

_Row = TypeVar("_Row", Keyword, Ngram, Term)


class Count(Protocol):
    """Who wants to know how far the counting is."""

    def __call__(self, texts: Iterable[Text]) -> Iterable[Text]:
        """The same texts."""


def _untold(texts: Iterable[Text]) -> Iterable[Text]:
    return texts


def statistics(
    read: Callable[[], Iterable[Text]], *, top: int = 500, languages: int = 1, told: Count = _untold
) -> list[OfLanguage]:
    """The statistics of texts that can be read twice, by language; lists have up to `top` lines.

    How many languages there are decides how much memory each may take.
    """
    found: dict[str, Gathered] = {}
    for text in told(read()):
        if text.language not in found:
            found[text.language] = Gathered(text.language, _LARGEST // (2 * languages))
        found[text.language].add(text)
    made = [_of_language(one, top) for _, one in sorted(found.items()) if one.counts.words]
    examples = {one.language: Examples(_names(one)) for one in made}
    for text in told(_until_done(read(), examples)):
        if text.language in examples:
            examples[text.language].look(text)
    return [_with_examples(one, examples[one.language]) for one in made]


def _until_done(texts: Iterable[Text], examples: dict[str, Examples]) -> Iterator[Text]:
    for text in texts:
        if all(one.is_done for one in examples.values()):
            return
        yield text


def _of_language(gathered: Gathered, top: int) -> OfLanguage:
    counts = gathered.counts
    known = common(counts, gathered.language)
    return OfLanguage(
        gathered.language,
        gathered.sizes(),
        keywords(counts, known, top),
        ngrams(counts, top),
        terms(counts, known, top),
        no_keywords=known.reason,
        no_terms="" if known.is_in_words else known.reason,
        missed={str(length): counts.missed(length) for length in range(2, LONGEST + 1)},
        types_are_all=not counts.is_full,
    )


def _names(one: OfLanguage) -> Iterator[str]:
    yield from (row.words for rows in (one.keywords, one.ngrams, one.terms) for row in rows)


def _with_examples(one: OfLanguage, examples: Examples) -> OfLanguage:
    return msgspec.structs.replace(
        one,
        keywords=_shown(one.keywords, examples),
        ngrams=_shown(one.ngrams, examples),
        terms=_shown(one.terms, examples),
    )


def _shown(rows: list[_Row], examples: Examples) -> list[_Row]:
    found = (examples.of(row.words) for row in rows)
    return [
        msgspec.structs.replace(row, example=example, url=url) for row, (example, url) in zip(rows, found, strict=True)
    ]
