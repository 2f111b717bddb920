"""How far two judges agree, and how much of that is more than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from polytrawl.evaluate.tables import Table

__all__ = ["Agreement", "agreements", "kappa"]


class Agreement(msgspec.Struct, frozen=True):
    """Two tables and one question."""

    question: str
    first: str
    second: str
    both: int  # things that both have judged
    same: int
    kappa: float | None  # None where both gave one answer only, and no chance is left
    differ: dict[str, tuple[str, str]]  # what each said, by id


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa: agreement beyond what chance would give to judges with these habits, over what is left to give.

    >>> kappa([("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15)
    0.4
    >>> kappa([("yes", "yes")]) is None
    True
    """
    number = len(pairs)
    same = sum(one == other for one, other in pairs)
    first, second = (Counter(side) for side in zip(*pairs, strict=True)) if pairs else (Counter(), Counter())
    chance = sum(first[word] * second[word] for word in first)  # times number squared, so that all is whole
    left = number * number - chance
    return (number * same - chance) / left if left else None


def agreements(tables: Sequence[Table]) -> Iterator[Agreement]:
    """Every two tables that have judgements on the same things."""
    for first, second in combinations(tables, 2):
        for question in first.origin.about.questions:
            said = {
                name: (row.answers[question.name], second.rows[name].answers[question.name])
                for name, row in first.rows.items()
                if question.name in row.answers and name in second.rows and question.name in second.rows[name].answers
            }
            if said:
                yield _agreement(question.name, (first, second), said)


def _agreement(question: str, tables: tuple[Table, Table], said: Mapping[str, tuple[str, str]]) -> Agreement:
    differ = {name: words for name, words in said.items() if words[0] != words[1]}
    first, second = (str(table.path) for table in tables)
    same = len(said) - len(differ)
    return Agreement(question, first, second, len(said), same, kappa(list(said.values())), differ)
