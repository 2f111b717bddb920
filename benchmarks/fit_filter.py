"""Fit the weights of adequacy that come with polytrawl, for runs too small to learn their own.

Units are those of `benchmarks/filter.py`, in parts of three hundred, as in a small run; with `--run DIR` also those of
runs. Prints the file `src/polytrawl/filter/data/adequacy.toml`.

    python benchmarks/fit_filter.py [--run DIR] > src/polytrawl/filter/data/adequacy.toml
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from filter import gold_sets, run_sets
from polytrawl.filter.damage import Unit
from polytrawl.filter.evidence import BARE, LEXICAL
from polytrawl.filter.fluency import TextJudge, TextReader
from polytrawl.filter.regression import Floats, fit
from polytrawl.filter.teacher import Teacher
from polytrawl.records import SentencePair

_PART = 300
_MOST = 1500  # units of a set


def examples(units: Sequence[SentencePair], *, lexical: bool) -> tuple[Floats, Floats]:
    """The features of units and of broken ones."""
    reader = TextReader()
    for unit in units:
        reader.meet(unit.source_language, unit.source)
        reader.meet(unit.target_language, unit.target)
    following = [*units[1:], None]
    given = [
        Unit(one.source, one.target, *((two.source, two.target) if two and two.pair == one.pair else ()))
        for one, two in zip(units, following, strict=True)
    ]
    languages = f"{units[0].source_language} {units[0].target_language}"
    teacher = Teacher(given, languages, TextJudge(reader.learned()), len(given))
    return teacher.examples(teacher.usual(lexical=lexical))


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--run", type=Path, action="append", default=[], help="a run directory with aligned units")
    sets = gold_sets()
    for folder in parser.parse_args().run:
        sets |= run_sets(folder)
    print("# Made by benchmarks/fit_filter.py; the meaning of each is in evidence.py.")
    for kind, names, size in (("lexical", LEXICAL, _PART), ("bare", BARE, _PART // 3)):
        right, wrong, weights = list[Floats](), list[Floats](), list[float]()
        for units in sets.values():
            parts = [units[place : place + size] for place in range(0, min(len(units), _MOST) - size // 2, size)]
            for part in parts:
                good, bad = examples(part, lexical=kind == "lexical")
                right.append(good)
                wrong.append(bad)
                # Every set weighs the same, whatever its size.
                weights += [1 / len(parts) / len(good)] * len(good) + [1 / len(parts) / len(bad)] * len(bad)
        table = np.concatenate([part for both in zip(right, wrong, strict=True) for part in both])
        labels = np.concatenate([np.repeat([1.0, 0.0], [len(a), len(b)]) for a, b in zip(right, wrong, strict=True)])
        scaled = np.array(weights) * len(weights) / sum(weights)
        found = fit(table, labels, scaled, ridge=5.0)
        print(f"\n[{kind}]")
        for name, value in zip(("intercept", *names), found, strict=True):
            print(f"{name} = {value:.3f}")


if __name__ == "__main__":
    main()
