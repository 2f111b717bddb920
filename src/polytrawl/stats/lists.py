"""The lists: words that are typical of a corpus, frequent sequences of words, and sequences that may be terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from polytrawl.relevance.build import npmi
from polytrawl.relevance.counts import Counts, Table
from polytrawl.stats.common import SURE, Common
from polytrawl.stats.gather import LONGEST
from polytrawl.stats.measures import Reals, Whole, c_values, log_likelihood
from polytrawl.stats.results import Keyword, Ngram, Term

__all__ = ["keywords", "ngrams", "terms"]

_MORE_FREQUENT = 1.0  # log ratio: twice as frequent as elsewhere
_SEEN = 2  # what was seen once may be a slip


def keywords(counts: Counts, common: Common, top: int) -> list[Keyword]:
    """The words that are surely more frequent here than elsewhere, and at least twice so; the surest first."""
    if common.shares is None or common.ratios is None:
        return []
    table = counts.table(1)
    sure = log_likelihood(table.times, counts.words, common.shares)
    is_key = (sure >= SURE) & (common.ratios >= _MORE_FREQUENT) & (table.times >= _SEEN)
    places = _best(sure, np.flatnonzero(is_key), top)
    names = counts.vocabulary
    return [
        Keyword(
            **_row(counts, table, place, names[place]),
            generic_per_million=round(float(common.shares[place]) * 1e6, 2),
            log_likelihood=round(float(sure[place]), 2),
            log_ratio=round(float(common.ratios[place]), 2),
        )
        for place in places
    ]


def ngrams(counts: Counts, top: int) -> list[Ngram]:
    """The most frequent words, sequences of two words, and sequences of three."""
    return [one for length in range(1, LONGEST + 1) for one in _ngrams(counts, length, top)]


def _ngrams(counts: Counts, length: int, top: int) -> Iterator[Ngram]:
    table = counts.table(length)
    places = _best(table.times.astype(float), np.arange(len(table.times)), top)
    best = _only(table, places)
    factors = npmi(counts, counts.table(1), best, length).round(3).tolist() if length > 1 else [None] * len(places)
    for place, (name, factor) in enumerate(zip(_names(counts, best.keys, length), factors, strict=True)):
        yield Ngram(**_row(counts, best, place, name), length=length, npmi=factor)


def terms(counts: Counts, common: Common, top: int) -> list[Term]:
    """The sequences of words that are most likely terms, by C-value."""
    if not common.is_in_words:
        return []
    tables = {length: _candidates(counts, common, length) for length in range(2, LONGEST + 1)}
    found: list[Term] = []
    for length, table in tables.items():
        values = c_values(length, table.times, *_around(table, tables.get(length + 1), length))
        places = _best(values, np.flatnonzero(values > 0), top)
        found += _terms(counts, common, _only(table, places), values[places], length)
    return sorted(found, key=lambda one: (-one.c_value, -one.frequency, one.words))[:top]


def _candidates(counts: Counts, common: Common, length: int) -> Table:
    """Sequences that were seen more than once and neither begin nor end with a function word."""
    table = counts.table(length).of_at_least(_SEEN)
    parts = Counts.parts(table.keys, length) - 1
    ends = common.is_function_word[parts[:, 0]] | common.is_function_word[parts[:, -1]]
    return _only(table, np.flatnonzero(~ends))


def _around(table: Table, longer: Table | None, length: int) -> tuple[Whole, Whole]:
    """Of each candidate: how many longer candidates it is part of, and how often those were seen."""
    many, often = np.zeros(len(table.keys), np.int64), np.zeros(len(table.keys), np.int64)
    if longer is None or not len(longer.keys) or not len(table.keys):
        return many, often
    first, last = (Counts.joined(Counts.parts(longer.keys, length + 1)[:, start : start + length]) for start in (0, 1))
    for keys, is_new in ((first, np.ones(len(first), bool)), (last, last != first)):  # "bla bla bla" has one twice
        places = np.minimum(np.searchsorted(table.keys, keys), len(table.keys) - 1)
        there = (table.keys[places] == keys) & is_new
        many += np.bincount(places[there], minlength=len(many))
        often += np.bincount(places[there], longer.times[there], len(many)).astype(np.int64)
    return many, often


def _terms(counts: Counts, common: Common, table: Table, values: Reals, length: int) -> Iterator[Term]:
    factors = npmi(counts, counts.table(1), table, length)
    parts = Counts.parts(table.keys, length) - 1
    ratios = common.ratios[parts].mean(axis=1) if common.ratios is not None else None
    for place, name in enumerate(_names(counts, table.keys, length)):
        yield Term(
            **_row(counts, table, place, name),
            c_value=round(float(values[place]), 2),
            npmi=round(float(factors[place]), 3),
            log_ratio=round(float(ratios[place]), 2) if ratios is not None else None,
        )


def _names(counts: Counts, keys: Whole, length: int) -> list[str]:
    vocabulary = counts.vocabulary
    return [" ".join(vocabulary[part - 1] for part in parts) for parts in Counts.parts(keys, length).tolist()]


def _only(table: Table, places: Whole) -> Table:
    return Table(table.keys[places], table.times[places], table.documents[places])


def _best(values: Reals, places: Whole, top: int) -> Whole:
    """The places with the greatest values, the greatest first; of equal ones those that were met first."""
    found: Whole = places[np.argsort(-values[places], kind="stable")[:top]]
    return found


def _row(counts: Counts, table: Table, place: int, name: str) -> dict[str, Any]:
    times = int(table.times[place])
    return {
        "words": name,
        "frequency": times,
        "documents": int(table.documents[place]),
        "per_million": round(1e6 * times / counts.words, 2),
    }
