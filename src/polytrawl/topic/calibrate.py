"""Models whose probabilities can be used: 0.5 is where the topic ends.

There are far more words than examples, so a model knows its examples by heart, and gives all other pages low
probabilities, in a good order. Where enough pages of both kinds were judged, scores of pages that the model was not
trained on tell what a score means. Else the background tells it: a page is on the topic when its score stands out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from polytrawl.topic.linear import DOUBT, Features, Labelled, Linear, train

__all__ = ["fitted"]

_PARTS = 5  # into which judged pages are divided; each part is scored by a model of the others
_ENOUGH = 5  # pages of either kind
# Standard deviations above the median of the background at which a page stands out. F1 on 1200 pages of "Wikipedia for
# Schools" with 1, 5, 10 + 10 examples of health, 1 of storms, 1 and 5 of dinosaurs: 3 gives .39 .60 .61 .61 .73 .64, 4
# gives .25 .50 .57 .60 .72 .74, and the best cut of each .38 .60 .64 .71 .83 .75.
_STANDS_OUT = 3.5
_SIGMA_OF_MAD = 1.4826  # of a normal distribution; the median of deviations does not mind pages that do stand out


def fitted(known: Sequence[Labelled], background: Sequence[Features]) -> Linear:
    """The model of judged pages and background, with probabilities."""
    rest = [Labelled(one, is_wanted=False, weight=DOUBT) for one in background]
    model = train([*known, *rest])
    wanted = sum(one.is_wanted for one in known)
    if min(wanted, len(known) - wanted) >= _ENOUGH:
        return _by_judgements(model, known, rest)
    return _by_background(model, background) if background else model


def _by_judgements(model: Linear, known: Sequence[Labelled], rest: Sequence[Labelled]) -> Linear:
    """Scaled so that probabilities are those of two normal distributions with the same spread."""
    labels = np.array([one.is_wanted for one in known])
    scores = _unseen(known, rest)
    yes, no = scores[labels], scores[~labels]
    spread = float(np.concatenate([yes - yes.mean(), no - no.mean()]).var())
    distance = float(yes.mean() - no.mean())
    if distance <= 0 or spread <= 0:  # the judgements cannot be told apart by words
        return model
    return model.scaled(distance / spread, float(yes.mean() + no.mean()) / 2)


def _unseen(known: Sequence[Labelled], rest: Sequence[Labelled]) -> NDArray[np.float64]:
    """The score of each judged page, from a model that has not seen it."""
    ranks = {True: 0, False: 0}
    parts: list[int] = []
    for one in known:  # in turn, so that each part has its share of both kinds
        parts.append(ranks[one.is_wanted] % _PARTS)
        ranks[one.is_wanted] += 1
    models = [
        train([*(one for one, at in zip(known, parts, strict=True) if at != part), *rest]) for part in range(_PARTS)
    ]
    return np.array([models[part].score(one.found) for one, part in zip(known, parts, strict=True)])


def _by_background(model: Linear, background: Sequence[Features]) -> Linear:
    scores = np.array([model.score(one) for one in background])
    middle = float(np.median(scores))
    sigma = _SIGMA_OF_MAD * float(np.median(np.abs(scores - middle)))
    return model.scaled(1 / sigma, middle + _STANDS_OUT * sigma) if sigma > 0 else model
