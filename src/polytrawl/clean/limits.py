"""Bounds on what is given to the HTML parser.

Parsers that follow the HTML standard are quadratic in three ways: in the depth of open elements (200 000 nested divs
took lexbor 104 s), in formatting elements that are never closed and are opened again in each paragraph (a page of 27 KB
made a tree of 700 MB), and in the attributes of one tag (100 000 took 17 s). Pages that go that far are thinned out
first; all others pass unchanged.
"""

from __future__ import annotations

import re
from collections import Counter

from polytrawl.clean.markup import tags

_FEW_TAGS = 2000  # a page with fewer is harmless: the worst one found took 0.3 s and 180 MB
_MAX_DEPTH = 1000  # real pages stay under 200; browsers stop at 512
_MAX_FORMATTING = 16
_LONG_PAGE = 100_000
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{50000,}")  # 10 000 attributes take 0.2 s

_TAG_START = re.compile(r"<(/?[a-zA-Z][a-zA-Z0-9]*)")
_TAG = re.compile(r"<(/?[a-zA-Z][a-zA-Z0-9]*)[^<>]*>?")
_RAW, _FORMATTING, _FLAT = tags("raw"), tags("formatting"), tags("flat")


def bounded(html: str) -> str:
    """The page, thinned out where it would take the parser too long."""
    if len(html) > _LONG_PAGE:
        html = _LONG_TAG.sub(lambda tag: tag[0].split(None, 1)[0], html)
    if html.count("<") < _FEW_TAGS:
        return html
    return _thinned(html) if _is_monster(html) else html


def _is_monster(html: str) -> bool:
    """Whether elements stand too deep. An end tag without its start tag closes nothing."""
    open_now: Counter[str] = Counter()
    depth = formatting = 0
    raw = ""
    for tag in map(str.lower, _TAG_START.findall(html)):
        if raw:
            raw = "" if tag == raw else raw
        elif tag in _RAW:
            raw = "/" + tag  # what stands inside is no markup
        elif tag[0] == "/":
            if open_now[tag[1:]]:
                open_now[tag[1:]] -= 1
                depth -= 1
                formatting -= tag[1:] in _FORMATTING
        elif tag not in _FLAT:
            open_now[tag] += 1
            depth += 1
            formatting += tag in _FORMATTING
            if depth > _MAX_DEPTH or formatting > _MAX_FORMATTING:
                return True
    return False


def _thinned(html: str) -> str:
    """The page without formatting tags, and without the tags of elements that stand too deep."""
    open_now: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    depth = 0

    def thin(match: re.Match[str]) -> str:
        nonlocal depth
        tag = match[1].lower()
        name = tag.removeprefix("/")
        if name in _FORMATTING:
            return ""
        if name in _FLAT:
            return match[0]
        if tag[0] != "/":
            kept = depth < _MAX_DEPTH
            (open_now if kept else left_out)[name] += 1
            depth += kept
            return match[0] if kept else " "
        if left_out[name]:
            left_out[name] -= 1
            return " "
        if open_now[name]:
            open_now[name] -= 1
            depth -= 1
        return match[0]

    return _TAG.sub(thin, html)
