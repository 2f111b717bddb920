"""Phrase tables without sentence pairs: from lexicons, and from titles of Wikipedia, which `bootstrap` writes as one.

With `score` the score of an entry is the probability of the pair in both directions, as Laranjeira (2015, 4.3) has it
for the similarity of terms. Scores of one source may add up to far more than 1: `normalise` divides those of a source
by their sum where that is above 1, and those of a target likewise. With `support` probabilities are shares of counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.lexicon.entries import Entry
from polytrawl.phrases.side import escaped
from polytrawl.phrases.spans import LONGEST
from polytrawl.phrases.table import Row, line_of, order_of

__all__ = ["BY", "lexicon_rows"]

BY = ("score", "support")
_SCORES = (1, 4)  # how many a table may have; four fit beside the tables of sentence pairs
Prepare = Callable[[str], str]  # text as it stands in the corpus: tokenised and in true case


def lexicon_rows(
    entries: Iterable[Entry],
    prepare: tuple[Prepare, Prepare],
    *,
    by: str = "score",
    scores: int = 4,
    normalise: bool = False,
    longest: int = LONGEST,
) -> Iterator[Row]:
    """The pairs of a lexicon in order; entries that are alike once they are prepared are one pair."""
    if by not in BY:
        raise ConfigError(f"--by: expected score or support, found {by!r}{did_you_mean(by, BY)}")
    if scores not in _SCORES:
        raise ConfigError(f"--scores: a table from a lexicon has 1 or 4 scores, not {scores}")
    values = _values(entries, prepare, by, longest)
    if not values:
        raise ConfigError(f"the lexicon has no entries of 1 to {longest} words with a {by} above 0")
    sources, targets = _sums(values, 0), _sums(values, 1)
    floor = 1.0 if by == "score" and normalise else 0.0
    rows = []
    for (source, target), value in values.items():
        is_as_it_is = by == "score" and not normalise
        forth = value if is_as_it_is else value / max(targets[target], floor)
        back = value if is_as_it_is else value / max(sources[source], floor)
        links = "0-0" if " " not in source and " " not in target else ""  # of longer phrases nothing is known
        rows.append(Row(source, target, (forth, forth, back, back) if scores > 1 else (back,), links))
    yield from sorted(rows, key=lambda row: order_of(line_of(row)))


def _values(
    entries: Iterable[Entry], prepare: tuple[Prepare, Prepare], by: str, longest: int
) -> dict[tuple[str, str], float]:
    """Of each pair the highest score, or its counts together."""
    found: defaultdict[tuple[str, str], float] = defaultdict(float)
    for entry in entries:
        source, target = _phrase(prepare[0](entry.source)), _phrase(prepare[1](entry.target))
        value = entry.score if by == "score" else float(entry.support)
        if value > 0 and all(0 < text.count(" ") + bool(text) <= longest for text in (source, target)):
            before = found[source, target]
            found[source, target] = max(before, value) if by == "score" else before + value
    return found


def _phrase(text: str) -> str:
    return " ".join(map(escaped, text.split()))


def _sums(values: dict[tuple[str, str], float], side: int) -> dict[str, float]:
    found: defaultdict[str, float] = defaultdict(float)
    for pair, value in values.items():
        found[pair[side]] += value
    return found
