"""Lists of addresses as people and other commands write them: one a line, or a table with a column `url`.

Cells of a table are apart by tabs, in a `.csv` file by commas or semicolons; `.gz` files are unpacked.

`polytrawl bootstrap` writes `seeds.tsv` (language, url, count, titles), `polytrawl sites` writes `sites.tsv`; a folder
stands for the list in it. What is no web address is told with its line, and never stops the rest.
"""

from __future__ import annotations

import csv
import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError
from polytrawl.urls import host_of, normalise

__all__ = ["Listed", "SeedList", "read_list", "web_address"]

_IN_FOLDERS = ("sites.tsv", "seeds.tsv")  # what a folder stands for, in this order
# An address as people type it. A word alone would be the name of a machine next door: who means that writes http://.
_BARE = re.compile(r"[^\s/:@?#]+\.[^\s/:@?#]+(?::\d+)?(?:[/?#]|$)")
_MAX_SHOWN = 200  # letters of a line that is no address
NO_ADDRESS = "no-address"


class Listed(NamedTuple):
    """An address of a list, and what the list says of it."""

    url: str
    language: str = ""
    times: int = 0  # that it was met


class SeedList(NamedTuple):
    """The addresses of a list, and the lines that are none."""

    urls: list[Listed]
    unread: list[tuple[str, str]]  # where, and what stands there


def web_address(text: str) -> str | None:
    """The address in a line of a list, with its scheme; None where there is none.

    >>> web_address("example.org/x"), web_address("http://a.test"), web_address("just words"), web_address("word")
    ('https://example.org/x', 'http://a.test/', None, None)
    """
    written = text.strip()
    if not written or any(letter.isspace() for letter in written):
        return None
    if "://" not in written:
        written = f"https://{written}" if _BARE.match(written) else ""
    found = normalise(written)
    is_web = found is not None and found.startswith("http") and any(map(str.isalnum, host_of(found)))
    return found if is_web else None


def read_list(path: Path) -> SeedList:
    """The list in a file, or in the folder that another command has written."""
    file = _file(path)
    text = _text(file)
    made = SeedList([], [])
    for number, addresses, text_of_line in _lines(text, _separator(file, text)):
        if not addresses:
            made.unread.append((f"{file.name}:{number}", text_of_line[:_MAX_SHOWN]))
        made.urls.extend(addresses)
    return made


def _text(file: Path) -> str:
    try:
        found = file.read_bytes()
        if file.suffix.lower() == ".gz":
            found = gzip.decompress(found)
    except (OSError, EOFError, zlib.error) as err:
        raise ConfigError(f"{file}: cannot be read: {getattr(err, 'strerror', None) or err}") from err
    return found.decode("utf-8-sig", errors="replace")


def _separator(file: Path, text: str) -> str:
    """What stands between the cells of a table; in a `.csv` file what the first line has most of."""
    if file.with_suffix("" if file.suffix.lower() == ".gz" else file.suffix).suffix.lower() != ".csv":
        return "\t"
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


def _file(path: Path) -> Path:
    if not path.is_dir():
        return path
    for name in _IN_FOLDERS:
        if (path / name).exists():
            return path / name
    raise ConfigError(f"{path}: no list of addresses in this folder; expected {' or '.join(_IN_FOLDERS)}")


def _lines(text: str, separator: str) -> Iterator[tuple[int, list[Listed], str]]:
    """The lines that are not empty: their number, the addresses in them, and their text."""
    heads: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = _cells(line, separator)
        if not heads and "url" in (names := [cell.strip().casefold() for cell in cells]):
            heads = names
            continue
        yield number, (_row(heads, cells) if heads else _plain(cells)), line.strip()


def _cells(line: str, separator: str) -> list[str]:
    if separator == "\t":  # as our own tables are written: quotes mean nothing
        return line.split("\t")
    try:
        return next(csv.reader([line], delimiter=separator))
    except csv.Error:  # a cell longer than any address
        return [line]


def _plain(cells: Sequence[str]) -> list[Listed]:
    found = web_address(cells[0])
    return [Listed(found)] if found else []


def _row(heads: Sequence[str], cells: Sequence[str]) -> list[Listed]:
    """The addresses of a row: those at which a site starts, or its one."""
    row = dict(zip(heads, cells, strict=False))
    written = (row.get("starts") or row.get("url") or "").split()
    count = row.get("count", "").strip()
    language = row.get("language", "").strip().lower()
    found = (web_address(one) for one in written)
    return [Listed(one, language, int(count) if count.isdecimal() else 0) for one in found if one]
