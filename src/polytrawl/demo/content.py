"""What the demo web says: pages read from `pages/*.toml`, in up to four languages.

One line of a block is one unit, and the n-th lines of a block are translations of each other. A line may hold
two sentences where another language needs only one; this is how uneven translations are stated.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from types import MappingProxyType
from typing import Any

LANGUAGES = ("en", "de", "it", "pt")
WWW = "www.safe-work.test"
FORUM = "forum.safe-work.test"
_NONE: Mapping[str, str] = MappingProxyType({})

# A TOML table as parsed: its values are checked when the records below are built.
Table = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Block:
    """A heading, a paragraph, a list item or a forum post, as units per language."""

    kind: str
    units: Mapping[str, tuple[str, ...]]
    author: str = ""
    date: str = ""


@dataclass(frozen=True, kw_only=True)
class DemoPage:
    """One page of the site in all its languages."""

    key: str
    kind: str
    on_topic: bool
    title: Mapping[str, str]
    description: Mapping[str, str]
    blocks: tuple[Block, ...]
    updated: str
    section: str = ""
    host: str = WWW
    hreflang: bool = True
    has_print: bool = False
    image: str = ""
    untranslated: tuple[str, ...] = ()
    slug: Mapping[str, str] = field(default_factory=lambda: _NONE)
    encoding: Mapping[str, str] = field(default_factory=lambda: _NONE)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages the text exists in."""
        return tuple(language for language in LANGUAGES if language in self.title)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The languages that have a URL, even if another language answers there."""
        return tuple(x for x in LANGUAGES if x in self.title or x in self.untranslated)

    def text_language(self, address: str) -> str:
        """The language really found at the URL of the language `address`."""
        return "en" if address in self.untranslated else address

    def path(self, address: str) -> str:
        """The path of the page in one language."""
        return f"/{address}/{self.slug.get(address, self.key)}.html"

    def print_path(self, address: str) -> str:
        """The path of the version for printing, which exists if `has_print`."""
        return self.path(address).replace(f"/{address}/", f"/{address}/print/")

    def url(self, address: str) -> str:
        """The full URL of the page in one language."""
        return f"http://{self.host}{self.path(address)}"


def load_pages() -> dict[str, DemoPage]:
    """All pages by key, in the order of their file names, older editions last."""
    tables = [tomllib.loads(text) for text in _page_files()]
    pages = {table["key"]: _page(table) for table in tables if "edition_of" not in table}
    for table in tables:
        if "edition_of" in table:
            pages[table["key"]] = _edition(table, pages[table["edition_of"]])
    return pages


def _page_files() -> Iterator[str]:
    folder = files(__package__).joinpath("pages")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            yield file.read_text(encoding="utf-8")


def _page(table: Table) -> DemoPage:
    blocks = [block for part in table.pop("blocks") for block in _blocks(part)]
    page = DemoPage(
        **table | {"untranslated": tuple(table.get("untranslated", ()))},
        blocks=tuple(blocks),
    )
    for block in page.blocks:
        _check(page, block)
    return page


def _blocks(table: Table) -> Iterator[Block]:
    """The block of a table, or one block per line for a list."""
    units = {x: tuple(table[x].strip().splitlines()) for x in LANGUAGES if x in table}
    if table["kind"] != "list":
        about = {name: table[name] for name in ("kind", "author", "date") if name in table}
        yield Block(units=units, **about)
        return
    for line in zip(*units.values(), strict=True):
        yield Block(kind="listitem", units={x: (text,) for x, text in zip(units, line, strict=True)})


def _check(page: DemoPage, block: Block) -> None:
    if set(block.units) != set(page.languages):
        message = f"{page.key}: a block has {sorted(block.units)}, the page has {sorted(page.languages)}"
        raise ValueError(message)
    if len({len(lines) for lines in block.units.values()}) != 1:
        message = f"{page.key}: line counts differ in the block {block.units['en'][0]!r}"
        raise ValueError(message)


def _edition(table: Table, base: DemoPage) -> DemoPage:
    """The page `base` with some units replaced, each named by its English text."""
    blocks = list(base.blocks)
    for change in table["changes"]:
        where = next(i for i, b in enumerate(blocks) if change["replaces"] in b.units["en"])
        blocks[where] = _changed(blocks[where], change)
    return replace(
        base,
        key=table["key"],
        kind="edition",
        updated=table["updated"],
        blocks=tuple(blocks),
        has_print=False,
    )


def _changed(block: Block, change: Table) -> Block:
    line = block.units["en"].index(change["replaces"])
    units = {x: (*texts[:line], change[x], *texts[line + 1 :]) for x, texts in block.units.items()}
    return replace(block, units=units)
