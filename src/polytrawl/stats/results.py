"""What the statistics of a corpus are: plain records, as `--json` prints them and the tables list them."""

from __future__ import annotations

import msgspec

from polytrawl.records import Lang

__all__ = ["Keyword", "Ngram", "OfLanguage", "Row", "Sizes", "Term"]


class Sizes(msgspec.Struct, frozen=True):
    """How much there is, and how varied it is."""

    documents: int
    paragraphs: int
    sentences: int
    words: int
    types: int  # different words
    type_token_ratio: float  # which falls as a corpus grows
    standard_ratio: float | None  # its mean over stretches of 1000 words; None where there is no such stretch
    hapax_share: float  # of the types: those that were seen once
    sentence_length: float  # words, on average


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table: one word, or a sequence of words."""

    words: str
    frequency: int
    documents: int
    per_million: float


class Keyword(Row, frozen=True, kw_only=True):
    """A word that is more frequent here than elsewhere."""

    generic_per_million: float  # 1 for words that are not listed: they are rarer
    log_likelihood: float
    log_ratio: float
    example: str = ""
    url: str = ""


class Ngram(Row, frozen=True, kw_only=True):
    """A frequent word or sequence of words."""

    length: int
    npmi: float | None  # None for single words
    example: str = ""
    url: str = ""


class Term(Row, frozen=True, kw_only=True):
    """A sequence of words that may be a term."""

    c_value: float
    npmi: float
    log_ratio: float | None  # the mean of those of its words; None where there is no generic list
    example: str = ""
    url: str = ""


class OfLanguage(msgspec.Struct, frozen=True):
    """All about one language."""

    language: Lang
    sizes: Sizes
    keywords: list[Keyword]
    ngrams: list[Ngram]
    terms: list[Term]
    no_keywords: str = ""  # why there are none
    no_terms: str = ""
    # By length, how often a sequence may have been seen beyond its frequency; 0 where all were counted.
    missed: dict[str, int] = msgspec.field(default_factory=dict)
    types_are_all: bool = True  # false where there were more words than are kept apart
