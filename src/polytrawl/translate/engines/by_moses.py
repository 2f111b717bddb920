"""Translation by the program `moses`, for which the model is written as one of its working directories."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from polytrawl.errors import ConfigError, StageError
from polytrawl.outside.translator import Command
from polytrawl.phrases.moses import write_moses
from polytrawl.translate.engines.base import Asked
from polytrawl.translate.hypothesis import Hypothesis

__all__ = ["Moses"]

_BATCH = 5_000  # sentences for each start of the program
_PARTS = 4  # of a line of an n-best list
_ESCAPES = str.maketrans({"[": "&#91;", "]": "&#93;", "|": "&#124;"})  # what Moses would take for its own


class Moses:
    """A Moses program on the PATH."""

    name = "moses"

    def __init__(self, asked: Asked) -> None:
        if shutil.which("moses") is None:
            raise ConfigError("--engine moses: there is no program `moses` on the PATH; --engine builtin needs none")
        self._asked = asked
        self._place = Path(tempfile.mkdtemp(prefix="polytrawl-moses-"))
        weakref.finalize(self, shutil.rmtree, self._place, ignore_errors=True)
        write_moses(Path(asked.model), self._place)

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """The best translation of each sentence."""
        return (ranked[0].text for ranked in self.nbest(sentences, 1))

    def nbest(self, sentences: Iterable[str], number: int) -> Iterator[list[Hypothesis]]:
        """The best different translations of each sentence, the best first; features are not taken over."""
        lines = iter(sentences)
        while batch := list(islice(lines, _BATCH)):
            wanted = [" ".join(line.split()).translate(_ESCAPES) for line in batch if line.split()]
            found = self._run(wanted, number) if wanted else []
            yield from _with_empty(batch, found)

    def _run(self, lines: list[str], number: int) -> list[list[Hypothesis]]:
        place, threads = self._place, self._asked.jobs or os.cpu_count() or 1
        stack = f" -stack {self._asked.stack}" if self._asked.stack else ""
        asked = f"moses -f moses.ini -threads {threads} -v 0{stack} -n-best-list nbest {number} distinct"
        line = shlex.join(["sh", "-c", f"cd {shlex.quote(str(place))} && exec {asked}"])
        answers = Command(line, self._asked.timeout_s)(lines)
        if len(answers) != len(lines):
            raise StageError(f"moses gave {len(answers)} translations for {len(lines)} sentences")
        return _read_ranked(place / "nbest", len(lines))


def _with_empty(batch: list[str], found: list[list[Hypothesis]]) -> Iterator[list[Hypothesis]]:
    answers = iter(found)
    for line in batch:
        yield next(answers) if line.split() else [Hypothesis("", 0.0, ())]


def _read_ranked(path: Path, sentences: int) -> list[list[Hypothesis]]:
    made: list[list[Hypothesis]] = [[] for _ in range(sentences)]
    for line in path.read_text(encoding="utf-8").splitlines():
        parts = line.split(" ||| ")
        if len(parts) < _PARTS:
            raise StageError(f"moses wrote a list of translations that cannot be read: {line[:80]!r}")
        made[int(parts[0])].append(Hypothesis(" ".join(parts[1].split()), float(parts[3].split()[0]), ()))
    return [ranked or [Hypothesis("", 0.0, ())] for ranked in made]
