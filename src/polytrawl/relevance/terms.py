"""Finding terms in text: words are case-folded and stemmed, terms of several words are found as sequences of stems.

All terms are looked for at once by an automaton of Aho and Corasick whose letters are stems, so the work is linear in
the text, however many terms there are and however they overlap.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from polytrawl.language_tags import as_asked
from polytrawl.records import Lang
from polytrawl.relevance.alphabet import Alphabet, Found
from polytrawl.relevance.definition import Term
from polytrawl.relevance.hashes import tokens_in
from polytrawl.relevance.words import tokens

__all__ = ["Lexicon", "has_stemmer", "lexicon_for", "lexicons"]

_REMEMBERED = 100_000  # stems of a language, some 15 MB
_Stems = tuple[str, ...]


class Lexicon:
    """The terms of one language, ready to be found."""

    def __init__(self, language: Lang, terms: Iterable[Term]) -> None:
        self._stems = _Remembered(_stemmer(language) or str)
        self.together: dict[_Stems, list[Term]] = defaultdict(list)
        for term in terms:
            if stems := tuple(self.stems(term.text)):
                self.together[stems].append(term)
        # Terms that stem together are one term; the highest weight counts, and the first of those with it.
        best = {stems: max(same, key=lambda term: term.weight) for stems, same in self.together.items()}
        self._automaton = _Automaton(best)
        self._alphabet = Alphabet(self._stems, self._automaton.stems)

    def stems(self, text: str) -> list[str]:
        """The words of a text, case-folded and stemmed."""
        return self._stems.of(tokens(text))

    def find(self, stems: Sequence[str]) -> Iterator[Term]:
        """Every occurrence of a term, in the order in which they end; terms inside terms count too."""
        return self._automaton.find(stems)

    def weights(self, texts: Sequence[str]) -> list[float]:
        """The weights of all terms in each text, together; no term runs from one text into the next."""
        return self._automaton.weights(self._alphabet.among(tokens_in(texts)), len(texts))


class _Remembered(dict[str, str]):
    """The stems of words that were met: a look takes a tenth of the time of stemming."""

    def __init__(self, stem: Callable[[str], str]) -> None:
        super().__init__()
        self._stem = stem

    def __missing__(self, word: str) -> str:
        if len(self) > _REMEMBERED:
            self.clear()
        stem = self[word] = self._stem(word)
        return stem

    def of(self, words: list[str]) -> list[str]:
        """The stem of each word."""
        return list(map(self.__getitem__, words))


def lexicons(terms: Iterable[Term]) -> dict[Lang, Lexicon]:
    """The terms of each language, ready to be found."""
    by_language: dict[Lang, list[Term]] = defaultdict(list)
    for term in terms:
        by_language[term.language].append(term)
    return {language: Lexicon(language, found) for language, found in sorted(by_language.items())}


def lexicon_for(found: Mapping[Lang, Lexicon], language: Lang) -> Lexicon | None:
    """The terms for a document's language, however that is spelled: `pt` serves `pt-br`, and back."""
    return found.get(as_asked(language, tuple(found), language))


class _Automaton:
    """States are the beginnings of terms; each knows its longest proper end that is a beginning of a term as well."""

    def __init__(self, terms: dict[_Stems, Term]) -> None:
        self._next: list[dict[str, int]] = [{}]
        self._found: list[tuple[Term, ...]] = [()]
        for stems, term in terms.items():
            self._found[self._add(stems)] = (term,)
        self._back = [0] * len(self._next)
        self._link()
        self.stems = sorted(set().union(*self._next))
        self._weights = [sum(term.weight for term in found) for found in self._found]

    def _add(self, stems: _Stems) -> int:
        state = 0
        for stem in stems:
            following = self._next[state].setdefault(stem, len(self._next))
            if following == len(self._next):
                self._next.append({})
                self._found.append(())
            state = following
        return state

    def _link(self) -> None:
        """Breadth first, so that shorter beginnings are done when longer ones need them."""
        queue = deque(self._next[0].values())
        while queue:
            state = queue.popleft()
            for stem, following in self._next[state].items():
                self._back[following] = self._step(self._back[state], stem)
                self._found[following] += self._found[self._back[following]]
                queue.append(following)

    def _step(self, state: int, stem: str) -> int:
        while state and stem not in self._next[state]:
            state = self._back[state]
        return self._next[state].get(stem, 0)

    def find(self, stems: Sequence[str]) -> Iterator[Term]:
        """Every occurrence of a term."""
        first, state = self._next[0], 0
        if first.keys().isdisjoint(stems):  # most texts
            return
        for stem in stems:
            state = self._step(state, stem) if state else first.get(stem, 0)
            if state:
                yield from self._found[state]

    def weights(self, found: Iterable[Found], texts: int) -> list[float]:
        """The weights of all terms in each text, together, given the words that can belong to one, in order."""
        sums, state, last = [0.0] * texts, 0, Found(-1, -1, "")
        for one in found:
            goes_on = one.place == last.place + 1 and one.text == last.text
            state, last = self._step(state if goes_on else 0, one.stem), one
            sums[one.text] += self._weights[state]
        return sums


def has_stemmer(language: Lang) -> bool:
    """Whether Snowball knows the language."""
    return _stemmer(language) is not None


def _stemmer(language: Lang) -> Callable[[str], str] | None:
    """Snowball's stemmer for the language; where there is none, words stay as they are."""
    import Stemmer  # noqa: PLC0415 - a compiled library

    code = language.partition("-")[0]
    try:
        stemmer = Stemmer.Stemmer({"nb": "no", "nn": "no"}.get(code, code))
    except KeyError:
        return None
    stemmer.maxCacheSize = 0  # it sorts what it keeps; `_Remembered` is quicker
    stem: Callable[[str], str] = stemmer.stemWord
    return stem
