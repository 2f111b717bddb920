"""The one vocabulary: every record that stages exchange.

Records are frozen `msgspec` structs. A stage that learns a fact makes a new record with `replace`; nothing is
erased. An id is a hash of content and origin, so equal input gives equal ids, and each record names its parent:
`SentencePair -> PagePair -> Document -> Page -> bytes in a WARC`. An optional field that is None means
"not computed yet".
"""

from __future__ import annotations

import typing
from typing import Literal, TypeAlias

import msgspec
import xxhash

__all__ = [
    "MINED",
    "SIGNALS",
    "AnyRecord",
    "Cluster",
    "Document",
    "Dropped",
    "Image",
    "Lang",
    "Link",
    "Page",
    "PagePair",
    "Paragraph",
    "Post",
    "Record",
    "Score",
    "SentencePair",
    "Signal",
    "Site",
    "WarcRef",
    "make_id",
    "reason_of",
    "replace",
]

MINED = "mined"  # the method of units that were found in comparable texts

Lang: TypeAlias = str  # a BCP-47 tag, lower case: "de", "pt-br"; "und" where nothing could be said

# What owners of pages ask for, in the order in which it is told.
Signal: TypeAlias = Literal["nofollow", "noindex", "noai", "noimageai", "tdm-reservation", "ai-txt"]
SIGNALS: tuple[Signal, ...] = typing.get_args(Signal)

replace = msgspec.structs.replace


def make_id(kind: str, *parts: str | bytes) -> str:
    """The id of a record: a letter for its kind and 16 hex digits over its content and origin.

    >>> make_id("d", "http://a.test/", b"text") == make_id("d", "http://a.test/", b"text")
    True
    """
    digest = xxhash.xxh3_64()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))  # so that ("ab", "c") and ("a", "bc") differ
        digest.update(data)
    return f"{kind}-{digest.hexdigest()}"


class _Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of a record; it has no id of its own. None holds itself: Python need not look for cycles."""


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="record", tag=True):
    """What stands on one line of a shard."""

    id: str


class Score(_Value, frozen=True, kw_only=True):
    """One measurement: which method, which value."""

    name: str
    value: float


class Link(_Value, frozen=True, kw_only=True):
    """A link as found on a page."""

    source: str
    target: str
    anchor: str = ""
    context: str = ""
    rel: str = ""
    hreflang: Lang = ""
    depth: int = 0
    score: float | None = None


class Promise(_Value, frozen=True, kw_only=True):
    """An address that nothing links to, where the translation of a page may be."""

    url: str
    language: Lang  # the language that the page there must be in
    source: str  # the URL of the page whose translation it may be
    rule: str  # what promises it, such as "a.test: en -> it"


class UrlPattern(_Value, frozen=True, kw_only=True):
    """A difference between the URLs of a page and its translation, and how far it can be believed in this run."""

    left: str  # empty where one URL has nothing in that place
    right: str
    credibility: float  # C(p)
    sites: int
    pairs: int

    @property
    def name(self) -> str:
        """The pattern as the papers write it: <de,it>."""
        return f"<{self.left},{self.right}>"


class Image(_Value, frozen=True, kw_only=True):
    """An image as named on a page."""

    file_name: str
    alt: str = ""


class WarcRef(_Value, frozen=True, kw_only=True):
    """Where in which WARC file the bytes of a page stand."""

    file: str
    offset: int


class Page(Record, frozen=True, kw_only=True, tag="page"):
    """One fetched page. On disk the content stays in the WARC; a reader of the run directory fills it in."""

    url: str
    site: str
    status: int = 200
    content_type: str = ""
    warc: WarcRef | None = None
    fetched_at: str = ""  # ISO 8601, UTC
    depth: int = 0
    parent: str = ""  # the URL on which the link was found; empty for seeds
    consent: tuple[str, ...] = ()  # what files of its host reserve for it: tdm-reservation, ai-txt
    robots: str = ""  # what robots.txt said: allowed, or none where there is none; empty where nobody asked
    alternates: tuple[Link, ...] = ()  # its versions in other languages, as a sitemap names them
    content: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()  # of the answer; filled in with the content

    @classmethod
    def identify(cls, url: str, content: bytes) -> str:
        """The id of the page with this address and content."""
        return make_id("g", url, content)


class Paragraph(_Value, frozen=True, kw_only=True):
    """One block of a page, in page order. Kept whatever its score: `reason` says why it is not main text."""

    text: str
    kind: str = "text"  # title, heading, listitem, text, post, caption, cell, pre
    language: Lang | None = None
    boilerplate: float = 0.0  # 0 main content .. 1 boilerplate
    on_pages: int = 0  # how many pages of its site it stands on; 0 where that was not counted
    topic_terms: tuple[str, ...] = ()
    reason: str = ""


class Post(_Value, frozen=True, kw_only=True):
    """One post of a thread. `paragraphs` are the numbers of the document's paragraphs that it is made of."""

    text: str
    author: str = ""
    date: str = ""  # ISO 8601 where the page tells it so, else as it stands there
    paragraphs: tuple[int, ...] = ()


