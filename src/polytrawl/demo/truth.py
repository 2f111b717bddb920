"""What the demo web knows about itself: which texts and which pages are translations of each other."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from polytrawl.demo.chrome import Site
from polytrawl.demo.content import DemoPage

MAX_RUN = 4

# A run of units: the block it stands in, its first unit and the unit after its last. Or one sentence of a unit: the
# block and sentence count, the unit, the sentence.
Span = tuple[str, int, int]
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-ZÄÖÜÀÈÉ])")


class Truth:
    """An index of all runs of up to four units of one block, in each language."""

    def __init__(self, site: Site) -> None:
        """Index all blocks of a site."""
        self._site = site
        self._spans: dict[tuple[str, str], set[Span]] = defaultdict(set)
        for name, units in _blocks(site):
            self._add(name, units)

    def _add(self, name: str, units: Mapping[str, tuple[str, ...]]) -> None:
        for language, texts in units.items():
            for first, last in _runs(len(texts)):
                text = _plain(" ".join(texts[first:last]))
                self._spans[language, text].add((name, first, last))
            for number, text in enumerate(texts):
                self._add_sentences(name, number, language, _SENTENCE_END.split(_plain(text)))

    def _add_sentences(self, name: str, unit: int, language: str, sentences: list[str]) -> None:
        """Units that are as many sentences in both languages are translated sentence by sentence."""
        for number, sentence in enumerate(sentences):
            self._spans[language, sentence].add((f"{name}/{len(sentences)}", unit, number))

    def is_translation(self, source: tuple[str, str], target: tuple[str, str]) -> bool:
        """Whether two (language, text) pairs are the same whole units of one block, or the same sentence of one."""
        left = self._spans.get((source[0], _plain(source[1])), set())
        right = self._spans.get((target[0], _plain(target[1])), set())
        return not left.isdisjoint(right)

    def page_pairs(self, left: str, right: str) -> set[tuple[str, str]]:
        """All URL pairs of one page whose texts are in the two languages, print versions included."""
        return {
            (source, target)
            for page in self._site.pages.values()
            for source in _urls(page, left)
            for target in _urls(page, right)
        }


def _blocks(site: Site) -> Iterator[tuple[str, Mapping[str, tuple[str, ...]]]]:
    """Every block with a name of its own; titles, teasers, section headings and bylines are blocks of one unit."""
    for page in site.pages.values():
        yield f"{page.key}/title", _single(page.title)
        yield f"{page.key}/teaser", _single(page.description)
        yield f"{page.key}/updated", _furniture(site, "updated", "{text} {date}", date=page.updated)
        for number, block in enumerate(page.blocks):
            yield f"{page.key}/{number}", block.units
            if block.author:
                yield f"{page.key}/{number}/by", _furniture(site, "posted", author=block.author, date=block.date)
    for section in site.chrome["en"].sections:
        yield f"section/{section}", _single({x: chrome.sections[section] for x, chrome in site.chrome.items()})


def _furniture(site: Site, name: str, pattern: str = "{text}", **facts: str) -> dict[str, tuple[str, ...]]:
    """A line that the site itself puts around texts, in every language it speaks."""
    texts = {language: chrome.texts[name] for language, chrome in site.chrome.items()}
    return _single({language: pattern.format(text=text, **facts).format(**facts) for language, text in texts.items()})


def _single(texts: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {language: (text,) for language, text in texts.items()}


def _runs(count: int) -> Iterator[tuple[int, int]]:
    for first in range(count):
        for last in range(first + 1, min(first + MAX_RUN, count) + 1):
            yield first, last


def _urls(page: DemoPage, language: str) -> list[str]:
    """The URLs that show the page in a language, whatever language they promise."""
    addresses = [x for x in page.addresses if page.text_language(x) == language]
    urls = [page.url(x) for x in addresses]
    if page.has_print:
        urls += [f"http://{page.host}{page.print_path(x)}" for x in addresses]
    return urls


def _plain(text: str) -> str:
    return " ".join(text.split())
