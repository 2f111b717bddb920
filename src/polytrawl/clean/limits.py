"""Bounds on what is given to the HTML parser.

Parsers that follow the HTML standard are quadratic in three ways: in the depth of open elements (200 000 nested divs
took lexbor 104 s), in formatting elements that are never closed and are opened again in each paragraph (a page of 27 KB
made a tree of 700 MB), and in the attributes of one tag (100 000 took 17 s). Pages that go that far are thinned out
first; all others pass unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from polytrawl.clean.markup import COMMENT, tags

_FEW_TAGS = 2000  # a page with fewer is harmless: the worst one found took 0.3 s and 180 MB
_MANY_TAGS = (
    10_000  # a page with fewer may be as deep as it likes: the worst of 24 kinds of nesting took 0.2 s and 35 MB
)
_MAX_DEPTH = 1000  # real pages stay under 200; browsers stop at 512
_MAX_FORMATTING = 16
_MAX_STARTS = (
    75_000  # start tags; so many tiny paragraphs take up to 1.5 s on a busy machine. Real pages stay under 30 000
)
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{50000,}")  # 10 000 attributes take 0.2 s
_WINDOW = 24_000  # less than half of a long tag: the first or second of these behind its start lies wholly inside it

_RAW, _FORMATTING, _FLAT = tags("raw"), tags("formatting"), tags("flat")


def _in_any_case(name: str) -> str:
    """A pattern for a name; a pattern that ignores case takes twice as long."""
    return "".join(f"[{letter}{letter.upper()}]" for letter in name)


def _any_of(names: Iterable[str]) -> str:
    """A pattern for names, sorted by their first letters: so most tags are passed over quickly."""
    rests: dict[str, list[str]] = {}
    for name in sorted(names):
        rests.setdefault(_in_any_case(name[0]), []).append(_in_any_case(name[1:]))
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items())


# What stands inside of a comment or a raw element is no markup. Each is taken whole, to the end where it is not closed.
_RAW_ELEMENTS = (rf"{name}\b[^<]*+(?:<(?!/{name}\b)[^<]*+)*+" for name in map(_in_any_case, sorted(_RAW)))
_NO_MARKUP = "|".join((COMMENT, *_RAW_ELEMENTS))
_FIRST_LETTERS = "".join(_in_any_case(name[0])[1:-1] for name in sorted(_RAW | _FORMATTING))
_NAME_END = r"(?=[\t\n\f\r />])"
_FORMATTING_TAG = re.compile(
    rf"</?(?=[!{_FIRST_LETTERS}])(?:(?:{_any_of(_FORMATTING)}){_NAME_END}|(?<!/)(?:{_NO_MARKUP}))"
)
_ANY_TAG = re.compile(rf"<(?:{_NO_MARKUP}|(/?[a-zA-Z][^\t\n\f\r />]*+){_NAME_END})")
_START = re.compile("<[a-zA-Z]")
_RUN = re.compile("<{3,}")
_LONGEST = len("</") + max(map(len, _FORMATTING))
_TAG = re.compile(r"<(/?[a-zA-Z][a-zA-Z0-9]*)[^<>]*>?")


def bounded(html: str) -> str:
    """The page, thinned out where it would take the parser too long."""
    html = _without_long_tags(html)
    if html.count("<") < _FEW_TAGS:
        return html
    counted = _without_runs(html)
    names = _formatting_tags(counted) if counted.count("<") < _MANY_TAGS else filter(None, _ANY_TAG.findall(counted))
    return _thinned(html) if _go_too_deep(map(str.lower, names)) else html


def start_tags(html: str) -> int:
    """How many start tags are given to the parser, if they are too many; else zero."""
    if html.count("<") <= _MAX_STARTS:
        return 0
    html = _without_runs(html)
    if html.count("<") <= _MAX_STARTS or len(_START.findall(html)) <= _MAX_STARTS:
        return 0
    html = _without_long_tags(html)
    names = [name for name in _ANY_TAG.findall(html) if name]
    if _go_too_deep(map(str.lower, names)):
        names = [name for name in _ANY_TAG.findall(_thinned(html)) if name]
    starts = len([name for name in names if name[0] != "/"])
    return starts if starts > _MAX_STARTS else 0


def _without_runs(html: str) -> str:
    """The page with one bracket for each row of them: the last one alone may begin a tag. It is as good to count in."""
    return _RUN.sub("<", html) if "<<<" in html else html


def _without_long_tags(html: str) -> str:
    return _LONG_TAG.sub(lambda tag: tag[0].split(None, 1)[0], html) if _may_have_long_tag(html) else html


def _may_have_long_tag(html: str) -> bool:
    """Whether a window without angle brackets lies behind the start of a tag: quicker than a search for such a tag."""
    return any(
        html.find("<", at, at + _WINDOW) < 0 and html.find(">", at, at + _WINDOW) < 0 and _is_in_tag(html, at)
        for at in range(_WINDOW, len(html) - _WINDOW, _WINDOW)
    )


def _is_in_tag(html: str, at: int) -> bool:
    start = html.rfind("<", at - _WINDOW, at)
    return start >= 0 and html[start + 1].isalpha() and html.find(">", start, at) < 0


def _formatting_tags(html: str) -> Iterator[str]:
    """The names in the tags of formatting elements.

    On 145 pages with 3700 tags each it takes 0.8 ms to look at them, where a loop over all tags takes 2.3. With the
    search for long tags, one of 380 pages takes 0.55 ms on average, where it took 1.65.
    """
    found = (tag[1:] for tag in _FORMATTING_TAG.findall(html) if len(tag) <= _LONGEST)
    return (tag for tag in found if tag.removeprefix("/").lower() in _FORMATTING)


def _go_too_deep(names: Iterable[str]) -> bool:
    """Whether too many elements are open at once. An end tag without its start tag closes nothing."""
    open_now: Counter[str] = Counter()
    depth = formatting = 0
    for tag in names:
        if tag[0] == "/":
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
