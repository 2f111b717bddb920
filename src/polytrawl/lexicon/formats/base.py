"""What a reader of dictionaries gives, and what it is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from polytrawl.lexicon.formats.text import WHOLE, Dropped, parts
from polytrawl.records import Lang

__all__ = ["Couple", "Damaged", "Reader", "Wanted"]


class Damaged(Exception):
    """A dictionary that cannot be read on; what was read before is good."""


class Couple(NamedTuple):
    """A word and a translation of it, as a dictionary has them from left to right."""

    left: str
    right: str
    forth: float = 1.0  # how far it is believed from left to right
    back: float = 1.0  # and from right to left
    origin: str = ""  # where the file says it
    support: int = 1


@dataclass
class Wanted:
    """What is wanted of a dictionary, and what was left out of it."""

    languages: tuple[Lang, Lang] | None = None  # of files with many languages; None where it is not known
    most_words: int = 5  # a guess: of names and terms few are longer, of explanations most
    also_of_lexicons: bool = False  # whether those limit the entries of lexicons, too
    dropped: Dropped = field(default_factory=Counter)

    def parts(self, text: str, cut: re.Pattern[str] = WHOLE) -> Iterator[str]:
        """The translations in a text, clean; what is none is counted."""
        return parts(text, cut, self.dropped, most_words=self.most_words)


Reader = Callable[[Path, Wanted], Iterator[Couple]]
