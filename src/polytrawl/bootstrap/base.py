"""What a source must be able to do: `Wiki` is one language edition, `Source` opens the editions.

Titles are as people read them, with spaces, and category names come without their namespace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from polytrawl.records import Lang

__all__ = ["Candidate", "Facts", "Member", "Progress", "Source", "Wiki"]


class Candidate(NamedTuple):
    """A category that could be meant."""

    name: str
    members: int


class Member(NamedTuple):
    """A page or a subcategory of a category."""

    title: str
    is_category: bool


class Facts(NamedTuple):
    """What is known of one page that exists."""

    redirects_to: str = ""
    is_disambiguation: bool = False
    links: Mapping[Lang, str] = {}  # the same page in other languages
    outside: Sequence[str] = ()  # addresses that it links to, as written there


class Wiki(Protocol):
    """One language edition. Each method takes many titles at once, so that a source can answer them together."""

    language: Lang
    has_texts: bool

    def category(self, name: str) -> str | None:
        """The name of the category, as it is written there; None where it does not exist or has no members.

        A redirect is followed: of the category itself, or of the article with that name.
        """

    def candidates(self, word: str) -> list[Candidate]:
        """Categories that a search for the word finds, those with most members first."""

    def members(self, category: str, limit: int) -> list[Member]:
        """Articles and subcategories, sorted by title; of more than `limit`, as many as that."""

    def hidden(self, categories: Collection[str]) -> set[str]:
        """Those that only serve the upkeep of the wiki."""

    def facts(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        """What is known of each page that exists, with its links to the languages."""

    def texts(self, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Titles and wikitexts of those pages that have one, in any order; nothing where `has_texts` is false."""


class Source(Protocol):
    """Where the language editions are."""

    def wiki(self, language: Lang) -> Wiki | None:
        """One edition; None where the source has not got it."""

    def notes(self) -> list[str]:
        """What the user should know about the source, such as a dump that was cut."""


class Progress(Protocol):
    """How far something is; the command line shows it."""

    def begin(self, stage: str, total: int | None) -> None:
        """Something starts."""

    def advance(self, done: int, counts: Mapping[str, int]) -> None:
        """So much is done."""

    def end(self, note: str) -> None:
        """It is over."""

    def say(self, line: str) -> None:
        """One line for the user."""
