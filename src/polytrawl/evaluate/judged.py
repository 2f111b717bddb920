"""What judgements on samples say about a corpus: tables like 5.1 to 5.4 of the ILSP-FC paper, with bounds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.evaluate.agreement import Agreement, agreements
from polytrawl.evaluate.intervals import Estimate, Part, estimate
from polytrawl.evaluate.kinds import Question
from polytrawl.evaluate.origin import Origin
from polytrawl.evaluate.tables import Judgement, Table

__all__ = ["ALL", "Answers", "Judged", "Row", "groups_of", "weigh"]

ALL = "all"


class Row(msgspec.Struct, frozen=True):
    """The judgements on all things, on those of a language, or on a part of them."""

    name: str
    population: int
    judged: int
    counts: dict[str, int]  # by outcome
    shares: dict[str, Estimate | None]  # None where nothing was judged
    unseen: dict[str, int]  # strata of which nothing was judged, with their sizes: no share speaks of them


class Answers(msgspec.Struct, frozen=True):
    """What was answered to one question."""

    question: str
    title: str
    rows: list[Row]
    says: dict[str, dict[str, int]]  # what polytrawl says, and beside it the answers


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What is known from the judged tables of one kind and run."""

    kind: str
    run: str
    folder: str
    is_exported: bool
    sheets: list[str]
    seeds: list[int]
    stages: dict[str, str]
    confidence: float
    drawn: int
    judged: int  # of these, at least one question is answered
    tables: list[Answers]
    agreements: list[Agreement]
    changed: list[str] | None = None  # what has changed in the run since; None where there is no run to look at
    gone: int | None = 0  # things that the run does not have any more; None where it is not finished


def groups_of(tables: Iterable[Table]) -> list[list[Table]]:
    """Tables that were drawn from the same things, together, in the order in which they were given."""
    found: dict[str, list[Table]] = defaultdict(list)
    for table in tables:
        found[table.origin.source].append(table)
    return list(found.values())


def weigh(tables: Sequence[Table]) -> Judged:
    """The judgements of tables of one source. Where two judge the same thing, the later table counts."""
    origin = tables[0].origin
    rows = _together(tables)
    judged = sum(bool(row.answers) for row in rows)
    if not judged:
        raise ConfigError(f"{tables[0].path}: no line has a judgement; fill in the columns that begin with judged_")
    confidence = max(table.origin.confidence for table in tables)
    return Judged(
        kind=origin.kind,
        run=origin.run,
        folder=origin.folder,
        is_exported=origin.is_exported,
        sheets=[str(table.path) for table in tables],
        seeds=sorted({table.origin.seed for table in tables}),
        stages=origin.stages,
        confidence=confidence,
        drawn=len(rows),
        judged=judged,
        tables=[_answers(one, origin, rows, confidence) for one in origin.about.questions if _is_asked(origin, one)],
        agreements=list(agreements(tables)),
    )


def _is_asked(origin: Origin, question: Question) -> bool:
    return question.name in origin.populations


def _together(tables: Sequence[Table]) -> list[Judgement]:
    found: dict[str, Judgement] = {}
    for table in tables:
        for name, row in table.rows.items():
            before = found.get(name)
            found[name] = row._replace(answers={**before.answers, **row.answers}) if before else row
    return list(found.values())


def _answers(question: Question, origin: Origin, rows: Sequence[Judgement], confidence: float) -> Answers:
    answered = [row for row in rows if question.name in row.answers]
    strata = origin.populations[question.name]
    by_stratum: dict[str, Counter[str]] = {name: Counter() for name in strata}
    says: dict[str, Counter[str]] = defaultdict(Counter)
    for row in answered:
        answer = row.answers[question.name]
        by_stratum[row.stratum][question.outcome(row.says, answer)] += 1
        says[row.says][answer] += 1
    found = [_row(name, members, question, strata, by_stratum, confidence) for name, members in _groups(strata)]
    return Answers(question.name, question.title, found, {name: dict(said) for name, said in sorted(says.items())})


def _groups(strata: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """What a line of the table is about: all strata, those of a language, and those of a part."""
    names = sorted(strata)
    yield ALL, names
    by_name: dict[str, list[str]] = defaultdict(list)
    parts: dict[str, list[str]] = defaultdict(list)
    for name in names:
        languages, _, part = name.partition(" ")
        by_name[languages].append(name)
        if part:
            parts[part].append(name)
    yield from by_name.items()
    if len(parts) > 1:
        yield from parts.items()


def _row(
    name: str,
    members: Sequence[str],
    question: Question,
    strata: Mapping[str, int],
    said: Mapping[str, Counter[str]],
    confidence: float,
) -> Row:
    total = sum((said[one] for one in members), Counter[str]())
    shares = {
        share: estimate([_part(said[one], outcomes, strata[one]) for one in members], confidence)
        for share, outcomes in question.shares.items()
    }
    unseen = {one: strata[one] for one in members if not said[one]}
    counts = {outcome: total[outcome] for outcome in question.outcomes}
    return Row(name, sum(strata[one] for one in members), total.total(), counts, shares, unseen)


def _part(said: Counter[str], outcomes: frozenset[str], population: int) -> Part:
    return Part(sum(said[one] for one in outcomes), said.total(), population)
