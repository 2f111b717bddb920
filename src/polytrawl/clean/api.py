"""The clean stage as one function, for users who have a page and want its text."""

from __future__ import annotations

import ctypes

from polytrawl import urls
from polytrawl.clean.base import Extractor
from polytrawl.clean.decode import decode
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.licence import with_licence
from polytrawl.clean.native import utf8
from polytrawl.mojibake import is_suspect, repaired
from polytrawl.records import Document, Page


def extract(html: bytes | str, url: str | None = None, *, extractor: Extractor | None = None) -> Document:
    """The document of one page, its language not yet named; without paragraphs where there is no text in it.

    >>> extract("<title>Hi</title><p>A short page.</p>").text
    'A short page.'
    """
    if isinstance(html, str):
        page = utf8(html)  # Python keeps it, so that a page is encoded once
        content = ctypes.string_at(page.address, page.size)
        text = repaired(page.text) if is_suspect(content) else page.text
    else:
        content, text = html, decode(html, repair=True) or ""
    return with_licence((extractor or Blocks()).extract(page_of(content, url), text))


def page_of(content: bytes, url: str | None = None) -> Page:
    """The page with this content, as if it had been fetched."""
    address = urls.normalise(url) if url else None
    return Page(
        id=Page.identify(address or "", content),
        url=address or "",
        site=urls.site_of(address) if address else "",
        content_type="text/html",
        content=content,
    )
