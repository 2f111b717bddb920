"""Reservations that an origin makes for its pages in files of its own.

`/.well-known/tdmrep.json` (the TDM Reservation Protocol) and `/ai.txt` (rules as in robots.txt) say which pages may not
be used for text mining or to train models. They do not forbid to fetch a page: it is fetched, and the record says
what was reserved. What a page says itself, in its head and its HTTP headers, is read by the clean stage.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from polytrawl import urls
from polytrawl.crawl.robots import Robots

TDM, AI_TXT = "tdm-reservation", "ai-txt"


def read_head(head: bytes) -> tuple[tuple[str, str], ...]:
    r"""The headers of an answer, as a WARC reader gives them back.

    >>> read_head(b"HTTP/1.1 200 OK\r\nX-Robots-Tag: noai\r\n\r\n")
    (('X-Robots-Tag', 'noai'),)
    """
    lines = (line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:])
    return tuple((name, value.strip()) for name, sign, value in lines if sign)


class Rule(NamedTuple):
    """One entry of a tdmrep.json: a path with the wildcards of robots.txt, `*` for anything and `$` for the end."""

    location: str
    is_reserved: bool

    def matches(self, path: str) -> bool:
        """Whether the rule speaks of a path. Each part is looked for once, as regular expressions do not promise."""
        first, *rest = self.location.removesuffix("$").split("*")
        if not path.startswith(first):
            return False
        last = rest.pop() if rest and self.location.endswith("$") else None
        place = len(first)
        for part in rest:
            found = path.find(part, place)
            if found < 0:
                return False
            place = found + len(part)
        if last is not None:
            return len(path) - len(last) >= place and path.endswith(last)
        return not self.location.endswith("$") or place == len(path)


class Reservations:
    """What the two files of one origin say; either may be missing, or be anything at all."""

    def __init__(self, *, tdmrep: bytes = b"", ai_txt: bytes = b"") -> None:
        self._tdmrep = tdmrep
        self._ai_txt = ai_txt

    def signals(self, url: str) -> tuple[str, ...]:
        """The words for what is reserved at a URL.

        >>> Reservations(tdmrep=b'[{"location": "/a/*", "tdm-reservation": 1}]').signals("http://a.test/a/b")
        ('tdm-reservation',)
        """
        found = []
        if self._tdmrep and self._is_reserved(urls.path_of(url)):
            found.append(TDM)
        if self._ai_txt and not self._ai_rules.allows(url):
            found.append(AI_TXT)
        return tuple(found)

    def _is_reserved(self, path: str) -> bool:
        # As in robots.txt the longest pattern decides; where two are as long, the one that reserves.
        matching = [(len(rule.location), rule.is_reserved) for rule in self._tdm_rules if rule.matches(path)]
        return max(matching, default=(0, False))[1]

    @cached_property
    def _tdm_rules(self) -> list[Rule]:
        return read_tdmrep(self._tdmrep)

    @cached_property
    def _ai_rules(self) -> Robots:
        return Robots(self._ai_txt)


def read_tdmrep(body: bytes) -> list[Rule]:
    """The rules in a tdmrep.json; what cannot be read gives none."""
    try:
        table = msgspec.json.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    entries = table if isinstance(table, list) else [table]
    return [rule for entry in entries if isinstance(entry, dict) for rule in _rules(entry)]


def _rules(entry: dict[str, Any]) -> list[Rule]:  # Any: JSON of anyone's making
    location, reservation = entry.get("location"), entry.get(TDM)
    if not isinstance(location, str) or isinstance(reservation, bool) or reservation not in (0, 1, "0", "1"):
        return []
    return [Rule(location, int(reservation) == 1)]
