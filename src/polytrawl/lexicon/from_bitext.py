"""A lexicon of a parallel corpus: words that are linked, with how often and how surely.

For words s and t that are linked c(s, t) times, of c(s) and c(t) links that they have in all:

    p(t | s) = c(s, t) / (c(s) + 1)        p(s | t) = c(s, t) / (c(t) + 1)

The 1 keeps what was seen once from being certain. The score is the harmonic mean of both, so that both directions must
believe in it, and the support is c(s, t).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.word_alignment import LONGEST, aligned_words
from polytrawl.records import Lang
from polytrawl.tokens import tokens

__all__ = ["Corpus"]

_Words = list[str]


class Corpus:
    """Sentence pairs as words, and the forms in which each word is written."""

    def __init__(self, languages: tuple[Lang, Lang]) -> None:
        self.languages = languages
        self.dropped: Counter[str] = Counter()
        self._pairs: list[tuple[_Words, _Words]] = []
        self._forms: tuple[Counter[str], Counter[str]] = Counter(), Counter()

    def __len__(self) -> int:
        return len(self._pairs)

    def add(self, source: str, target: str) -> None:
        """Take in a sentence pair; what has no words or too many is counted."""
        left, right = (tokens(text, language) for text, language in zip((source, target), self.languages, strict=True))
        if not left or not right:
            self.dropped["empty"] += 1
        elif max(len(left), len(right)) > LONGEST:
            self.dropped["too-long"] += 1
        else:
            for forms, words in zip(self._forms, (left, right), strict=True):
                forms.update(words)
            self._pairs.append(([word.lower() for word in left], [word.lower() for word in right]))

    def entries(self, method: str, origin: str, *, min_count: int = 2, min_score: float = 0.1) -> Iterator[Entry]:
        """The words that are linked, each as it is mostly written."""
        if not self._pairs:
            raise ConfigError(f"no sentence pairs in {' and '.join(self.languages)}{_reasons(self.dropped)}")
        links: Counter[tuple[str, str]] = Counter()
        for (left, right), found in zip(self._pairs, aligned_words(self._pairs, method), strict=True):
            links.update((left[i], right[j]) for i, j in found)
        written = _usual(self._forms[0]), _usual(self._forms[1])
        for source, target, score, number in _scored(links):
            if number >= min_count and score >= min_score and _is_word(source) and _is_word(target):
                yield Entry(written[0][source], written[1][target], score, origin, number)


def _scored(links: Counter[tuple[str, str]]) -> Iterator[tuple[str, str, float, int]]:
    sources, targets = Counter[str](), Counter[str]()
    for (source, target), number in links.items():
        sources[source] += number
        targets[target] += number
    for (source, target), number in links.items():
        forth, back = number / (sources[source] + 1), number / (targets[target] + 1)
        yield source, target, 2 * forth * back / (forth + back), number


def _usual(forms: Counter[str]) -> dict[str, str]:
    """Of each word in small letters its most frequent form, of two alike the smaller one: nouns keep their capitals."""
    found: dict[str, str] = {}
    for form, _ in sorted(forms.items(), key=lambda one: (-one[1], one[0].swapcase())):
        found.setdefault(form.lower(), form)
    return found


def _is_word(word: str) -> bool:
    """Whether it is a word, and no number, sign or address."""
    return any(map(str.isalpha, word)) and "@" not in word and "/" not in word


def _reasons(dropped: Iterable[str]) -> str:
    return f" that can be used; left out: {', '.join(sorted(dropped))}" if dropped else ""
