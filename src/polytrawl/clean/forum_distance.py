"""The seven string distances of DyCorC (Manad, Pappa and Bernard 2018), all as numbers of characters.

The paper compares a distance with the average length of two strings. That says something about edits and n-grams,
which count characters, but always holds for the distances between 0 and 1 (Jaccard, Jaro, Jaro-Winkler). Those are
therefore multiplied with the average length. Left as they are, they find the posts on one page in five (F1 .07 on every
third forum page of the development set) where the paper has F1 .57 to .49; scaled they come to .60 and .62.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from rapidfuzz.distance import OSA, Jaro, JaroWinkler, LCSseq, Levenshtein

DistanceName: TypeAlias = Literal["levenshtein", "damerau", "feature", "jaccard", "jaro", "jaro-winkler", "lcs"]
Distance: TypeAlias = Callable[[str, str], float]
DISTANCES: tuple[DistanceName, ...] = get_args(DistanceName)


def distance_of(name: DistanceName, n: int = 4) -> Distance:
    """The distance with this name; `n` is the length of the n-grams of `feature`.

    >>> [round(distance_of(name, 2)("divdivp", "divulli"), 1) for name in DISTANCES]
    [4, 4, 8, 3.5, 2.0, 1.4, 3]
    """
    plain: dict[DistanceName, Distance] = {
        "levenshtein": Levenshtein.distance,
        # Restricted to one edit of each place: what it saves is the time of the paper's slowest distance.
        "damerau": OSA.distance,
        "feature": lambda left, right: _feature(left, right, n),
        "jaccard": _scaled(_jaccard),
        "jaro": _scaled(Jaro.distance),
        "jaro-winkler": _scaled(JaroWinkler.distance),
        "lcs": LCSseq.distance,
    }
    return plain[name]


def average_length(left: str, right: str) -> float:
    """The right side of the paper's inequation 1."""
    return (len(left) + len(right)) / 2


def _scaled(share: Distance) -> Distance:
    return lambda left, right: share(left, right) * average_length(left, right)


def _feature(left: str, right: str, n: int) -> float:
    """The number of n-grams that the strings do not share."""
    ours, theirs = _grams(left, n), _grams(right, n)
    common = sum(min(count, theirs[gram]) for gram, count in ours.items() if gram in theirs)
    return max(0, len(left) - n + 1) + max(0, len(right) - n + 1) - 2 * common


@lru_cache(maxsize=512)
def _grams(text: str, n: int) -> Counter[str]:
    return Counter(text[start : start + n] for start in range(len(text) - n + 1))


def _jaccard(left: str, right: str) -> float:
    """One minus the share of characters that occur in both, of those that occur in either."""
    ours, theirs = set(left), set(right)
    either = len(ours | theirs)
    return 1 - len(ours & theirs) / either if either else 0.0
