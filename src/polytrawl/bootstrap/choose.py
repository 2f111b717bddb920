"""Which titles become terms: rules first, then names, then one term for all pages that share it.

What falls out is kept with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from polytrawl.bootstrap.gather import Gathered, Thing
from polytrawl.bootstrap.result import Excluded, TermFound
from polytrawl.bootstrap.titles import (
    NAMED_ENTITY,
    NAMESPACE,
    capitalises_nouns,
    is_title_case,
    reason_against,
    term_of,
)
from polytrawl.bootstrap.usage import NO_USAGE, Usage
from polytrawl.bootstrap.weights import Weighing, rarity
from polytrawl.records import Lang

__all__ = ["Chosen", "Judged", "choose", "judge"]

MISSING, SAME_TERM, HIDDEN = "missing", "same-term", "hidden-category"
NO_ARTICLE = frozenset({MISSING, NAMESPACE, "redirect", "disambiguation"})


class Judged(NamedTuple):
    """A thing, and for each of its titles why it is no term, or an empty reason."""

    thing: Thing
    reasons: Mapping[Lang, str]

    def articles(self) -> dict[Lang, str]:
        """The titles that are those of articles, whether they are terms or not."""
        return {language: title for language, title in self.thing.titles.items() if self._is_article(language)}

    def _is_article(self, language: Lang) -> bool:
        return self.reasons[language] not in NO_ARTICLE

    def clean(self) -> list[Lang]:
        """The languages in which its title may be a term."""
        return [language for language, reason in self.reasons.items() if not reason]


class Chosen(NamedTuple):
    """Terms, and the term of each title that has one."""

    terms: tuple[TermFound, ...]
    excluded: tuple[Excluded, ...]
    of_title: Mapping[tuple[Lang, str], str]


def judge(gathered: Gathered) -> list[Judged]:
    """Judge titles by all rules but that for names."""
    return [
        Judged(thing, {language: _reason(gathered, language, title) for language, title in thing.titles.items()})
        for thing in gathered.things
    ]


def _reason(gathered: Gathered, language: Lang, title: str) -> str:
    facts = gathered.facts_of(language, title)
    return MISSING if facts is None else reason_against(title, facts, language)


def choose(
    gathered: Gathered, judged: list[Judged], usages: Mapping[Lang, Usage], *, first: Lang, keep_names: bool
) -> Chosen:
    """Make terms of the titles that nothing speaks against."""
    if not keep_names:
        judged = [_without_names(one, usages, first) for one in judged]
    makers = {language: _Maker(language, usages.get(language, NO_USAGE)) for language in gathered.facts}
    for one in judged:  # in the order of depth, so that the page nearest to the category gives the term
        for language, reason in one.reasons.items():
            makers[language].take(one.thing, reason)
    hidden = [Excluded(first, f"Category:{name}", HIDDEN, 0, name) for name in gathered.tree.hidden]
    return Chosen(
        tuple(term for maker in makers.values() for term in maker.by_weight()),
        (*hidden, *(one for maker in makers.values() for one in maker.excluded)),
        {(maker.language, title): text for maker in makers.values() for title, text in maker.of_title.items()},
    )


def _without_names(one: Judged, usages: Mapping[Lang, Usage], first: Lang) -> Judged:
    """What has a name for its title in the first language is a name in all of them.

    Where capitals say nothing in the first language, the others are asked, and more than half of them must agree.
    """
    says = {
        language: _is_name(one.thing.titles[language], usages.get(language, NO_USAGE))
        for language in one.clean()
        if not capitalises_nouns(language)
    }
    is_name = says[first] if first in says else 2 * sum(says.values()) > len(says)
    reasons = {
        language: reason or (NAMED_ENTITY if is_name or says.get(language) else "")
        for language, reason in one.reasons.items()
    }
    return Judged(one.thing, reasons)


def _is_name(title: str, usage: Usage) -> bool:
    """Whether the title is in title case, and stays so inside sentences."""
    term = term_of(title)
    return is_title_case(term) and is_title_case(usage.form(term))


class _Maker:
    """Makes the terms of one language."""

    def __init__(self, language: Lang, usage: Usage) -> None:
        self.language, self._usage = language, usage
        self._weighing = Weighing(language, max(usage.frequency.values(), default=0) if usage.texts else 0)
        self._terms: dict[str, TermFound] = {}
        self.of_title: dict[str, str] = {}
        self.excluded: list[Excluded] = []
        self._seen: set[str] = set()

    def take(self, thing: Thing, reason: str) -> None:
        title = thing.titles[self.language]
        if title in self._seen:  # two pages link to it
            return
        self._seen.add(title)
        text = self._usage.form(term_of(title))
        if not reason:
            self.of_title[title] = text
            reason = SAME_TERM if text.casefold() in self._terms else ""
        if reason:
            self.excluded.append(Excluded(self.language, title, reason, thing.found.depth, thing.found.subtopic))
        else:
            self._terms[text.casefold()] = self._term(text, title, thing)

    def _term(self, text: str, title: str, thing: Thing) -> TermFound:
        seen = self._usage.frequency[term_of(title)]
        return TermFound(
            language=self.language,
            text=text,
            weight=self._weighing.weight(text, thing.found.depth, seen),
            subtopic=thing.found.subtopic,
            depth=thing.found.depth,
            title=title,
            frequency=seen if self._usage.texts else None,
            rarity=rarity(text, self.language),
        )

    def by_weight(self) -> Iterator[TermFound]:
        yield from sorted(self._terms.values(), key=lambda term: (-term.weight, term.text))
