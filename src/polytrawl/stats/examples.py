"""A sentence for each line of the lists, with the page that says it: the first that is short enough to be read."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from polytrawl.stats.gather import LONGEST, Text
from polytrawl.stats.parts import parts

__all__ = ["Examples"]

_LONGEST = 200  # characters; of longer sentences what stands around the words is shown
_AROUND = 80


class Examples:
    """Examples that are still looked for, and those found."""

    def __init__(self, wanted: Iterable[str]) -> None:
        self._missing: dict[str, set[str]] = defaultdict(set)  # by their first words: few of them are looked up
        for name in wanted:
            self._missing[name.partition(" ")[0]].add(name)
        self._long: dict[str, tuple[str, str]] = {}
        self._found: dict[str, tuple[str, str]] = {}

    @property
    def is_done(self) -> bool:
        """Whether no better example is looked for."""
        return not self._missing

    def look(self, text: Text) -> None:
        """Take from a document what is missing."""
        for sentence in text.sentences():
            for part in parts(sentence):
                for place, word in enumerate(part):
                    if word in self._missing:
                        self._look_at(part[place : place + LONGEST], sentence, text.url)

    def _look_at(self, part: list[str], sentence: str, url: str) -> None:
        starting = {" ".join(part[:length]) for length in range(1, len(part) + 1)}
        for name in starting & self._missing[part[0]]:
            self._take(name, sentence, url)

    def _take(self, name: str, sentence: str, url: str) -> None:
        if len(sentence) <= _LONGEST:
            self._found[name] = sentence, url
            first = name.partition(" ")[0]
            self._missing[first].discard(name)
            if not self._missing[first]:
                del self._missing[first]
        elif name not in self._long:
            self._long[name] = around(sentence, name), url

    def of(self, name: str) -> tuple[str, str]:
        """The sentence and its address; both empty where there is none."""
        return self._found.get(name) or self._long.get(name) or ("", "")


def around(sentence: str, name: str) -> str:
    """What stands around words in a long sentence.

    >>> long = "Nobody works on a ladder " + "and nobody stands below it " * 20
    >>> around(long, "stands below")[:60]
    'Nobody works on a ladder and nobody stands below it and nobo'
    """
    pattern = r"[\W_]++(?:[^\W_][\W_]++)?+".join(map(re.escape, name.split(" ")))
    found = re.search(rf"\b{pattern}\b", sentence, re.IGNORECASE)
    place = found.start() if found else 0  # folded letters, such as ss, are not found: then its beginning is shown
    first, last = max(0, place - _AROUND), place + len(name) + _AROUND
    cut = sentence[first:last]
    return f"{'...' if first else ''}{cut}{'...' if last < len(sentence) else ''}"
