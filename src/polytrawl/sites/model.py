"""What is known of sites: the words that all parts of `polytrawl sites` share, and that stand in its files."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from polytrawl.records import Lang

__all__ = ["RANKINGS", "Asked", "Judged", "Ranked", "Ranking", "Refused", "Round"]

Ranking = Literal["weighted", "pagerank", "linkout"]
RANKINGS: tuple[Ranking, ...] = get_args(Ranking)


class Refused(msgspec.Struct, frozen=True):
    """Something that became no site: a line, an address or a site, and why."""

    what: str
    reason: str
    detail: str = ""
    round: int = 0


class Asked(msgspec.Struct, frozen=True):
    """A site that is to be looked at, and where."""

    site: str
    urls: list[str]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A site that was looked at. Accepted where it has no reason against it."""

    site: str
    url: str  # where a reader would begin
    round: int = 0  # in which it was found; 0: it is one of the candidates
    languages: list[Lang] = []  # of the wanted ones
    evidence: list[str] = []  # in words
    pages: int = 0  # that were looked at
    credibility: float = 0.0  # C(w)
    pattern: str = ""  # the URL pattern that gives it
    reason: str = ""
    detail: str = ""
    starts: list[str] = []  # where a crawl should start
    sisters: list[str] = []  # other domains on which it has its translations
    out: dict[str, str] = {}  # the sites that it links to, and the address that it links most

    @property
    def is_accepted(self) -> bool:
        """Whether it is multilingual."""
        return not self.reason


class Ranked(msgspec.Struct, frozen=True):
    """A site outside of the set, with the sums over the sites of the set that link to it."""

    site: str
    linked_by: int
    linkout: int
    pagerank: float
    weighted: float
    url: str  # that most of them link


class Round(msgspec.Struct, frozen=True):
    """What one step has brought."""

    made_from: str  # a hash of all that it depends on
    judged: list[Judged]
    ranked: list[Ranked] = []  # the sites that could have been chosen, those high in some ranking
    outside: int = 0  # how many sites could have been chosen
