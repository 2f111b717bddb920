"""Titles that are no terms, each with a reason, after section 4 of the ILSP-FC paper.

Rules look at the title and at what the wiki knows of the page; nothing but the words for "list" and "disambiguation"
and the names of namespaces depends on a language, and these stand in a table.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from polytrawl.bootstrap.base import Facts
from polytrawl.characters import UNSPACED
from polytrawl.language_tags import primary
from polytrawl.records import Lang
from polytrawl.relevance.words import words

__all__ = ["NAMED_ENTITY", "NAMESPACE", "capitalises_nouns", "is_title_case", "reason_against", "term_of"]

NAMED_ENTITY, NAMESPACE = "named-entity", "namespace"
_QUALIFIER = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d(?:s|er|-luku|-talet|年|年代)?|\d{1,2}(?:st|nd|rd|th|\.)", re.IGNORECASE)
_MEASURE = re.compile(r"\d{2}00 [^\W\d_]+")  # a round number of one thing, as in 1000 metres
_NO_LETTER = re.compile(r"[\W\d_]+")
_UNSPACED = re.compile(f"[{UNSPACED}]")  # one character is a word there
_SHORT = 3  # letters: what is not longer and begins small is taken for an article or preposition
# German and its relatives write all nouns with a capital, so that a capital says nothing there.
_CAPITAL_NOUNS = frozenset({"de", "lb", "gsw", "als", "nds", "bar", "ksh", "pfl", "frr", "stq", "pdc"})


def term_of(title: str) -> str:
    """The title without what tells pages of one name apart.

    >>> term_of("Iris (plant)"), term_of("鈴蘭（植物）"), term_of("(−)-Menthol")
    ('Iris', '鈴蘭', '(−)-Menthol')
    """
    return _QUALIFIER.sub("", title) or title


def reason_against(title: str, facts: Facts, language: Lang) -> str:
    """Why a title is no term; empty where nothing speaks against it. Names are judged elsewhere: they need texts.

    >>> [reason_against(title, Facts(), "en") for title in ("List of lilies", "1990s", "RHS", "Lily", "🌷")]
    ['list', 'year', 'abbreviation', '', 'no-word']
    """
    if facts.redirects_to:
        return "redirect"
    if title.casefold().startswith(tuple(_known(language)[NAMESPACE])):
        return NAMESPACE
    if facts.is_disambiguation or _qualifier(title) in _known(language)["disambiguation"]:
        return "disambiguation"
    if _is_list(title, _known(language)):
        return "list"
    return _reason_in(term_of(title))


def _reason_in(term: str) -> str:
    parts = term.split()
    if parts and (_YEAR.fullmatch(parts[0]) or _YEAR.fullmatch(parts[-1])):
        return "" if _MEASURE.fullmatch(" ".join(parts)) else "year"
    letters = _NO_LETTER.sub("", term)
    if len(letters) > 1 and letters.isupper():
        return "abbreviation"
    return "" if words(term) or _UNSPACED.search(term) else "no-word"


def is_title_case(term: str) -> bool:
    """Whether the words after the first are written with capitals, as in names; small short words do not count.

    >>> [is_title_case(term) for term in ("Royal Horticultural Society", "Museum of Roses", "Garden rose", "Keukenhof")]
    [True, True, False, False]
    >>> is_title_case("Queen Anne's lace"), is_title_case("Vitamin C")
    (False, False)
    """
    later = [word.lstrip("\"'«„“‘([") for word in term.split()[1:]]
    later = [word for word in later if sum(map(str.isalpha, word)) > 1]
    has_small = any(word[0].islower() and len(word) > _SHORT for word in later)
    return not has_small and any(word[0].isupper() for word in later)


def capitalises_nouns(language: Lang) -> bool:
    """Whether every noun begins with a capital."""
    return primary(language) in _CAPITAL_NOUNS


def _qualifier(title: str) -> str:
    found = _QUALIFIER.search(title)
    return found[0].strip(" ()（）").casefold() if found else ""


def _is_list(title: str, known: Mapping[str, frozenset[str]]) -> bool:
    begins = any(_begins(title, start) for start in known["list"])
    return begins or title.casefold().endswith(tuple(known["list-end"]))


def _begins(title: str, start: str) -> bool:
    """Whether a title begins with whole words."""
    folded = title.casefold()
    return folded.startswith(start) and (not start[-1].isalnum() or not folded[len(start) : len(start) + 1].isalpha())


@lru_cache(maxsize=64)
def _known(language: Lang) -> Mapping[str, frozenset[str]]:
    """The words of a language and, since all editions borrow them, of English; by kind."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in files("polytrawl.bootstrap").joinpath("data/titles.tsv").read_text(encoding="utf-8").splitlines():
        code, tab, rest = line.partition("\t")
        if tab and code in (primary(language), "en"):
            kind, _, text = rest.partition("\t")
            found[kind].add(text.casefold())
    return {kind: frozenset(found[kind]) for kind in ("list", "list-end", "disambiguation", NAMESPACE)}
