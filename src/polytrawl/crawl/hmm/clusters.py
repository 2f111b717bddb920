"""Clusters of pages: hashed TF-IDF vectors, their main directions, and X-means (Pelleg & Moore 2000).

X-means begins with the fewest clusters that are wanted and splits a cluster in two where the Bayesian information
criterion says that two explain its pages better.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import words_in
from polytrawl.relevance.idf import Idf

WIDTH = 1024  # of hashed vectors. With 512, a session of 13 pages tells glaciers from football no better than chance
_DIRECTIONS = 8  # a guess: Liu et al. have some more, of larger collections
_MOST = 12  # clusters; a guess. The sessions of `make bench-focus` have 9 to 12
_ROUNDS = 20  # a guess; it ends before, when no centre moves
_FEWEST = 2  # pages in a cluster: one alone has no spread

Reals = NDArray[np.float64]


def vector(text: str, idf: Idf) -> Reals:
    """The words of a page as a vector of length 1."""
    words, counts = np.unique(words_in([text]).hashes, return_counts=True)
    weights = (1 + np.log(counts)) * idf.sequences([words])
    signs = np.where(words >> np.uint64(63), 1.0, -1.0)
    made = np.bincount((words % np.uint64(WIDTH)).astype(np.intp), signs * weights, WIDTH)
    length = float(np.linalg.norm(made))
    found: Reals = made / (length or 1.0)
    return found


def directions(vectors: Reals) -> Reals:
    """The directions in which vectors differ most, one a row: latent semantic indexing."""
    _, _, found = np.linalg.svd(vectors, full_matrices=False)
    chosen: Reals = found[: min(_DIRECTIONS, len(found))]
    # The sign of a direction means nothing; fixed, equal input gives equal models on every machine.
    signs = np.sign(chosen[np.arange(len(chosen)), np.abs(chosen).argmax(axis=1)])
    fixed: Reals = chosen * signs[:, None]
    return fixed


def x_means(points: Reals, fewest: int = 1) -> Reals:
    """The centres of as many clusters as the points have; of fewer than `fewest` only where points are few or alike."""
    centres = _begin(points, fewest)
    while len(centres) < _MOST:
        nearest = assign(points, centres)
        made = [part for number, centre in enumerate(centres) for part in _split(points[nearest == number], centre)]
        if len(made) == len(centres):
            break
        centres = _means(points, np.array(made[:_MOST]))
    return centres


def _begin(points: Reals, fewest: int) -> Reals:
    """Centres of clusters made by halving, again and again, the widest that has two halves."""
    centres: Reals = points.mean(axis=0, keepdims=True)
    while len(centres) < fewest:
        nearest = assign(points, centres)
        spreads = [float(((points[nearest == one] - centre) ** 2).sum()) for one, centre in enumerate(centres)]
        for widest in np.argsort(spreads)[::-1].tolist():
            halves = _halves(points[nearest == widest], centres[widest])
            if len(halves) > 1:
                centres = _means(points, np.concatenate([np.delete(centres, widest, axis=0), halves]))
                break
        else:
            break
    return centres


def assign(points: Reals, centres: Reals) -> NDArray[np.int64]:
    """The number of the nearest centre for each point."""
    found: NDArray[np.int64] = ((points[:, None, :] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
    return found


def bic(points: Reals, centres: Reals) -> float:
    """How well spheres of one size around the centres explain the points, less what their number costs."""
    number, width = points.shape
    clusters = len(centres)
    if number <= clusters:
        return -math.inf
    nearest = assign(points, centres)
    spread = float(((points - centres[nearest]) ** 2).sum()) / (width * (number - clusters))
    if spread <= 0:
        return math.inf
    sizes = np.bincount(nearest, minlength=clusters)
    likely = sum(size * math.log(size / number) for size in sizes.tolist() if size)
    likely -= number * width / 2 * math.log(2 * math.pi * spread) + width * (number - clusters) / 2
    return float(likely - (clusters + clusters * width) / 2 * math.log(number))


def _split(points: Reals, centre: Reals) -> Reals:
    """Two centres in the place of one, where that is better."""
    two = _halves(points, centre)
    return two if len(two) > 1 and bic(points, two) > bic(points, centre[None]) else centre[None]


def _halves(points: Reals, centre: Reals) -> Reals:
    """Two centres for points, begun along the line on which they differ most; one where a half would be too small.

    Begun at the point that is farthest off, one page that is like no other was a half of its own, and thirteen pages on
    two topics stayed one cluster.
    """
    if len(points) < 2 * _FEWEST:
        return centre[None]
    _, lengths, lines = np.linalg.svd(points - centre, full_matrices=False)
    step = lines[0] * lengths[0] / math.sqrt(len(points))
    two = _means(points, np.array([centre + step, centre - step]))
    return two if np.bincount(assign(points, two), minlength=2).min() >= _FEWEST else centre[None]


def _means(points: Reals, centres: Reals) -> Reals:
    for _ in range(_ROUNDS):
        nearest = assign(points, centres)
        moved = np.array(
            [points[nearest == one].mean(axis=0) if (nearest == one).any() else old for one, old in enumerate(centres)]
        )
        if np.allclose(moved, centres):
            break
        centres = moved
    return centres
