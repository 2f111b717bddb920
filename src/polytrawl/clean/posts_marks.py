"""What the markup of a page tells about posts: where dates and authors stand, what is noise, what is main text.

Dates are known by their digits and attributes, authors by attributes, class names and addresses of profiles: by what
makers of forum software write, never by words of a language.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from polytrawl.clean.forum_tree import TELLS_AUTHOR, TELLS_DATE, Tree, value_of
from polytrawl.clean.markup import tags, words
from polytrawl.clean.posts_date import has_date, is_dated

_NOISE_TAGS, _MAIN_TAGS, _WHOLE_PAGE = tags("noise"), tags("main"), tags("whole_page")
_CONTROLS = frozenset({"button", "input", "form", "select", "textarea"})
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_START, _END = r"(?:^|[\s_-])", r"(?=$|[\s_-])"
_NOISE_NAMES = re.compile(
    rf"{_START}(?:{'|'.join(words('names', 'noise'))}|(?:{'|'.join(words('names', 'noise_whole'))}){_END})"
)
_MAIN_NAMES = re.compile(rf"{_START}(?:{'|'.join(words('names', 'main'))})")
_POST_NAMES = re.compile(
    rf"{_START}(?:{'|'.join(words('names', 'post'))})(?:{_END}|\d|{'|'.join(words('names', 'post_endings'))})"
)
_AUTHOR_NAME = re.compile(
    r"(?:^|[\s_-])(?:author|user|nick|poster|member|creator|byline|avatar)(?=$|[\s_-]|name|link|info)"
)
_SURE_NAME = re.compile(
    r"(?:^|[\s_-])(?:author|user-?name|nick(?:-?name)?|poster|creator)(?=$|[\s_-](?!title|info|avatar))"
)
_NO_NAME = re.compile(r"avatar|title|rank|role|count|info")
_PROFILE = re.compile(
    r"/(?:u|users?|members?|profiles?|people|authors?)/|[?&](?:u|uid|user|userid|member)=|profile|member\.php",
    re.IGNORECASE,
)
_LONGEST_MARK = 100  # characters of a line that tells a date; longer ones are sentences


class Names(NamedTuple):
    """What class and id of an element tell."""

    noise: bool = False
    main: bool = False
    post: bool = False
    author: bool = False


_NO_NAMES = Names()


@lru_cache(maxsize=16384)
def _names(named: str) -> Names:
    parts = _CAMEL.sub("-", named[:500]).lower()
    patterns = (_NOISE_NAMES, _MAIN_NAMES, _POST_NAMES, _AUTHOR_NAME)
    return Names(*(pattern.search(parts) is not None for pattern in patterns))


def names_of(written: str) -> Names:
    """What class and id of a tag tell.

    >>> names_of('b class="UserName"')
    Names(noise=False, main=False, post=False, author=True)
    """
    classes, own = value_of(written, "class"), value_of(written, "id")
    return _names(f"{classes} {own}") if classes or own else _NO_NAMES


@dataclass(slots=True)
class Marks:
    """The marks of a page. Lists of elements are in page order; sums are over all texts before a text."""

    plain: list[int]  # characters outside of links
    linked: list[int]  # characters in links
    dates: list[int]  # short texts with a date
    dated: list[int] = field(default_factory=list)  # elements whose attributes tell a date
    authors: list[int] = field(default_factory=list)
    controls: list[int] = field(default_factory=list)
    in_noise: list[bool] = field(default_factory=list)
    in_main: list[bool] = field(default_factory=list)


def read_marks(tree: Tree) -> Marks:
    """The marks of a page."""
    lengths = [0 if linked else len(text) for text, linked in zip(tree.texts, tree.linked, strict=True)]
    links = [len(text) - length for text, length in zip(tree.texts, lengths, strict=True)]
    dates = [int(len(text) < _LONGEST_MARK and has_date(text)) for text in tree.texts]
    plain, linked, dated = (list(accumulate(values, initial=0)) for values in (lengths, links, dates))
    marks = Marks(plain, linked, dated)
    named = list[Names]()
    columns = zip(tree.tags, tree.parents, tree.written, tree.like, tree.tells, strict=True)
    for element, (tag, parent, written, like, tells) in enumerate(columns):
        names = named[like] if like < element else names_of(written)
        named.append(names)
        is_noise = tag in _NOISE_TAGS or (names.noise and tag not in _WHOLE_PAGE)
        marks.in_noise.append(is_noise or (parent >= 0 and marks.in_noise[parent]))
        marks.in_main.append(tag in _MAIN_TAGS or (parent >= 0 and marks.in_main[parent]))
        if tag in _CONTROLS:
            marks.controls.append(element)
        if tag == "time" or (tells & TELLS_DATE and is_dated(written)):
            marks.dated.append(element)
        if names.author or (tells & TELLS_AUTHOR and _names_author(tag, written)):
            marks.authors.append(element)
    return marks


def how_sure(tag: str, written: str) -> int:
    """How sure it is that an element among the authors holds a name, not a picture's initial or the rank of a user.

    >>> [how_sure("a", f'a class="{name}" href="/members/7"') for name in ("username", "", "avatar")]
    [2, 1, 0]
    """
    classes, own = value_of(written, "class"), value_of(written, "id")
    names = _CAMEL.sub("-", f"{classes} {own}").lower()
    if _is_author(written) or _SURE_NAME.search(names):
        return 2
    return int(not _NO_NAME.search(names) and _names_author(tag, written))


def count(elements: list[int], start: int, stop: int) -> int:
    """How many of the elements are among those numbered from start to stop."""
    return bisect_left(elements, stop) - bisect_left(elements, start)


def _names_author(tag: str, written: str) -> bool:
    return _is_author(written) or (tag == "a" and bool(_PROFILE.search(value_of(written, "href"))))


def _is_author(written: str) -> bool:
    return ' rel="author"' in written or ' itemprop="author"' in written
