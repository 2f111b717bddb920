"""Seeds: addresses outside of the wiki that its pages link to, with how many of them do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from polytrawl.bootstrap.base import Facts
from polytrawl.bootstrap.result import Seed
from polytrawl.records import Lang
from polytrawl.urls import host_of, normalise, site_of_host

__all__ = ["seeds"]

# Wikimedia's own: every article links to some of them.
_OWN = frozenset(
    f"{name}.org"
    for name in (
        *("wikipedia", "wikimedia", "wikidata", "wiktionary", "wikisource", "wikibooks", "wikiquote", "wikivoyage"),
        *("wikinews", "wikiversity", "wikispecies", "mediawiki", "wmflabs", "wmcloud", "toolforge"),
        "wikimediafoundation",
    )
)


def seeds(pages: Iterable[tuple[str, Facts]], language: Lang) -> list[Seed]:
    """The seeds that pages with these titles give; those that most pages link to come first."""
    linking: dict[str, set[str]] = defaultdict(set)
    for title, facts in pages:
        for url in _addresses(facts.outside):
            linking[url].add(title)
    found = [Seed(language, url, len(titles), tuple(sorted(titles))) for url, titles in linking.items()]
    return sorted(found, key=lambda seed: (-seed.count, seed.url))


def _addresses(links: Iterable[str]) -> Iterator[str]:
    for link in links:
        url = normalise(f"https:{link}" if link.startswith("//") else link)
        if url is not None and url.startswith("http") and not _is_own(url):
            yield url


def _is_own(url: str) -> bool:
    """Whether an address belongs to Wikimedia.

    >>> _is_own("https://de.wikipedia.org/wiki/X"), _is_own("https://www.rhs.org.uk/")
    (True, False)
    """
    host = host_of(url)
    return not host or site_of_host(host) in _OWN
