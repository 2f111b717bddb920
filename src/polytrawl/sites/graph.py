"""Links between sites, and what they say: Linkout, PageRank and WeightedPageRank of PupSniffer (Zhang, Yao & Kit 2013).

Within the set of N sites that are known to be bilingual, with r = 0.15 the chance to begin anew anywhere:

    PageRank(w)         = r/N + (1-r) * sum over w' in M(w) of PageRank(w') / Linkout(w')
    WeightedPageRank(w) = PageRank(w) * C(w)

M(w) are the sites of the set that link to w, Linkout(w) is the number of sites of the set that w links to, both without
w itself. A site outside of the set has the sums of the three over the sites of the set that link to it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from polytrawl.records import Document
from polytrawl.sites.model import Judged, Ranked, Ranking
from polytrawl.urls import normalise, site_of

__all__ = ["in_order", "linked_sites", "page_rank", "rank_outside"]

_TELEPORT = 0.15  # r, as published
_PRECISION = 1e-12  # the change in all, after which the iteration ends; .85 to the power of 170


def linked_sites(documents: Iterable[Document], own: Collection[str]) -> dict[str, str]:
    """The other sites that pages of a site link to, each with the address that most of the links have."""
    targets: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        for target in {link.target for link in document.links if "nofollow" not in link.rel.casefold().split()}:
            url = normalise(target)
            if url and url.startswith("http") and _is_name(site := site_of(url)) and site not in own:
                targets[site][url] += 1
    return {site: _most_linked(urls.elements()) for site, urls in sorted(targets.items())}


def _is_name(site: str) -> bool:
    """Whether it is a name, not a number or a machine next door."""
    return "." in site and not site.replace(".", "").isdigit()


def page_rank(links: Mapping[str, Collection[str]]) -> dict[str, float]:
    """PageRank of sites, given the sites that each links to; linear in links.

    The values add up to 1. What comes to sites without links is lost in the published formula; to share it among all
    changes all values by one factor only, so that this is PageRank with alpha = 0.85 of other libraries as well.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    if not links:
        return {}
    number = {site: place for place, site in enumerate(links)}
    inside = [(number[one], number[other]) for one in links for other in _inside(one, links)]
    source, target = np.array(inside, dtype=np.int64).reshape(-1, 2).T
    linkout = np.maximum(np.bincount(source, minlength=len(number)), 1)
    rank, change = np.ones(len(number)), 1.0
    while change > _PRECISION:
        before = rank
        came = np.bincount(target, weights=(rank / linkout)[source], minlength=len(number))
        rank = np.asarray(_TELEPORT / len(number) + (1 - _TELEPORT) * came)
        change = float(np.abs(rank - before).sum())
    return dict(zip(number, (rank / rank.sum()).tolist(), strict=True))


def _inside(site: str, links: Mapping[str, Collection[str]]) -> list[str]:
    return [other for other in links[site] if other in links and other != site]


def rank_outside(known: Mapping[str, Judged]) -> list[Ranked]:
    """The sites that sites of the set link to and that are not in it, by name."""
    links = {name: one.out for name, one in known.items()}
    rank = page_rank(links)
    linkout = {name: len(_inside(name, links)) for name in links}
    linking: defaultdict[str, list[str]] = defaultdict(list)
    for name, one in known.items():
        for other in one.out:
            if other not in known:
                linking[other].append(name)
    return [
        Ranked(
            site=site,
            linked_by=len(names),
            linkout=sum(linkout[name] for name in names),
            pagerank=sum(rank[name] for name in names),
            weighted=sum(rank[name] * known[name].credibility for name in names),
            url=_most_linked(known[name].out[site] for name in names),
        )
        for site, names in sorted(linking.items())
    ]


def _most_linked(urls: Iterable[str]) -> str:
    counts = Counter(urls)
    return min(counts, key=lambda one: (-counts[one], len(one), one))


def in_order(ranked: Iterable[Ranked], by: Ranking) -> list[Ranked]:
    """The most likely bilingual ones first; sites that are equal in one ranking by their names."""
    return sorted(ranked, key=lambda one: (-_value(one, by), one.site))


def _value(one: Ranked, by: Ranking) -> float:
    return float(getattr(one, by))
