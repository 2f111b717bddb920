"""The forum extractor of the literature, DyCorC: the posts of a thread, by string distances alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import msgspec

from polytrawl.clean.base import Extractor
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.forum import path_length, post_elements
from polytrawl.clean.forum_distance import DistanceName, distance_of
from polytrawl.clean.forum_paragraphs import owners
from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.parse import parsed
from polytrawl.clean.walk import walk
from polytrawl.options import option
from polytrawl.records import Document, Page, replace

# Letters of a path. F1 on forum pages of the development set: 20 .622, 30 .626, 35 .631, 40 .614, 50 .597. Above 30,
# feature has .628 and jaro .580; below, .608 and .622.
_LONG_PATH = 30


@dataclass(kw_only=True)
class Forum(Extractor, name="forum"):
    """Keeps the recurring structures of a page that have the most diverse texts, after Manad et al. (2018)."""

    libraries: ClassVar[tuple[str, ...]] = ("selectolax", "rapidfuzz")

    distance: Literal["auto", DistanceName] = option("auto", "the string distance; auto takes feature or jaro")
    theta: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.5, "a structure that occurs once joins another when more than this share of their attributes is the same"
    )
    # F1 with 2 .612, 3 .614, 4 .622, 5 .614.
    n: Annotated[int, msgspec.Meta(ge=1, le=10)] = option(4, "the length of the n-grams of the distance feature")

    def extract(self, page: Page, html: str) -> Document:
        """The document, all paragraphs kept; those outside of posts are boilerplate."""
        document = Blocks().extract(page, html)
        found = walk(parsed(html))
        tree = Tree(found.html)
        elements = post_elements(tree, distance_of(self._distance(tree), self.n), self.theta)
        places = owners(tree, elements, found.seen)
        paragraphs = tuple(
            replace(paragraph, kind="post" if paragraph.kind == "text" else paragraph.kind, boilerplate=0.0, reason="")
            if owner >= 0
            else replace(paragraph, boilerplate=1.0, reason="boilerplate")
            for paragraph, owner in zip(document.paragraphs, places, strict=True)
        )
        return replace(document, paragraphs=paragraphs)

    def _distance(self, tree: Tree) -> DistanceName:
        if self.distance != "auto":
            return self.distance
        return "feature" if path_length(tree) > _LONG_PATH else "jaro"
