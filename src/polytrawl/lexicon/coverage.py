"""How much of a basic vocabulary a lexicon has, and how far a held-out dictionary agrees with it.

The held-out dictionary is not complete: that it lacks a word says nothing about the lexicon, so only entries whose
source it has are judged. Of those words, too, it may lack a good translation, so precision is a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from polytrawl.lexicon.entries import Entry
from polytrawl.records import Lang
from polytrawl.relevance.terms import Lexicon as Terms
from polytrawl.relevance.terms import has_stemmer

__all__ = ["Agreement", "Recall", "agreement", "pairs_of", "recall"]

Pairs = set[tuple[str, str]]


class Recall(msgspec.Struct, frozen=True):
    """How many words of a list a lexicon has."""

    language: Lang
    words: int
    covered: int
    by_stem: int | None  # also where only another form of the word is there; None where no stemmer is known

    @property
    def share(self) -> float:
        """Of the words, as they are written."""
        return self.covered / self.words if self.words else 0.0


class Agreement(msgspec.Struct, frozen=True):
    """A lexicon beside a held-out dictionary."""

    entries: int
    judged: int  # entries whose source the other has
    right: int  # entries that the other has
    held_out: int  # entries of the other

    @property
    def precision(self) -> float:
        """Of the judged entries, those that are right."""
        return self.right / self.judged if self.judged else 0.0

    @property
    def recall(self) -> float:
        """Of the other's entries, those that were found."""
        return self.right / self.held_out if self.held_out else 0.0


def recall(have: Iterable[str], wanted: Sequence[str], language: Lang) -> Recall:
    """How many of the wanted words are there."""
    folded = {word.casefold() for word in have}
    covered = [word for word in wanted if word.casefold() in folded]
    return Recall(language, len(wanted), len(covered), _by_stem(folded, wanted, language))


def agreement(entries: Iterable[Entry], held_out: Pairs) -> Agreement:
    """How far entries agree with a held-out dictionary, which has the same order of languages."""
    ours, sources = pairs_of(entries), {source for source, _ in held_out}
    judged = sum(source in sources for source, _ in ours)
    return Agreement(len(ours), judged, len(ours & held_out), len(held_out))


def pairs_of(entries: Iterable[Entry]) -> Pairs:
    """Entries as they are compared: whether letters are large or small does not count."""
    return {(entry.source.casefold(), entry.target.casefold()) for entry in entries}


def _by_stem(have: Iterable[str], wanted: Iterable[str], language: Lang) -> int | None:
    if not has_stemmer(language):
        return None
    stems = Terms(language, ()).stems
    known = {tuple(stems(word)) for word in have}
    return sum(tuple(stems(word)) in known for word in wanted)
