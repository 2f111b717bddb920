"""Evidence from the shape of pages, as Bitextor finds it: fingerprints of tags and text lengths that are near.

Pages are compared when they pass the paper's filters (language, file extension, size, text length, depth); their
distance must stay under the more restrictive of two thresholds, an absolute one and one relative to the longer
fingerprint. Which pages are compared at all is found by an index: of two sequences that differ in at most k places one
of k + 1 pieces is equal, so pages that share no piece need no comparison.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from rapidfuzz.distance import Levenshtein

from polytrawl.options import option
from polytrawl.pair.alike import alike
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.edit import edit_distance
from polytrawl.pair.facts import Facts, facts_of, ratio
from polytrawl.pair.outlines import CATEGORIES, number_tags, tag_fingerprint
from polytrawl.pair.rivals import Alike, candidates_of
from polytrawl.records import Site

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class _Page(NamedTuple):
    facts: Facts
    numbers: tuple[int, ...]
    tags: str  # one character for each number, all texts alike: never further apart than the fingerprints


@dataclass(kw_only=True)
class Fingerprint(Pairer, name="fingerprint"):
    """Pages whose tags and text lengths are alike, after Bitextor."""

    needs: ClassVar[tuple[str, ...]] = ("outline",)

    # The paper's: five differences in its tests (6.2), 20 % in figures 3 and 4.
    max_distance: _Count = option(5, "absolute threshold: differences between two fingerprints")
    max_relative: _Share = option(0.2, "relative threshold: differences as a share of the longer fingerprint")
    tolerance: _Share = option(0.2, "share of the longer text by which two texts may differ and still be alike")
    beam: _Count | None = option(
        None, "places off the diagonal that are tried; by default as many as the thresholds need"
    )
    same_extension: bool = option(default=True, help="compare pages with the same file extension only")
    # The paper names no values for these two. Guesses: of 243 pairs of the installation guide one has a lower ratio of
    # text, .593, and none a lower ratio of size than .867.
    min_size_ratio: _Share = option(0.6, "length of the shorter fingerprint over the longer one")
    min_text_ratio: _Share = option(0.6, "length of the shorter text over the longer one")
    max_depth_difference: _Count = option(1, "difference of depth in the folders of the site")
    categories: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: dict(CATEGORIES), metadata={"help": "the tags that count, by category; others do not"}
    )
    nearest: Annotated[int, msgspec.Meta(ge=1)] = option(
        20, "pages next in text length, on each side, that a page is compared with among those that share a piece"
    )
    # Guess: a pair without a difference and without a rival; falls with differences, and is shared among rivals.
    probability: _Share = option(0.9, "probability of a pair that is equal and has no rivals")

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pages of two languages whose fingerprints are nearer than both thresholds."""
        numbers = number_tags(self.categories)
        prints = [tag_fingerprint(document, numbers) for document in site.documents]
        pages = [_Page(facts_of(one), own, _mask(own)) for one, own in zip(site.documents, prints, strict=True)]
        near = [found for left, right in self._pairs(pages) if (found := self._compared(left, right))]
        return candidates_of(near, self.probability)

    def limit(self, left: int, right: int) -> int:
        """The differences allowed between fingerprints of these lengths: the more restrictive threshold."""
        return int(min(self.max_distance, max(left, right) * self.max_relative + 1e-9))

    def _pairs(self, pages: Sequence[_Page]) -> Iterator[tuple[_Page, _Page]]:
        found = alike(
            (self._pieces(page) for page in pages),
            [page.facts.language for page in pages],
            [page.facts.chars for page in pages],
            self.nearest,
        )
        yield from ((pages[left], pages[right]) for left, right in sorted(found))

    def _pieces(self, page: _Page) -> Iterator[Hashable]:
        """The tags of a page cut into one piece more than differences are allowed; where a piece stands may shift."""
        if not page.tags:
            return
        count = min(self.max_distance + 1, len(page.tags))
        edges = [number * len(page.tags) // count for number in range(count + 1)]
        yield from (page.tags[edges[n] : edges[n + 1]] for n in range(count))

    def _compared(self, left: _Page, right: _Page) -> Alike | None:
        limit = self.limit(len(left.numbers), len(right.numbers))
        if not self._may_be_pair(left, right):
            return None
        if Levenshtein.distance(left.tags, right.tags, score_cutoff=limit) > limit:
            return None
        # Each place off the diagonal costs an insertion or a deletion, so a beam of the limit misses nothing.
        beam = limit if self.beam is None else self.beam
        distance = edit_distance(left.numbers, right.numbers, self.tolerance, beam)
        return Alike(left.facts, right.facts, 1.0 - distance / (limit + 1)) if distance <= limit else None

    def _may_be_pair(self, left: _Page, right: _Page) -> bool:
        """The filters of the paper; languages differ already."""
        one, other = left.facts, right.facts
        return (
            one.page != other.page
            and (one.extension == other.extension or not self.same_extension)
            and ratio(len(left.numbers), len(right.numbers)) >= self.min_size_ratio
            and ratio(one.chars, other.chars) >= self.min_text_ratio
            and abs(one.depth - other.depth) <= self.max_depth_difference
        )


def _mask(numbers: Sequence[int]) -> str:
    return "".join(chr(-number) if number < 0 else "\0" for number in numbers)
