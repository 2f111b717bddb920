"""Texts that no other may be or hold: those of a test, of which no training text may know anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from polytrawl.alike import mark
from polytrawl.records import Lang
from polytrawl.sentences import split

__all__ = ["HeldOut"]

_FEWEST_WORDS = 4  # of a sentence within a text that is looked for; shorter ones (`See also`) stand everywhere. Guess.


class HeldOut:
    """The texts of a test and their sentences, known again whatever their case, numbers, spaces and punctuation are.

    >>> held = HeldOut()
    >>> held.add("Press the key. Then wait for the lamp to go out.", "en")
    >>> held.has("Stop now. Then WAIT  for the lamp to go out!", "en"), held.has("Press the key.", "en")
    (True, False)
    """

    def __init__(self) -> None:
        self._marks: set[int] = set()

    def add(self, text: str, language: Lang) -> None:
        """Hold out a text."""
        self._marks.update(_marks(text, language))

    def has(self, text: str, language: Lang) -> bool:
        """Whether a text or one of its sentences is held out."""
        return bool(self._marks) and not self._marks.isdisjoint(_marks(text, language))

    def has_any(self, texts: Iterable[str], languages: Iterable[Lang]) -> bool:
        """Whether one of some texts, each in its language, is held out."""
        return any(map(self.has, texts, languages))


def _marks(text: str, language: Lang) -> Iterator[int]:
    yield mark(text)
    sentences = split(text, language)
    if len(sentences) > 1:
        yield from (mark(one) for one in sentences if len(one.split()) >= _FEWEST_WORDS)
