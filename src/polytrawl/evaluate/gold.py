"""Known page pairs: text files with two addresses a line and a tab between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError
from polytrawl.urls import normalise

__all__ = ["Couple", "Known", "couple", "read_known"]

Couple = tuple[str, str]  # two addresses, the smaller first: the direction of a pair does not matter


class Known(NamedTuple):
    """A known pair, as its file has it."""

    left: str
    right: str
    file: int  # the number of the file: pairs of one file are often of one pair of languages

    @property
    def couple(self) -> Couple:
        """The pair without a direction."""
        return couple(self.left, self.right)


def couple(left: str, right: str) -> Couple:
    """Two addresses without a direction.

    >>> couple("http://b.test/", "http://a.test/")
    ('http://a.test/', 'http://b.test/')
    """
    return (left, right) if left <= right else (right, left)


def read_known(paths: Iterable[Path]) -> list[Known]:
    """The pairs of all files, each once; more columns, empty lines and a line of column names do no harm."""
    found: dict[Couple, Known] = {}
    for number, path in enumerate(paths):
        for left, right in _read(path):
            found.setdefault(couple(left, right), Known(left, right, number))
    return list(found.values())


def _read(path: Path) -> Iterator[Couple]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as err:
        raise ConfigError(f"{path}: not text in UTF-8 ({err.reason} at byte {err.start})") from err
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err
    for number, line in enumerate(lines, 1):
        is_head = number == 1 and "\t" in line and "://" not in line
        if line.strip() and not line.startswith("#") and not is_head:
            yield _addresses(line, f"{path}, line {number}")


def _addresses(line: str, where: str) -> Couple:
    cells = line.split("\t")
    if len(cells) == 1:
        raise ConfigError(f"{where}: expected two addresses with a tab between them")
    left, right = (normalise(cell.strip()) for cell in cells[:2])
    if left is None or right is None:
        wrong = cells[0] if left is None else cells[1]
        raise ConfigError(f"{where}: {wrong.strip()!r} is not a web address")
    return left, right
