"""A URL with one place of it left open: what stands there, and what is left when it is left out.

Places are tokens (`de` in /de/x.html), up to three of them tied by a hyphen or underscore (`tc_chi`), a token that
stands several times (/de/x.de.html), and short beginnings and ends of words (`e` in e0.htm).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

__all__ = ["Opening", "address", "openings", "rests"]

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://(?:www\.)?")
_INDEX = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$")
_TOKEN = re.compile(r"[^/._\-=&?+:;,~() ]+")
_WORD = re.compile(r"[^\W\d_]+")
_TIES = frozenset("-_+ ")  # what may stand between the tokens of one marker: zh-hans, tc_chi

_MAX_SPAN = 3  # tokens of one marker: zh-hans-cn
_MAX_AFFIX = 4  # letters of a marker that is part of a word: <e,c>, <eng,chi>; guess
# A real URL has some ten tokens; one such as /de/de/de/... must not cost more than others.
_MAX_TOKENS = 24


class Opening(NamedTuple):
    """A place of an address: what stands there, and between which ends of the address."""

    text: str
    key: tuple[str, ...]  # what stands around it, equal for all addresses that differ there only
    is_token: bool  # or part of a word
    start: int
    stop: int


def address(url: str) -> str:
    """A URL as a person would compare it: no scheme, no www, no index file, no slash at its end.

    >>> address("https://www.a.test/b/index.html"), address("http://a.test/b/")
    ('a.test/b', 'a.test/b')
    """
    plain = unquote(_SCHEME.sub("", url), errors="replace")
    return _INDEX.sub("/", plain).rstrip("/")


def openings(place: str) -> Iterator[Opening]:
    """All places of an address where it may differ from its translation.

    >>> [one.text for one in openings("a.test/tc_chi/e0.htm") if one.is_token]
    ['a', 'test', 'tc_chi', 'tc', 'chi', 'e0', 'htm']
    >>> [one.text for one in openings("a.test/e0.htm") if one.key == ("a.test/", "0.htm")]
    ['e']
    """
    tokens = _tokens(place)
    for start, stop in _spans(place, tokens):
        yield Opening(place[start:stop], (place[:start], place[stop:]), True, start, stop)
    yield from _repeated(place, tokens)
    for token in tokens:
        yield from _affixes(place, token)


def rests(place: str) -> Iterator[tuple[str, str]]:
    """Each part of an address that can be left out, with what ties it to the rest, and that rest.

    >>> list(rests("a.test/x.de.html"))[3:5]
    [('.de', 'a.test/x.html'), ('.html', 'a.test/x.de')]
    """
    for start, stop in _spans(place, _tokens(place)):
        first, last = _tied(place, start, stop)
        yield place[first:last], (place[:first] + place[last:]).rstrip("/")


def _tokens(place: str) -> Sequence[re.Match[str]]:
    tokens = list(_TOKEN.finditer(place))
    if len(tokens) > _MAX_TOKENS:
        tokens = [*tokens[: _MAX_TOKENS // 2], *tokens[-_MAX_TOKENS // 2 :]]
    return tokens


def _spans(place: str, tokens: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Where tokens, and tokens tied to each other, begin and end; the longer ones first."""
    for number, first in enumerate(tokens):
        last = number
        while last + 1 < len(tokens) and last + 1 < number + _MAX_SPAN and _is_tied(place, tokens[last : last + 2]):
            last += 1
        for end in range(last, number - 1, -1):
            yield first.start(), tokens[end].end()


def _is_tied(place: str, pair: Sequence[re.Match[str]]) -> bool:
    between = place[pair[0].end() : pair[1].start()]
    return len(between) == 1 and between in _TIES


def _repeated(place: str, tokens: Sequence[re.Match[str]]) -> Iterator[Opening]:
    """Tokens that stand several times, left open everywhere: /de/x.de.html gives /*/x.*.html."""
    found: dict[str, list[re.Match[str]]] = {}
    for token in tokens:
        found.setdefault(token[0], []).append(token)
    for text, ones in found.items():
        if len(ones) > 1:
            edges = [0, *(edge for one in ones for edge in one.span()), len(place)]
            key = tuple(place[edges[n] : edges[n + 1]] for n in range(0, len(edges), 2))
            yield Opening(text, key, True, ones[0].start(), ones[0].end())


def _affixes(place: str, token: re.Match[str]) -> Iterator[Opening]:
    """Short beginnings and ends of the words in a token, but no whole token."""
    for word in _WORD.finditer(place, *token.span()):
        start, stop = word.span()
        for size in range(1, min(_MAX_AFFIX, stop - start) + 1):
            cuts = {(start, start + size), (stop - size, stop)} - {token.span()}
            for first, last in sorted(cuts):
                yield Opening(place[first:last], (place[:first], place[last:]), False, first, last)


def _tied(place: str, start: int, stop: int) -> tuple[int, int]:
    """A place with what falls with it: the slash, dot or hyphen before it, or the name of a parameter."""
    before, after = place[start - 1 : start], place[stop : stop + 1]
    query = place.rfind("?", 0, start)
    if before == "=" and query >= 0:
        first = max(query, place.rfind("&", 0, start))
        return (first + 1, stop + 1) if place[first] == "?" and after == "&" else (first, stop)
    if not before or (before == "/" and after in (".", "-", "_")):
        return start, stop + 1
    return start - 1, stop
