"""How far the crawl goes: which URLs it may fetch at all, and which of its pages go on to the next stage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from polytrawl.crawl.place import place_of
from polytrawl.crawl.store import OUT_OF_SCOPE, TOO_DEEP
from polytrawl.crawl.traps import Traps
from polytrawl.errors import ConfigError

NOT_STORED = "not-stored"


class Filters(NamedTuple):
    """What narrows a scope. Where hosts, domains or top-level domains are given, a URL must be of one of them."""

    include: tuple[re.Pattern[str], ...] = ()
    exclude: tuple[re.Pattern[str], ...] = ()
    hosts: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    tlds: tuple[str, ...] = ()

    @classmethod
    def read(cls, options: Mapping[str, Any]) -> Filters:
        """The filters that the options of the crawl name."""
        return cls(
            include=patterns("include", options["include"]),
            exclude=patterns("exclude", options["exclude"]),
            hosts=frozenset(map(str.lower, options["hosts"])),
            domains=frozenset(map(str.lower, options["domains"])),
            tlds=tuple(f".{one.lower().lstrip('.')}" for one in options["tlds"]),
        )

    def hold(self, url: str) -> bool:
        """Whether a URL passes."""
        if (self.hosts or self.domains or self.tlds) and not self._is_listed(url):
            return False
        if any(one.search(url) for one in self.exclude):
            return False
        return not self.include or any(one.search(url) for one in self.include)

    def _is_listed(self, url: str) -> bool:
        host, site = place_of(url)
        name = host if host.endswith("]") else host.partition(":")[0]
        return bool({host, name} & self.hosts) or site in self.domains or name.endswith(self.tlds)


def patterns(option: str, written: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """The regular expressions in an option."""
    return tuple(_pattern(option, one) for one in written)


@lru_cache(maxsize=256)
def _pattern(option: str, written: str) -> re.Pattern[str]:
    try:
        return re.compile(written)
    except re.error as err:
        raise ConfigError(f"crawl.{option}: {written!r} is no regular expression: {err}; correct it") from err


class Scope(NamedTuple):
    """The limits of a crawl. Sites, hosts or a pattern; none of them set means the whole web."""

    max_depth: int = 0
    sites: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    pattern: re.Pattern[str] | None = None
    filters: Filters = Filters()
    traps: Traps | None = None
    follows: bool = True  # links; else the seeds are all
    reads_sitemaps: bool = True

    @classmethod
    def read(cls, word: str, *, seeds: Iterable[str], max_depth: int = 0, filters: Filters = Filters()) -> Scope:  # noqa: B008 - immutable
        """The scope that a word of the config names: "site", "host", "any", or a regular expression."""
        made = cls(max_depth, filters=filters)
        match word:
            case "site":
                return made._replace(sites=frozenset(place_of(seed).site for seed in seeds))
            case "host":
                return made._replace(hosts=frozenset(place_of(seed).host for seed in seeds))
            case "any":
                return made
        try:
            return made._replace(pattern=re.compile(word))
        except re.error as err:
            raise ConfigError(
                f'crawl.scope: {word!r} is no regular expression: {err}; write "site", "host", "any", or correct it'
            ) from err

    def reason_against(self, url: str, depth: int) -> str:
        """Why a URL is not fetched; empty where it may be."""
        if not self._holds(url) or not self.filters.hold(url):
            return OUT_OF_SCOPE
        if (self.max_depth and depth > self.max_depth) or (depth and not self.follows):
            return TOO_DEEP
        return self.traps.reason_against(url) if self.traps else ""

    def _holds(self, url: str) -> bool:
        if not url.startswith(("http:", "https:")):
            return False
        if self.sites:
            return place_of(url).site in self.sites
        if self.hosts:
            return place_of(url).host in self.hosts
        return self.pattern is None or self.pattern.search(url) is not None
