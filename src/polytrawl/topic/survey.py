"""What is understood of a topic definition, for who wrote it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from polytrawl.records import Lang
from polytrawl.relevance.definition import Problem, Term, read_lines, read_text
from polytrawl.relevance.terms import Lexicon, has_stemmer, lexicons

__all__ = ["Language", "Survey", "Together", "survey"]

NO_SUBTOPIC = "(none)"


class Together(msgspec.Struct, frozen=True):
    """Terms that are one term to the program, since their stems are the same."""

    terms: list[str]
    weight: float  # the highest of theirs, which counts


class Language(msgspec.Struct, frozen=True):
    """The terms of one language."""

    terms: int
    subtopics: dict[str, int]  # terms of each; a term may have several
    together: list[Together]
    is_stemmed: bool


class Survey(msgspec.Struct, frozen=True):
    """What is understood of a definition, and what is not."""

    languages: dict[Lang, Language]
    problems: list[Problem]


def survey(path: Path) -> Survey:
    """What is understood of the definition in a file."""
    terms: list[Term] = []
    problems: list[Problem] = []
    for found in read_lines(read_text(path)):
        problems.append(found) if isinstance(found, Problem) else terms.append(found)
    by_language = {
        language: _language(lexicon, [term for term in terms if term.language == language])
        for language, lexicon in lexicons(terms).items()
    }
    return Survey(by_language, problems)


def _language(lexicon: Lexicon, terms: list[Term]) -> Language:
    subtopics = Counter(name for term in terms for name in term.subtopics or (NO_SUBTOPIC,))
    same = [found for found in lexicon.together.values() if len(found) > 1]
    together = [Together([term.text for term in found], max(term.weight for term in found)) for found in same]
    return Language(len(terms), dict(sorted(subtopics.items())), together, has_stemmer(terms[0].language))
