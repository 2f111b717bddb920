"""How a first guess is spread over a page: a block is like the blocks around it."""

from __future__ import annotations

import numpy as np

from polytrawl.clean.features import Measured
from polytrawl.clean.groups import running
from polytrawl.clean.letters import Floats

_REACH = 2  # neighbours
_WINDOWS = np.array([[1], [2], [4], [8], [20]])  # blocks on each side


def spread(page: Measured, guess: Floats) -> Floats:
    """For each block its guess, and means of the guesses around it, by length of text; a row for each of them."""
    number, found = len(guess), page.ranges
    weighted = guess * page.words
    sums = running(np.array([weighted, page.words]))
    total = max(sums[0, -1], 1e-9)
    content, length = sums[:, found.end] - sums[:, found.first]
    by_path, path_length = (np.bincount(found.path, values, found.paths) for values in (weighted, page.words))
    order = np.arange(number)
    near, near_length = sums[:, np.minimum(order + _WINDOWS + 1, number)] - sums[:, np.maximum(order - _WINDOWS, 0)]
    padded = np.concatenate([guess[:1], guess[:1], guess, guess[-1:], guess[-1:]])
    return np.concatenate(
        [
            guess[None],
            content / length,
            (by_path / path_length)[found.path][None],
            [padded[_REACH + step : _REACH + step + number] for step in (-2, -1, 1, 2)],
            near / near_length,
            np.repeat([[sums[0, -1] / sums[1, -1]], [guess.max()]], number, axis=1),
            content / total,
            (by_path / total)[found.path][None],
            sums[:1, :-1] / total,
        ]
    )
