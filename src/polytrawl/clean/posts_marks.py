"""What the markup of a page tells about posts: where dates and authors stand.

Dates are known by their digits and attributes, authors by attributes, class names and addresses of profiles: by what
makers of forum software write, never by words of a language. The compiled part finds them, but for what a date is.
"""

from __future__ import annotations

import re
from bisect import bisect_left

import numpy as np

from polytrawl.clean.forum_tree import Tree, value_of
from polytrawl.clean.posts_date import has_dated_title, is_short_date

_DATED, _MAY_BE_DATED, _AUTHOR, _PROFILE = 128, 256, 512, 1024  # as in `tree.h`
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SURE_NAME = re.compile(
    r"(?:^|[\s_-])(?:author|user-?name|nick(?:-?name)?|poster|creator)(?=$|[\s_-](?!title|info|avatar))"
)
_NO_NAME = re.compile(r"avatar|title|rank|role|count|info")


class Marks:
    """The marks of a page. Lists of elements are in page order."""

    def __init__(self, tree: Tree) -> None:
        tells, texts = tree.nodes["tells"], tree.texts
        self.authors: list[int] = np.flatnonzero(tells & _AUTHOR).tolist()
        self.profiles = frozenset(np.flatnonzero(tells & _PROFILE).tolist())
        self.has_date = np.zeros(len(texts), np.uint8)  # of each text
        for number in np.flatnonzero(tree.text_records["has_two_digits"]).tolist():
            self.has_date[number] = is_short_date(texts[number])
        maybe = np.flatnonzero(tells & _MAY_BE_DATED).tolist()
        self.dated_by_title = np.array([one for one in maybe if has_dated_title(tree.written[one])], np.int32)
        self.dated: list[int] = sorted([*np.flatnonzero(tells & _DATED).tolist(), *self.dated_by_title.tolist()])


def how_sure(written: str, *, is_profile: bool) -> int:
    """How sure it is that an element among the authors holds a name, not a picture's initial or the rank of a user.

    >>> [how_sure(f'a class="{name}" href="/members/7"', is_profile=True) for name in ("username", "", "avatar")]
    [2, 1, 0]
    """
    names = _CAMEL.sub("-", f"{value_of(written, 'class')} {value_of(written, 'id')}").lower()
    is_marked = ' rel="author"' in written or ' itemprop="author"' in written
    if is_marked or _SURE_NAME.search(names):
        return 2
    return int(is_profile and not _NO_NAME.search(names))


def count(elements: list[int], start: int, stop: int) -> int:
    """How many of the elements are among those numbered from start to stop."""
    return bisect_left(elements, stop) - bisect_left(elements, start)
