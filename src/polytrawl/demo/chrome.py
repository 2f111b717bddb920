"""The frame around the demo pages: menu, footer, news and boxes, read from `chrome.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from polytrawl.demo.content import LANGUAGES, DemoPage, load_pages

SECTIONS = ("hazards", "people", "emergency", "corner")


@dataclass(frozen=True)
class Chrome:
    """The frame's words in one language."""

    texts: Mapping[str, str]
    sections: Mapping[str, str]
    news: tuple[str, ...]


@dataclass(frozen=True)
class Shelf:
    """A link in the document box of one page, with its words per language."""

    page: str
    href: str
    text: Mapping[str, str]


@dataclass(frozen=True)
class Site:
    """All that is needed to render any page."""

    pages: Mapping[str, DemoPage]
    chrome: Mapping[str, Chrome]
    shelf: tuple[Shelf, ...]

    def section(self, name: str, address: str) -> list[DemoPage]:
        """The pages of one section that have a URL in one language."""
        return [page for page in self.listed(address) if page.section == name]

    def listed(self, address: str) -> list[DemoPage]:
        """The pages shown in teasers: no home page, no legal notice, no older editions."""
        kinds = ("article", "corner")
        return [p for p in self.pages.values() if p.kind in kinds and address in p.addresses]


def load_site() -> Site:
    """The pages and their frame, as stored in the package."""
    text = files(__package__).joinpath("chrome.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    chrome = {x: Chrome(table[x]["texts"], table[x]["sections"], tuple(table[x]["news"])) for x in LANGUAGES}
    shelf = tuple(Shelf(**entry) for entry in table["shelf"])
    return Site(load_pages(), chrome, shelf)
