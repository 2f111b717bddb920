"""Groups of elements that could be the posts of a page: those with the same tag and class, or in the same place.

A group is looked at without elements inside others of it (answers inside of what they answer to are part of the page,
not of the post: their own text stands in a group further down), and without those whose text was there before
(pages that keep a copy of each post for browsers without scripts).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from polytrawl.clean.forum_tree import Tree, value_of
from polytrawl.clean.markup import tags
from polytrawl.clean.posts_marks import Marks

_PHRASE = tags("phrase") - {"span"}  # they mark words; posts in <span> occur
_LEAST_SHARE = 0.03  # of the text outside of links; the groups that fitted the gold of their pages best had .04 or more
_MOST_GROUPS = 40  # with the most text; the best of 20 fits the gold by .011 worse
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True, frozen=True)
class Group:
    """Elements that look alike, and for each the largest element around it that holds no other one of them."""

    members: tuple[int, ...]
    records: tuple[int, ...]


def find_groups(tree: Tree, marks: Marks) -> list[Group]:
    """The groups of a page that hold enough text, those with most first."""
    least = _LEAST_SHARE * marks.plain[-1]
    sizes = dict[tuple[int, int, int], tuple[int, tuple[int, ...]]]()
    for elements in _alike(tree).values():
        members = _outermost(tree, elements)
        size = sum(marks.plain[tree.last_text[one]] - marks.plain[tree.first_text[one]] for one in members)
        if size and size >= least:
            same_text = (tree.first_text[members[0]], tree.last_text[members[-1]], size)
            sizes.setdefault(same_text, (size, members))
    largest = sorted(sizes.values(), key=lambda found: -found[0])[:_MOST_GROUPS]
    distinct = (_distinct(tree, members) for _, members in largest)
    return [Group(members, tuple(_records(tree, members))) for members in distinct]


def _alike(tree: Tree) -> dict[str, list[int]]:
    """Elements with text under each of their names: tag and one class, all classes, or the path where there is none."""
    found: dict[str, list[int]] = defaultdict(list)
    paths, named = list[str](), list[tuple[str, ...]]()
    columns = zip(tree.tags, tree.parents, tree.written, tree.like, strict=True)
    for element, (tag, parent, written, like) in enumerate(columns):
        names = named[like] if like < element else _names(written)
        named.append(names)
        above = paths[parent] if parent >= 0 else ""
        paths.append(tag + names[0] if names else _deeper(above, tag))
        if tree.last_text[element] > tree.first_text[element] and tag not in _PHRASE:
            for name in names or ("",):
                found[tag + name if names else paths[element]].append(element)
    return found


@lru_cache(maxsize=16384)
def _deeper(path: str, tag: str) -> str:
    # Chains of elements without a class may be a thousand deep; the last hundred letters tell them apart as well.
    return f"{path[-100:]}>{tag}"


def _names(written: str) -> tuple[str, ...]:
    named, number, role = value_of(written, "class"), value_of(written, "id"), value_of(written, "itemprop")
    classes = _classes(named) if named else ()
    ids = (f"#{_DIGITS.sub('0', number)}",) if number and _DIGITS.search(number) else ()
    return (*classes, *ids, f"@{role}") if role else classes + ids


@lru_cache(maxsize=16384)
def _classes(named: str) -> tuple[str, ...]:
    """The classes, with one number for all numbers, and all of them together."""
    each = sorted({f".{_DIGITS.sub('0', name)}" for name in named.split()[:20]})
    return (*each, "".join(each)) if len(each) > 1 else tuple(each)


def _outermost(tree: Tree, elements: list[int]) -> tuple[int, ...]:
    found, end = list[int](), 0
    for element in elements:
        if element >= end:
            found.append(element)
            end = tree.stops[element]
    return tuple(found)


def _distinct(tree: Tree, members: tuple[int, ...]) -> tuple[int, ...]:
    """The members whose text differs from all before them."""
    first: dict[tuple[str, ...], int] = {}
    for element in members:
        first.setdefault(tuple(tree.texts[tree.first_text[element] : tree.last_text[element]]), element)
    return tuple(first.values())


def _records(tree: Tree, members: tuple[int, ...]) -> Iterator[int]:
    """For each member the largest element around it without another one; a member alone is its own record."""
    before = chain((-1,), members)
    behind = chain(members[1:], (len(tree),))
    for previous, element, following in zip(before, members, behind, strict=False):
        record = element
        while len(members) > 1:
            parent = tree.parents[record]
            if parent <= previous or tree.stops[parent] > following:
                break
            record = parent
        yield record
