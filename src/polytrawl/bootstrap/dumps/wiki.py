"""One language edition as its SQL dumps tell of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from polytrawl.bootstrap.base import Candidate, Facts, Member
from polytrawl.bootstrap.dumps.articles import articles_in
from polytrawl.bootstrap.dumps.folder import DumpFiles
from polytrawl.bootstrap.dumps.groups import numbers
from polytrawl.bootstrap.dumps.load import Store
from polytrawl.bootstrap.dumps.tables import category_key
from polytrawl.bootstrap.editions import edition
from polytrawl.records import Lang

__all__ = ["DumpWiki"]

_ARTICLE, _CATEGORY = 0, 14
_CANDIDATES = 20
_BYTES = 8  # of the number of a page


class DumpWiki:
    """An edition in dumps. Tables are loaded when they are first needed."""

    def __init__(self, language: Lang, files: DumpFiles, store: Store) -> None:
        self.language, self._files, self._store = language, files, store
        self.has_texts = files.texts() is not None
        self.notes: dict[str, str] = {}
        self._ready: dict[str, str] = {}  # the schema of each table that is loaded; empty where there is no dump

    def category(self, name: str) -> str | None:
        """The name of the category as it is written there; redirects are followed."""
        return self._filled(self._target(name, _CATEGORY)) or self._filled_of_article(name)

    def _filled(self, name: str) -> str | None:
        key = self._key(name)
        row = key is not None and self._one("SELECT 1 FROM member WHERE category = ? LIMIT 1", key)
        return name if row else None

    def _filled_of_article(self, name: str) -> str | None:
        target = self._target(name, _ARTICLE)
        return self._filled(target) if target != name else None

    def _target(self, name: str, space: int) -> str:
        """Where a redirect leads; the title itself, with a capital, where it is none."""
        title = name[:1].upper() + name[1:]
        self._need("page")
        row = self._one("SELECT id FROM page WHERE title = ? AND space = ? AND is_redirect", _stored(title), space)
        return (self._redirect(row[0]) if row else "") or title

    def _redirect(self, page: int) -> str:
        row = self._one("SELECT title FROM redirect WHERE page = ?", page) if self._wanted("redirect") else None
        return _shown(row[0]) if row else ""

    def _key(self, name: str) -> int | None:
        """The number of a category in the table of members."""
        if self._need("categorylinks") == "cl_to":
            return category_key(_stored(name).encode("utf-8", "replace"))
        self._need("linktarget")
        row = self._one("SELECT id FROM target WHERE title = ?", _stored(name))
        return int(row[0]) if row else None

    def candidates(self, word: str) -> list[Candidate]:
        """Categories whose names have all the words, also as parts of longer ones; the largest come first."""
        self._need("page")
        self._store.db.create_function("folded", 1, str.casefold, deterministic=True)
        parts = word.casefold().split()
        having = " AND ".join("instr(folded(title), ?)" for _ in parts)
        asked = f"SELECT title FROM page WHERE space = {_CATEGORY} AND NOT is_redirect AND {having}"  # noqa: S608 - ours
        found = self._store.query(asked, *parts)
        sized = [Candidate(name, self._size(name)) for name in sorted(_shown(title) for (title,) in found)]
        return sorted((one for one in sized if one.members), key=lambda one: (-one.members, one.name))[:_CANDIDATES]

    def _size(self, name: str) -> int:
        rows = self._store.query("SELECT length(pages) FROM member WHERE category = ?", self._key(name))
        return sum(int(length) for (length,) in rows) // _BYTES

    def members(self, category: str, limit: int) -> list[Member]:
        """Articles and subcategories, sorted by title."""
        self._need("page")
        found = (self._one("SELECT title, space FROM page WHERE id = ?", page) for page in self._linked(category))
        kept = islice((row for row in found if row), limit)  # pages of other namespaces are not loaded
        return sorted(Member(_shown(title), space == _CATEGORY) for title, space in kept)

    def _linked(self, category: str) -> Iterator[int]:
        """The numbers of all pages in a category."""
        rows = self._store.query("SELECT pages FROM member WHERE category = ? ORDER BY part", self._key(category))
        return iter(dict.fromkeys(page for (pages,) in rows for page in numbers(pages)))

    def hidden(self, categories: Collection[str]) -> set[str]:
        """Those that only serve the upkeep of the wiki."""
        if not self._wanted("page_props"):
            return set()
        return {
            name for name in categories if (page := self._page(name, _CATEGORY)) and self._has(page[0], "hiddencat")
        }

    def facts(self, titles: Sequence[str], languages: Collection[Lang]) -> dict[str, Facts]:
        """What is known of each page that exists."""
        self._need("page")
        editions = {edition(language): language for language in languages}
        found = ((title, self._page(title, _ARTICLE)) for title in titles)
        return {title: self._facts_of(*page, editions) for title, page in found if page}

    def _facts_of(self, page: int, is_redirect: int, editions: dict[str, Lang]) -> Facts:
        is_disambiguation = self._wanted("page_props") and self._has(page, "disambiguation")
        return Facts(
            (self._redirect(page) or "?") if is_redirect else "",
            is_disambiguation,
            self._links(page, editions) if editions and self._wanted("langlinks") else {},
            self._urls(page) if self._wanted("externallinks") else (),
        )

    def _links(self, page: int, editions: dict[str, Lang]) -> dict[Lang, str]:
        rows = self._store.query("SELECT language, title FROM language_link WHERE page = ?", page)
        return {editions[code]: _shown(title) for code, title in rows if code in editions}

    def _urls(self, page: int) -> list[str]:
        return [url for (url,) in self._store.query("SELECT url FROM outside WHERE page = ?", page)]

    def _page(self, title: str, space: int) -> tuple[int, int] | None:
        asked = "SELECT id, is_redirect FROM page WHERE title = ? AND space = ?"
        row = self._one(asked, _stored(title[:1].upper() + title[1:]), space)
        return (int(row[0]), int(row[1])) if row else None

    def _has(self, page: int, prop: str) -> bool:
        return self._one("SELECT 1 FROM prop WHERE page = ? AND name = ?", page, prop) is not None

    def texts(self, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Titles and wikitexts, from the dump of all articles where it is there."""
        path = self._files.texts()
        if path is not None:
            reading = articles_in(path, frozenset(titles))
            yield from reading
            if reading.trouble:
                self.notes["texts"] = f"{path.name}: {reading.trouble}; what was read before is used"

    def _one(self, asked: str, *values: object) -> tuple[Any, ...] | None:  # Any: what the query asks for
        return next(iter(self._store.query(asked, *values)), None)

    def _need(self, name: str) -> str:
        """Load a table that nothing works without; its schema."""
        if not self._ready.get(name):
            self._load(name)
        return self._ready[name]

    def _wanted(self, name: str) -> bool:
        """Load a table if its dump is there; whether it is."""
        if name not in self._ready:
            if self._files.table(name) is None:
                self._ready[name] = ""
                self.notes[name] = f"{self._files.name}: there is no dump of {name}; {_WITHOUT[name]}"
            else:
                self._load(name)
        return bool(self._ready[name])

    def _load(self, name: str) -> None:
        loaded = self._store.ensure(name, self._files.needed(name))
        self._ready[name] = loaded.schema
        if loaded.trouble:
            self.notes[name] = f"{loaded.file}: {loaded.trouble}; the {loaded.rows} rows before are used"


_WITHOUT = {
    "redirect": "where redirects lead is not known",
    "page_props": "disambiguations are told by their titles alone, and upkeep categories are entered",
    "langlinks": "there are no translations",
    "externallinks": "there are no seeds",
}


def _stored(title: str) -> str:
    return title.replace(" ", "_")


def _shown(title: str) -> str:
    return title.replace("_", " ")
