"""DyCorC (Manad, Pappa and Bernard 2018): the recurring structures of a page with the most diverse texts are its posts.

1. Elements of one level whose paths of tags are near each other form a category (inequation 1).
2. Each category gets its mean textual distance (equation 2) and a representative (equation 3).
3. Categories of one element join the one whose representative shares most of their attributes, if that is more than
   theta (inequation 4), until none can.
4. The category with the largest mean textual distance holds the posts (equation 5).

Where the paper leaves room, this was chosen, each time the variant with figures nearest to its Table II (F1 of
levenshtein, feature, scaled jaro on every third forum page of the development set):
- which elements: those with text of their own, with all that is inside them (.64, .63, .61). All elements give nearly
  the whole page (.60, .61, .60), the text of an element without those inside it loses links and quotes (.62, .60, .60).
- how categories are closed: a path joins the first category whose first path is near enough. The nearest one, or one
  whose every path is near enough, gives the same for levenshtein and jaro and .006 less for feature.
- attributes are pairs of name and value, each class one by itself. With names alone, feature is .007 worse.
The paper compares all pairs. Here equal paths are compared once and textual distances are the mean over a sample; with
four times as many pairs, F1 changes by .004.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from polytrawl.clean.forum_distance import Distance, average_length
from polytrawl.clean.forum_tree import Tree

_LONGEST_TEXT = 3000  # characters compared; 300 lose .1 of F1, 10 000 gain nothing
_PAIRS = 40  # of one category
_ALL_PAIRS = 2000  # of a page; those with many categories get fewer for each
_LEADERS = 60  # categories of one level that a path is compared with; no page of the development set has more than 5
_COMMON = 100  # an attribute that more representatives have tells nothing
_ROUNDS = 10  # of step 3; the second changed nothing on any page of the development set


@dataclass(slots=True)
class _Category:
    path: str
    members: list[int] = field(default_factory=list)
    mean: float = 0.0
    representative: int = -1


def path_length(tree: Tree) -> float:
    """The mean length of the paths of all text of a page, each text weighing as much as it is long."""
    paths = paths_of(tree)
    total = sum(map(len, tree.texts)) or 1
    return sum(len(paths[holder]) * len(text) for holder, text in zip(tree.holders, tree.texts, strict=True)) / total


def paths_of(tree: Tree) -> list[str]:
    """The tags above each element and its own, as one string; without those that stand above all."""
    paths: list[str] = []
    for tag, parent in zip(tree.tags, tree.parents, strict=True):
        above = paths[parent] if parent >= 0 else ""
        paths.append(above if tag in ("html", "body") else above + tag)
    return paths


def post_elements(tree: Tree, distance: Distance, theta: float) -> list[int]:
    """The elements that hold the posts of a page, in page order; none where nothing recurs."""
    texts = {element: tree.text(element)[:_LONGEST_TEXT] for element in sorted(set(tree.holders))}
    categories = list(_categories(tree, texts, distance))
    found = [category for category in categories if len(category.members) > 1]
    if not found:
        return []
    single = [category.members[0] for category in categories if len(category.members) == 1]
    sample = _Sample(texts, distance, max(3, min(_PAIRS, _ALL_PAIRS // len(found))))
    for category in found:
        sample.measure(category)
    for _ in range(_ROUNDS):
        left = _integrate(tree, single, found, theta, sample)
        if len(left) == len(single):
            break
        single = left
    return sorted(max(found, key=lambda category: category.mean).members)


def _categories(tree: Tree, texts: Mapping[int, str], distance: Distance) -> Iterator[_Category]:
    """Step 1: the elements of each level, those with near paths together."""
    paths = paths_of(tree)
    levels: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for element in texts:
        levels[tree.depths[element]][paths[element]].append(element)
    for level in levels.values():
        categories: list[_Category] = []
        for path, elements in level.items():
            near = (one for one in categories[:_LEADERS] if distance(path, one.path) < average_length(path, one.path))
            category = next(near, None)
            if category is None:
                category = _Category(path)
                categories.append(category)
            category.members += elements
        yield from categories


class _Sample:
    """Step 2: mean textual distances, from a sample of pairs."""

    def __init__(self, texts: Mapping[int, str], distance: Distance, size: int) -> None:
        self._texts, self._distance, self._size = texts, distance, size

    def measure(self, category: _Category) -> None:
        """Set the mean textual distance and the representative."""
        sums: Counter[int] = Counter()
        counts: Counter[int] = Counter()
        pairs = self._pairs(category.members)
        total = 0.0
        for left, right in pairs:
            apart = self._distance(self._texts[left], self._texts[right])
            total += apart
            for element in (left, right):
                sums[element] += apart  # type: ignore[assignment]  # a sum of distances, not a count
                counts[element] += 1
        mean = category.mean = total / len(pairs)
        category.representative = min(counts, key=lambda one: (abs(mean - sums[one] / counts[one]), one))

    def _pairs(self, members: Sequence[int]) -> list[tuple[int, int]]:
        count = len(members)
        if count * (count - 1) // 2 <= self._size:
            return list(combinations(members, 2))
        chance = random.Random(count)  # noqa: S311 - the same sample each time is what is wanted
        return [(members[a], members[b]) for a, b in (chance.sample(range(count), 2) for _ in range(self._size))]


def _integrate(
    tree: Tree, single: Sequence[int], categories: Sequence[_Category], theta: float, sample: _Sample
) -> list[int]:
    """Step 3, one round: put elements into the categories they resemble; gives those that stay alone."""
    attributes = [_attributes(tree, category.representative) for category in categories]
    having: dict[str, list[int]] = defaultdict(list)
    for number, names in enumerate(attributes):
        for name in names:
            having[name].append(number)
    left, changed = list[int](), set[int]()
    for element in single:
        own = _attributes(tree, element)
        shared = Counter(number for name in own for number in having[name][:_COMMON])
        best, index = max(
            ((count / len(own | attributes[number]), -number) for number, count in shared.items()), default=(0.0, 0)
        )
        if best > theta:
            categories[-index].members.append(element)
            changed.add(-index)
        else:
            left.append(element)
    for number in changed:
        sample.measure(categories[number])
    return left


def _attributes(tree: Tree, element: int) -> set[str]:
    found = set[str]()
    for name, value in tree.attributes(element).items():
        values = (value or "").split() if name == "class" else [value or ""]
        found.update(f"{name}={one}" for one in values)
    return found
