"""A document in the formats people ask for: plain text, JSON, cesDoc XML, TEI and Markdown.

Each module has one function, `render`, from a document to text. The `extract` command and the exporters of the same
names both use it, so a page looks the same whichever way it came. `blocks` shows a page to people.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.records import Document
from polytrawl.views import cesdoc, jsonl, markdown, tei, text


class View(NamedTuple):
    """A format: how a document is written in it, and how the names of such files end."""

    render: Callable[[Document], str]
    suffix: str
    is_stream: bool  # whether several documents may stand in one file, one after the other


VIEWS = {
    "text": View(text.render, ".txt", is_stream=True),
    "json": View(jsonl.render, ".json", is_stream=True),
    "xml": View(cesdoc.render, ".xml", is_stream=False),
    "tei": View(tei.render, ".tei.xml", is_stream=False),
    "md": View(markdown.render, ".md", is_stream=True),
}


def view(name: str) -> View:
    """The format of this name; a `ConfigError` with the nearest right one where there is none."""
    if name not in VIEWS:
        raise ConfigError(f"--format: there is no format called {name!r}{did_you_mean(name, VIEWS)}")
    return VIEWS[name]
