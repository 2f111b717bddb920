"""Which records belong to pages that are forgotten: decided by addresses, and decoding as little as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from polytrawl.records import Document, Lang, SentencePair
from polytrawl.sentences import split

__all__ = ["Head", "head_of", "is_gone", "said_by"]


class Side(msgspec.Struct, frozen=True):
    """A document in a page pair."""

    url: str = ""


class Head(msgspec.Struct):
    """What of any record says where it belongs."""

    record: str
    id: str
    url: str = ""
    page: str = ""
    left: Side = Side()
    right: Side = Side()
    source_url: str = ""
    target_url: str = ""
    members: tuple[str, ...] = ()

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses of the pages that it was made from."""
        return self.url, self.left.url, self.right.url, self.source_url, self.target_url


head_of = msgspec.json.Decoder(Head).decode


def is_gone(head: Head, is_meant: Callable[[str], bool]) -> bool:
    """Whether a record comes from a page that is meant."""
    return any(url and is_meant(url) for url in head.urls)


def said_by(record: object, is_meant: Callable[[str], bool]) -> Iterator[str]:
    """The sentences in a record that a page which is meant has said."""
    if isinstance(record, Document) and is_meant(record.url):
        yield from _of_document(record)
    elif isinstance(record, SentencePair):
        if is_meant(record.source_url):
            yield from (record.source, record.repaired_source)
        if is_meant(record.target_url):
            yield from (record.target, record.repaired_target)


def _of_document(document: Document) -> Iterator[str]:
    language: Lang = document.language or "und"
    texts = (document.title, document.description, *(one.alt for one in document.images))
    for text in (*texts, *(one.text for one in document.paragraphs), *(post.text for post in document.posts)):
        yield from split(text, language)
