"""The main content as plain text."""

from __future__ import annotations

from polytrawl.records import Document


def render(document: Document) -> str:
    """A paragraph a line."""
    return document.text + "\n"