class Document(Record, frozen=True, kw_only=True, tag="document"):
    """A cleaned page. `reasons` says why it will not be exported; empty means wanted so far."""

    page: str  # id of the Page
    url: str
    site: str
    title: str = ""
    page_type: str = ""  # article, forum, documentation, listing, collection, product, service
    declared_language: Lang = ""  # what `<html lang>` claims
    language: Lang | None = None
    language_score: float | None = None
    language_shares: tuple[Score, ...] = ()  # of its main text, where that is in more than one language
    relevance: float | None = None
    subtopics: tuple[str, ...] = ()
    description: str = ""
    keywords: tuple[str, ...] = ()
    author: str = ""
    date: str = ""  # when it was published, ISO 8601, as far as the page says it
    site_name: str = ""
    licence: str = ""
    canonical: str = ""
    fetched_at: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    posts: tuple[Post, ...] = ()  # of a thread, in page order
    images: tuple[Image, ...] = ()
    links: tuple[Link, ...] = ()
    alternates: tuple[Link, ...] = ()  # rel=alternate with hreflang, in the page, its headers or a sitemap
    outline: str = ""  # tags and text lengths in page order, where `clean.outline` asks for it
    consent: tuple[str, ...] = ()  # what its owner asks for, of `SIGNALS`
    robots: str = ""  # as its page has it
    reasons: tuple[str, ...] = ()

    @property
    def main(self) -> tuple[Paragraph, ...]:
        """The paragraphs that count: no boilerplate, no other language."""
        return tuple(paragraph for paragraph in self.paragraphs if not paragraph.reason)

    @property
    def text(self) -> str:
        """The main content, one paragraph a line."""
        return "\n".join(paragraph.text for paragraph in self.main)

    def with_alternates(self, links: tuple[Link, ...]) -> Document:
        """The same document with more versions in other languages; those that it knows already are not added."""
        known = {(link.target, link.hreflang) for link in self.alternates}
        new = tuple(link for link in links if (link.target, link.hreflang) not in known)
        return replace(self, alternates=(*self.alternates, *new)) if new else self

    @property
    def terms(self) -> tuple[str, ...]:
        """All that was said about its use when it was fetched, but for the licence."""
        return (*((f"robots:{self.robots}",) if self.robots else ()), *self.consent)

    def but(self, reason: str) -> Document:
        """The same document with one more reason against it."""
        return self if reason in self.reasons else replace(self, reasons=(*self.reasons, reason))


class Site(_Value, frozen=True, kw_only=True):
    """All documents of one site, as a pairer sees them."""

    name: str
    documents: tuple[Document, ...]


