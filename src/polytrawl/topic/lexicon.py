"""Finding terms in text: words are case-folded and stemmed, terms of several words are found as sequences of stems.

The work is linear in the text: at each word, only terms that begin with its stem are looked at, one lookup for each
length they have.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from polytrawl.records import Lang
from polytrawl.topic.definition import Term

# One token for each character in scripts written without spaces (Thai to Burmese, Khmer, kana, Han), else one for each
# run of letters and digits.
_NO_SPACES = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_NO_SPACES}]|[^\W_{_NO_SPACES}]+")
_Stems = tuple[str, ...]


class Lexicon:
    """The terms of one language, ready to be found."""

    def __init__(self, language: Lang, terms: Iterable[Term]) -> None:
        self._stem = _stemmer(language)
        self._terms: dict[_Stems, Term] = {}
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for term in terms:
            stems = tuple(self.stems(term.text))
            known = self._terms.get(stems)
            # Terms that stem together are one term; the highest weight counts.
            if stems and (known is None or term.weight > known.weight):
                self._terms[stems] = term
                lengths[stems[0]].add(len(stems))
        self._lengths = {stem: sorted(found) for stem, found in lengths.items()}

    def stems(self, text: str) -> list[str]:
        """The words of a text, case-folded and stemmed."""
        return self._stem(_TOKEN.findall(text.casefold()))

    def find(self, stems: list[str]) -> Iterator[Term]:
        """Every occurrence of a term; terms inside terms count too."""
        for start, stem in enumerate(stems):
            for length in self._lengths.get(stem, ()):
                term = self._terms.get(tuple(stems[start : start + length]))
                if term:
                    yield term


def _stemmer(language: Lang) -> Callable[[list[str]], list[str]]:
    """Snowball's stemmer for the language; where there is none, words stay as they are."""
    import Stemmer  # noqa: PLC0415 - a compiled library

    code = language.partition("-")[0]
    try:
        stemmer = Stemmer.Stemmer({"nb": "no", "nn": "no"}.get(code, code))
    except KeyError:
        return list
    stem: Callable[[list[str]], list[str]] = stemmer.stemWords
    return stem
