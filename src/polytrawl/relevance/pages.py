"""What of a page is compared with a query: its title, its main text, and what its images are said to show."""

from __future__ import annotations

from polytrawl.records import Document

__all__ = ["text_of"]


def text_of(document: Document) -> str:
    """The text of a page, with the `alt` texts of its images (Laranjeira 2015, section 4.2)."""
    return "\n".join((document.title, document.text, *(image.alt for image in document.images if image.alt)))
