"""One language edition as its API tells of it. Up to 50 titles are asked for at once, which is what MediaWiki takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from urllib.parse import quote_plus

from polytrawl.bootstrap.api.client import Client
from polytrawl.bootstrap.api.shapes import Page
from polytrawl.bootstrap.base import Candidate, Facts, Member
from polytrawl.bootstrap.editions import edition
from polytrawl.records import Lang

__all__ = ["ApiWiki"]

_TITLES = 50  # of one request; only bots may ask for more
_TITLE_CHARS = 6000  # of one request, escaped: longer addresses than 8000 characters are refused by many servers
_LINKS = 500  # of one answer; the next has the rest
_CANDIDATES = 20
_CATEGORY, _ARTICLE = 14, 0  # namespaces


class ApiWiki:
    """An edition behind an API."""

    has_texts = True

    def __init__(self, language: Lang, client: Client) -> None:
        self.language, self._client = language, client

    def category(self, name: str) -> str | None:
        """The name of the category as it is written there; redirects are followed."""
        return self._filled(name) or self._filled_of_article(name)

    def _filled(self, name: str) -> str | None:
        found = self._pages([f"Category:{name}"], prop="categoryinfo", redirects=1)
        return next((page.name for page in found if page.size), None)

    def _filled_of_article(self, name: str) -> str | None:
        found = self._pages([name], prop="info", redirects=1)
        targets = (page.title for page in found if not page.missing and page.title != name)
        return next((filled for title in targets if (filled := self._filled(title))), None)

    def candidates(self, word: str) -> list[Candidate]:
        """Categories whose page has the word, or whose name begins with it; the largest come first."""
        asked = {"list": "search", "srsearch": word, "srprop": ""}
        searched = self._client.query(**asked, srnamespace=_CATEGORY, srlimit=_CANDIDATES)
        found = {page.name for page in next(searched).search}
        begun = self._client.query(list="allcategories", acprefix=word[:1].upper() + word[1:], aclimit=_CANDIDATES)
        found |= {one.category for one in next(begun).allcategories}
        titles = [f"Category:{name}" for name in sorted(found - {""})]
        sized = [Candidate(page.name, page.size) for page in self._pages(titles, prop="categoryinfo") if page.size]
        return sorted(sized, key=lambda one: (-one.members, one.name))

    def members(self, category: str, limit: int) -> list[Member]:
        """Articles and subcategories, sorted by title."""
        found: set[Member] = set()
        asked = {"list": "categorymembers", "cmtype": "page|subcat", "cmprop": "title"}
        for part in self._client.query(**asked, cmtitle=f"Category:{category}", cmlimit=_LINKS):
            found.update(Member(page.name, True) for page in part.categorymembers if page.ns == _CATEGORY)
            found.update(Member(page.title, False) for page in part.categorymembers if page.ns == _ARTICLE)
            if len(found) >= limit:
                break
        return sorted(found)[:limit]

    def hidden(self, categories: Collection[str]) -> set[str]:
        """Those that only serve the upkeep of the wiki."""
        titles = [f"Category:{name}" for name in sorted(categories)]
        pages = self._pages(titles, prop="pageprops", ppprop="hiddencat")
        return {page.name for page in pages if "hiddencat" in page.pageprops}

    def facts(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        """What is known of each page that exists."""
        found: dict[str, Facts] = {}
        for batch in _batches(titles):
            found.update(self._facts_of(batch, languages))
        return found

    def _facts_of(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        asked = {"prop": "info|pageprops|extlinks", "ppprop": "disambiguation"}
        pages = [page for page in self._pages(titles, **asked, ellimit=_LINKS) if page.is_article]
        links = self._links([page.title for page in pages], languages)
        targets = self._redirects([page.title for page in pages if page.redirect])
        return {
            page.asked: Facts(
                targets.get(page.title, "?") if page.redirect else "",
                "disambiguation" in page.pageprops,
                links[page.title],
                [link.url for link in page.extlinks],
            )
            for page in pages
        }

    def _links(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, dict[Lang, str]]:
        """The links to each language, one question a language: pages have links to hundreds."""
        found: dict[str, dict[Lang, str]] = defaultdict(dict)
        for language in languages:
            for page in self._pages(titles, prop="langlinks", lllang=edition(language), lllimit=_LINKS):
                found[page.title].update((language, link.title) for link in page.langlinks)
        return found

    def _redirects(self, titles: Sequence[str]) -> dict[str, str]:
        parts = (self._client.query(titles="|".join(batch), redirects=1) for batch in _batches(titles))
        return {move.old: move.new for answer in parts for part in answer for move in part.redirects}

    def texts(self, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Titles and wikitexts."""
        for batch in _batches(list(titles)):
            for page in self._pages(batch, prop="revisions", rvprop="content", rvslots="main"):
                for revision in page.revisions[:1]:
                    yield page.asked, revision.slots.main.content

    def _pages(self, titles: Sequence[str], **question: str | int) -> list[Page]:
        """The pages with these titles, and how each was asked for; the parts of an answer are joined."""
        found: dict[str, Page] = {}
        for batch in _batches(titles):
            for part in self._client.query(titles="|".join(batch), **question):
                asked = {move.new: move.old for move in part.normalized}
                for page in part.pages:
                    if page.title in found:
                        found[page.title].join(page)
                    else:
                        page.asked = asked.get(page.title, page.title)
                        found[page.title] = page
        return list(found.values())


def _batches(titles: Sequence[str]) -> Iterator[list[str]]:
    r"""The titles in groups that fit into one request.

    >>> [len(batch) for batch in _batches(["a"] * 120)], [len(batch) for batch in _batches(["\u03b1" * 200] * 12)]
    ([50, 50, 20], [4, 4, 4])
    """
    batch: list[str] = []
    chars = 0
    for title in titles:
        length = len(quote_plus(title)) + 3  # and a bar
        if batch and (len(batch) == _TITLES or chars + length > _TITLE_CHARS):
            yield batch
            batch, chars = [], 0
        batch.append(title)
        chars += length
    if batch:
        yield batch
