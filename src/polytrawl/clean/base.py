"""The plug-in kind of the clean stage: who finds the paragraphs of a page and tells text from boilerplate."""

from __future__ import annotations

from polytrawl.plugin import Plugin
from polytrawl.records import Document, Page


class Extractor(Plugin, kind="extractor"):
    """Turns the decoded HTML of a page into a document."""

    def extract(self, page: Page, html: str) -> Document:
        """The document: metadata, links, images, and all paragraphs in page order with kind, score and reason."""
        raise NotImplementedError
