"""What judgements on a sample say about all pairs: precision with its confidence interval, by grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.evaluate.intervals import Interval, interval
from polytrawl.evaluate.sample import Row

__all__ = ["ALL", "Judged", "Precision", "weigh"]

ALL = "all"


class Precision(msgspec.Struct, frozen=True):
    """The judgements on the pairs of one grade."""

    pairs: int  # of this grade in the run
    judged: int
    parallel: int
    comparable: int
    no: int
    is_parallel: Interval  # the share that is parallel
    is_usable: Interval  # the share that is parallel or comparable


class Judged(msgspec.Struct, frozen=True):
    """Everything that `evaluate pairs --judged` tells."""

    grades: dict[str, Precision]  # and "all"
    unjudged: int  # lines without a judgement
    gone: int  # lines whose pair the run does not have any more


def weigh(rows: Sequence[Row], grades: Mapping[str, str]) -> Judged:
    """The judgements, beside the grades of all pairs of the run by their ids."""
    known = [row for row in rows if row.pair in grades]
    judged = [row for row in known if row.judgement]
    if not judged:
        why = "no line has a judgement" if known or not rows else "none of its pairs is in this run"
        raise ConfigError(f"--judged: {why}; fill in the column `judgement` of `polytrawl evaluate sample`")
    populations = Counter(grades.values())
    by_grade = {
        grade: _precision([row for row in judged if grades[row.pair] == grade], populations[grade])
        for grade in sorted({grades[row.pair] for row in judged})
    }
    whole = _precision(judged, populations.total())
    return Judged({ALL: whole, **by_grade}, len(known) - len(judged), len(rows) - len(known))


def _precision(rows: Iterable[Row], population: int) -> Precision:
    said = Counter(row.judgement for row in rows)
    parallel, usable, judged = said["parallel"], said["parallel"] + said["comparable"], said.total()
    intervals = (interval(right, judged, population) for right in (parallel, usable))
    return Precision(population, judged, parallel, said["comparable"], said["no"], *intervals)
