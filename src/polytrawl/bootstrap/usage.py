"""How terms are used in the texts of the tree: how often, and how they are written inside sentences.

A title begins with a capital whatever it names. Inside sentences a word shows whether it has one of its own, in any
language: English has "tulips", German "Tulpen".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from polytrawl.records import Lang
from polytrawl.relevance.definition import Term
from polytrawl.relevance.terms import Lexicon
from polytrawl.sentences import split

__all__ = ["NO_USAGE", "Usage", "usage_in"]

_WORD = re.compile(r"[^\W_]+")
_MIN_SEEN = 2  # a guess: written so once can be a slip


class Usage(NamedTuple):
    """What texts say about terms."""

    frequency: Counter[str]  # of each term, in any of its forms
    forms: dict[str, Counter[str]]  # how a term is written inside sentences
    texts: int

    def form(self, term: str) -> str:
        """How a term is mostly written inside sentences; as it is where that is not known."""
        seen = self.forms.get(term)
        if not seen:
            return term
        best, count = min(seen.items(), key=lambda one: (-one[1], one[0]))
        return best if count >= _MIN_SEEN else term


NO_USAGE = Usage(Counter(), {}, 0)


def usage_in(texts: Iterable[str], terms: Collection[str], language: Lang) -> Usage:
    """Look for all terms at once, so that the work is linear in the texts."""
    lexicon = Lexicon(language, [Term(1.0, term, (), language) for term in sorted(terms)])
    same = {term.text: [one.text for one in group] for group in lexicon.together.values() for term in group}
    frequency: Counter[str] = Counter()
    forms = _Forms(terms)
    number = 0
    for number, text in enumerate(texts, 1):  # noqa: B007 - the last number is how many there were
        for sentence in split(text, language):
            # Terms that stem together are one to the lexicon, and each of them was found.
            frequency.update(one for found in lexicon.find(lexicon.stems(sentence)) for one in same[found.text])
            forms.read(sentence)
    return Usage(frequency, forms.seen, number)


class _Forms:
    """Finds terms as they are written, but for capitals, behind the first word of a sentence."""

    def __init__(self, terms: Iterable[str]) -> None:
        self.seen: dict[str, Counter[str]] = defaultdict(Counter)
        self._terms: dict[tuple[str, ...], str] = {}
        self._lengths: dict[str, set[int]] = defaultdict(set)  # of the terms that begin with a word
        for term in sorted(terms):
            if parts := tuple(_WORD.findall(term.casefold())):
                self._terms[parts] = term
                self._lengths[parts[0]].add(len(parts))

    def read(self, sentence: str) -> None:
        """Note all terms in a sentence."""
        matches = list(_WORD.finditer(sentence))
        folded = [match[0].casefold() for match in matches]
        for start in range(1, len(folded)):
            for length in self._lengths.get(folded[start], ()):
                term = self._terms.get(tuple(folded[start : start + length]))
                if term is not None:
                    form = sentence[matches[start].start() : matches[start + length - 1].end()]
                    self._note(term, form)

    def _note(self, term: str, form: str) -> None:
        # Only capitals may differ: "rose-garden" is no form of "Rose garden". All in capitals is a heading.
        if form.casefold() == term.casefold() and not form.isupper():
            self.seen[term][form] += 1
