"""Logistic regression with a ridge, by Newton's steps: for some dozen features and some ten thousand examples."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
_STEPS = 30
_ENOUGH = 1e-7  # share of the loss that a step must take away, else it stops
_HALVINGS = 20  # of a step that goes too far
_STEEPEST = 30.0  # of a log-odds; exp(30) is all of a probability


def fit(
    features: Floats,
    is_good: Floats,
    importance: Floats | None = None,
    *,
    ridge: float = 1.0,
    prior: Sequence[float] | None = None,
) -> list[float]:
    """The weights, the intercept first, on features as they are; near those of the prior, or near 0.

    Features are brought to one scale while it fits, so that the ridge holds for all alike; the intercept is free.
    """
    importance = np.ones(len(is_good)) if importance is None else importance
    middle, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread < 1e-9] = 1.0  # noqa: PLR2004 - a feature that is always the same
    table = np.column_stack((np.ones(len(features)), (features - middle) / spread))
    penalty = np.full(table.shape[1], ridge)
    penalty[0] = 1e-6
    start = np.zeros(table.shape[1])
    if prior is not None:
        start[1:] = np.array(prior[1:]) * spread
        start[0] = prior[0] + np.array(prior[1:]) @ middle
    found = start.copy()
    loss = _loss(table, is_good, importance, found) + penalty @ (found - start) ** 2 / 2
    for _ in range(_STEPS):
        expected = probabilities(table @ found)
        slope = table.T @ (importance * (is_good - expected)) - penalty * (found - start)
        curve = (table * (importance * expected * (1 - expected))[:, None]).T @ table + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        before = loss
        for _ in range(_HALVINGS):
            loss = _loss(table, is_good, importance, found + step) + penalty @ (found + step - start) ** 2 / 2
            if loss <= before:
                break
            step /= 2
        else:
            break
        found += step
        if before - loss < _ENOUGH * before:
            break
    on_scale = found[1:] / spread
    return [float(found[0] - on_scale @ middle), *map(float, on_scale)]


def _loss(table: Floats, is_good: Floats, importance: Floats, weights: Floats) -> float:
    signed = np.where(is_good > 0, 1, -1) * (table @ weights)
    return float(importance @ np.logaddexp(0, -signed))


def probabilities(log_odds: Floats) -> Floats:
    """The probabilities of log-odds."""
    return 1 / (1 + np.exp(-np.clip(log_odds, -_STEEPEST, _STEEPEST)))


def probability(weights: Sequence[float], features: Sequence[float]) -> float:
    """The probability that one example is good."""
    log_odds = weights[0] + sum(map(float.__mul__, weights[1:], map(float, features)))
    return 1 / (1 + math.exp(-min(max(log_odds, -_STEEPEST), _STEEPEST)))
