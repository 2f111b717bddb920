"""Duplicates whose texts have most sequences of words in common, wherever paragraphs begin and end.

The likeness of two documents is the Jaccard coefficient of their shingles, which are sequences of neighbouring words;
it is estimated from signatures of 512 bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.dedup.bands import alike
from polytrawl.dedup.base import Deduplicator, Essence
from polytrawl.dedup.inside import repeated
from polytrawl.dedup.links import Links
from polytrawl.dedup.signature import signature
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import shingles, words
from polytrawl.options import option
from polytrawl.records import Document

# The estimate has a standard deviation of .016 to .021 at .8 (see `signature`). So much below a threshold of .8, of
# 2000 random pairs of sets of 600 shingles were taken at J = .64, .70, .74, .76, .78, .80: 0, .006, .31, .75, .96, 1.0;
# of 100 shingles at .65, .71, .75, .77, .79, .80: 0, .04, .56, .82, .96, .993. Less loses pairs at the threshold.
_TOLERANCE = 0.05


@dataclass(kw_only=True)
class MinHash(Deduplicator, name="minhash"):
    """Most sequences of words are the same in both documents; found by MinHash and locality-sensitive hashing."""

    # Below .7 the search begins to miss pairs: see `bands`.
    threshold: Annotated[float, msgspec.Meta(ge=0.7, le=1)] = option(
        0.8, "documents are alike from this Jaccard coefficient of their shingles on"
    )
    # Guess: five words are as rare as a text is long; one changed word touches five shingles.
    shingle_words: Annotated[int, msgspec.Meta(ge=1, le=20)] = option(5, "words in a shingle")
    # Guess, as for `exact`.
    min_words: Annotated[int, msgspec.Meta(ge=1)] = option(5, "texts with fewer words are not compared")
    inside: bool = option(True, "look for paragraphs that are repeated within a document, too")
    # Guess: headings, list items and cells are repeated for a reason.
    min_paragraph_words: Annotated[int, msgspec.Meta(ge=1)] = option(
        20, "paragraphs with fewer words may be repeated within a document"
    )

    def essence(self, document: Document) -> Essence | None:
        """The signature of its shingles."""
        paragraphs = {number: words(one.text) for number, one in enumerate(document.paragraphs) if not one.reason}
        every = [word for found in paragraphs.values() for word in found]
        if len(every) < self.min_words:
            return None
        own = shingles(every, self.shingle_words)
        # Where no shingle comes twice, no paragraph does.
        comes_twice = self.inside and len(own) < len(every) - self.shingle_words + 1
        return Essence(len(own), signature(own), self._repeated(paragraphs) if comes_twice else ())

    def link(self, rows: Rows) -> Links:
        """Rows with like signatures."""
        return alike(rows, self.threshold - _TOLERANCE)

    def _repeated(self, paragraphs: Mapping[int, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
        long = {number: found for number, found in paragraphs.items() if len(found) >= self.min_paragraph_words}
        own = {number: shingles(found, self.shingle_words) for number, found in long.items()}
        return repeated(own, self.threshold - _TOLERANCE)
