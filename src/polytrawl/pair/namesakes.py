"""Sites whose domains differ in one place and whose pages have the same paths: company.de/shop and company.it/shop.

The pattern is that of `urls`, with the whole domain as the open place. Each site keeps a few of its paths, those with
the smallest hashes: two sites that share paths share these, so that few are enough to estimate how many they share
(bottom-k sketches, Cohen & Kaplan 2007). Sites meet by what their domains have in common, and then by a path.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import xxhash

__all__ = ["namesakes", "paths_of"]

_KEPT = 256  # paths of a site; a share of a half is then known to within .06
_MOST_SITES = 40  # with one domain but for one place and the same path; there are no more languages on one site. Guess.
# Paths, and the share of them, that both sites have. Two strangers with software of one make share `/contact` and the
# like. Guesses.
_MIN_PATHS, _MIN_SHARE = 3, 0.3


def paths_of(urls: Iterable[str]) -> list[int]:
    """The hashes of some paths of a site, always the same of equal paths; that of the front page says nothing."""
    paths = {url.partition("://")[2].partition("/")[2] for url in urls} - {""}
    return sorted(xxhash.xxh3_64_intdigest(path.encode("utf-8", "surrogatepass")) for path in paths)[:_KEPT]


def namesakes(paths: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str]]:
    """The sites that share a domain but for one place, and many paths."""
    places: dict[tuple[str, int], list[str]] = defaultdict(list)
    for site in sorted(paths):
        for form in _forms(site):
            for path in paths[site]:
                places[form, path].append(site)
    shared = Counter(pair for sites in places.values() if len(sites) <= _MOST_SITES for pair in combinations(sites, 2))
    yield from (pair for pair, both in shared.items() if _are_many(both, *(paths[site] for site in pair)))


def _forms(site: str) -> Iterator[str]:
    """A domain with one place left open: what follows its first dot, or a part of its name between hyphens.

    >>> list(_forms("my-company.co.uk"))
    ['my-company.*', '*-company.co.uk', 'my-*.co.uk']
    """
    name, _, suffix = site.partition(".")
    yield f"{name}.*"
    parts = name.split("-")
    for number in range(len(parts) if len(parts) > 1 else 0):
        yield "-".join([*parts[:number], "*", *parts[number + 1 :]]) + f".{suffix}"


def _are_many(both: int, ones: Sequence[int], others: Sequence[int]) -> bool:
    """Whether the smaller site has enough of its paths on the other, among those that both sketches reach."""
    reach = min(own[-1] for own in (ones, others) if len(own) == _KEPT) if _KEPT in map(len, (ones, others)) else None
    known = min(sum(reach is None or path <= reach for path in own) for own in (ones, others))
    return both >= max(_MIN_PATHS, _MIN_SHARE * known)
