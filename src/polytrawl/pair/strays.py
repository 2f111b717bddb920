"""Pages that stand in a part of a site that is in another language, and are no pairs of the pages around them.

Some are untranslated: copies of a page in their own language, made from an older or newer version of it (`copies` finds
those that are letter by letter the same). Some are so short that their language is a guess, which the pages around them
refute. Whose place it is tells the graph of links: whoever follows links from an original stays long among pages of its
language, and from a stray is soon among others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from polytrawl.pair.base import Claims
from polytrawl.pair.couples import Floats, Ints
from polytrawl.pair.overlap import Overlap
from polytrawl.pair.words import shared_tokens
from polytrawl.records import Document
from polytrawl.sentences import width

__all__ = ["at_home", "strays"]

# On nine sites with addresses that tell nothing 377 pages are strays by these limits, 75 of them for being short, and
# five are in their own part of the site: pages of code that other pages have too. With .8 for .6 332 are, one wrongly;
# F1 of page pairs is then .966 instead of .967, and .980 instead of .979 with the sites' own addresses. Of what is
# alike by .5 to .6 four in fourteen are no copies.
_ALIKE, _LESS = 0.6, 0.5
_NEAREST = 3  # of the pages that are most alike; guess
_STEPS = 5  # along links; guess
# On the same sites, of 21 wrong pairs of entries of a glossary with words of six languages, 19 have a page that is
# shorter than that and less at home than that, and of 3 549 known pairs none has.
_SHORT, _AWAY = 250, 0.1
_CLAIM = 0.5  # whatever is claimed with less does not stand in for a language


def strays(documents: Sequence[Document], claims: Claims) -> dict[str, str]:
    """The ids of documents that stand where pages are in another language, and are nobody's translation there.

    With each stands the id of its original; of a page that is too short to tell its language, an empty one.
    """
    home = at_home(documents)
    claimed = {one for own in claims.values() for pair, value in own.items() if value >= _CLAIM for one in pair}
    by_language: dict[str, list[int]] = defaultdict(list)
    for number in np.flatnonzero(~np.isnan(home)).tolist():
        by_language[documents[number].language or "und"].append(number)
    found = dict[str, str]()
    for numbers in by_language.values():
        usual = float(np.median(home[numbers]))
        if usual > 0:  # else pages of this language stand alone everywhere
            same, own = [documents[number] for number in numbers], home[numbers] / usual
            guesses = {same[one].id for one in _guesses(same, own)} - claimed
            found |= dict.fromkeys(sorted(guesses), "")
            found |= {same[stray].id: same[original].id for stray, original in _copies(same, own)}
    return found


def _copies(documents: Sequence[Document], home: Floats) -> Iterator[tuple[int, int]]:
    """Documents of one language that are less at home than one that they are much like, and that one."""
    is_less = home < _LESS
    if not is_less.any():
        return
    overlap = Overlap([shared_tokens(document) for document in documents], is_less.astype(np.int64))
    couples = overlap.nearest(_NEAREST)
    for one, other, alike in zip(*couples, overlap.cosines(couples), strict=True):
        stray, original = sorted((int(one), int(other)), key=lambda number: float(home[number]))
        if alike >= _ALIKE and home[stray] < _LESS * home[original]:
            yield stray, original


def _guesses(documents: Sequence[Document], home: Floats) -> Iterator[int]:
    """Documents of one language that are too short to tell it, and away from all others."""
    yield from (one for one in np.flatnonzero(home < _AWAY).tolist() if width(documents[one].text) < _SHORT)


def at_home(documents: Sequence[Document]) -> Floats:
    """How probable it is that some steps along links, there or back, lead from a page to pages of its language alone.

    Of other languages only the one that most of its links lead to counts, so that a page is no less at home for its
    versions in ten languages. Of pages without any link nothing is known.
    """
    languages = {name: number for number, name in enumerate(dict.fromkeys(one.language for one in documents))}
    of = np.array([languages[one.language] for one in documents], dtype=np.int64)
    here, there = _links(documents)
    counts = np.zeros((len(documents), len(languages)))
    np.add.at(counts, (here, of[there]), 1)
    own = counts[np.arange(len(of)), of]
    counts[np.arange(len(of)), of] = 0
    ways = own + counts.max(axis=1, initial=0)
    here, there = here[of[here] == of[there]], there[of[here] == of[there]]
    found: Floats = np.ones(len(documents))
    for _ in range(_STEPS):
        found = np.bincount(here, found[there], len(found)) / np.maximum(ways, 1)
    return np.where(ways > 0, found, np.nan)


def _links(documents: Sequence[Document]) -> tuple[Ints, Ints]:
    """The links between documents, each in both directions and once."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, document in enumerate(documents):
        places[document.url].append(number)
    here, there = list[int](), list[int]()
    for number, document in enumerate(documents):
        targets = dict.fromkeys(one for link in document.links for one in places.get(link.target, ()) if one != number)
        there += targets
        here += [number] * len(targets)
    ones, others = np.array([here + there, there + here], dtype=np.int64)
    return np.divmod(np.unique(ones * len(documents) + others), max(len(documents), 1))
