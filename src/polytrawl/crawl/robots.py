"""robots.txt by RFC 9309: what an origin allows, how slowly it wants to be read, and where its sitemaps are."""

from __future__ import annotations

import math
import re
from functools import cached_property
from typing import TYPE_CHECKING

from polytrawl import urls
from polytrawl.crawl.politeness import PRODUCT

if TYPE_CHECKING:
    from protego import Protego

REFUSED = "robots"
UNREACHABLE = "robots-unreachable"

MAX_BYTES = 500 * 1024  # RFC 9309, 2.5

_LINE_END = re.compile(r"\r\n?|\n")
# The value of a user-agent line is its leading product token (2.2.1), so "polytrawl/2.0" addresses us.
_AGENT = re.compile(r"\s*user[- ]?agent\s*[:\s]\s*(\*(?=[\s#]|$)|[a-z_-]*)", re.IGNORECASE)
_DELAY = re.compile(r"\s*crawl[- ]delay\s*[:\s]\s*([^\s#]*)", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:allow|dis+al+[ao]w|diasllow)\b", re.IGNORECASE)
_SITEMAP = re.compile(r"\s*site-?maps?\b", re.IGNORECASE)
_NOBODY = "nobody"  # stands for all crawlers that are not us


class Robots:
    """The rules of one origin."""

    def __init__(self, body: bytes) -> None:
        from protego import Protego  # noqa: PLC0415 - slow to import

        if len(body) >= MAX_BYTES:  # the line that the limit cuts would forbid more than its author meant
            body = body[:MAX_BYTES].rpartition(b"\n")[0]
        plain = _plain(body.decode("utf-8-sig", "replace"))
        self._rules: Protego = Protego.parse(plain.text)
        self._is_addressed = PRODUCT in plain.agents
        self._delays = plain.delays

    def allows(self, url: str) -> bool:
        """Whether a URL of this origin may be fetched."""
        return bool(self._rules.can_fetch(url, PRODUCT))

    @property
    def delay_s(self) -> float | None:
        """The Crawl-delay, where one is given."""
        return self._delays.get(PRODUCT if self._is_addressed else "*")

    @cached_property
    def has_sitemaps(self) -> bool:
        """Whether sitemaps are named."""
        return any(True for _ in self._rules.sitemaps)

    def sitemaps(self, base: str) -> list[str]:
        """The addresses of the sitemaps, in order."""
        found = (urls.normalise(one, base) for one in self._rules.sitemaps)
        return list(dict.fromkeys(one for one in found if one))


class _Plain:
    """A robots.txt in which every user-agent line names us, everybody, or nobody.

    Protego takes a name for ours that is only its beginning ("poly"), and none with a version ("polytrawl/2.0"). It
    also ends a group at lines the standard does not know, which must not matter (2.2.4): they are left out, and
    Crawl-delay is read here.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.agents: set[str] = set()
        self.delays: dict[str, float] = {}
        self._addressed: set[str] = set()  # by the user-agent lines just read
        self._is_open = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def take(self, line: str) -> None:
        """Read one line."""
        if agent := _AGENT.match(line):
            self._agent(agent[1].lower())
        elif delay := _DELAY.match(line):
            self._is_open = False
            if (value := _seconds(delay[1])) is not None:
                self.delays |= dict.fromkeys(self._addressed, value)
        elif _RULE.match(line):
            self._is_open = False
            self.lines.append(line)
        elif _SITEMAP.match(line):
            self.lines.append(line)

    def _agent(self, name: str) -> None:
        name = name if name in (PRODUCT, "*") else _NOBODY
        self._addressed = {*self._addressed, name} if self._is_open else {name}
        self._is_open = True
        self.agents.add(name)
        self.lines.append(f"User-agent: {name}")


def _plain(text: str) -> _Plain:
    made = _Plain()
    for line in _LINE_END.split(text):
        made.take(line)
    return made


def _seconds(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
