"""Groups of elements that could be the posts of a page: those with the same tag and class, or in the same place.

A group is looked at without elements inside others of it (answers inside of what they answer to are part of the page,
not of the post: their own text stands in a group further down), and without those whose text was there before
(pages that keep a copy of each post for browsers without scripts). The compiled part finds them: `alike.c`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from polytrawl.clean import native
from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.posts_marks import Marks

_ALIKE, _MEMBER = np.dtype(native.Alike), np.dtype(native.Member)


class Groups:
    """The groups of a page that hold enough text, those with most first."""

    def __init__(self, tree: Tree, marks: Marks) -> None:
        view, dated = native.AlikeView(), marks.dated_by_title
        found = native.library().tree_alike(
            tree.handle, marks.has_date.ctypes.data, dated.ctypes.data, len(dated), view
        )
        if not found:
            raise MemoryError("the groups of a page")
        self._groups = native.numbers(view.groups, _ALIKE, view.groups_count)
        self._members = native.numbers(view.members, _MEMBER, view.members_count)

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def cues(self) -> NDArray[np.float64]:
        """What is known of each group, as `Cues` lists it."""
        cues: NDArray[np.float64] = self._groups["cues"]
        return cues

    def members(self, number: int) -> list[int]:
        """The elements of a group."""
        return self._part("element", number)

    def surroundings(self, number: int) -> list[tuple[int, int]]:
        """For each member of a group, from which element to which its author and date may stand."""
        return list(zip(self._part("start", number), self._part("stop", number), strict=True))

    def _part(self, name: str, number: int) -> list[int]:
        group = self._groups[number]
        part: list[int] = self._members[name][group["first"] : group["end"]].tolist()
        return part
