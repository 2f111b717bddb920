"""Copies of a page: print versions, and pages that stand untranslated among those of another language.

Only one of them can be the translation of others, and texts do not tell which. It is the one that pairers claim most
about, then the one that pages of its own language link to most, then the one with the shortest address.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from polytrawl.pair.base import Claims, Verdict
from polytrawl.records import Document

__all__ = ["originals", "pairs_of_copies"]

_DOUBTFUL = 0.5  # more doubt is no claim. Guess.


def originals(documents: Sequence[Document], claims: Claims) -> dict[str, str]:
    """For each document, by id, the one that stands for all with its language and text; most stand for themselves."""
    alike: dict[tuple[str | None, str], list[Document]] = defaultdict(list)
    for document in documents:
        alike[document.language, document.text].append(document)
    copied = [group for group in alike.values() if len(group) > 1]
    found = {document.id: document.id for document in documents}
    if copied:
        claimed, linked = _claimed(claims), _linked(documents)
        for group in copied:
            best = min(group, key=lambda one: (-claimed[one.id], -linked[one.id], len(one.url), one.url, one.id))
            found |= {document.id: best.id for document in group}
    return found


def pairs_of_copies(
    original: Mapping[str, str], claims: Claims, pairs: Mapping[tuple[str, str], Verdict]
) -> Iterator[Verdict]:
    """Copies whose originals are a pair and that pairers claim to be one, such as two print versions; each once."""
    doubts: dict[tuple[str, str], float] = {}
    for own in claims.values():
        for pair, value in own.items():
            if all(original[one] != one for one in pair):
                doubts[pair] = doubts.get(pair, 1.0) * (1 - value)
    taken: set[tuple[str, str]] = set()  # a copy, and the original in the other language
    for left, right in sorted(doubts, key=lambda pair: (doubts[pair], pair)):
        theirs = pairs.get((min(original[left], original[right]), max(original[left], original[right])))
        places = {(left, original[right]), (right, original[left])}
        if theirs and doubts[left, right] <= _DOUBTFUL and taken.isdisjoint(places):
            taken |= places
            yield Verdict(left, right, min(theirs.probability, 1 - doubts[left, right]), theirs.evidence)


def _claimed(claims: Claims) -> Counter[str]:
    """How much pairers claim about each document, in hundredths."""
    found: Counter[str] = Counter()
    for own in claims.values():
        for pair, value in own.items():
            for one in pair:
                found[one] += round(100 * value)
    return found


def _linked(documents: Sequence[Document]) -> Counter[str]:
    """From how many pages of its own language each document is linked."""
    places: dict[tuple[str, str | None], list[str]] = defaultdict(list)
    for document in documents:
        places[document.url, document.language].append(document.id)
    found: Counter[str] = Counter()
    for document in documents:
        for target in {link.target for link in document.links}:
            found.update(one for one in places.get((target, document.language), ()) if one != document.id)
    return found