class PagePair(Record, frozen=True, kw_only=True, tag="page-pair"):
    """Two documents that are translations of each other, with the evidence for it.

    The documents stand here with what alignment needs; links and boilerplate stay with the originals.
    """

    left: Document
    right: Document
    probability: float
    grade: str = "parallel"  # parallel, comparable
    evidence: tuple[Score, ...] = ()  # one per method
    reasons: tuple[str, ...] = ()

    @property
    def licence(self) -> str:
        """The terms of both pages; where they differ, both hold."""
        return " | ".join(dict.fromkeys(one for one in (self.left.licence, self.right.licence) if one))


class SentencePair(Record, frozen=True, kw_only=True, tag="sentence-pair"):
    """Two texts that are translations of each other: one unit of a translation memory."""

    pair: str  # id of the PagePair
    source: str
    target: str
    source_language: Lang
    target_language: Lang
    source_url: str
    target_url: str
    source_page: str  # ids of the two Pages
    target_page: str
    licence: str = ""
    # Of each side; filled in when it is exported, from its page pair:
    source_licence: str = ""
    target_licence: str = ""
    source_consent: tuple[str, ...] = ()  # the terms of its document
    target_consent: tuple[str, ...] = ()
    method: str = "aligned"  # or mined: found in comparable texts, whatever stands before and behind it
    bead: str = "1-1"  # sentences on each side
    source_sentences: tuple[int, ...] = ()  # their numbers among all sentences of the main text of each page, from 0
    target_sentences: tuple[int, ...] = ()
    is_moved: bool = False  # it stands in another order on the two pages
    score: float = 0.0  # alignment score, 0..1
    scores: tuple[Score, ...] = ()  # one per filter
    reasons: tuple[str, ...] = ()  # names of the filters that refuse it
    repairs: tuple[str, ...] = ()  # what was repaired in the texts below
    repaired_source: str = ""  # empty where there is nothing to repair
    repaired_target: str = ""
    personal: tuple[str, ...] = ()  # kinds of personal data in it: email, phone, iban, card, ip
    likeness: str = ""  # the same for units that differ in case, digits, spaces and punctuation only; best one is kept

    @property
    def is_mined(self) -> bool:
        """Whether it was found in comparable texts, and not by alignment."""
        return self.method == MINED

    @property
    def texts(self) -> tuple[str, str]:
        """Both texts, repaired where that was needed."""
        return self.repaired_source or self.source, self.repaired_target or self.target


class Cluster(Record, frozen=True, kw_only=True, tag="cluster"):
    """Documents with the same text, or much of it. Which members are kept is decided at export.

    Beside each member stands the longer document that it is most like, which is a member or known; where nothing stands
    there, all members are equal. A cluster of one member has text of an earlier run, or repeats its own paragraphs.
    """

    method: str
    language: Lang
    members: tuple[str, ...]  # document ids, sorted
    sizes: tuple[int, ...] = ()  # beside each member how long it is, as the method counts
    within: tuple[str, ...] = ()  # beside each member the id of a longer or equal document; empty for the longest
    equal: tuple[bool, ...] = ()  # beside each member whether that one is as much in it as it is in that one
    known: tuple[str, ...] = ()  # ids of documents of earlier runs, sorted
    paragraphs: tuple[int, ...] = ()  # of the only member: numbers of paragraphs that say the same, the first is kept


class Dropped(Record, frozen=True, kw_only=True, tag="dropped"):
    """A thing that could not become the next stage's record. `id` is that of its parent, or its own URL's."""

    stage: str
    reason: str
    url: str = ""
    detail: str = ""


AnyRecord: TypeAlias = Page | Document | PagePair | SentencePair | Cluster | Dropped


def reason_of(record: Record) -> str:
    """The reason under which a record is counted in the funnel; empty when it is wanted.

    A record may have several reasons against it; it is counted once, under the first, so that counts add up.
    """
    match record:
        case Dropped(reason=reason):
            return reason
        case Document() | PagePair() | SentencePair():
            return record.reasons[0] if record.reasons else ""
        case _:
            return ""
