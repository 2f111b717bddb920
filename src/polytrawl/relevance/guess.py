"""Which of some languages a query is in: the one whose frequent words it has most of.

A query in several languages is taken apart by this, so that German words do not weigh on the similarity of Italian
pages. Identifying languages is the work of a stage of its own; here a handful of words must do, and to say nothing is
no harm: a text that could be in several languages is used for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.words import words

__all__ = ["languages_of"]

# By so much the words must be more frequent than in another language. With the first 2 words of the titles of the demo
# web in en, de, it, pt, none of 72 is given to a wrong language alone, whatever stands here from 1.0 to 2; to several,
# 1 at 1.2 and 20 at 2. With 5 words none at 1.2 and 13 at 2.
_CLEARLY = 1.2


def languages_of(text: str, among: Sequence[str]) -> tuple[str, ...]:
    """The languages, of those named, that a text may be in; at least one.

    >>> languages_of("sicurezza sul lavoro e salute", ["de", "it"])
    ('it',)
    >>> languages_of("URL", ["de", "it"])
    ('de', 'it')
    """
    found = {language: _familiarity(text, language) for language in among}
    best = max(found.values(), default=0.0)
    return tuple(language for language, value in found.items() if value * _CLEARLY >= best)


def _familiarity(text: str, language: str) -> float:
    """How frequent the words of a text are in a language, 0..1."""
    idf = generic_idf(language)
    values = idf.values(words(text))
    return 1 - sum(values) / (len(values) * idf.hapax) if values else 0.0
