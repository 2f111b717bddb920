"""Several lexicons as one: entries that more than one origin has are believed more.

Scores of origins that know nothing of each other are joined as 1 - (1 - a)(1 - b), and their support is added up. An
origin counts once, however many lexicons have it from there: merging a lexicon with itself changes nothing. Of an entry
that has some of its origins in common with others, the share of the new ones counts, as if all had given the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from polytrawl.lexicon.entries import Entry, joined_origins

__all__ = ["merged"]


def merged(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Every source and target once, in the order of the sources, the best targets first.

    >>> both = [Entry("house", "casa", 0.5, "pivot:fr", 2), Entry("house", "casa", 0.5, "wikipedia:homes")]
    >>> next(merged(both))
    Entry(source='house', target='casa', score=0.75, origin='pivot:fr;wikipedia:homes', support=3)
    """
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        found.setdefault((entry.source, entry.target), []).append(entry)
    joined = (_joined(same) if len(same) > 1 else same[0] for same in found.values())
    yield from sorted(joined, key=lambda one: (one.source.casefold(), one.source, -one.score, -one.support, one.target))


def _joined(same: Sequence[Entry]) -> Entry:
    """One entry of those that have the same words."""
    doubt, support, seen = 1.0, 0, set[str]()
    best: dict[frozenset[str], tuple[float, int]] = {}
    for entry in same:
        key = frozenset(entry.origins)
        score, number = best.get(key, (0.0, 0))
        best[key] = max(score, entry.score), max(number, entry.support)
    for key, (score, number) in sorted(best.items(), key=lambda one: (-len(one[0]), sorted(one[0]))):
        share = len(key - seen) / len(key) if key else float(not seen)
        doubt = min(doubt * (1 - score) ** share, 1 - score)
        support = max(support + round(number * share), number)
        seen |= key
    origin = joined_origins(entry.origin for entry in same)
    return Entry(same[0].source, same[0].target, 1 - doubt, origin, support)
