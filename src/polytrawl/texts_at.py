"""The texts of pages that a user names by their addresses, fetched as politely as the crawl fetches."""

from __future__ import annotations

from collections.abc import Iterable

from polytrawl.errors import FetchError
from polytrawl.records import Document, Dropped, Page
from polytrawl.relevance.pages import text_of

__all__ = ["texts_at"]


def texts_at(
    addresses: Iterable[str], *, contact: str = "", allow_private: bool = False, connect_to: str = ""
) -> tuple[dict[str, str], dict[str, str]]:
    """The texts by address, and for the pages that give none the reason."""
    from polytrawl.crawl.once import fetch_once  # noqa: PLC0415 - slow to import

    texts, reasons = {}, {}
    pages = fetch_once(addresses, contact=contact, allow_private=allow_private, connect_to=connect_to)
    for address, page in pages.items():
        made = _read(page)
        if isinstance(made, Document):
            texts[address] = text_of(made)
        else:
            reasons[address] = made.reason if isinstance(made, Dropped) else str(made)
    return texts, reasons


def _read(page: Page | FetchError) -> Document | Dropped | FetchError:
    from polytrawl.one_page import read_page  # noqa: PLC0415 - slow to import

    return read_page(page) if isinstance(page, Page) else page
