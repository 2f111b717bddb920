"""Translation by any command that reads sentences, one a line, to the end and writes as many lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from polytrawl.outside.translator import Command, Translator, words_of
from polytrawl.translate.engines.base import Asked

__all__ = ["ByCommand"]

_BATCH = 5_000  # sentences for each start of the command


class ByCommand:
    """A command line of the user."""

    name = "command"

    def __init__(self, asked: Asked) -> None:
        words_of(asked.model)  # whether its program is there
        self._asked = asked

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """A translation of each sentence, in the same order."""
        lines = iter(sentences)
        while batch := list(islice(lines, _BATCH)):
            command = Command(self._asked.model, self._asked.timeout_s)
            yield from Translator(command, f"command: {self._asked.model!r}")(batch)
