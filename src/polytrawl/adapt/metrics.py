"""BLEU, chrF and TER of translations, from counts that can be added up.

The counts of each sentence come from sacrebleu, once for each system. The score of any set of sentences (all of them, a
chunk, a resample) follows from the sum of their counts, so a thousand resamples are one product of matrices. The
formulas are those of sacrebleu, for many sums at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.language_tags import primary
from polytrawl.records import Lang

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as Sacre

__all__ = ["METRICS", "PIP", "Floats", "Metric", "cut_for", "make_metric"]

Floats: TypeAlias = npt.NDArray[np.float64]
PIP = "pip install 'polytrawl[mt]' (or only: pip install sacrebleu)"
_ORDERS = 4  # of BLEU's n-grams
_BETA2 = 4.0  # chrF2 counts recall twice: beta = 2


# Written without spaces, or (Korean) with few: BLEU would take a sentence for a word. For Japanese and Korean sacrebleu
# also has ways that need further packages; characters do without.
_CUTS = {"zh": "zh", **dict.fromkeys(("ja", "ko", "th", "lo", "km", "my", "bo", "dz"), "char")}


def cut_for(language: Lang) -> str:
    """How BLEU cuts plain text of a language into words: sacrebleu's name for it.

    >>> cut_for("es"), cut_for("zh-CN"), cut_for("ja")
    ('13a', 'zh', 'char')
    """
    return _CUTS.get(primary(language), "13a")


@dataclass(frozen=True)
class Metric:
    """One way to score translations."""

    name: str
    larger_is_better: bool
    sacre: Sacre
    scores_of: Callable[[Floats], Floats]  # sums of counts, one row each, to scores

    def counts(self, translations: Sequence[str], references: Sequence[Sequence[str]]) -> Floats:
        """The counts of each sentence, one row each."""
        # The way of sacrebleu's own resampling; a test holds it to the scores that its public functions give.
        return np.array(self.sacre._extract_corpus_statistics(translations, references), np.float64)  # noqa: SLF001

    def score(self, counts: Floats) -> float:
        """The score of all sentences together."""
        return float(self.scores_of(counts.sum(axis=0, keepdims=True))[0])

    def gain(self, before: float, after: float) -> float:
        """By how much one score is better than another; below 0 where it is worse."""
        return after - before if self.larger_is_better else before - after

    @property
    def signature(self) -> str:
        """How the score was made; equal signatures make scores comparable. Known after the first counts."""
        return str(self.sacre.get_signature())


def _bleu(sums: Floats) -> Floats:
    """exp(1 - r/c) where too short, times the geometric mean of precisions.

    The n-th precision of nothing that fits is 1 / (2^k total), k times that this has been so (sacrebleu's `exp`).
    """
    length, reference = sums[:, 0], sums[:, 1]
    right, total = sums[:, 2 : 2 + _ORDERS], sums[:, 2 + _ORDERS : 2 + 2 * _ORDERS]
    halved = 0.5 ** np.cumsum(right == 0, axis=1)
    has_all = (total > 0).all(axis=1) & (right > 0).any(axis=1)
    precision = np.where(right > 0, right, halved) / np.maximum(total, 1)
    brevity = np.minimum(0.0, 1 - reference / np.maximum(length, 1))
    found: Floats = np.where(has_all, 100 * np.exp(brevity + np.log(precision).mean(axis=1)), 0.0)
    return found


def _chrf(sums: Floats) -> Floats:
    """The F score of the means of precision and recall over the lengths of character n-grams that both sides have."""
    ours, theirs, right = (sums[:, place::3] for place in range(3))
    counted = (ours > 0) & (theirs > 0)
    orders = np.maximum(counted.sum(axis=1), 1)
    precision = np.where(counted, right / np.maximum(ours, 1), 0.0).sum(axis=1) / orders
    recall = np.where(counted, right / np.maximum(theirs, 1), 0.0).sum(axis=1) / orders
    below = _BETA2 * precision + recall
    found: Floats = 100 * (1 + _BETA2) * precision * recall / np.where(below > 0, below, 1.0)
    return found


def _ter(sums: Floats) -> Floats:
    """Edits in percent of the words of the reference; all of it where there are no such words."""
    edits, words = sums[:, 0], sums[:, 1]
    found: Floats = 100 * np.where(words > 0, edits / np.maximum(words, 1e-9), (edits > 0).astype(float))
    return found


METRICS = ("BLEU", "chrF", "TER")


def make_metric(name: str, *, tokenise: str = "13a", lowercase: bool = False) -> Metric:
    """The metric of a name; `tokenise` is for BLEU: `none` for texts that are tokens already."""
    try:
        from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 - an extra
        from sacrebleu.metrics.chrf import CHRF  # noqa: PLC0415
        from sacrebleu.metrics.ter import TER  # noqa: PLC0415
    except ImportError as err:
        raise ConfigError(f"translations are scored by sacrebleu, which is not installed; {PIP}") from err
    name = {one.lower(): one for one in METRICS}.get(name.lower(), name)
    if name == "BLEU":
        return Metric(name, True, _made(BLEU, tokenize=_known(tokenise, BLEU), lowercase=lowercase), _bleu)
    if name == "chrF":
        return Metric(name, True, CHRF(lowercase=lowercase), _chrf)
    if name == "TER":
        return Metric(name, False, TER(), _ter)
    raise ConfigError(f"there is no metric {name!r}{did_you_mean(name, METRICS)}")


def _known(tokenise: str, bleu: Any) -> str:  # noqa: ANN401 - a class of an extra
    if tokenise not in bleu.TOKENIZERS:
        raise ConfigError(f"--tokenise {tokenise}: sacrebleu has no such way{did_you_mean(tokenise, bleu.TOKENIZERS)}")
    return tokenise


def _made(bleu: Any, **options: Any) -> Any:  # noqa: ANN401 - a class of an extra
    try:
        # What it would warn of, that the text looks tokenised, is for who prepared it to know.
        return bleu(force=True, **options)
    except (ImportError, RuntimeError, OSError) as err:  # mecab and others bring packages or models of their own
        raise ConfigError(f"--tokenise {options['tokenize']}: {' '.join(str(err).split())}") from err
