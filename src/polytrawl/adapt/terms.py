"""Which terms of the domain the texts and lexicons of a system have, before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from polytrawl.lexicon.coverage import Recall
from polytrawl.lexicon.coverage import recall as recall_of_words
from polytrawl.records import Lang
from polytrawl.relevance.terms import Lexicon as Terms
from polytrawl.relevance.terms import has_stemmer

__all__ = ["covered_by_lexicon", "covered_by_words", "term_coverage"]


def covered_by_words(words: Iterable[str], terms: Sequence[str], language: Lang) -> Recall:
    """How many terms can be said with the words of a vocabulary; all words of a term must be there."""
    folded = {word.casefold() for word in words}
    covered = _covered(terms, folded, lambda term: term.casefold().split())
    if not has_stemmer(language):
        return Recall(language, len(terms), covered, None)
    stems = Terms(language, ()).stems
    known = {stem for word in folded for stem in stems(word)}
    return Recall(language, len(terms), covered, _covered(terms, known, stems))


def _covered(terms: Iterable[str], known: set[str], parts: Callable[[str], list[str]]) -> int:
    return sum(bool(needed) and known.issuperset(needed) for needed in map(parts, terms))


def covered_by_lexicon(sources: Iterable[str], terms: Sequence[str], language: Lang) -> Recall:
    """How many terms a lexicon or phrase table translates as a whole."""
    return recall_of_words(sources, terms, language)


def term_coverage(
    terms: Sequence[str],
    vocabularies: Mapping[str, Iterable[str]],
    lexicons: Mapping[str, Iterable[str]],
    language: Lang,
) -> dict[str, Recall]:
    """The coverage by each vocabulary and each lexicon, by its name; terms are those of the user, each once."""
    wanted = list(dict.fromkeys(term.strip() for term in terms if term.strip()))
    found = {name: covered_by_words(words, wanted, language) for name, words in vocabularies.items()}
    return found | {name: covered_by_lexicon(sources, wanted, language) for name, sources in lexicons.items()}
