"""Duplicates whose main text is the same word for word."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated

import msgspec
import xxhash

from polytrawl.dedup.base import Deduplicator
from polytrawl.options import option
from polytrawl.records import Document

_WORD = re.compile(r"[^\W_]+")


@dataclass(kw_only=True)
class Exact(Deduplicator, name="exact"):
    """The same words in the same order; case, white space and punctuation do not count."""

    # Guess: below this, pages such as "Not found" and "Coming soon" are alike without being copies of each other.
    min_words: Annotated[int, msgspec.Meta(ge=1)] = option(5, "texts with fewer words are not compared")

    def fingerprint(self, document: Document) -> str | None:
        """A hash of the words of the main text."""
        words = _WORD.findall(unicodedata.normalize("NFKC", document.text).casefold())
        if len(words) < self.min_words:
            return None
        return xxhash.xxh3_128_hexdigest(" ".join(words).encode("utf-8", "surrogatepass"))
