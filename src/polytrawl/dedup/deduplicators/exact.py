"""Duplicates whose main text is the same word for word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec
import xxhash

from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.words import words
from polytrawl.options import option
from polytrawl.records import Document


@dataclass(kw_only=True)
class Exact(Deduplicator, name="exact"):
    """The same words in the same order; case, white space and punctuation do not count."""

    # Guess: below this, pages such as "Not found" and "Coming soon" are alike without being copies of each other.
    min_words: Annotated[int, msgspec.Meta(ge=1)] = option(5, "texts with fewer words are not compared")

    def fingerprint(self, document: Document) -> str | None:
        """A hash of the words of the main text."""
        found = words(document.text)
        if len(found) < self.min_words:
            return None
        return xxhash.xxh3_128_hexdigest(" ".join(found).encode("utf-8", "surrogatepass"))
