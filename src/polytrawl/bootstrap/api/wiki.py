"""One language edition as its API tells of it. Up to 50 titles are asked for at once, which is what MediaWiki takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote_plus

from polytrawl.bootstrap.api.client import Answer, Client
from polytrawl.bootstrap.base import Candidate, Facts, Member
from polytrawl.bootstrap.editions import edition
from polytrawl.errors import StageError
from polytrawl.records import Lang

__all__ = ["ApiWiki"]

_TITLES = 50  # of one request; only bots may ask for more
_TITLE_CHARS = 6000  # of one request, escaped: longer addresses than 8000 characters are refused by many servers
_LINKS = 500  # of one answer; the next has the rest
_CANDIDATES = 20
_CATEGORY, _ARTICLE = 14, 0  # namespaces
_Page = dict[str, Any]  # Any: JSON


class ApiWiki:
    """An edition behind an API."""

    has_texts = True

    def __init__(self, language: Lang, client: Client) -> None:
        self.language, self._client = language, client

    def category(self, name: str) -> str | None:
        """The name of the category as it is written there; redirects are followed."""
        return self._filled(name) or self._filled_of_article(name)

    def _filled(self, name: str) -> str | None:
        [page, *_] = [*self._pages([f"Category:{name}"], prop="categoryinfo", redirects=1), {}]
        return _name(page) if _size(page) else None

    def _filled_of_article(self, name: str) -> str | None:
        [page, *_] = [*self._pages([name], prop="info", redirects=1), {}]
        target = str(page.get("title", name))
        return self._filled(target) if target != name and "missing" not in page else None

    def candidates(self, word: str) -> list[Candidate]:
        """Categories whose page has the word, or whose name begins with it; the largest come first."""
        searched = self._client.query(
            list="search", srsearch=word, srnamespace=_CATEGORY, srlimit=_CANDIDATES, srprop=""
        )
        found = {_name(one) for one in next(searched).get("search", ())}
        begun = self._client.query(list="allcategories", acprefix=word[:1].upper() + word[1:], aclimit=_CANDIDATES)
        found |= {str(one.get("category", "")) for one in next(begun).get("allcategories", ())}
        titles = [f"Category:{name}" for name in sorted(found - {""})]
        sized = [Candidate(_name(page), _size(page)) for page in self._pages(titles, prop="categoryinfo")]
        return sorted((one for one in sized if one.members), key=lambda one: (-one.members, one.name))

    def members(self, category: str, limit: int) -> list[Member]:
        """Articles and subcategories, sorted by title."""
        found: set[Member] = set()
        asked = {"list": "categorymembers", "cmtype": "page|subcat", "cmprop": "title"}
        for part in self._client.query(**asked, cmtitle=f"Category:{category}", cmlimit=_LINKS):
            wanted = (one for one in part.get("categorymembers", ()) if one.get("ns") in (_CATEGORY, _ARTICLE))
            found.update(
                Member(_name(one), is_category=True) if one["ns"] == _CATEGORY else Member(str(one["title"]), False)
                for one in wanted
            )
            if len(found) >= limit:
                break
        return sorted(found)[:limit]

    def hidden(self, categories: Collection[str]) -> set[str]:
        """Those that only serve the upkeep of the wiki."""
        titles = [f"Category:{name}" for name in sorted(categories)]
        pages = self._pages(titles, prop="pageprops", ppprop="hiddencat")
        return {_name(page) for page in pages if "hiddencat" in page.get("pageprops", {})}

    def facts(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        """What is known of each page that exists."""
        found: dict[str, Facts] = {}
        for batch in _batches(titles):
            found.update(self._facts_of(batch, languages))
        return found

    def _facts_of(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        pages = [
            page
            for page in self._pages(titles, prop="info|pageprops|extlinks", ppprop="disambiguation", ellimit=_LINKS)
            if not {"missing", "invalid", "interwiki"} & set(page)
        ]
        links = self._links([page["title"] for page in pages], languages)
        targets = self._redirects([page["title"] for page in pages if page.get("redirect")])
        return {
            page["asked"]: Facts(
                targets.get(page["title"], ""),
                "disambiguation" in page.get("pageprops", {}),
                links[page["title"]],
                [str(one.get("url", "")) for one in page.get("extlinks", ())],
            )
            for page in pages
        }

    def _links(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, dict[Lang, str]]:
        """The links to each language, one question a language: pages have links to hundreds."""
        found: dict[str, dict[Lang, str]] = defaultdict(dict)
        for language in languages:
            for page in self._pages(titles, prop="langlinks", lllang=edition(language), lllimit=_LINKS):
                for link in page.get("langlinks", ()):
                    found[page["title"]][language] = str(link.get("title", ""))
        return found

    def _redirects(self, titles: Sequence[str]) -> dict[str, str]:
        found = {}
        for batch in _batches(titles):
            for part in self._client.query(titles="|".join(batch), redirects=1):
                found.update({one["from"]: one["to"] for one in part.get("redirects", ())})
        return found

    def texts(self, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Titles and wikitexts."""
        for batch in _batches(list(titles)):
            for page in self._pages(batch, prop="revisions", rvprop="content", rvslots="main"):
                for revision in page.get("revisions", ())[:1]:
                    yield page["asked"], str(revision.get("slots", {}).get("main", {}).get("content", ""))

    def _pages(self, titles: Sequence[str], **question: str | int) -> list[_Page]:
        """The pages with these titles, and how each was asked for; the parts of an answer are joined."""
        found: dict[str, _Page] = {}
        for batch in _batches(titles):
            for part in self._client.query(titles="|".join(batch), **question):
                asked = {one["to"]: one["from"] for one in _list(part, "normalized")}
                for page in _list(part, "pages"):
                    title = str(page.get("title", ""))
                    _join(found.setdefault(title, {}), {**page, "asked": asked.get(title, title)})
        return list(found.values())


def _list(part: Answer, key: str) -> list[_Page]:
    found = part.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise StageError(f"the API answered something else than a list of {key}; is it a MediaWiki of 1.25 or newer?")
    return found


def _join(page: _Page, more: _Page) -> None:
    for key, value in more.items():
        if isinstance(value, list):
            page.setdefault(key, []).extend(value)
        else:
            page.setdefault(key, value)


def _name(page: _Page) -> str:
    """The name of a category without its namespace, which is in the language of the wiki.

    >>> _name({"title": "Kategorie:Blumen: Arten"})
    'Blumen: Arten'
    """
    return str(page.get("title", "")).partition(":")[2]


def _size(page: _Page) -> int:
    info = page.get("categoryinfo", {})
    return int(info.get("pages", 0)) + int(info.get("subcats", 0))


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
