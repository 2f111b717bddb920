"""Translations that changed from one system to another, with the words that did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from polytrawl.adapt.lines import same_number
from polytrawl.adapt.metrics import make_metric

__all__ = ["Change", "Changes", "Evidence", "NewWord", "changes", "index_of"]

Pairs = Iterable[tuple[str, str]]  # source and target phrases
_EVEN = 1e-9  # points of chrF: what is below is no change


class NewWord(msgspec.Struct, frozen=True):
    """A word that only the later translation has."""

    text: str
    why: str  # `table`: a phrase pair of the new system has it; `vocabulary`: only its models know it; else `choice`
    table: str = ""
    phrases: tuple[str, str] = ("", "")  # the pair that it may come from
    is_right: bool = False  # the reference has it


class Change(msgspec.Struct, frozen=True):
    """One sentence that is translated otherwise."""

    line: int  # from 1
    source: str
    before: str
    after: str
    reference: str
    gain: float  # of chrF
    came: list[NewWord]
    gone: list[str]


class Changes(msgspec.Struct, frozen=True):
    """How many sentences became better, worse or other, with the clearest examples of each way."""

    sentences: int
    same: int
    better: int
    worse: int
    best: list[Change]
    worst: list[Change]
    reasons: dict[str, int]  # new words by why they came, over all sentences
    right: dict[str, int]  # of those, the ones that the reference has


@dataclass(frozen=True)
class Evidence:
    """What is known about where words come from."""

    before: frozenset[str] = frozenset()  # the words that the models of the earlier system know
    after: frozenset[str] = frozenset()
    tables: Mapping[str, Mapping[str, Sequence[tuple[str, str]]]] = field(default_factory=dict)  # see `index_of`


def index_of(pairs: Pairs, sources: Sequence[str], translations: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """The phrase pairs of a table or lexicon that may matter, by the words of their targets.

    Only pairs count whose words are all in the sources, and whose targets have a word of the translations: a table of
    millions leaves a few hundred.
    """
    left, right = ({word for line in lines for word in line.split()} for lines in (sources, translations))
    found: dict[str, list[tuple[str, str]]] = {}
    for source, target in pairs:
        if left.issuperset(source.split()):
            for word in right.intersection(target.split()):
                found.setdefault(word, []).append((source, target))
    return found


def changes(
    sources: Sequence[str],
    systems: tuple[Sequence[str], Sequence[str]],
    references: Sequence[Sequence[str]],
    evidence: Evidence | None = None,
    *,
    examples: int = 10,
) -> Changes:
    """What changed from the first system to the second; all texts have the same tokens, parted by spaces."""
    before, after = systems
    numbered = {f"reference {number}": lines for number, lines in enumerate(references, 1)}
    same_number({"source": sources, "before": before, "after": after, **numbered})
    metric = make_metric("chrF")
    scores = [metric.scores_of(metric.counts(lines, references)) for lines in systems]
    gains = (scores[1] - scores[0]).tolist()
    made = [
        _change(
            place,
            (sources[place], before[place], after[place]),
            [one[place] for one in references],
            gain,
            evidence or Evidence(),
        )
        for place, gain in enumerate(gains)
        if before[place].split() != after[place].split()
    ]
    ordered = sorted(made, key=lambda one: (-one.gain, one.line))
    better, worse = ([one for one in ordered if sign * one.gain > _EVEN] for sign in (1, -1))
    words = [word for one in made for word in one.came]
    return Changes(
        sentences=len(gains),
        same=len(gains) - len(made),
        better=len(better),
        worse=len(worse),
        best=better[:examples],
        worst=worse[::-1][:examples],
        reasons=dict(Counter(word.why for word in words)),
        right=dict(Counter(word.why for word in words if word.is_right)),
    )


def _change(
    place: int, texts: tuple[str, str, str], references: Sequence[str], gain: float, evidence: Evidence
) -> Change:
    source, before, after = texts
    had, has = Counter(before.split()), Counter(after.split())
    wanted = {word for line in references for word in line.split()}
    came = [_new_word(word, source, evidence, is_right=word in wanted) for word in has - had]
    return Change(place + 1, source, before, after, references[0], gain, came, sorted((had - has).keys()))


def _new_word(word: str, source: str, evidence: Evidence, *, is_right: bool) -> NewWord:
    for name, phrases in _phrases(word, source, evidence):
        return NewWord(word, "table", name, phrases, is_right)
    is_new = word not in evidence.before and word in evidence.after
    return NewWord(word, "vocabulary" if is_new else "choice", is_right=is_right)


def _phrases(word: str, source: str, evidence: Evidence) -> Iterator[tuple[str, tuple[str, str]]]:
    """The phrase pairs that may have brought a word: those whose source stands in the sentence, the longest first."""
    padded = f" {' '.join(source.split())} "
    for name, table in evidence.tables.items():
        there = [pair for pair in table.get(word, ()) if f" {pair[0]} " in padded]
        yield from ((name, pair) for pair in sorted(there, key=lambda pair: (-len(pair[0].split()), pair)))
