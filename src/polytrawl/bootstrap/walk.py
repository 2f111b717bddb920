"""The tree below a category, breadth first, so that a page counts at its least depth.

Each category is visited once, whatever loops there are, and the walk ends at `max_pages` pages, or as many categories.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from polytrawl.bootstrap.base import Member, Progress, Wiki

__all__ = ["Found", "Tree", "walk"]


class Found(NamedTuple):
    """Where a page was found first."""

    title: str
    depth: int  # 0 for pages of the category itself
    subtopic: str  # the category, or the subcategory just below it through which the page was reached


class Tree(NamedTuple):
    """The pages below a category."""

    category: str
    pages: tuple[Found, ...]
    categories: int  # visited, with the first one
    hidden: tuple[str, ...]  # categories for the wiki's upkeep, which are not entered
    is_whole: bool  # whether the walk ended by itself, and not at its guard
    unvisited: int  # categories that were known and left when it did not


class _Branch(NamedTuple):
    category: str
    depth: int
    subtopic: str


def walk(wiki: Wiki, category: str, *, depth: int, max_pages: int, progress: Progress) -> Tree:
    """All pages in a category and in its subcategories down to a depth."""
    progress.begin("walk", None)
    return _Walk(wiki, max_pages, progress).go(category, depth)


class _Walk:
    def __init__(self, wiki: Wiki, max_pages: int, progress: Progress) -> None:
        self._wiki, self._max, self._progress = wiki, max_pages, progress
        self._pages: dict[str, Found] = {}
        self._seen: set[str] = set()
        self._hidden: list[str] = []
        self._visited = 0
        self._is_cut = False

    def go(self, category: str, depth: int) -> Tree:
        self._seen.add(category)
        queue = deque([_Branch(category, 0, category)])
        while queue and not self._is_full():
            branch = queue.popleft()
            queue += self._visit(branch, enters=branch.depth < depth)
        found = tuple(sorted(self._pages.values(), key=lambda page: (page.depth, page.title)))
        is_whole = not queue and not self._is_cut
        return Tree(category, found, self._visited, tuple(sorted(self._hidden)), is_whole, len(queue))

    def _is_full(self) -> bool:
        return self._is_cut or len(self._pages) >= self._max or self._visited >= self._max

    def _visit(self, branch: _Branch, *, enters: bool) -> list[_Branch]:
        limit = 2 * self._max + 1  # more than the pages known already and those that there is room for
        members = self._wiki.members(branch.category, limit)
        self._visited += 1
        self._is_cut = len(members) >= limit
        self._keep([member.title for member in members if not member.is_category], branch)
        self._progress.advance(len(self._pages), {"categories": self._visited})
        return self._below(members, branch) if enters else []

    def _keep(self, titles: Sequence[str], branch: _Branch) -> None:
        new = [title for title in titles if title not in self._pages]
        room = self._max - len(self._pages)
        self._is_cut = self._is_cut or len(new) > room
        self._pages.update((title, Found(title, branch.depth, branch.subtopic)) for title in new[:room])

    def _below(self, members: Sequence[Member], branch: _Branch) -> list[_Branch]:
        new = [member.title for member in members if member.is_category and member.title not in self._seen]
        self._seen.update(new)
        hidden = self._wiki.hidden(new) if new else set()
        self._hidden += hidden
        wanted = (name for name in new if name not in hidden)
        return [_Branch(name, branch.depth + 1, branch.subtopic if branch.depth else name) for name in wanted]
