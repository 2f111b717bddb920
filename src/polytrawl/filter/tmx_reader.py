"""TMX files read as a stream, piece by piece.

A file may come from anybody: what it declares as entities is refused, since a few lines of them can stand for
gigabytes, and nothing outside the file is ever read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from polytrawl.errors import ConfigError
from polytrawl.records import Lang

_PIECE = 1 << 16  # bytes
_CODE = frozenset({"bpt", "ept", "ph", "it", "ut"})  # what stands in them is markup of the original format
_MOST_CHARS = 1_000_000  # of a text; what is longer is no text, and is cut

Variants = list[tuple[Lang, str]]


def variants_of(path: Path) -> Iterator[Variants]:
    """Of each unit the languages and texts."""
    parser = _Parser(path)
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield from parser.feed(piece)
        yield from parser.feed(b"", is_last=True)
    if not parser.is_tmx:
        raise ConfigError(f"{path}: this is XML, but no TMX: there is no <tmx> in it")


class _Parser:
    """Turns pieces of a file into units."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._expat = expat.ParserCreate()
        self._expat.buffer_text = True
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._text
        self._expat.EntityDeclHandler = self._entity
        self._units: list[Variants] = []
        self._variants: Variants = []
        self._language = ""
        self._inside: list[str] | None = None  # of a <seg>
        self._length = 0
        self._codes = 0  # elements with code that are open
        self.is_tmx = False

    def feed(self, piece: bytes, *, is_last: bool = False) -> list[Variants]:
        """The units that end in a piece."""
        try:
            self._expat.Parse(piece, is_last)
        except expat.ExpatError as err:
            what = expat.errors.messages.get(err.code, str(err))
            raise ConfigError(
                f"{self._path}: broken XML in line {err.lineno}, column {err.offset + 1}: {what}"
            ) from err
        except (LookupError, ValueError) as err:  # an encoding that Python does not know, or that has several bytes
            raise ConfigError(f"{self._path}: the XML cannot be decoded: {err}") from err
        units, self._units = self._units, []
        return units

    def _entity(self, name: str, *_rest: object) -> None:
        line = self._expat.CurrentLineNumber
        raise ConfigError(f"{self._path}: line {line} declares the entity {name!r}; TMX needs none, so it is refused")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.is_tmx = self.is_tmx or name == "tmx"
        if name == "tu":
            self._variants = []
        elif name == "tuv":
            self._language = (attributes.get("xml:lang") or attributes.get("lang") or "und").lower().replace("_", "-")
        elif name == "seg":
            self._inside, self._length, self._codes = [], 0, 0
        elif name in _CODE:
            self._codes += 1

    def _end(self, name: str) -> None:
        if name == "seg" and self._inside is not None:
            text = " ".join("".join(self._inside).split("\n")).strip()
            if text:
                self._variants.append((self._language, text))
            self._inside = None
        elif name == "tu":
            self._units.append(self._variants)
            self._variants = []
        elif name in _CODE:
            self._codes -= 1

    def _text(self, text: str) -> None:
        if self._inside is not None and not self._codes and self._length < _MOST_CHARS:
            self._inside.append(text[: _MOST_CHARS - self._length])
            self._length += len(text)
