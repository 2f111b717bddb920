"""Translation by thot (the package sil-thot), with the phrase pairs and one language model of a model folder.

Thot has forms, features and weights of its own: its files are made anew from the model each time.
It takes one language model, which is that of the largest weight, as counts of up to three words.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from polytrawl.errors import ConfigError, StageError
from polytrawl.translate.engines.base import Asked
from polytrawl.translate.engines.thot_files import write_counts, write_pairs
from polytrawl.translate.hypothesis import Hypothesis
from polytrawl.translate.model import read_model

__all__ = ["Thot"]

log = logging.getLogger(__name__)

_BATCH = 500  # sentences at once
_STEPS = 5  # of IBM model 1
# Thot's own stack of 10, breadth first: 40 words took 38 s best first, 0.8 s breadth first. Without jumps, for its
# weights are not tuned: 60 sentences of LilyPond's manual by a table of Debian's have BLEU 13.5 with none, 9.4 with
# jumps of 1, 8.0 with jumps of 2, and take half the time.
_REORDERING = 0
# The seventh weight, 0.000001 in thot. On 100 other sentences of that manual 1 gives BLEU 15.2 in place of 13.7, and 2
# gives 15.6; translations are shorter than their references with all of them.
_SEVENTH, _WEIGHT = 6, 1.0
_LOCAL_TD = 6  # what is to come is estimated from translations and jumps


class Thot:
    """Thot's decoder with a model."""

    name = "thot"

    def __init__(self, asked: Asked) -> None:
        try:
            from thot.alignment import AlignmentModelType  # noqa: PLC0415 - an extra
            from thot.translation import SmtDecoder, SmtModel  # noqa: PLC0415
        except ImportError as err:
            raise ConfigError("--engine thot: the package is missing; pip install sil-thot") from err
        folder = Path(asked.model)
        model = read_model(folder)
        if not model.lms:
            raise ConfigError(f"{folder}: thot needs a language model, and the model names none")
        used = max(model.lms, key=lambda one: one.weight)
        if len(model.lms) > 1:
            log.warning("thot takes one language model: %s is used", used.name)
        self._thot: Any = SmtModel(AlignmentModelType.IBM1)  # no types that hold
        with tempfile.TemporaryDirectory(prefix="polytrawl-thot-") as place:
            prefix, counts = Path(place, "tm"), Path(place, "lm")
            write_counts(folder / used.path, counts)
            _train_words(write_pairs(model, folder, prefix), prefix)
            if not self._thot.load_translation_model(str(prefix)) or not self._thot.load_language_model(str(counts)):
                raise StageError("thot does not take the files that were made for it")
        self._thot.non_monotonicity = _REORDERING
        self._thot.weights = [_WEIGHT if place == _SEVENTH else one for place, one in enumerate(self._thot.weights)]
        self._thot.heuristic = _LOCAL_TD
        self._decoder: Any = SmtDecoder(self._thot)
        self._decoder.is_breadth_first = True
        if asked.stack:
            self._decoder.s = asked.stack

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """A translation of each sentence, in the same order."""
        lines = iter(sentences)
        while batch := list(islice(lines, _BATCH)):
            wanted = [" ".join(line.split()) for line in batch if line.split()]
            found = iter(self._decoder.translate_batch(wanted) if wanted else [])
            yield from (" ".join(next(found).target) if line.split() else "" for line in batch)

    def nbest(self, sentences: Iterable[str], number: int) -> Iterator[list[Hypothesis]]:
        """The best different translations of each sentence, the best first; features are thot's own."""
        lines = iter(sentences)
        while batch := list(islice(lines, _BATCH)):
            wanted = [" ".join(line.split()) for line in batch if line.split()]
            found = iter(self._decoder.translate_n_batch(wanted, number) if wanted else [])
            for line in batch:
                yield _ranked(next(found)) if line.split() else [Hypothesis("", 0.0, ())]


def _ranked(found: Iterable[Any]) -> list[Hypothesis]:
    made: dict[str, Hypothesis] = {}
    for one in found:
        text = " ".join(one.target)
        made.setdefault(text, Hypothesis(text, float(one.score), tuple(one.score_components)))
    return list(made.values()) or [Hypothesis("", 0.0, ())]


def _train_words(pairs: dict[tuple[str, str], float], prefix: Path) -> None:
    """Word models of both directions, which thot smooths phrases with, learnt from the phrase pairs themselves."""
    from thot.alignment import Ibm1AlignmentModel  # noqa: PLC0415 - an extra

    for name, is_direct in (("swm", True), ("invswm", False)):
        words: Any = Ibm1AlignmentModel()
        for (source, target), count in pairs.items():
            sides = (target.split(), source.split()) if is_direct else (source.split(), target.split())
            if all(sides):
                words.add_sentence_pair(*sides, count)
        words.start_training()
        for _ in range(_STEPS):
            words.train()
        words.end_training()
        if not words.print(f"{prefix}_{name}"):
            raise StageError(f"thot cannot write its files to {prefix.parent}")
