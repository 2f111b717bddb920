"""The plug-in kind of the dedup stage: who says which documents are the same."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.dedup.links import Links
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import Hashes, hash_of
from polytrawl.plugin import Plugin
from polytrawl.records import Document

__all__ = ["Deduplicator", "Essence"]


class Essence(NamedTuple):
    """What is compared of a document. Documents with equal values are equal."""

    size: int  # how long its text is, as the method counts: of two that are alike the shorter one is the copy
    values: Hashes
    repeats: tuple[tuple[int, ...], ...] = ()  # numbers of paragraphs that say the same, each group in page order


class Deduplicator(Plugin, kind="deduplicator"):
    """Says which documents have the same text: by a fingerprint, or by essences that are compared with each other."""

    @property
    def equal_from(self) -> float:
        """The share of the longer document that must be in the shorter one for both to be the same."""
        return 0.0

    def fingerprint(self, document: Document) -> str | None:
        """Equal for duplicates; None when the document has no text to compare."""
        raise NotImplementedError

    def essence(self, document: Document) -> Essence | None:
        """What is compared of the document; its fingerprint, where no more is said."""
        found = self.fingerprint(document)
        return None if found is None else Essence(1, np.array([hash_of(found)], dtype=np.uint64))

    def link(self, rows: Rows) -> Links:
        """Which of different essences are alike; none, where no more is said."""
        return Links(len(rows))
