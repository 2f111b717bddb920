"""How far the crawl goes: which URLs it may fetch at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from polytrawl.crawl.place import place_of
from polytrawl.crawl.store import OUT_OF_SCOPE, TOO_DEEP
from polytrawl.crawl.traps import Traps
from polytrawl.errors import ConfigError


class Scope(NamedTuple):
    """The limits of a crawl. Sites, hosts or a pattern; none of them set means the whole web."""

    max_depth: int = 0
    sites: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    pattern: re.Pattern[str] | None = None
    traps: Traps | None = None

    @classmethod
    def read(cls, word: str, *, seeds: Iterable[str], max_depth: int = 0) -> Scope:
        """The scope that a word of the config names: "site", "host", "any", or a regular expression."""
        match word:
            case "site":
                return cls(max_depth, sites=frozenset(place_of(seed).site for seed in seeds))
            case "host":
                return cls(max_depth, hosts=frozenset(place_of(seed).host for seed in seeds))
            case "any":
                return cls(max_depth)
        try:
            return cls(max_depth, pattern=re.compile(word))
        except re.error as err:
            raise ConfigError(
                f'crawl.scope: {word!r} is no regular expression: {err}; write "site", "host", "any", or correct it'
            ) from err

    def reason_against(self, url: str, depth: int) -> str:
        """Why a URL is not fetched; empty where it may be."""
        if not self._holds(url):
            return OUT_OF_SCOPE
        if self.max_depth and depth > self.max_depth:
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
