"""What a bootstrap gives: terms, translations and seeds, what was excluded and why, and how much there is of each."""

from __future__ import annotations

import msgspec

from polytrawl.records import Lang

__all__ = ["Article", "Bootstrap", "Excluded", "OfLanguage", "Seed", "TermFound", "Translation"]


class TermFound(msgspec.Struct, frozen=True, kw_only=True):
    """A title that became a term."""

    language: Lang
    text: str
    weight: float
    subtopic: str  # a category: the one asked for, or one just below it
    depth: int
    title: str  # of its page
    frequency: int | None  # in the texts of the tree; None where there are none
    rarity: float


class Translation(msgspec.Struct, frozen=True):
    """Two terms whose pages link to each other, or are both linked to by one page."""

    languages: tuple[Lang, Lang]
    source: str
    target: str
    support: int  # pages that say so


class Seed(msgspec.Struct, frozen=True):
    """An address outside of the wiki."""

    language: Lang
    url: str
    count: int  # pages that link to it
    titles: tuple[str, ...]  # of these pages


class Excluded(msgspec.Struct, frozen=True):
    """A title that did not become a term, and why."""

    language: Lang
    title: str
    reason: str
    depth: int
    subtopic: str


class OfLanguage(msgspec.Struct, frozen=True):
    """How much there is of one language."""

    language: Lang
    categories: int  # visited; only the first language has any
    pages: int
    terms: int
    excluded: int
    seeds: int
    texts: int


class Article(msgspec.Struct, frozen=True):
    """One thing, and the titles of its articles; redirects, disambiguations and missing pages are left out."""

    titles: dict[Lang, str]
    depth: int


class Bootstrap(msgspec.Struct, frozen=True, kw_only=True):
    """All that a word led to."""

    word: str
    category: str
    languages: tuple[Lang, ...]
    depth: int
    is_whole: bool  # whether the walk ended by itself, and not at `max_pages`
    terms: tuple[TermFound, ...]  # by language, the heaviest first
    translations: tuple[Translation, ...]
    seeds: tuple[Seed, ...]  # the most linked first
    excluded: tuple[Excluded, ...]
    articles: tuple[Article, ...]
    counts: tuple[OfLanguage, ...]
    notes: tuple[str, ...]  # what the user should know

    def terms_in(self, language: Lang) -> tuple[TermFound, ...]:
        """The terms of one language."""
        return tuple(term for term in self.terms if term.language == language)
