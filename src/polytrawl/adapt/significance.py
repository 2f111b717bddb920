"""Is one system better than another, or is it chance? Two answers, from chunks and from resampled test sets.

The scores of a chunk against several references are not independent, though the published t-test takes them for so: of
150 pairs of equal systems (made-up sentences, 100 in a test set) it told 25 % apart at p < 0.05 with 25 chunks x 5
references, and 7 % with 25 x 1. That the bootstrap must agree brings this down to 9 %, half of it in either direction.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np

from polytrawl.adapt.metrics import Floats, Metric
from polytrawl.adapt.student import TTest, paired_t

__all__ = [
    "CHUNKS",
    "LEVEL",
    "RESAMPLES",
    "SEED",
    "Bootstrap",
    "Comparison",
    "chunk_scores",
    "compare",
    "draws",
    "resampled",
]

CHUNKS = 25  # as published
RESAMPLES = 1000  # as in Koehn (2004)
SEED = 12345
LEVEL = 0.05
_AT_ONCE = 4_000_000  # numbers drawn at once, 32 MB


class Bootstrap(msgspec.Struct, frozen=True):
    """Paired bootstrap resampling (Koehn 2004)."""

    resamples: int
    better: float  # share of the resampled test sets on which the system is better
    p: float  # of those on which it is not, counting the observed one in, so that it is never 0
    low: float  # the gain lies between these in 95 of 100 resamples
    high: float


class Comparison(msgspec.Struct, frozen=True):
    """One system beside a baseline."""

    gain: float  # of the scores on the whole test set; above 0 is better, also where the score is an error rate
    t_test: TTest | None  # None where there are fewer than two chunks
    bootstrap: Bootstrap

    @property
    def is_better(self) -> bool:
        """Whether both tests say that it is better."""
        by_t = self.t_test is not None and self.t_test.mean > 0 and self.t_test.p < LEVEL
        return by_t and self.bootstrap.p < LEVEL

    @property
    def is_worse(self) -> bool:
        """Whether both tests say that it is worse."""
        by_t = self.t_test is not None and self.t_test.mean < 0 and self.t_test.p < LEVEL
        return by_t and self.bootstrap.better < LEVEL


def chunk_scores(metric: Metric, counts: Floats, chunks: int = CHUNKS) -> Floats:
    """The score of each chunk of neighbouring sentences; chunks differ by one sentence at most.

    A test set of 100 sentences gives 25 chunks of 4, as published; one with fewer sentences than chunks, one each.
    """
    number = len(counts)
    starts = np.arange(min(chunks, number)) * number // min(chunks, number)
    return metric.scores_of(np.add.reduceat(counts, starts, axis=0))


def draws(sentences: int, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each sentence is in each resample, some resamples at once; the same for all systems."""
    dice = np.random.default_rng(seed)
    step = max(1, _AT_ONCE // sentences)
    for start in range(0, resamples, step):
        number = min(step, resamples - start)
        drawn = dice.integers(sentences, size=(number, sentences))
        drawn += np.arange(number)[:, None] * sentences
        yield np.bincount(drawn.ravel(), minlength=number * sentences).reshape(number, sentences).astype(float)


def resampled(metric: Metric, counts: Floats, resamples: int = RESAMPLES, seed: int = SEED) -> Floats:
    """The score of the system on each resampled test set."""
    return np.concatenate([metric.scores_of(drawn @ counts) for drawn in draws(len(counts), resamples, seed)])


def compare(metric: Metric, chunks: tuple[Floats, Floats], samples: tuple[Floats, Floats], gain: float) -> Comparison:
    """A system, the second, beside a baseline, the first: by scores of chunks and of resampled test sets."""
    sign = 1.0 if metric.larger_is_better else -1.0
    differences = sign * (chunks[1] - chunks[0])
    return Comparison(gain, paired_t(differences.tolist()), _bootstrap(sign * (samples[1] - samples[0])))


def _bootstrap(gains: Floats) -> Bootstrap:
    better = int((gains > 0).sum())
    low, high = np.quantile(gains, (0.025, 0.975))
    p = (len(gains) - better + 1) / (len(gains) + 1)
    return Bootstrap(len(gains), better / len(gains), p, float(low), float(high))
