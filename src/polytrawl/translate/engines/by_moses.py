"""Translation by the program `moses`, which reads the tables and language models of a model folder as they are.

Moses takes a phrase pair that one of several tables lacks to have probability 1 in it; the built-in decoder takes the
floor of that table. With one table, both have the same scores.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from polytrawl.errors import ConfigError, StageError
from polytrawl.outside.translator import Command
from polytrawl.translate.engines.base import Asked
from polytrawl.translate.hypothesis import Hypothesis
from polytrawl.translate.model import Model, read_model

__all__ = ["Moses", "moses_ini"]

_BATCH = 5_000  # sentences for each start of the program
_PARTS = 4  # of a line of an n-best list
_ESCAPES = str.maketrans({"[": "&#91;", "]": "&#93;", "|": "&#124;"})  # what Moses would take for its own


class Moses:
    """A Moses program on the PATH."""

    name = "moses"

    def __init__(self, asked: Asked) -> None:
        if shutil.which("moses") is None:
            raise ConfigError("--engine moses: there is no program `moses` on the PATH; --engine builtin needs none")
        self._folder, self._asked = Path(asked.model), asked
        self._model = read_model(self._folder)

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
        with tempfile.TemporaryDirectory(prefix="polytrawl-moses-") as place:
            ini, ranked = Path(place, "moses.ini"), Path(place, "nbest")
            ini.write_text(moses_ini(self._model, self._folder, self._asked.stack), encoding="utf-8")
            threads = self._asked.jobs or os.cpu_count() or 1
            line = f"moses -f '{ini}' -threads {threads} -v 0 -n-best-list '{ranked}' {number} distinct"
            answers = Command(line, self._asked.timeout_s)(lines)
            if len(answers) != len(lines):
                raise StageError(f"moses gave {len(answers)} translations for {len(lines)} sentences")
            return _read_ranked(ranked, len(lines))


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


def moses_ini(model: Model, folder: Path, stack: int = 0) -> str:
    """The moses.ini of a model, with whole paths."""
    search, weights = model.search, model.weights
    features, values = ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"], []
    for number, table in enumerate(model.tables):
        features.append(
            f"PhraseDictionaryMemory name=TranslationModel{number} num-features={len(table.weights)} "
            f"path={(folder / table.path).resolve()} input-factor=0 output-factor=0 table-limit={search.options}"
        )
        values.append(f"TranslationModel{number}= {' '.join(map(repr, table.weights))}")
    for number, lm in enumerate(model.lms):
        features.append(f"KENLM name=LM{number} factor=0 path={(folder / lm.path).resolve()}")
        values.append(f"LM{number}= {lm.weight!r}")
    mapping = [f"{number} T {number}" for number in range(len(model.tables))]
    return "\n".join(
        [
            *("[input-factors]", "0", "", "[mapping]", *mapping, ""),
            *("[distortion-limit]", str(search.reordering), "", "[stack]", str(stack or search.stack), ""),
            *("[max-phrase-length]", str(search.longest), "", "[feature]", *features, ""),
            *("[weight]", f"UnknownWordPenalty0= {weights.unknown!r}", f"WordPenalty0= {weights.words!r}"),
            *(f"PhrasePenalty0= {weights.phrases!r}", f"Distortion0= {weights.distortion!r}", *values, ""),
        ]
    )
