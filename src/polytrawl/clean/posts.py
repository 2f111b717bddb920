"""The posts of a thread as records: who wrote what and when.

Posts look alike: of all groups of like elements on a page, the one is taken that looks most like the texts of posts.
Around each stands the rest of the record, in which its author and date are looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from polytrawl.clean.forum_paragraphs import owners
from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.posts_date import date_in, date_of
from polytrawl.clean.posts_groups import Groups
from polytrawl.clean.posts_marks import Marks, count, how_sure
from polytrawl.clean.posts_rank import Cues, best, forum_likeness
from polytrawl.clean.walk import Walk
from polytrawl.records import Post

_LONGEST_AUTHOR = 50  # characters; guess
# Precision and recall of forum pages among all, with weights fitted to other sites: .27 gives .74 and .83, .38 .78 and
# .80, .5 .82 and .77.
_FORUM = 0.38
# A paragraph in so many posts is none of their text. F1 of the extractor on the forum pages of the development set is
# .919 so, .916 with all. Half of the posts instead of a third: the same. Two posts instead of three: .004 less.
# Whatever occurs twice, which takes away quotes: .03 less.
_REPEATED, _REPEATED_SHARE = 3, 0.3


@dataclass(slots=True, frozen=True)
class Thread:
    """A page and the elements on it that are most likely its posts."""

    tree: Tree
    marks: Marks
    members: list[int]
    surroundings: list[tuple[int, int]]  # for each, from which element to which its author and date may stand
    cues: Cues


def read_thread(walk: Walk) -> Thread | None:
    """The thread of a page; None when it has no text. Any page gives one: `is_forum` tells whether to believe it."""
    tree = Tree(walk.html)
    marks = Marks(tree)
    groups = Groups(tree, marks)
    if not len(groups):
        return None
    number = best(groups.cues)
    cues = Cues._make(groups.cues[number].tolist())
    return Thread(tree, marks, groups.members(number), groups.surroundings(number), cues)


def is_forum(thread: Thread | None) -> bool:
    """Whether the page is a thread of a forum, by its structure alone."""
    return thread is not None and forum_likeness(thread.cues) > _FORUM


def find_posts(thread: Thread, paragraphs: Sequence[str]) -> tuple[Post, ...]:
    """The posts of a thread. `paragraphs` are the texts of all paragraphs of its document, in page order."""
    members = thread.members
    inside: list[list[int]] = [[] for _ in members]
    for number, owner in enumerate(owners(thread.tree, members, paragraphs)):
        if owner >= 0:
            inside[owner].append(number)
    inside = _without_repeated(inside, paragraphs)
    return tuple(
        Post(
            text="\n".join(paragraphs[number] for number in numbers) or thread.tree.text(member),
            author=_author(thread, member, span),
            date=_date(thread, member, span),
            paragraphs=tuple(numbers),
        )
        for member, span, numbers in zip(members, thread.surroundings, inside, strict=True)
    )


def _without_repeated(inside: list[list[int]], paragraphs: Sequence[str]) -> list[list[int]]:
    """The paragraphs of each post without those that many posts have: buttons, ranks, advertisements."""
    posts_with = Counter(text for numbers in inside for text in {paragraphs[number] for number in numbers})
    many = max(_REPEATED, _REPEATED_SHARE * len(inside))
    return [[one for one in numbers if posts_with[paragraphs[one]] < many] or numbers for numbers in inside]


def _author(thread: Thread, member: int, span: tuple[int, int]) -> str:
    """The first name in the record, of those that the markup is most sure of."""
    tree, profiles = thread.tree, thread.marks.profiles
    found = list[tuple[int, int, str]]()
    for element in _outside(tree, thread.marks.authors, member, span):
        name = tree.text(element)
        if 0 < len(name) <= _LONGEST_AUTHOR and tree.last_text[element] - tree.first_text[element] == 1:
            found.append((how_sure(tree.written[element], is_profile=element in profiles), -element, name))
    return max(found)[2] if found else ""


def _date(thread: Thread, member: int, span: tuple[int, int]) -> str:
    """The first date in the record: of an attribute, else of a short text."""
    tree, has_date = thread.tree, thread.marks.has_date
    for element in _outside(tree, thread.marks.dated, member, span):
        date = date_of(tree.written[element]) or date_in(tree.text(element)[:200])
        if date:
            return date
    start, stop = span
    last = tree.first_text[stop] if stop < len(tree) else len(tree.texts)
    own = range(tree.first_text[member], tree.last_text[member])
    for number in range(tree.first_text[start], last):
        if has_date[number] and number not in own:
            return date_in(tree.texts[number])
    return ""


def _outside(tree: Tree, elements: list[int], member: int, span: tuple[int, int]) -> Iterator[int]:
    """Those of the elements that stand in the record, but not in the post itself."""
    before = count(elements, 0, span[0])
    for element in elements[before : before + count(elements, *span)]:
        if not member <= element < tree.stops[member]:
            yield element
