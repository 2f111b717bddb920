"""The tree of a category with what is known of its pages, and of the same pages in other languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from polytrawl.bootstrap.base import Facts, Progress, Source, Wiki
from polytrawl.bootstrap.walk import Found, Tree
from polytrawl.records import Lang

__all__ = ["Gathered", "Thing", "gather"]

_AT_ONCE = 500  # pages between two steps of the progress bar


class Thing(NamedTuple):
    """What a page of the first language is about, with the title of its page in each language."""

    found: Found
    titles: Mapping[Lang, str]


class Gathered(NamedTuple):
    """All things in the tree, and what is known of their pages."""

    tree: Tree
    things: Sequence[Thing]
    facts: Mapping[Lang, Mapping[str, Facts]]  # by title; a page that does not exist has none

    def facts_of(self, language: Lang, title: str) -> Facts | None:
        """What is known of a page; None where it does not exist."""
        return self.facts[language].get(title)


def gather(tree: Tree, wiki: Wiki, others: Sequence[Lang], source: Source, progress: Progress) -> Gathered:
    """Ask for the pages of the tree, then for those that they link to in other languages."""
    titles = [page.title for page in tree.pages]
    facts = {wiki.language: _facts(wiki, titles, others, progress)}
    things = [_thing(page, facts[wiki.language], wiki.language) for page in tree.pages]
    for language in others:
        linked = sorted({thing.titles[language] for thing in things if language in thing.titles})
        edition = source.wiki(language)
        # Without the edition itself the links are still known, and are believed.
        facts[language] = dict.fromkeys(linked, Facts()) if edition is None else _facts(edition, linked, (), progress)
    return Gathered(tree, things, facts)


def _thing(page: Found, facts: Mapping[str, Facts], language: Lang) -> Thing:
    known = facts.get(page.title, Facts())
    links = {} if known.redirects_to or known.is_disambiguation else known.links
    named = {other: title for other, link in links.items() if (title := _title(link))}
    return Thing(page, {language: page.title, **named})


def _title(link: str) -> str:
    """The page that a link leads to: it may name a section of it, and begin with the colon of plain links.

    >>> _title("Lärm#Arten"), _title(":Leiter")
    ('Lärm', 'Leiter')
    """
    return link.partition("#")[0].lstrip(": ").rstrip()


def _facts(wiki: Wiki, titles: Sequence[str], languages: Sequence[Lang], progress: Progress) -> dict[str, Facts]:
    progress.begin(f"pages {wiki.language}", len(titles))
    found: dict[str, Facts] = {}
    for start in range(0, len(titles), _AT_ONCE):
        found.update(wiki.facts(titles[start : start + _AT_ONCE], languages))
        progress.advance(min(start + _AT_ONCE, len(titles)), {})
    return found
