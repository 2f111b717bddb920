"""Mined sentences beside what is known: 2000 sentences a side, of which one in five has its translation on the other.

    .venv/bin/python benchmarks/mine.py        # two minutes, after the manuals are crawled

Units are those of manuals (see `adapt_data`): Debian's, and LilyPond's; the limits were chosen on the first one. Units
of five English words or more, each English sentence once, are drawn with a fixed seed; 400 are on both sides, 1600
English and 1600 Spanish sentences are of other units. A pair is right when it is one of the 400, letter by letter:
manuals say some things twice, so precision is a lower bound.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from adapt_data import texts

from polytrawl.cli.output import table
from polytrawl.lexicon.dictionary import Dictionary, read_dictionary
from polytrawl.mine import Mined, Options, Sentences, mine

FREEDICT = Path("/usr/share/dictd/freedict-eng-spa.index")
SIZE, SHARED, FEWEST = 2000, 400, 5
ROUNDS = (1, 2, 3)
FILES = ("generic.tsv", "parallel.tsv")
HEADER = ("rounds", "margin", "score", "units", "precision", "recall", "F1", "seconds")
LIMITS = ((1.2, 0.3), (1.4, 0.3), (1.4, 0.4), (1.6, 0.3), (1.6, 0.4), (1.6, 0.5))

Pairs = list[tuple[str, str]]


def drawn(path: Path) -> tuple[Sentences, Sentences, Pairs]:
    """Both sides, and which of their sentences belong together."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    units = {row[0]: row[1] for row in rows if len(row) > 1 and len(row[0].split()) >= FEWEST}
    pairs = sorted(units.items())
    random.Random(1).shuffle(pairs)  # noqa: S311 - a sample
    left, right = Sentences("en"), Sentences("es")
    for source, _ in pairs[:SIZE]:
        left.add_sentence(0, source)
    others = pairs[:SHARED] + pairs[SIZE : 2 * SIZE - SHARED]
    random.Random(2).shuffle(others)  # noqa: S311 - an order
    for _, target in others:
        right.add_sentence(0, target)
    return left, right, pairs[:SHARED]


def judged(found: Sequence[Mined], left: Sentences, right: Sentences, gold: Pairs) -> tuple[object, ...]:
    """Number, precision, recall, F1."""
    right_ones = len({(left.texts[one.left], right.texts[one.right]) for one in found} & set(gold))
    precision, recall = right_ones / max(1, len(found)), right_ones / len(gold)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return len(found), f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}"


def rows(path: Path, dictionary: Dictionary | None) -> Iterator[tuple[object, ...]]:
    """Rounds and limits; rounds before the last one learn from what the default limits let through."""
    for rounds in ROUNDS:
        left, right, gold = drawn(path)
        start = time.perf_counter()
        found = mine(left, right, dictionary, Options(rounds=rounds, min_margin=1.2, min_score=0.3))
        seconds = f"{time.perf_counter() - start:.0f}"
        for margin, score in LIMITS if rounds == ROUNDS[-1] else LIMITS[:3]:
            chosen = [one for one in found if one.margin >= margin and one.score >= score]
            yield (rounds, margin, score, *judged(chosen, left, right, gold), seconds)


def main() -> None:
    """Print all tables."""
    for file in FILES:
        path = texts() / file
        for name, dictionary in (("FreeDict eng-spa", read_dictionary(FREEDICT)), ("no dictionary", None)):
            print(f"\n{file}, {name}\n")
            table(HEADER, rows(path, dictionary))


if __name__ == "__main__":
    main()
