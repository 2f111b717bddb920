"""Duplicates that share most of their paragraphs, as in ILSP-FC (section 3.8).

The hashes of the paragraphs that two documents share are counted; where they are more than a part of those of the
document that has fewer, that one is a near-duplicate of the other. Main text only; a paragraph that stands several
times in a document counts once there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
import numpy as np

from polytrawl.dedup.base import Deduplicator, Essence
from polytrawl.dedup.links import Links
from polytrawl.dedup.search import overlapping
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import hash_of, words
from polytrawl.options import option
from polytrawl.records import Document


@dataclass(kw_only=True)
class Paragraphs(Deduplicator, name="paragraphs"):
    """Most paragraphs of the shorter document stand in the longer one; all such documents are found."""

    # The paper's figure.
    threshold: Annotated[float, msgspec.Meta(ge=0, lt=1)] = option(
        0.8, "documents are alike when they share more than this part of the paragraphs of the shorter one"
    )
    # Guess, as for `exact`.
    min_words: Annotated[int, msgspec.Meta(ge=1)] = option(5, "texts with fewer words are not compared")

    @property
    def equal_from(self) -> float:
        """The same for both directions: what is mostly in the other, and has most of the other in it."""
        return self.threshold

    def essence(self, document: Document) -> Essence | None:
        """The hashes of its different paragraphs."""
        found = [words(paragraph.text) for paragraph in document.main]
        if sum(map(len, found)) < self.min_words:
            return None
        hashes = sorted({hash_of(" ".join(one)) for one in found if one})
        return Essence(len(hashes), np.array(hashes, dtype=np.uint64))

    def link(self, rows: Rows) -> Links:
        """All rows that share enough."""
        return overlapping(rows, self.threshold)
