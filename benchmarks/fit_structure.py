"""Makes the parameters of the pairer `structure`, and tells how good they are on sites they were not made from.

    python benchmarks/fit_structure.py RUN... [--write]

Each RUN is a run directory that has come as far as `topic`, of a site whose URLs show what is a translation of what.
Pairs that URL patterns prove there are examples; of all other candidates of the pairer for the same pages a sample is
taken as counter-examples. Needs `pip install 'polytrawl[train]'`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tomli_w
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

import polytrawl
from polytrawl.pair.facts import ratio
from polytrawl.pair.pairers.structure import Structure
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.structure import Machine, Outline, features, monomials, outline_of, similar
from polytrawl.records import Document

TARGET = Path(polytrawl.__file__).parent / "pair" / "data" / "structure.toml"
DEGREE, GAMMA, CONSTANT, COST = 3, 1.0, 1.0, 10.0
_COUNTER_EXAMPLES = 3  # for each example: as the paper says, they should not outnumber examples by far
_MIN_WORDS = 20  # pages with less text have no structure to compare


class Examples(NamedTuple):
    """The candidates of one site, and which of them are pairs."""

    site: str
    rows: np.ndarray
    labels: np.ndarray


def _documents(run: str) -> list[Document]:
    found = polytrawl.open_run(run).directory.records("topic")
    return [one for one in found if isinstance(one, Document) and one.language and one.text.strip()]


def _examples(run: str, drawn: random.Random) -> Examples:
    documents = sorted(_documents(run), key=lambda one: one.id)
    proved = {frozenset((left.id, right.id)) for one in Urls().patterns(documents) for left, right in one.pairs}
    paired = {name for pair in proved for name in pair}
    outlines = [one for one in map(outline_of, documents) if one.facts.words >= _MIN_WORDS and one.facts.id in paired]
    pairs = [(outlines[left], outlines[right]) for left, right in similar(outlines, Structure().nearest)]
    pairs = [(left, right) for left, right in pairs if Structure().may_be_pair(left.facts, right.facts)]
    right_ones = [pair for pair in pairs if _ids(pair) in proved]
    others = [pair for pair in pairs if _ids(pair) not in proved]
    chosen = drawn.sample(others, min(len(others), _COUNTER_EXAMPLES * len(right_ones)))
    labels = np.array([1] * len(right_ones) + [0] * len(chosen))
    _tell(run, proved, outlines, right_ones, others)
    return Examples(run, features([*right_ones, *chosen]), labels)


def _ids(pair: tuple[Outline, Outline]) -> frozenset[str]:
    return frozenset(one.facts.id for one in pair)


def _tell(run: str, proved: set[frozenset[str]], outlines: list[Outline], right: list, others: list) -> None:
    by_id = {one.facts.id: one.facts for one in outlines}
    within = [pair for pair in proved if all(one in by_id for one in pair)]
    fitting = [pair for pair in within if ratio(*(by_id[one].words for one in pair)) >= Structure().min_token_ratio]
    print(f"{run}: {len(outlines)} pages, {len(fitting)} pairs, {len(right)} of them found, {len(others)} others")


def _fit(examples: list[Examples]) -> SVC:
    rows, labels = np.concatenate([one.rows for one in examples]), np.concatenate([one.labels for one in examples])
    return SVC(kernel="poly", degree=DEGREE, gamma=GAMMA, coef0=CONSTANT, C=COST, class_weight="balanced").fit(
        rows, labels
    )


def _machine(svm: SVC, values: np.ndarray, labels: np.ndarray) -> Machine:
    """The machine as a polynomial: it is one of 20 terms, so values at a thousand points give it exactly."""
    points = np.random.default_rng(1).random((1000, 3))
    weights, *_ = np.linalg.lstsq(monomials(points, DEGREE), svm.decision_function(points), rcond=None)
    assert np.allclose(monomials(points, DEGREE) @ weights, svm.decision_function(points), atol=1e-6)  # noqa: S101 - of our own work
    curve = LogisticRegression().fit(values[:, None], labels)
    return Machine(DEGREE, tuple(map(float, weights)), -float(curve.coef_[0, 0]), -float(curve.intercept_[0]))


def _scores(labels: np.ndarray, said: np.ndarray) -> str:
    right = int((labels & said).sum())
    return f"precision {right / max(1, said.sum()):.3f}  recall {right / max(1, labels.sum()):.3f}"


def main(arguments: list[str]) -> None:
    """Read the runs, cross-validate by site, and write the parameters when asked to."""
    drawn = random.Random(1)  # noqa: S311 - a sample that is the same every time
    sites = [one for run in arguments if run != "--write" if (one := _examples(run, drawn)).labels.any()]
    values = []
    for held in sites:
        svm = _fit([one for one in sites if one is not held])
        values.append(svm.decision_function(held.rows))
        print(f"{held.site:40} {_scores(held.labels, (values[-1] > 0).astype(int))}")
    labels = np.concatenate([one.labels for one in sites])
    machine = _machine(_fit(sites), np.concatenate(values), labels)
    print(f"{'all, each held out':40} {_scores(labels, (np.concatenate(values) > 0).astype(int))}")
    if "--write" in arguments:
        note = (
            "# Made by benchmarks/fit_structure.py from pairs that URL patterns proved on served documentation sites.\n"
        )
        rounded = {"degree": DEGREE, "weights": [round(one, 6) for one in machine.weights]}
        curve = {"slope": round(machine.slope, 6), "offset": round(machine.offset, 6)}
        TARGET.write_text(note + tomli_w.dumps(rounded | curve), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
