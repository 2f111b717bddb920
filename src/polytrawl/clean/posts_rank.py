"""Which group of elements holds the posts: a weighted sum of cues, none of which knows a language."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.posts_groups import Group
from polytrawl.clean.posts_marks import Marks, count, names_of

_PHRASE = frozenset({"span"})
_HEAD = 40  # elements before the first post in which its author and date are looked for, where nothing encloses it


class Cues(NamedTuple):
    """What is known about a group. Shares are over its members."""

    log_members: float
    is_single: float
    cover: float  # share of the page's text outside of links
    log_cover: float
    link_density: float
    log_length: float  # of a member
    dated_around: float  # share with a date in the record, outside the member
    author_around: float
    dated_inside: float
    author_inside: float
    controls: float  # share with buttons or fields inside
    main_name: float
    post_name: float
    noise_name: float
    in_noise: float
    in_main: float
    is_phrase: float
    position: float  # of the first, 0 top of the page .. 1
    both_around: float  # date and author


# Weights: what makes the expected F1 of the choice largest, fitted to the 172 forum pages of the development set by
# benchmarks/fit_posts.py (rounded). Chosen by weights fitted to other sites, the groups have word F1 .908; the
# best group of each page has .943. Ten more cues (sentence ends, repeated texts, short texts, <p>, lists...) were
# tried: together they give nothing.
_WEIGHTS = Cues(
    log_members=0.51,
    is_single=-1.17,
    cover=2.14,
    log_cover=1.10,
    link_density=-4.48,
    log_length=0.23,
    dated_around=1.85,
    author_around=1.54,
    dated_inside=-2.11,
    author_inside=-2.57,
    controls=-3.47,
    main_name=1.75,
    post_name=0.98,
    noise_name=-1.58,
    in_noise=-1.89,
    in_main=1.84,
    is_phrase=-3.87,
    position=-2.74,
    both_around=1.45,
)


# The same for the question whether the page is a thread: logistic regression on the chosen groups of 1140 pages of all
# types. With weights fitted to other sites, four in five forum pages are found, and four in five pages found are
# forum pages; most of the rest are articles with comments.
_FORUM_BIAS = -0.22
_FORUM_WEIGHTS = Cues(
    log_members=-0.15,
    is_single=-2.42,
    cover=0.62,
    log_cover=0.32,
    link_density=-1.44,
    log_length=-0.48,
    dated_around=0.79,
    author_around=2.51,
    dated_inside=1.24,
    author_inside=0.16,
    controls=-1.82,
    main_name=0.31,
    post_name=1.56,
    noise_name=-2.22,
    in_noise=-0.54,
    in_main=0.55,
    is_phrase=-1.42,
    position=-1.93,
    both_around=0.60,
)


def score(cues: Cues) -> float:
    """How much a group looks like the posts of its page; only differences count."""
    return sum(weight * cue for weight, cue in zip(_WEIGHTS, cues, strict=True))


def forum_likeness(cues: Cues) -> float:
    """How much a page with these posts looks like a forum, 0..1."""
    evidence = _FORUM_BIAS + sum(weight * cue for weight, cue in zip(_FORUM_WEIGHTS, cues, strict=True))
    return 1 / (1 + math.exp(-evidence))


def read_cues(tree: Tree, marks: Marks, group: Group) -> Cues:
    """The cues of a group."""
    members, size = group.members, len(group.members)
    spans = [(tree.first_text[one], tree.last_text[one]) for one in members]
    plain = sum(marks.plain[last] - marks.plain[first] for first, last in spans)
    linked = sum(marks.linked[last] - marks.linked[first] for first, last in spans)
    cover = plain / (marks.plain[-1] or 1)
    names = names_of(tree.written[members[0]])
    dated_around, author_around, dated_inside, author_inside = _shares(tree, marks, group)
    return Cues(
        log_members=math.log2(size),
        is_single=size == 1,
        cover=cover,
        log_cover=math.log(cover or 1),
        link_density=linked / (linked + plain + 1),
        log_length=math.log1p(plain / size),
        dated_around=dated_around,
        author_around=author_around,
        dated_inside=dated_inside,
        author_inside=author_inside,
        controls=sum(count(marks.controls, one, tree.stops[one]) > 0 for one in members) / size,
        main_name=names.main,
        post_name=names.post,
        noise_name=names.noise,
        in_noise=sum(marks.in_noise[one] for one in members) / size,
        in_main=sum(marks.in_main[one] for one in members) / size,
        is_phrase=tree.tags[members[0]] in _PHRASE,
        position=members[0] / len(tree),
        both_around=dated_around * author_around,
    )


def surroundings(tree: Tree, group: Group) -> Iterator[tuple[int, int]]:
    """For each member, from which element to which its author and date may stand.

    That is its record. Where this holds no other text (the row of a table, with who and when in the row above), it is
    all since the last one.
    """
    previous = 0
    for member, record in zip(group.members, group.records, strict=True):
        is_bare = (
            tree.first_text[record] == tree.first_text[member] and tree.last_text[record] == tree.last_text[member]
        )
        yield (max(previous, member - _HEAD) if is_bare else record), tree.stops[record]
        previous = tree.stops[record]


def _shares(tree: Tree, marks: Marks, group: Group) -> list[float]:
    """The shares of members with a date and an author around them, and inside."""
    found = [0, 0, 0, 0]
    for member, (start, stop) in zip(group.members, surroundings(tree, group), strict=True):
        inside = _counts(tree, marks, member, tree.stops[member])
        around = _counts(tree, marks, start, stop)
        found[0] += around[0] > inside[0]
        found[1] += around[1] > inside[1]
        found[2] += inside[0] > 0
        found[3] += inside[1] > count(marks.authors, member, member + 1)
    return [number / len(group.members) for number in found]


def _counts(tree: Tree, marks: Marks, start: int, stop: int) -> tuple[int, int]:
    """How many dates and authors stand in the elements from start to stop."""
    last = tree.first_text[stop] if stop < len(tree) else len(tree.texts)
    dates = marks.dates[last] - marks.dates[tree.first_text[start]] + count(marks.dated, start, stop)
    return dates, count(marks.authors, start, stop)
