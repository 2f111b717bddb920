"""Finds the weights of `polytrawl.clean.posts_rank`, and tells how good they are on sites they were not fitted to.

First those that choose the posts:

For each forum page, the groups of elements that could be its posts are scored against its gold text. The weights make
the expected F1 of a choice by chance largest, where the chance of a group is the softmax of its weighted sum. Gradient
ascent, with a penalty on large weights. The folds of the cross-validation are made of whole sites.

Then, with --likeness, those that tell forum pages from others, by the cues of the group chosen on each page of the set:
logistic regression. This needs the first ones in place.
"""

from __future__ import annotations

import hashlib
import sys
from typing import NamedTuple

import numpy as np
from pages import read_pages, score, words

from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.parse import parsed
from polytrawl.clean.posts import read_thread
from polytrawl.clean.posts_groups import Groups
from polytrawl.clean.posts_marks import Marks
from polytrawl.clean.posts_rank import Cues
from polytrawl.clean.walk import walk

_FOLDS, _SHUFFLES = 5, 3
_PENALTY = 0.003  # .001 and .01 give .002 and .001 more, which is chance
_STEPS, _RATE, _MOMENTUM, _SPREAD = 400, 0.1, 0.9, 0.99


class Pages(NamedTuple):
    """Page by group by cue; a group that is not there has the bar -1e9 and F1 0."""

    sites: list[str]
    cues: np.ndarray
    bars: np.ndarray
    f1: np.ndarray

    def part(self, chosen: np.ndarray) -> Pages:
        """Some of the pages."""
        return Pages(self.sites, self.cues[chosen], self.bars[chosen], self.f1[chosen])


def _read() -> Pages:
    sites, cues, f1 = [], [], []
    for page in read_pages("forum"):
        tree, gold = Tree(walk(parsed(page.html)).html), words(page.gold_text)
        groups = Groups(tree, Marks(tree))
        if len(groups):
            sites.append(page.site)
            cues.append(groups.cues)
            texts = ("\n".join(map(tree.text, groups.members(number))) for number in range(len(groups)))
            f1.append([score(words(text), gold).f1 for text in texts])
    most = max(map(len, f1))
    pages = Pages(
        sites, np.zeros((len(f1), most, len(Cues._fields))), np.full((len(f1), most), -1e9), np.zeros((len(f1), most))
    )
    for number, (rows, values) in enumerate(zip(cues, f1, strict=True)):
        pages.cues[number, : len(rows)] = rows
        pages.bars[number, : len(rows)] = 0
        pages.f1[number, : len(rows)] = values
    return pages


def _fit(pages: Pages) -> np.ndarray:
    weights, slope, spread = (np.zeros(pages.cues.shape[2]) for _ in range(3))
    for step in range(1, _STEPS + 1):
        sums = pages.cues @ weights + pages.bars
        chance = np.exp(sums - sums.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        expected = (chance * pages.f1).sum(1, keepdims=True)
        gradient = np.einsum("pgc,pg->c", pages.cues, chance * (pages.f1 - expected)) / len(pages.f1)
        gradient -= _PENALTY * weights
        slope = _MOMENTUM * slope + (1 - _MOMENTUM) * gradient
        spread = _SPREAD * spread + (1 - _SPREAD) * gradient**2
        even = np.sqrt(spread / (1 - _SPREAD**step)) + 1e-8
        weights = weights + _RATE * slope / (1 - _MOMENTUM**step) / even
    return weights


def _chosen(pages: Pages, weights: np.ndarray) -> np.ndarray:
    best = (pages.cues @ weights + pages.bars).argmax(1)
    return pages.f1[np.arange(len(best)), best]


def _folds(sites: list[str], shuffle: int = 0) -> np.ndarray:
    return np.array([hashlib.sha256(f"{site} {shuffle}".encode()).digest()[0] for site in sites]) % _FOLDS


def _cross_validated(pages: Pages) -> float:
    found = []
    for shuffle in range(_SHUFFLES):
        folds = _folds(pages.sites, shuffle)
        for fold in range(_FOLDS):
            weights = _fit(pages.part(folds != fold))
            found += list(_chosen(pages.part(folds == fold), weights))
    return float(np.mean(found))


def cross_validated() -> float:
    """The mean F1 on all forum pages of the groups chosen by weights fitted to other sites."""
    return _cross_validated(_even(_read())[0])


def _even(pages: Pages) -> tuple[Pages, np.ndarray]:
    """The pages with all cues on one scale, and the scale."""
    there = pages.cues[pages.bars == 0]
    width = there.std(0) + 1e-9
    return pages._replace(cues=(pages.cues - there.mean(0)) / width), width


def _choice() -> None:
    pages, width = _even(_read())
    print(f"{len(pages.f1)} pages; F1 of the best group of each {pages.f1.max(1).mean():.3f}")
    print(f"chosen by weights fitted to other sites {_cross_validated(pages):.3f}")
    weights = _fit(pages)
    print(f"chosen by weights fitted to all of them {_chosen(pages, weights).mean():.3f}")
    for name, weight in zip(Cues._fields, weights / width, strict=True):
        print(f"    {name}={weight:.2f},")


def _logistic(cues: np.ndarray, is_forum: np.ndarray) -> np.ndarray:
    weights = np.zeros(cues.shape[1])
    for _ in range(_STEPS * 5):
        wrong = is_forum - 1 / (1 + np.exp(-cues @ weights))
        weights += _RATE * (cues.T @ wrong / len(cues) - _PENALTY * weights)
    return weights


def _likeness() -> None:
    sites, rows, types = [], [], []
    for page in read_pages():
        thread = read_thread(walk(parsed(page.html)))
        if thread:
            sites.append(page.site)
            rows.append([1.0, *thread.cues])
            types.append(page.page_type == "forum")
    cues, is_forum, folds = np.array(rows), np.array(types), _folds(sites)
    middle, width = cues.mean(0), cues.std(0) + 1e-9
    middle[0], width[0] = 0, 1
    even, guess = (cues - middle) / width, np.zeros(len(cues))
    for fold in range(_FOLDS):
        guess[folds == fold] = even[folds == fold] @ _logistic(even[folds != fold], is_forum[folds != fold])
    for cut in (-1.5, -1, -0.5, 0, 0.5):
        yes = guess > cut
        precision, recall = is_forum[yes].mean(), yes[is_forum].mean()
        print(f"sum > {cut}: precision {precision:.3f}, recall {recall:.3f}")
    weights = _logistic(even, is_forum) / width
    print(f"bias {weights[0] - (weights * middle)[1:].sum():.2f}")
    for name, weight in zip(Cues._fields, weights[1:], strict=True):
        print(f"    {name}={weight:.2f},")


if __name__ == "__main__":
    _likeness() if "--likeness" in sys.argv else _choice()
