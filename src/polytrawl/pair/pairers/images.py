"""Evidence from images: pages that show images of the same file names, as ILSP-FC pairs them.

Images on many pages (logos, icons) tell nothing. How many is many is read off the images of the site: the density of
their frequencies has a main lobe of rare images, and the threshold is the first minimum behind it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec

from polytrawl.options import option
from polytrawl.pair.alike import alike
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.density import first_minimum
from polytrawl.pair.facts import Facts, facts_of, ratio
from polytrawl.pair.rivals import Alike, candidates_of
from polytrawl.records import Document, Site

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Images(Pairer, name="images"):
    """Pages with the same images, after ILSP-FC."""

    needs: ClassVar[tuple[str, ...]] = ("images",)

    max_share: _Share = option(0.1, "images on a larger share of the pages of a site are left out")  # as published
    # The four thresholds are those of ILSP-FC's program; its paper does not print them.
    min_jaccard: _Share = option(0.6, "images that two pages have in common, of those that one of them has")
    min_token_ratio: _Share = option(0.4, "words of the shorter text over those of the longer one")
    min_paragraph_ratio: _Share = option(0.6, "paragraphs of the shorter text over those of the longer one")
    max_depth_difference: Annotated[int, msgspec.Meta(ge=0)] = option(
        1, "difference of depth in the folders of the site"
    )
    nearest: Annotated[int, msgspec.Meta(ge=1)] = option(
        20, "pages next in length, on each side, that a page is compared with among those that share an image"
    )
    # Guess: of equal sets of images without a rival; falls with the Jaccard coefficient, and is shared among rivals.
    probability: _Share = option(0.9, "probability of a pair with the same images and no rivals")

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pages of two languages that have most of their rare images in common."""
        images = self.critical(site.documents)
        facts = [facts_of(document) for document in site.documents]
        near: list[Alike] = []
        for left, right in self._pairs(images, facts):
            jaccard = len(images[left] & images[right]) / len(images[left] | images[right])
            if jaccard >= self.min_jaccard and self._may_be_pair(facts[left], facts[right]):
                near.append(Alike(facts[left], facts[right], jaccard))
        return candidates_of(near, self.probability)

    def critical(self, documents: Sequence[Document]) -> list[frozenset[str]]:
        """The images of each page that are not common on the site."""
        images = [frozenset(image.file_name for image in document.images) for document in documents]
        frequencies = Counter(name for own in images for name in own)
        limit = min(first_minimum(list(frequencies.values())), self.max_share * len(documents))
        return [frozenset(name for name in own if frequencies[name] <= limit) for own in images]

    def _pairs(self, images: Sequence[frozenset[str]], facts: Sequence[Facts]) -> list[tuple[int, int]]:
        frequencies = Counter(name for own in images for name in own)

        def rarest(own: frozenset[str]) -> list[str]:
            """As many of the rarest images as two pages must share one of, to have enough in common."""
            count = len(own) - math.ceil(self.min_jaccard * len(own)) + 1
            return sorted(own, key=lambda name: (frequencies[name], name))[:count]

        languages, sizes = [one.language for one in facts], [one.words for one in facts]
        return sorted(alike(map(rarest, images), languages, sizes, self.nearest))

    def _may_be_pair(self, one: Facts, other: Facts) -> bool:
        return (
            one.page != other.page
            and ratio(one.words, other.words) >= self.min_token_ratio
            and ratio(one.paragraphs, other.paragraphs) >= self.min_paragraph_ratio
            and abs(one.depth - other.depth) <= self.max_depth_difference
        )
