"""What an export holds, counted in one pass over its documents and one over its units: for card, metadata and sources.

Sizes are exact but for types, which are counted by hashes of 64 bits: among a hundred million words some three in ten
thousand such counts are off by one. They need some 70 bytes of memory for each type, and each host some hundred; a few
megabytes for each language are spent on words that need no second look.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

import xxhash

from polytrawl.records import Document, Lang, SentencePair
from polytrawl.tokens import is_word, tokens

if TYPE_CHECKING:
    from polytrawl.export.selection import Selection

__all__ = ["Contents", "Size", "Source", "contents_of", "host_of"]

_MOST_KNOWN = 1 << 16  # forms; later ones are looked at each time, which takes longer and no memory

Watcher: TypeAlias = Callable[[Document], None]


@dataclass
class Size:
    """How large the documents of one language are; only their main text counts."""

    documents: int = 0
    paragraphs: int = 0
    tokens: int = 0  # words and punctuation
    words: int = 0  # tokens with a letter or a digit
    _types: set[int] = field(default_factory=set)
    _marks: set[str] = field(default_factory=set)  # tokens that are no words: they are few
    _known: set[str] = field(default_factory=set)  # forms that need no second look, the first ones that came

    @property
    def types(self) -> int:
        """Different words, capitals and small letters being the same."""
        return len(self._types)

    def see(self, document: Document) -> int:
        """One more document; gives its tokens."""
        found = Counter(tokens(document.text, document.language))
        self.documents += 1
        self.paragraphs += len(document.main)
        self.tokens += found.total()
        self._see_new(found.keys() - self._known)
        self.words += found.total() - sum(found[mark] for mark in found.keys() & self._marks)
        return found.total()

    def _see_new(self, forms: set[str]) -> None:
        words = set(filter(is_word, forms))
        self._marks |= forms - words
        self._types.update(xxhash.xxh3_64_intdigest(one.casefold().encode("utf-8", "replace")) for one in words)
        if len(self._known) < _MOST_KNOWN:
            self._known |= forms


@dataclass
class Source:
    """What came from one host in one language."""

    documents: int = 0
    tokens: int = 0
    units: int = 0  # of which one side comes from here
    licences: set[str] = field(default_factory=set)


@dataclass
class Contents:
    """What an export holds, counted."""

    sizes: defaultdict[Lang, Size] = field(default_factory=lambda: defaultdict(Size))
    sources: defaultdict[tuple[str, Lang], Source] = field(default_factory=lambda: defaultdict(Source))
    units: Counter[tuple[Lang, Lang]] = field(default_factory=Counter)
    unit_hosts: Counter[str] = field(default_factory=Counter)  # units by host, each once
    licences: Counter[str] = field(default_factory=Counter)  # of documents
    unit_licences: Counter[str] = field(default_factory=Counter)
    consent: Counter[str] = field(default_factory=Counter)  # documents by what their owners said
    unit_consent: Counter[str] = field(default_factory=Counter)
    personal: Counter[str] = field(default_factory=Counter)  # units by kind of personal data in them
    topics: Counter[str] = field(default_factory=Counter)  # documents by subtopic
    fetched: str = ""  # when the last page was fetched; empty where that is not told

    def see_document(self, document: Document) -> None:
        """One more document."""
        language = document.language or "und"
        source = self.sources[host_of(document.url), language]
        source.documents += 1
        source.tokens += self.sizes[language].see(document)
        source.licences.update({document.licence} - {""})
        self.licences[document.licence] += 1
        self.consent.update(document.terms)
        self.topics.update(document.subtopics)
        self.fetched = max(self.fetched, document.fetched_at)

    def see_unit(self, unit: SentencePair) -> None:
        """One more unit."""
        self.units[unit.source_language, unit.target_language] += 1
        left, right = host_of(unit.source_url), host_of(unit.target_url)
        self.unit_hosts.update({left, right})
        for place in {(left, unit.source_language), (right, unit.target_language)}:
            self.sources[place].units += 1
        self.unit_licences[unit.licence] += 1
        self.unit_consent.update({*unit.source_consent, *unit.target_consent})
        self.personal.update(unit.personal)


def contents_of(selection: Selection, watch: Watcher | None = None) -> Contents:
    """What was selected, counted once for all that ask; who watches sees every document as it passes."""
    if selection.contents is None or watch is not None:
        made = Contents()
        for document in selection.documents():
            made.see_document(document)
            if watch is not None:
                watch(document)
        for unit in selection.units():
            made.see_unit(unit)
        selection.contents = made
    return selection.contents


def host_of(url: str) -> str:
    """The host of an address."""
    try:
        return urlsplit(url).hostname or "unknown"
    except ValueError:
        return "unknown"
