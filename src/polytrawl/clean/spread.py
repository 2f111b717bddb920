"""How a first guess is spread over a page: a block is like the blocks around it."""

from __future__ import annotations

import numpy as np

from polytrawl.clean.features import Measured
from polytrawl.clean.groups import running
from polytrawl.clean.letters import Floats

_NEAR = (-2, -1, 1, 2)  # neighbours
_WINDOWS = (1, 2, 4, 8, 20)  # blocks on each side


def spread(page: Measured, guess: Floats) -> Floats:
    """For each block its guess, and means of the guesses around it, by length of text."""
    number, found = len(guess), page.ranges
    weight = page.words
    content, length = running(guess * weight), running(weight)
    total = max(content[-1], 1e-9)
    ranges = list(zip(found.first, found.end, strict=True))
    by_path = np.bincount(found.path, guess * weight, found.paths)
    order = np.arange(number)
    windows = [(np.maximum(order - size, 0), np.minimum(order + size + 1, number)) for size in _WINDOWS]
    padded = np.pad(guess, max(_NEAR), mode="edge")
    return np.column_stack(
        [
            guess,
            *((content[end] - content[first]) / (length[end] - length[first]) for first, end in ranges),
            (by_path / np.bincount(found.path, weight, found.paths))[found.path],
            *(padded[max(_NEAR) + step : max(_NEAR) + step + number] for step in _NEAR),
            *((content[end] - content[first]) / (length[end] - length[first]) for first, end in windows),
            np.full(number, content[-1] / length[-1]),
            np.full(number, guess.max()),
            *((content[end] - content[first]) / total for first, end in ranges),
            (by_path / total)[found.path],
            content[:-1] / total,
        ]
    )
