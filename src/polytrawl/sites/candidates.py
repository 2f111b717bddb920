"""Candidates: addresses as typed or listed, put together by site, a few of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError
from polytrawl.seed_lists import NO_ADDRESS, Listed, read_list, web_address
from polytrawl.sites.model import Asked, Refused
from polytrawl.urls import host_of, site_of

__all__ = ["Candidates", "gather", "home_of"]

# Addresses of one site that are visited beside the home pages of their hosts. ILSP-FC visits all; its lists have few of
# one site. A list from an encyclopaedia can have thousands. Guess.
_PAGES = 3
_LISTS = frozenset({".txt", ".tsv", ".csv", ".lst", ".list", ".json", ".gz"})
ENOUGH = "enough-of-site"


class Candidates(NamedTuple):
    """Sites to be visited, and what of the lists is not."""

    asked: list[Asked]
    refused: list[Refused]
    listed: int  # different addresses in all lists


def gather(written: Iterable[str]) -> Candidates:
    """The candidates in arguments: each is an address, or the name of a file or folder with a list of them."""
    listed: list[Listed] = []
    refused: list[Refused] = []
    for one in written:
        path = Path(one)
        if one and "://" not in one and path.exists():  # an empty name would be the folder we are in
            found = read_list(path)
            listed += found.urls
            refused += [Refused(text, NO_ADDRESS, f"{where} is no web address") for where, text in found.unread]
        elif _looks_like_file(one):
            raise ConfigError(f"{one}: no such file; write https:// before it if it is a host")
        elif url := web_address(one):
            listed.append(Listed(url))
        else:
            refused.append(Refused(one, NO_ADDRESS, "neither a web address nor a file"))
    return _by_site(listed, refused)


def _looks_like_file(written: str) -> bool:
    """Whether somebody meant a file that is not there: lists.txt could be a host as well."""
    return "://" not in written and (written.startswith((".", "/", "~")) or Path(written).suffix in _LISTS)


def _by_site(listed: Sequence[Listed], refused: list[Refused]) -> Candidates:
    counts: dict[str, int] = {}
    for one in listed:
        counts[one.url] = counts.get(one.url, 0) + max(1, one.times)
    sites: dict[str, list[str]] = {}
    # Those that were met most often first; else in the order of the lists.
    for url in sorted(counts, key=lambda one: -counts[one]):
        taken = sites.setdefault(site_of(url), [])
        if len(taken) < _PAGES:
            taken.append(url)
        else:
            refused.append(Refused(url, ENOUGH, f"{_PAGES} other pages of {site_of(url)} are visited"))
    asked = [Asked(site, _with_homes(urls)) for site, urls in sorted(sites.items())]
    return Candidates(asked, refused, len(counts))


def _with_homes(urls: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*urls, *map(home_of, urls)]))


def home_of(url: str) -> str:
    """The home page of the host of an address.

    >>> home_of("http://www.a.test:8080/x/y?z")
    'http://www.a.test:8080/'
    """
    return f"{url.partition('://')[0]}://{host_of(url)}/"
