"""The tables that are loaded: which columns of a dump they need, in each schema that MediaWiki has had.

The first schema whose columns are all there is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import xxhash

from polytrawl.bootstrap.dumps.addresses import address
from polytrawl.bootstrap.dumps.sql import text
from polytrawl.errors import ConfigError

__all__ = ["TABLES", "Schema", "Table", "category_key"]

_ARTICLE, _CATEGORY, _NULL = "0", "14", "NULL"
_HALF = 1 << 63  # numbers in SQLite have a sign
_KEPT_PROPS = frozenset({"disambiguation", "hiddencat"})
_Columns = Sequence[Sequence[str]]
_Row = tuple[int | str, ...]


class Schema(NamedTuple):
    """One shape that a table has had."""

    name: str
    columns: tuple[str, ...]
    rows: Callable[[_Columns], Iterable[_Row]]  # what is kept of the columns of many rows


class Table(NamedTuple):
    """A table of the dumps, and where its rows go."""

    name: str
    into: str  # "INSERT" is put before
    create: str
    indexed: str
    schemas: tuple[Schema, ...]
    is_grouped: bool = False  # see `groups`

    def schema_for(self, columns: Sequence[str], where: str) -> Schema:
        """The schema that a dump has; a `ConfigError` names what it lacks."""
        lacking = [[name for name in schema.columns if name not in columns] for schema in self.schemas]
        for schema, missing in zip(self.schemas, lacking, strict=True):
            if not missing:
                return schema
        wanted = ", or ".join(f"{', '.join(missing)}" for missing in lacking)
        has = f"it has {', '.join(columns)}" if columns else "no CREATE TABLE stands in it"
        raise ConfigError(f"{where}: an unknown schema of {self.name}: the columns {wanted} are missing ({has})")


def category_key(title: bytes) -> int:
    """The number of a category whose links name it by its title: 64 bits, so that no two of millions meet."""
    return xxhash.xxh3_64_intdigest(title) - _HALF


# Lists, since they take two thirds of the time of generators here, and a line of a dump has some thousands of rows.


def _pages(columns: _Columns) -> Iterable[_Row]:
    return [
        (int(page), int(space), text(title), int(redirect))
        for page, space, title, redirect in zip(*columns, strict=True)
        if space in (_ARTICLE, _CATEGORY)
    ]


def _members_by_title(columns: _Columns) -> Iterable[_Row]:
    digest = xxhash.xxh3_64_intdigest
    return [
        (digest(category.encode("latin-1")) - _HALF, int(page))
        for page, category, kind in zip(*columns, strict=True)
        if kind != "file"
    ]


def _members_by_number(columns: _Columns) -> Iterable[_Row]:
    return [
        (int(category), int(page))
        for page, category, kind in zip(*columns, strict=True)
        if kind != "file" and category != _NULL  # empty while a wiki moves to the new schema
    ]


def _targets(columns: _Columns) -> Iterable[_Row]:
    rows = zip(*columns, strict=True)
    return [(int(target), text(title)) for target, space, title in rows if space == _CATEGORY]


def _links(columns: _Columns) -> Iterable[_Row]:
    return [(int(page), language, text(title)) for page, language, title in zip(*columns, strict=True)]


def _page_and_text(columns: _Columns) -> Iterable[_Row]:
    return [(int(page), text(value)) for page, value in zip(*columns, strict=True)]


def _indexed_urls(columns: _Columns) -> Iterable[_Row]:
    return [(int(page), address(text(domain), text(path))) for page, domain, path in zip(*columns, strict=True)]


def _props(columns: _Columns) -> Iterable[_Row]:
    return [(int(page), name) for page, name in zip(*columns, strict=True) if name in _KEPT_PROPS]


TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (
        Table(
            "page",
            "OR REPLACE INTO page VALUES (?, ?, ?, ?)",
            "CREATE TABLE page (id INTEGER PRIMARY KEY, space INTEGER, title TEXT, is_redirect INTEGER)",
            "CREATE INDEX page_title ON page (title, space)",
            (Schema("page", ("page_id", "page_namespace", "page_title", "page_is_redirect"), _pages),),
        ),
        Table(
            "categorylinks",
            "INTO member VALUES (?, ?, ?)",
            "CREATE TABLE member (category INTEGER, part INTEGER, pages BLOB, PRIMARY KEY (category, part))",
            "",
            (
                Schema("cl_to", ("cl_from", "cl_to", "cl_type"), _members_by_title),
                Schema("cl_target_id", ("cl_from", "cl_target_id", "cl_type"), _members_by_number),
            ),
            is_grouped=True,
        ),
        Table(
            "linktarget",
            "OR REPLACE INTO target VALUES (?, ?)",
            "CREATE TABLE target (id INTEGER PRIMARY KEY, title TEXT)",
            "CREATE INDEX target_title ON target (title)",
            (Schema("linktarget", ("lt_id", "lt_namespace", "lt_title"), _targets),),
        ),
        Table(
            "langlinks",
            "INTO language_link VALUES (?, ?, ?)",
            "CREATE TABLE language_link (page INTEGER, language TEXT, title TEXT)",
            "CREATE INDEX language_link_page ON language_link (page)",
            (Schema("langlinks", ("ll_from", "ll_lang", "ll_title"), _links),),
        ),
        Table(
            "externallinks",
            "INTO outside VALUES (?, ?)",
            "CREATE TABLE outside (page INTEGER, url TEXT)",
            "CREATE INDEX outside_page ON outside (page)",
            (
                Schema("el_to", ("el_from", "el_to"), _page_and_text),
                Schema("el_to_path", ("el_from", "el_to_domain_index", "el_to_path"), _indexed_urls),
            ),
        ),
        Table(
            "redirect",
            "OR REPLACE INTO redirect VALUES (?, ?)",
            "CREATE TABLE redirect (page INTEGER PRIMARY KEY, title TEXT)",
            "",
            (Schema("redirect", ("rd_from", "rd_title"), _page_and_text),),
        ),
        Table(
            "page_props",
            "INTO prop VALUES (?, ?)",
            "CREATE TABLE prop (page INTEGER, name TEXT)",
            "CREATE INDEX prop_page ON prop (page)",
            (Schema("page_props", ("pp_page", "pp_propname"), _props),),
        ),
    )
}
