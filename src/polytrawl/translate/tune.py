"""Weights that suit a sample: rounds of translation and fitting, judged by a part of the sample that is held out.

What the fitted part gains the held-out part need not: fitting stops when the latter no longer gains, and the weights of
its best round are kept, which may be those of the start.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec
import numpy as np

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.translate.bleu import bleu, bleu_counts
from polytrawl.translate.builtin import Builtin
from polytrawl.translate.candidates import Candidates, Mask, Pool
from polytrawl.translate.lm_core import Floats
from polytrawl.translate.mert import Mert
from polytrawl.translate.model import Model
from polytrawl.translate.pro import Pro

__all__ = ["METHODS", "Round", "Tuned", "Tuning", "tune"]

log = logging.getLogger(__name__)

METHODS = ("mert", "pro")
_LEAST = 10  # sentences; of fewer nothing can be learnt, and nothing held out
_UNTUNED = "unknown"  # it is nearly the same for all translations of a sentence


class Fitter(Protocol):
    """What finds weights for candidates."""

    def weights(self, candidates: Candidates, now: Floats, anchor: Floats, is_tuned: Mask) -> Floats:
        """Better weights than those of now."""


@dataclass(frozen=True, kw_only=True)
class Tuning:
    """How weights are looked for."""

    method: str = "mert"
    rounds: int = 10
    nbest: int = 100
    held_out: float = 0.25  # of the sentences
    patience: int = 3  # rounds without gain
    l2: float | None = None  # how much weights are pulled to those of the start; None: as the method has it
    seed: int = 1

    def fitter(self, number: int) -> Fitter:
        """What fits weights in a round."""
        if self.method not in METHODS:
            raise ConfigError(f"--method: no such method {self.method!r}{did_you_mean(self.method, METHODS)}")
        made: Mert | Pro = Mert(seed=self.seed + number) if self.method == "mert" else Pro(seed=self.seed + number)
        return made if self.l2 is None else replace(made, l2=self.l2)


class Round(msgspec.Struct, frozen=True):
    """What a round began with: weights, and BLEU (0 to 100) with them."""

    weights: tuple[float, ...]
    fitted: float  # BLEU of the part that is fitted to
    held_out: float  # BLEU of the other part
    candidates: int  # translations known after the round


class Tuned(msgspec.Struct, frozen=True):
    """The model with the weights that were best, and how it came to them."""

    model: Model
    best: int  # number of the round whose weights are kept; 0 are those of the start
    rounds: tuple[Round, ...]


@dataclass
class _Sample:
    sources: list[str]
    references: list[list[str]]

    def bleu(self, translations: Iterator[str]) -> float:
        counts = [bleu_counts(one, refs) for one, refs in zip(translations, self.references, strict=True)]
        return 100 * float(bleu(np.sum(counts, axis=0)))


def tune(decoder: Builtin, sources: Sequence[str], references: Sequence[Sequence[str]], how: Tuning) -> Tuned:
    """The model of a decoder with weights for sentences and the references (one or more) of each."""
    fitted, held_out = _split(sources, references, how.held_out)
    how.fitter(0)  # a wrong name is told before anything is done
    pool, start = Pool(fitted.references), decoder.model
    is_tuned = np.array([name != _UNTUNED for name in start.names()])
    anchor = now = np.array(start.vector())
    rounds: list[Round] = []
    for number in range(how.rounds + 1):
        decoder.use(start.with_vector(now.tolist()))
        rounds.append(_round(decoder, fitted, held_out, pool, how))
        log.info("round %d: BLEU %.2f, held out %.2f", number, rounds[-1].fitted, rounds[-1].held_out)
        is_done = number - _best(rounds) >= how.patience or not _is_new(rounds)
        if is_done or number == how.rounds:
            break
        now = how.fitter(number).weights(pool.candidates(), now, anchor, is_tuned)
        now = np.where(is_tuned, now * np.abs(anchor[is_tuned]).sum() / max(np.abs(now[is_tuned]).sum(), 1e-9), now)
    best = _best(rounds)
    decoder.use(start.with_vector(list(rounds[best].weights)))
    return Tuned(decoder.model, best, tuple(rounds))


def _split(sources: Sequence[str], references: Sequence[Sequence[str]], share: float) -> tuple[_Sample, _Sample]:
    pairs = [(one, list(refs)) for one, refs in zip(sources, references, strict=True) if one.split()]
    if len(pairs) < _LEAST:
        raise ConfigError(f"{len(pairs)} sentences are too few to tune with; take {_LEAST} or more, better 200")
    every = max(round(1 / min(max(share, 1 / len(pairs)), 0.5)), 2)
    is_held = [number % every == every - 1 for number in range(len(pairs))]
    parts = ([pair for pair, held in zip(pairs, is_held, strict=True) if held is wanted] for wanted in (False, True))
    fitted, held_out = (_Sample([one for one, _ in part], [refs for _, refs in part]) for part in parts)
    return fitted, held_out


def _round(decoder: Builtin, fitted: _Sample, held_out: _Sample, pool: Pool, how: Tuning) -> Round:
    lists = list(decoder.nbest(fitted.sources, how.nbest))
    pool.add(lists)
    reached = fitted.bleu(ranked[0].text for ranked in lists)
    return Round(tuple(decoder.model.vector()), reached, held_out.bleu(decoder.translate(held_out.sources)), len(pool))


def _best(rounds: Sequence[Round]) -> int:
    return max(range(len(rounds)), key=lambda number: (rounds[number].held_out, -number))


def _is_new(rounds: Sequence[Round]) -> bool:
    """Whether the last round has found translations that were not known."""
    return len(rounds) < 2 or rounds[-1].candidates > rounds[-2].candidates  # noqa: PLR2004 - two to compare
