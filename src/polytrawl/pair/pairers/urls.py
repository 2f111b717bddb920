"""Evidence from URLs: /de/x.html and /it/x.html, x.de.html and x.it.html, ?lang=de and ?lang=it, /x and /de/x.

The URL with its language marker left open is a key; documents that share a key and differ in language are candidates.
One dictionary of keys, so the work is linear in the URLs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import msgspec

from polytrawl.options import option
from polytrawl.pair.addresses import Marked, address, marked
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.markers import same_language
from polytrawl.records import Document, Lang, Site

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]

# Documents of one language that may share a key: x.de.html, x.de-at.html, x.de-ch.html... Bounds the work on bad sites.
_MAX_ALIKE = 4


class _Entry(NamedTuple):
    """A document under a key, and how far the marker left open there agrees with its language."""

    id: str
    language: Lang
    trust: float


_Index = dict[str, list[_Entry]]


@dataclass(kw_only=True)
class Urls(Pairer, name="urls"):
    """URLs that differ only in a word that names a language."""

    # All three are guesses, to be learned from sites with known pairs.
    marked: _Probability = option(0.9, "probability when both URLs name their language")
    unmarked: _Probability = option(0.8, "probability when one of the two names no language")
    disagreement: _Probability = option(0.1, "factor when a URL names another language than its text is in")

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Documents of different languages whose URLs are equal but for the marker."""
        patterns: _Index = defaultdict(list)
        bare: _Index = defaultdict(list)
        rests: _Index = defaultdict(list)
        for document in site.documents:
            self._enter(document, patterns, bare, rests)
        best: dict[tuple[str, str], float] = {}
        for left, right in _within(patterns):
            _raise(best, left, right, self.marked)
        for left, right in _between(bare, rests):
            _raise(best, left, right, self.unmarked)
        return [Candidate(left, right, probability) for (left, right), probability in sorted(best.items())]

    def _enter(self, document: Document, patterns: _Index, bare: _Index, rests: _Index) -> None:
        place, language = address(document.url), document.language or "und"
        bare[place].append(_Entry(document.id, language, 1.0))
        places = marked(place)
        for one in places:
            entry = _Entry(document.id, language, 1.0 if _agrees(one, language) else self.disagreement)
            patterns[one.pattern].append(entry)
            rests[one.rest].append(entry)
        own = [one for one in places if _agrees(one, language)]
        if len(own) > 1:
            patterns[_open_all(place, own)].append(_Entry(document.id, language, 1.0))


def _agrees(one: Marked, language: Lang) -> bool:
    return any(same_language(name, language) for name in one.languages)


def _open_all(place: str, own: Sequence[Marked]) -> str:
    """The address with every marker of its own language left open: /de/x.de.html gives /*/x.*.html."""
    stop = 0
    parts: list[str] = []
    for one in own:
        if one.start >= stop:  # a region and its plain code start at the same place; the longer one comes first
            parts += [place[stop : one.start], "*"]
            stop = one.stop
    return "".join([*parts, place[stop:]])


def _within(index: _Index) -> Iterator[tuple[_Entry, _Entry]]:
    for entries in index.values():
        few = _few(entries)
        for number, left in enumerate(few):
            for right in few[number + 1 :]:
                yield left, right


def _between(bare: _Index, rests: _Index) -> Iterator[tuple[_Entry, _Entry]]:
    for rest, entries in rests.items():
        for left in _few(bare.get(rest, ())):
            for right in _few(entries):
                yield left, right


def _few(entries: Sequence[_Entry]) -> list[_Entry]:
    """At most so many entries of each language, the most trusted first."""
    if len(entries) <= _MAX_ALIKE:
        return list(entries)
    seen: dict[Lang, int] = defaultdict(int)
    few: list[_Entry] = []
    for entry in sorted(entries, key=lambda one: (-one.trust, one.id)):
        seen[entry.language] += 1
        if seen[entry.language] <= _MAX_ALIKE:
            few.append(entry)
    return few


def _raise(best: dict[tuple[str, str], float], left: _Entry, right: _Entry, probability: float) -> None:
    if left.id == right.id or same_language(left.language, right.language):
        return
    pair = (min(left.id, right.id), max(left.id, right.id))
    best[pair] = max(best.get(pair, 0.0), probability * left.trust * right.trust)
