"""The plug-in kind of the dedup stage: who says which documents are the same."""

from __future__ import annotations

from polytrawl.plugin import Plugin
from polytrawl.records import Document


class Deduplicator(Plugin, kind="deduplicator"):
    """Gives documents with the same text the same fingerprint."""

    def fingerprint(self, document: Document) -> str | None:
        """Equal for duplicates; None when the document has no text to compare."""
        raise NotImplementedError
