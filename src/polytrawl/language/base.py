"""The plug-in kind of the language stage: who names the language of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from polytrawl.plugin import Plugin
from polytrawl.records import Lang


class Guess(NamedTuple):
    """A language and how sure the identifier is, 0..1."""

    language: Lang
    score: float


NOTHING = Guess("und", 0.0)


class Identifier(Plugin, kind="identifier"):
    """Names the language of a text."""

    def identify(self, text: str) -> Guess:
        """The most probable language; "und" with score 0 where nothing can be said."""
        raise NotImplementedError

    def rank(self, text: str) -> Sequence[Guess]:
        """All languages the text may be in, the most probable first; one that cannot weigh them says its best."""
        return (self.identify(text),)
