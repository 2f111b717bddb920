"""Seeds: addresses outside of the wiki that its pages link to, with how many of them do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files

from polytrawl.bootstrap.base import Facts
from polytrawl.bootstrap.result import Bootstrap, Seed
from polytrawl.records import Lang
from polytrawl.urls import host_of, normalise, site_of, site_of_host

__all__ = ["candidates", "seeds"]

_FAR = 1000  # steps to a page that is no article: farther than any
# Addresses of one site that are worth a visit: as many as `polytrawl sites` visits.
_OF_SITE = 3


def seeds(pages: Iterable[tuple[str, Facts]], language: Lang) -> list[Seed]:
    """The seeds that pages with these titles give; those that most pages link to come first."""
    linking: dict[str, set[str]] = defaultdict(set)
    for title, facts in pages:
        for url in _addresses(facts.outside):
            linking[url].add(title)
    found = [Seed(language, url, len(titles), tuple(sorted(titles))) for url, titles in linking.items()]
    return sorted(found, key=lambda seed: (-seed.count, seed.url))


def candidates(found: Bootstrap, language: Lang, most: int) -> list[str]:
    """The most promising seeds of a language, a few of each site.

    Sites to which most pages link come first, then those linked to from near the category. Addresses alone tell little:
    nearly every one of them is linked to by a single page.
    """
    own = [seed for seed in found.seeds if seed.language == language]
    depths = {one.titles[language]: one.depth for one in found.articles if language in one.titles}
    sites: dict[str, list[Seed]] = defaultdict(list)
    for seed in sorted(own, key=lambda one: (-one.count, _depth(one, depths), one.url)):
        sites[site_of(seed.url)].append(seed)
    pages = {site: len({title for one in group for title in one.titles}) for site, group in sites.items()}
    nearest = {site: min(_depth(one, depths) for one in group) for site, group in sites.items()}
    ordered = sorted(sites, key=lambda site: (-pages[site], nearest[site], site))
    return [one.url for site in ordered for one in sites[site][:_OF_SITE]][:most]


def _depth(seed: Seed, depths: dict[str, int]) -> int:
    return min((depths.get(title, _FAR) for title in seed.titles), default=_FAR)


def _addresses(links: Iterable[str]) -> Iterator[str]:
    for link in links:
        url = normalise(f"https:{link}" if link.startswith("//") else link)
        if url is not None and url.startswith("http") and not _is_no_seed(url):
            yield url


def _is_no_seed(url: str) -> bool:
    """Whether an address belongs to Wikimedia, an archive, a catalogue or the like.

    >>> [_is_no_seed(f"https://{host}/x") for host in ("de.wikipedia.org", "books.google.co.uk", "www.rhs.org.uk")]
    [True, True, False]
    """
    host = host_of(url).partition(":")[0]
    if not site_of_host(host):
        return True
    parts = host.split(".")
    above = {".".join(parts[start:]) for start in range(len(parts))}
    starred = {f"{'.'.join(parts[:end])}.*" for end in range(1, len(parts))}
    return not _no_seeds().isdisjoint(above | starred)


@lru_cache(maxsize=1)
def _no_seeds() -> frozenset[str]:
    text = files("polytrawl.bootstrap").joinpath("data/no_seeds.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")][1:]
    return frozenset(line.partition("\t")[0] for line in lines)
