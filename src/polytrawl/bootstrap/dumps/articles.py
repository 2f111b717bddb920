"""Articles out of the XML dump of a wiki, those that are wanted, in one pass over the file.

The dump is read by lines, since MediaWiki writes every tag of a page on a line of its own: parsing the XML of pages
that nobody asked for would take most of the time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path

from polytrawl.bootstrap.dumps.lines import Lines

__all__ = ["articles_in"]

_TITLE, _TITLE_END = b"    <title>", b"</title>"
_TEXT, _TEXT_END = b"<text ", b"</text>"


class articles_in:  # noqa: N801 - used as a function; `trouble` says whether the file was cut
    """Titles and wikitexts of the wanted articles."""

    def __init__(self, path: Path, titles: Collection[str]) -> None:
        self._lines, self._titles = Lines(path), titles

    @property
    def trouble(self) -> str:
        """Why the file ended too early; empty where it did not."""
        return self._lines.trouble

    def __iter__(self) -> Iterator[tuple[str, str]]:
        title, text = "", [b""]
        is_open = False
        left = len(self._titles)
        for line in self._lines:
            if is_open:
                text.append(line)
            elif line.startswith(_TITLE):
                title = unescape(line[len(_TITLE) : line.find(_TITLE_END)].decode("utf-8", "replace"))
                continue
            elif title in self._titles and (start := line.find(_TEXT)) >= 0:
                tag, _, rest = line[start:].partition(b">")
                # Of an empty article the tag ends itself, and no other ends it.
                text, is_open = [_TEXT_END if tag.endswith(b"/") else rest], True
            if is_open and text[-1].endswith(_TEXT_END):
                yield title, unescape(b"\n".join(text).removesuffix(_TEXT_END).decode("utf-8", "replace"))
                is_open, title, left = False, "", left - 1
                if not left:
                    return
