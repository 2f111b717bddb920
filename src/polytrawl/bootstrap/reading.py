"""The texts of the tree's articles, read once for each language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from polytrawl.bootstrap.base import Progress, Source, Wiki
from polytrawl.bootstrap.choose import Judged
from polytrawl.bootstrap.gather import Gathered
from polytrawl.bootstrap.titles import term_of
from polytrawl.bootstrap.usage import Usage, usage_in
from polytrawl.bootstrap.wikitext import plain_text
from polytrawl.records import Lang

__all__ = ["texts_of", "usages_of"]


def usages_of(gathered: Gathered, judged: Sequence[Judged], source: Source, progress: Progress) -> dict[Lang, Usage]:
    """How the titles that may be terms are used, in each language that has texts."""
    found: dict[Lang, Usage] = {}
    for language in gathered.facts:
        wiki = source.wiki(language)
        if wiki is None or not wiki.has_texts:
            continue
        titles = sorted({title for one in judged if (title := one.articles().get(language))})
        terms = {term_of(one.thing.titles[language]) for one in judged if one.reasons.get(language) == ""}
        texts = (text for _, text in texts_of(wiki, titles, progress))
        found[language] = usage_in(texts, terms, language)
    return found


def texts_of(wiki: Wiki, titles: Sequence[str], progress: Progress) -> Iterator[tuple[str, str]]:
    """Titles and plain texts, with a step of the progress bar for each."""
    progress.begin(f"texts {wiki.language}", len(titles))
    for number, (title, wikitext) in enumerate(wiki.texts(titles), 1):
        yield title, plain_text(wikitext)
        progress.advance(number, {})
