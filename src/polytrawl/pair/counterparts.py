"""Addresses that a page's translation may have, made from patterns: to look for pages that no link leads to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from polytrawl import urls
from polytrawl.pair.addresses import openings, rests
from polytrawl.pair.patterns import Pattern

__all__ = ["counterparts", "made"]

_HOST = re.compile(r"^[a-z]+://[^/?]*", re.IGNORECASE)
_EXTENSION = re.compile(r"\.\w{1,5}$|(?<=[^/])$")


def counterparts(url: str, patterns: Iterable[Pattern]) -> list[str]:
    """The addresses that the translations of a page may have, by every pattern that applies to its URL, best first.

    >>> one = Pattern(left="english", right="tc_chi", left_language="en", right_language="zh", is_token=True,
    ...     is_known=True, pages=8, agreement=1.0, credibility=0.4)
    >>> counterparts("http://www.fehd.gov.hk/tc_chi/LLB_web/cagenda_20070904.htm", [one])
    ['http://www.fehd.gov.hk/english/LLB_web/cagenda_20070904.htm']
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        for old, new in ((pattern.left, pattern.right), (pattern.right, pattern.left)):
            found |= dict.fromkeys(made(url, old, new, is_token=pattern.is_token))
    return list(found)


def made(url: str, old: str, new: str, *, is_token: bool) -> Iterator[str]:
    """The addresses that a URL becomes when one text is put for another, at each place where it stands."""
    normal = (urls.normalise(one) for one in _made(url, old, new, is_token=is_token))
    yield from (one for one in normal if one and one != url)


def _made(url: str, old: str, new: str, *, is_token: bool) -> Iterator[str]:
    if old and new:
        scheme = url.find("://") + len("://")
        yield from (
            url[:scheme] + new.join(one.key)
            for one in openings(url[scheme:])
            if one.text == old and one.is_token == is_token
        )
    elif old:
        yield from (rest for text, rest in rests(url) if text == old)
    else:
        yield from _inserted(url, new)


def _inserted(url: str, new: str) -> Iterator[str]:
    """A URL with a text put in at the place that the sign it comes with is for: /it, .it, _it, it., ?lang=it."""
    host = _HOST.match(url)
    path, mark, query = url.partition("?")
    if host is None:
        return
    if new.startswith(("?", "&")) or new.endswith("&"):
        yield f"{path}?{'&'.join(filter(None, [query, new.strip('?&')]))}"
    elif new.startswith("/"):
        yield f"{host[0]}{new}{url[host.end() :]}"
    elif new.startswith((".", "_", "-")):
        yield f"{_EXTENSION.sub(lambda end: new + end[0], path, count=1)}{mark}{query}"
    elif new.endswith("."):
        yield url.replace("://", f"://{new}", 1)
    else:  # it_ at the beginning of a file name
        folder, slash, name = path.rpartition("/")
        yield f"{folder}{slash}{new}{name}{mark}{query}"
