"""What `lexicon coverage` measures and prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from polytrawl.cli import output
from polytrawl.lexicon.basic import frequent_words, listed_words
from polytrawl.lexicon.coverage import Agreement, Recall, agreement, pairs_of, recall
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.gather import gather, read_whole

__all__ = ["Measured", "measured", "show", "wanted_words"]


class Measured(msgspec.Struct):
    """One lexicon."""

    file: str
    languages: tuple[str, str]
    vocabulary: list[tuple[str, Recall]]  # by the name of the list
    agreement: Agreement | None = None


def measured(path: Path, words: Path | None, tops: Sequence[int], against: Path | None) -> Measured:
    """How good a lexicon is, by lists of words and by a held-out dictionary."""
    languages, entries, _ = read_whole(path)
    found = Measured(str(path), languages, list(_vocabulary(languages, entries, words, tops)))
    if against:
        held_out = gather([against], languages)
        found.agreement = agreement(entries, pairs_of(held_out.entries))
    return found


def _vocabulary(
    languages: tuple[str, str], entries: Sequence[Entry], words: Path | None, tops: Sequence[int]
) -> Iterable[tuple[str, Recall]]:
    if words:
        yield words.name, recall((one.source for one in entries), listed_words(words), languages[0])
        return
    for language, have in zip(languages, _sides(entries), strict=True):
        for number in tops:
            yield f"top {number}", recall(have, frequent_words(language, number), language)


def _sides(entries: Sequence[Entry]) -> tuple[set[str], set[str]]:
    return {one.source for one in entries}, {one.target for one in entries}


def wanted_words(language: str, words: Path | None, top: int | None) -> frozenset[str] | None:
    """The words of a list, and the most frequent ones of a language, case folded; None where neither is asked for."""
    lists = [listed_words(words)] if words else []
    lists += [frequent_words(language, top)] if top else []
    return frozenset(word.casefold() for one in lists for word in one) if lists else None


def show(found: Sequence[Measured]) -> None:
    """Print the tables."""
    rows = [
        (one.file, each.language, name, each.words, each.covered, f"{each.share:.1%}", _stemmed(each))
        for one in found
        for name, each in one.vocabulary
    ]
    output.table(("lexicon", "language", "list", "words", "covered", "recall", "recall by stem"), rows)
    judged = [(one.file, one.agreement) for one in found if one.agreement]
    if judged:
        print()
        output.table(
            ("lexicon", "entries", "judged", "right", "precision", "recall"),
            [(file, a.entries, a.judged, a.right, f"{a.precision:.1%}", f"{a.recall:.1%}") for file, a in judged],
        )
        print("judged: entries whose source the held-out dictionary has; it may lack good translations, too")


def _stemmed(found: Recall) -> str:
    return "-" if found.by_stem is None else f"{found.by_stem / max(1, found.words):.1%}"
