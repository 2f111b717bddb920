"""The dedup stage: documents of one language with the same fingerprint become a cluster.

Which member is kept is decided at export, where it is known which members belong to page pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from polytrawl.dedup.base import Deduplicator
from polytrawl.options import option
from polytrawl.records import Cluster, Document, make_id
from polytrawl.work import Group


@dataclass(kw_only=True)
class Dedup(Group[Document], name="dedup"):
    """Clusters of documents with the same text."""

    reads: ClassVar[tuple[str, ...]] = ("topic",)

    method: Deduplicator = option(cast("Deduplicator", "exact"), "who says which documents are the same")

    def key(self, record: Document) -> str | None:
        """Language and fingerprint; None for a document without text or without a known language."""
        if not record.language or record.language == "und" or not record.main:
            return None
        fingerprint = self.method.fingerprint(record)
        return None if fingerprint is None else f"{record.language} {fingerprint}"

    def project(self, record: Document) -> Document:
        """What names the document; its text is in the key already."""
        return Document(id=record.id, page=record.page, url=record.url, site=record.site, language=record.language)

    def gather(self, key: str, records: Sequence[Document]) -> Iterator[Cluster]:
        """A cluster, when there are two documents or more."""
        members = tuple(sorted({document.id for document in records}))
        if len(members) > 1:
            language = records[0].language or "und"
            yield Cluster(id=make_id("c", key), method=self.method.name, language=language, members=members)
