"""What is exported: every document, page pair and unit gets a verdict here, and nowhere else.

A verdict is a reason, or the empty string for what is wanted. `rules` says what is good enough, `pages` and `units`
judge, and this module gives exporters what they write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from polytrawl.export.facts import Facts, PairFacts
from polytrawl.export.pages import DUPLICATE, KNOWN, Pages, kind_of
from polytrawl.export.rules import Rules
from polytrawl.export.texts import Texts
from polytrawl.export.units import Units
from polytrawl.records import Document, Lang, PagePair, Record, SentencePair, UrlPattern, replace
from polytrawl.work import Shelf

if TYPE_CHECKING:
    from polytrawl.export.contents import Contents

__all__ = ["DUPLICATE", "KNOWN", "Rules", "Selection"]

REPEATED = "repeated"  # of a paragraph: one before it says the same


@dataclass
class Selection:
    """Read access to what was selected, streaming; each call reads the run again."""

    shelf: Shelf
    rules: Rules
    languages: tuple[Lang, ...]
    fetch_dates: bool = False
    texts: Texts = Texts()
    profile: str = ""  # the name of the rules
    counts: dict[str, Counter[str]] = field(init=False)
    contents: Contents | None = field(init=False, default=None)  # what `contents_of` has counted

    def __post_init__(self) -> None:
        self._pages = Pages(Facts.read(self.shelf), self.rules)
        self._units = Units(self._pages)
        for unit in self._all_units():
            self._units.see(unit)
        self._units.settle()
        self.counts = {
            "documents": Counter(map(kind_of, self._pages.documents.values())),
            "pairs": Counter(self._pages.pairs.values()),
            "units": self._units.counts(),
        }

    @property
    def facts(self) -> Facts:
        """What judging needs to know of the run's documents and page pairs."""
        return self._pages.facts

    def documents(self) -> Iterator[Document]:
        """The documents that are wanted."""
        for record in self.shelf.records("topic"):
            if isinstance(record, Document) and not self._pages.documents[record.id]:
                yield self.texts.document(self._dated(self._without_repeats(record)))

    def pairs(self) -> Iterator[PagePair]:
        """The page pairs that are wanted. Their texts are those of the run: write them by `texts.shown`."""
        for record in self.shelf.records("pair"):
            if isinstance(record, PagePair) and not self._pages.pairs[record.id]:
                yield record

    def patterns(self) -> Sequence[UrlPattern]:
        """The URL patterns of the run, the most credible first."""
        return self.shelf.patterns()

    def units(self) -> Iterator[SentencePair]:
        """The sentence pairs that are wanted; what is to be written are their `texts`."""
        for unit, reason in self.judged_units():
            if not reason:
                yield unit

    def judged_units(self) -> Iterator[tuple[SentencePair, str]]:
        """All sentence pairs with the reason against each."""
        for place, unit in enumerate(self._all_units()):
            yield self._with_terms(self.texts.unit(unit)), self._units[place]

    def about(self, unit: SentencePair) -> PairFacts:
        """What is known of the page pair that a unit comes from; when it was fetched only where that is asked for."""
        facts = self.facts.pair(unit.pair)
        assert facts is not None  # noqa: S101 - a unit that is wanted has its pages
        return facts if self.fetch_dates else facts._replace(fetched_at=("", ""))

    def reason(self, record: Record) -> str:
        """The reason against a document or page pair; empty when it is wanted."""
        table = self._pages.pairs if isinstance(record, PagePair) else self._pages.documents
        return table.get(record.id, "")

    def why_kept(self, document: Document) -> str:
        """In words, why this one is kept of the documents with its text; empty when there is no other."""
        return self._pages.why_kept.get(document.id, "")

    def _without_repeats(self, document: Document) -> Document:
        """The document whose repeated paragraphs do not count: they stay, with a reason."""
        repeated = self.facts.copies.repeated.get(document.id)
        if not repeated:
            return document
        marked = (
            replace(one, reason=one.reason or REPEATED) if number in repeated else one
            for number, one in enumerate(document.paragraphs)
        )
        return replace(document, paragraphs=tuple(marked))

    def _all_units(self) -> Iterator[SentencePair]:
        yield from (record for record in self.shelf.records("filter") if isinstance(record, SentencePair))

    def _with_terms(self, unit: SentencePair) -> SentencePair:
        pair = self.facts.pair(unit.pair)
        if pair is None:
            return unit
        names = ("source_licence", "target_licence", "source_consent", "target_consent")
        return replace(unit, **dict(zip(names, (*pair.licences, *pair.consent), strict=True)))

    def _dated(self, document: Document) -> Document:
        # Equal input gives equal bytes: when it was fetched is told only to those who ask, and how deep in the crawl
        # a link was met depends on which host answered first.
        document = replace(document, links=tuple(replace(link, depth=0) for link in document.links))
        return document if self.fetch_dates else replace(document, fetched_at="")
