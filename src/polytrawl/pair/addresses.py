"""A URL seen as a pattern: where it names a language, with that place open, and without it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from polytrawl.pair.markers import languages_of
from polytrawl.records import Lang

__all__ = ["Marked", "address", "marked"]

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://(?:www\.)?")
_INDEX = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$")
_TOKEN = re.compile(r"[^/._\-=&?+:;,~() ]+")
_REGION = re.compile(r"[-_](?:[A-Za-z]{2}|hans|hant|latn|cyrl)(?![^/._\-=&?+:;,~() ])", re.IGNORECASE)

# A real URL names its language once or twice; a URL such as /de/de/de/... must not cost more than others.
_MAX_MARKERS = 6


class Marked(NamedTuple):
    """A URL at one place where it may name a language."""

    languages: frozenset[Lang]
    pattern: str  # the place replaced by *
    rest: str  # the place left out
    start: int
    stop: int


def address(url: str) -> str:
    """A URL as a person would compare it: no scheme, no www, no index file, no slash at its end.

    >>> address("https://www.a.test/b/index.html"), address("http://a.test/b/")
    ('a.test/b', 'a.test/b')
    """
    plain = unquote(_SCHEME.sub("", url), errors="replace")
    return _INDEX.sub("/", plain).rstrip("/")


def marked(place: str) -> list[Marked]:
    """All places where an address may name a language.

    >>> [(one.pattern, one.rest) for one in marked("a.test/x.de-CH.html")][0]
    ('a.test/x.*.html', 'a.test/x.html')
    """
    found: list[Marked] = []
    for start, stop, languages in _places(place):
        found.append(Marked(languages, f"{place[:start]}*{place[stop:]}", _without(place, start, stop), start, stop))
        if len(found) == _MAX_MARKERS:
            break
    return found


def _places(place: str) -> Iterator[tuple[int, int, frozenset[Lang]]]:
    for token in _TOKEN.finditer(place):
        languages = languages_of(token[0])
        if languages:
            region = _REGION.match(place, token.end())
            if region:
                yield token.start(), region.end(), languages
            yield token.start(), token.end(), languages


def _without(place: str, start: int, stop: int) -> str:
    """The address without the marker and what ties it to the rest."""
    before, after = place[:start], place[stop:]
    if before.endswith("=") and "?" in before:
        return _without_parameter(before, after)
    if not before or (before.endswith("/") and after[:1] in (".", "-", "_")):
        return before + after[1:]
    return (before[:-1] + after).rstrip("/")


def _without_parameter(before: str, after: str) -> str:
    cut = max(before.rfind("?"), before.rfind("&"))
    if before[cut] == "?" and after.startswith("&"):
        return f"{before[:cut]}?{after[1:]}"
    return (before[:cut] + after).rstrip("/")
