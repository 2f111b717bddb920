"""Translation systems side by side: scores on the whole test set and on its chunks, and what is not chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from polytrawl.adapt.lines import same_number
from polytrawl.adapt.metrics import METRICS, Floats, Metric, make_metric
from polytrawl.adapt.names import BASELINE, WIKIPEDIA, parse
from polytrawl.adapt.significance import CHUNKS, RESAMPLES, SEED, Comparison, chunk_scores, compare, resampled
from polytrawl.errors import ConfigError, did_you_mean

__all__ = ["Contest", "Measured", "Terms", "hold"]


class Measured(msgspec.Struct, frozen=True):
    """One system by one metric."""

    score: float  # on the whole test set, with all references at once
    mean: float  # of the scores of chunks against each reference by itself, as in tables 5.6 and 5.7
    against: dict[str, Comparison]  # by the system that it is compared with


class Contest(msgspec.Struct, frozen=True):
    """All systems by all metrics."""

    sentences: int
    references: int
    chunks: int
    baseline: str
    signatures: dict[str, str]  # by metric
    systems: dict[str, dict[str, Measured]]  # by system, then by metric
    resamples: int = RESAMPLES
    seed: int = SEED


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How systems are compared."""

    metrics: Sequence[str] = METRICS
    chunks: int = CHUNKS
    resamples: int = RESAMPLES
    seed: int = SEED
    baseline: str = ""  # by default BL where there is one, else the first
    tokenise: str = "13a"
    lowercase: bool = False


@dataclass(frozen=True)
class _Scores:
    """What comparisons need of one system."""

    whole: float
    chunks: Floats  # chunks of the first reference, then of the second ...
    samples: Floats


def hold(
    systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]], terms: Terms | None = None
) -> Contest:
    """Score systems, and compare each with the baseline and with those of Wikipedia."""
    terms = terms or Terms()
    sentences = _check(systems, references)
    baseline = _baseline(terms.baseline, list(systems))
    rivals = [baseline, *(name for name in systems if parse(name).crawl == WIKIPEDIA and name != baseline)]
    found: dict[str, dict[str, Measured]] = {name: {} for name in systems}
    signatures = {}
    for metric in (make_metric(one, tokenise=terms.tokenise, lowercase=terms.lowercase) for one in terms.metrics):
        name = metric.name
        scores = {system: _scores(metric, lines, references, terms) for system, lines in systems.items()}
        for system, one in scores.items():
            found[system][name] = _measured(metric, one, {rival: scores[rival] for rival in rivals if rival != system})
        signatures[name] = metric.signature
    chunks = min(terms.chunks, sentences)
    return Contest(
        sentences, len(references), chunks, baseline, signatures, found, resamples=terms.resamples, seed=terms.seed
    )


def _check(systems: Mapping[str, Sequence[str]], references: Sequence[Sequence[str]]) -> int:
    if not systems or not references:
        raise ConfigError("give at least one system and one reference")
    numbered = {f"reference {number}": lines for number, lines in enumerate(references, 1)}
    return same_number({**numbered, **systems})


def _baseline(wanted: str, names: Sequence[str]) -> str:
    if wanted and wanted not in names:
        raise ConfigError(f"baseline {wanted!r} is none of the systems{did_you_mean(wanted, names)}")
    return wanted or (BASELINE if BASELINE in names else names[0])


def _scores(metric: Metric, lines: Sequence[str], references: Sequence[Sequence[str]], terms: Terms) -> _Scores:
    single = [metric.counts(lines, [one]) for one in references]
    # The last, so that the signature tells of all references.
    together = metric.counts(lines, references) if len(references) > 1 else single[0]
    return _Scores(
        whole=metric.score(together),
        chunks=np.concatenate([chunk_scores(metric, counts, terms.chunks) for counts in single]),
        samples=resampled(metric, together, terms.resamples, terms.seed),
    )


def _measured(metric: Metric, one: _Scores, rivals: Mapping[str, _Scores]) -> Measured:
    against = {
        name: compare(
            metric, (other.chunks, one.chunks), (other.samples, one.samples), metric.gain(other.whole, one.whole)
        )
        for name, other in rivals.items()
    }
    return Measured(one.whole, float(one.chunks.mean()), against)
