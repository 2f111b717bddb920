"""Topic definitions in another language: terms with their best translations, which weigh less the less believed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from polytrawl.language_tags import same_language
from polytrawl.lexicon.entries import Entry
from polytrawl.records import Lang
from polytrawl.relevance.definition import COLUMNS, Term

__all__ = ["Translated", "definition_text", "translated_terms"]


class Translated(NamedTuple):
    """The terms of a definition in both languages, and those for which nothing was found."""

    terms: list[Term]
    unknown: list[Term]


def translated_terms(
    terms: Sequence[Term], entries: Iterable[Entry], languages: tuple[Lang, Lang], *, best: int = 2
) -> Translated:
    """All terms, and behind them translations of those in the first language; what is there already stays as it is."""
    known: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        known[entry.source.casefold()].append(entry)
    made: dict[str, Term] = {}
    unknown: list[Term] = []
    for term in (one for one in terms if same_language(one.language, languages[0])):
        found = sorted(known.get(term.text.casefold(), ()), key=lambda one: (-one.score, -one.support, one.target))
        unknown += [] if found else [term]
        for entry in found[:best]:
            new = term._replace(weight=term.weight * entry.score, text=entry.target, language=languages[1])
            old = made.get(new.text.casefold(), new)
            made[new.text.casefold()] = max(old, new, key=lambda one: one.weight)
    there = {one.text.casefold() for one in terms if same_language(one.language, languages[1])}
    return Translated([*terms, *(one for text, one in made.items() if text not in there and one.weight > 0)], unknown)


def definition_text(terms: Iterable[Term]) -> Iterator[str]:
    """The lines of a definition."""
    yield "\t".join(COLUMNS) + "\n"
    for term in terms:
        yield f"{term.weight:.4g}\t{term.text}\t{';'.join(term.subtopics)}\t{term.language}\n"
