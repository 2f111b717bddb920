"""What a sheet asks, and of what: the words that all kinds of sheets share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, NamedTuple

from polytrawl.evaluate.sheet import PREFIX
from polytrawl.export.selection import Selection
from polytrawl.records import Document, PagePair, SentencePair, replace
from polytrawl.report.markup import Html
from polytrawl.run import Run

__all__ = ["LANGUAGE", "NOTE", "Kind", "Outcome", "Population", "Question", "Shown", "Thing"]

NOTE = "Do not let what polytrawl says decide for you: it is what is being tested."
Outcome = Callable[[str, str], str]  # what polytrawl says and what the judge answers -> how it is counted


def _as_answered(_says: str, answer: str) -> str:
    return answer


class Question(NamedTuple):
    """One thing that is asked, and how the answers are counted."""

    name: str
    title: str  # of the table of results, after the sections of the paper
    answers: Mapping[str, str]  # with what each means
    outcomes: tuple[str, ...]  # what is counted
    shares: Mapping[str, frozenset[str]]  # what is told as a share: its name, and the outcomes that belong to it
    outcome: Outcome = _as_answered

    @property
    def column(self) -> str:
        """The column of the table that holds the answers."""
        return PREFIX + self.name


LANGUAGE = Question(
    name="language",
    title="Language identification",
    answers={"yes": "its text is in this language", "no": "it is in another, in several, or in none"},
    outcomes=("yes", "no"),
    shares={"language right": frozenset({"yes"})},
)


class Shown(NamedTuple):
    """What a judge gets to see of a thing."""

    facts: tuple[str, ...]  # the cells of the table
    asks: Mapping[str, str]  # the questions in words, by their names
    content: Html  # of the sheet


class Thing(NamedTuple):
    """One thing that can be judged."""

    id: str
    languages: str  # such as de, or de-it
    part: str  # into which a language is divided again; empty where it is not
    says: str  # what polytrawl says of it
    asked: tuple[str, ...]  # names of the questions that make sense for it
    show: Callable[[], Shown]

    @property
    def stratum(self) -> str:
        """The group from which it is drawn."""
        return f"{self.languages} {self.part}".rstrip()


class Population:
    """All that can be drawn from a run: what is exported, or everything that its stages made."""

    def __init__(self, run: Run, *, is_exported: bool) -> None:
        self.run, self.is_exported = run, is_exported

    @cached_property
    def _selection(self) -> Selection:
        return self.run.selection()

    def documents(self) -> Iterator[Document]:
        """Documents with the languages of their paragraphs."""
        if self.is_exported:
            yield from self._selection.documents()
        else:
            yield from (one for one in self.run.directory.records("topic") if isinstance(one, Document))

    def pairs(self) -> Iterator[PagePair]:
        """Page pairs."""
        if self.is_exported:
            mask = self._selection.texts.document
            for one in self._selection.pairs():
                yield replace(one, left=mask(one.left), right=mask(one.right))
        else:
            yield from (one for one in self.run.directory.records("pair") if isinstance(one, PagePair))

    def units(self) -> Iterator[SentencePair]:
        """Sentence pairs with the scores of their filters."""
        if self.is_exported:
            yield from self._selection.units()
        else:
            yield from (one for one in self.run.directory.records("filter") if isinstance(one, SentencePair))


class Kind(ABC):
    """One kind of thing that is judged."""

    name: ClassVar[str]  # in the plural, as it is typed
    one: ClassVar[str]  # in the singular; also the column of ids
    words: ClassVar[str]  # as a reader calls them
    stage: ClassVar[str]  # that made them
    about: ClassVar[str]  # what the judge is asked to do
    facts: ClassVar[tuple[str, ...]]  # columns of the table beside those that all kinds have
    questions: ClassVar[tuple[Question, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns of its table."""
        return (self.one, "stratum", "says", *self.facts, *(one.column for one in self.questions))

    def more(self, run: Run) -> str:  # noqa: ARG002 - most kinds need no run to say what they ask
        """What a judge must know of a run before they can answer."""
        return ""

    @abstractmethod
    def things(self, population: Population) -> Iterator[Thing]:
        """Everything that could be drawn, in one pass over the run."""
