"""The built-in decoder: sentences of a batch are translated on all cores, by threads that run compiled loops."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from polytrawl.phrases.choice import phrases_of
from polytrawl.translate.fast import need_numba
from polytrawl.translate.found_core import Found
from polytrawl.translate.gather import Known, futures, gather
from polytrawl.translate.hypothesis import Hypothesis, Scoring
from polytrawl.translate.lm_core import Ints
from polytrawl.translate.lms import load_lms
from polytrawl.translate.model import Model, read_model
from polytrawl.translate.nbest_core import best_path, best_paths
from polytrawl.translate.options import Options, fluencies, weigh
from polytrawl.translate.phrases import load_phrases
from polytrawl.translate.search_core import WINDOW, Limits, Task, search

__all__ = ["Builtin", "make_builtin"]

log = logging.getLogger(__name__)

_BATCH = 256  # sentences handed out at once
_LOOKED_AT = 10  # times the stack, where the model says nothing
_SAME_TEXT = 5  # ways that are looked at for each different translation wanted
Result = TypeVar("Result")


class _Searched(NamedTuple):
    words: list[str]
    options: Options
    found: Found
    last: int


class Builtin:
    """A model that is loaded, with weights that can be changed.

    Where `only` is given, no more of the tables is loaded than these sentences need.
    """

    name = "builtin"

    def __init__(
        self, folder: Path, model: Model | None = None, jobs: int = 0, only: Iterable[str] | None = None
    ) -> None:
        need_numba()
        self.model = model or read_model(folder)
        if not self.model.lms:
            log.warning("%s: the model has no language model, so nothing looks at how words follow each other", folder)
        self._jobs = jobs or os.cpu_count() or 1
        wanted = None if only is None else phrases_of(only, self.model.search.longest)
        self._phrases = load_phrases(self.model, folder, wanted)
        self._models = load_lms([folder / one.path for one in self.model.lms])
        self._nodes = self._models.nodes_of(self._phrases.words)
        self._fluency = fluencies(self._phrases, self._models, self._nodes)
        self._longest = min(self.model.search.longest, WINDOW - 1)
        self.use(self.model)

    def use(self, model: Model) -> None:
        """Go on with other weights or limits of the same tables and language models."""
        self.model = model
        weighted = weigh(self._phrases, self._fluency, model)
        word = self._nodes[:, self._phrases.word]
        self._known = Known(*weighted, word, self._phrases.word_at)
        limits = model.search
        reordering = limits.reordering if limits.reordering >= 0 else 1 << 30
        looked_at = limits.looked_at or _LOOKED_AT * limits.stack
        self._limits = Limits(limits.stack, looked_at, reordering, model.weights.distortion, weighted.lm)
        self._scoring = Scoring(self._phrases, self._models.automaton, self.model)

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """The best translation of each sentence; nothing for a sentence without words."""
        return self._all(self._translated, sentences)

    def nbest(self, sentences: Iterable[str], number: int) -> Iterator[list[Hypothesis]]:
        """The best different translations of each sentence, the best first, with their features."""
        return self._all(lambda sentence: self._best(sentence, number), sentences)

    def _all(self, work: Callable[[str], Result], sentences: Iterable[str]) -> Iterator[Result]:
        lines = iter(sentences)
        with ThreadPoolExecutor(self._jobs) as pool:
            while batch := list(islice(lines, _BATCH)):
                yield from pool.map(work, batch) if self._jobs > 1 else map(work, batch)

    def _translated(self, sentence: str) -> str:
        one = self._search(sentence)
        if one is None:
            return ""
        return " ".join(self._scoring.texts(one.options, one.words, best_path(one.found, one.last)))

    def _best(self, sentence: str, number: int) -> list[Hypothesis]:
        one = self._search(sentence)
        if one is None:
            return [self._scoring.nothing()]
        made: dict[str, Hypothesis] = {}
        paths, starts = best_paths(one.found, one.last, number * _SAME_TEXT if number > 1 else 1)
        for begin, end in pairwise(starts):
            path = paths[begin:end]
            text = " ".join(self._scoring.texts(one.options, one.words, path))
            if text not in made:
                made[text] = self._scoring.hypothesis(one.options, one.words, path)
            if len(made) == number:
                break
        return sorted(made.values(), key=lambda one: -one.score)  # sums in another order differ in the last digit

    def _search(self, sentence: str) -> _Searched | None:
        words = sentence.split()
        if not words:
            return None
        lms = self._models.automaton
        options = gather(self._known, lms, self._groups(words), self._models.nodes_of(words))
        found, last = search(Task(lms, options, futures(options), self._limits))
        return _Searched(words, options, found, last)

    def _groups(self, words: list[str]) -> Ints:
        """The group of source phrases of each start and length."""
        known, size = self._phrases.groups, len(words)
        made = np.full((size, min(self._longest, size)), -1, np.int64)
        for start in range(size):
            for end in range(start + 1, min(start + self._longest, size) + 1):
                made[start, end - start - 1] = known.get(" ".join(words[start:end]), -1)
        return made


def make_builtin(folder: Path, *, jobs: int = 0, stack: int = 0, only: Iterable[str] | None = None) -> Builtin:
    """The decoder of a model folder, perhaps with another size of stacks, or for some sentences only."""
    model = read_model(folder)
    if stack:
        model = msgspec.structs.replace(model, search=msgspec.structs.replace(model.search, stack=stack))
    return Builtin(folder, model, jobs, only)
