"""`bootstrap`: from a word to a `Bootstrap`.

1. Find the category of the word in the edition of the first language (`find`).
2. Walk its pages and subcategories (`walk`).
3. Ask for what is known of the pages, and of the same pages in the other languages (`gather`).
4. Judge the titles by rules (`choose.judge`), and look how those that are left are used in the texts (`usage`).
5. Make terms (`choose`), translations and seeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from polytrawl.bootstrap.base import Progress, Source, Wiki
from polytrawl.bootstrap.choose import Chosen, Judged, choose, judge
from polytrawl.bootstrap.editions import edition
from polytrawl.bootstrap.find import find_category
from polytrawl.bootstrap.gather import Gathered, gather
from polytrawl.bootstrap.reading import usages_of
from polytrawl.bootstrap.result import Article, Bootstrap, OfLanguage, Seed
from polytrawl.bootstrap.seeds import seeds
from polytrawl.bootstrap.translations import translations
from polytrawl.bootstrap.usage import NO_USAGE, Usage
from polytrawl.bootstrap.walk import Tree, walk
from polytrawl.errors import ConfigError
from polytrawl.records import Lang

__all__ = ["Options", "bootstrap"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How far a bootstrap goes, and what it keeps."""

    depth: int = 2  # categories below the first one
    max_pages: int = 10_000  # the walk stops there, and says so
    keep_names: bool = False  # names of people, places and organisations as terms
    texts: bool = True  # whether to read articles, for frequencies and spelling


_DEFAULTS = Options()


class _Silent:
    def begin(self, stage: str, total: int | None) -> None: ...

    def advance(self, done: int, counts: Mapping[str, int]) -> None: ...

    def end(self, note: str) -> None: ...

    def say(self, line: str) -> None: ...


_SILENT = _Silent()


def bootstrap(
    word: str,
    languages: Sequence[Lang],
    *,
    source: Source,
    options: Options = _DEFAULTS,
    progress: Progress = _SILENT,
) -> Bootstrap:
    """Terms, translations and seeds for a word, from the category of that name in the first language's Wikipedia."""
    if not languages or len(set(map(edition, languages))) < len(languages):
        raise ConfigError("--langs: give each language once, such as en,de; regions share one Wikipedia")
    wiki = source.wiki(languages[0])
    if wiki is None:
        raise ConfigError(f"--langs: there is no Wikipedia in {languages[0]}, the first language, to look the word up")
    category = find_category(wiki, word)
    tree = walk(wiki, category, depth=options.depth, max_pages=options.max_pages, progress=progress)
    gathered = gather(tree, wiki, languages[1:], source, progress)
    judged = judge(gathered)
    usages = usages_of(gathered, judged, source, progress) if options.texts else {}
    chosen = choose(gathered, judged, usages, first=languages[0], keep_names=options.keep_names)
    found = _Results(gathered, judged, chosen, usages)
    notes = (*_notes(tree, options), *_missing(wiki, languages, source), *source.notes())
    return found.bootstrap(word, languages, options.depth, notes)


def _notes(tree: Tree, options: Options) -> list[str]:
    if tree.is_whole:
        return []
    note = (
        f"the walk stopped at max_pages = {options.max_pages}: {len(tree.pages)} pages, {tree.unvisited} categories"
        " not entered; a smaller --depth or a narrower word gives a whole tree, --max-pages a larger one"
    )
    return [note]


def _missing(wiki: Wiki, languages: Sequence[Lang], source: Source) -> list[str]:
    without = [language for language in languages if language != wiki.language and source.wiki(language) is None]
    return [
        f"{language}: only titles, as linked to from {wiki.language}; its own pages are not here"
        for language in without
    ]


class _Results:
    """Puts the results together."""

    def __init__(self, gathered: Gathered, judged: list[Judged], chosen: Chosen, usages: Mapping[Lang, Usage]) -> None:
        self._gathered, self._judged, self._chosen, self._usages = gathered, judged, chosen, usages

    def bootstrap(self, word: str, languages: Sequence[Lang], depth: int, notes: Sequence[str]) -> Bootstrap:
        found = [seed for language in languages for seed in self._seeds(language)]
        order = {language: number for number, language in enumerate(languages)}
        return Bootstrap(
            word=word,
            category=self._gathered.tree.category,
            languages=tuple(languages),
            depth=depth,
            is_whole=self._gathered.tree.is_whole,
            terms=self._chosen.terms,
            translations=tuple(translations(self._gathered.things, self._chosen.of_title, languages)),
            seeds=tuple(sorted(found, key=lambda seed: (-seed.count, order[seed.language], seed.url))),
            excluded=self._chosen.excluded,
            articles=tuple(self._articles()),
            counts=tuple(self._counts(language, found) for language in languages),
            notes=tuple(notes),
        )

    def _seeds(self, language: Lang) -> list[Seed]:
        return seeds(self._gathered.facts[language].items(), language)

    def _articles(self) -> list[Article]:
        found = ((one.articles(), one.thing.found.depth) for one in self._judged)
        return [Article(titles, depth) for titles, depth in found if titles]

    def _counts(self, language: Lang, found: Sequence[Seed]) -> OfLanguage:
        first = next(iter(self._gathered.facts))
        return OfLanguage(
            language,
            self._gathered.tree.categories if language == first else 0,
            sum(language in one.thing.titles for one in self._judged),
            sum(term.language == language for term in self._chosen.terms),
            sum(one.language == language for one in self._chosen.excluded),
            sum(seed.language == language for seed in found),
            self._usages.get(language, NO_USAGE).texts,
        )
