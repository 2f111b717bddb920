"""Browsing sessions: which pages somebody has visited in which tab, and which were marked as relevant.

Lines of `relevant,tab,url`, as the dissertation has them in section 5.1.1 and the browser extension writes them, in the
order of the visits; relevant is 1 or 0, or true or false. A URL may hold commas. A first line that names the three
columns, empty lines, and lines that begin with `#` are skipped. This is the one reader: the strategy HMM learns from
it, and the topic takes judged pages from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from polytrawl import urls
from polytrawl.errors import ConfigError

__all__ = ["Visit", "judged", "looks_like_session", "read_sessions", "visits_in"]

_COLUMNS = ["relevant", "tab", "url"]
_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class Visit(NamedTuple):
    """One page in one tab."""

    is_relevant: bool
    tab: str
    url: str


def read_sessions(path: Path) -> list[Visit]:
    """The visits in a file, in their order."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}") from err
    return visits_in(lines, str(path))


def visits_in(lines: Iterable[str], file: str) -> list[Visit]:
    """The visits in lines; a `ConfigError` names the line that cannot be understood."""
    visits = [_visit(file, number, cells) for number, cells in _cells(lines)]
    if not any(visit.is_relevant for visit in visits):
        raise ConfigError(f"{file}: no page is marked as relevant; mark some, and record again")
    return visits


def looks_like_session(lines: Iterable[str]) -> bool:
    """Whether the first line that is not skipped has the form of a visit, rather than that of a table with tabs."""
    first = next((line for line in lines if _counts(line)), "")
    return first.count(",") >= len(_COLUMNS) - 1 and "\t" not in first


def judged(visits: Iterable[Visit]) -> dict[str, bool]:
    """Every visited page once, and whether it was marked on any of its visits.

    >>> judged([Visit(False, "1", "http://a.test/"), Visit(True, "2", "http://a.test/")])
    {'http://a.test/': True}
    """
    found: dict[str, bool] = {}
    for visit in visits:
        found[visit.url] = found.get(visit.url, False) or visit.is_relevant
    return found


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _cells(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    is_first = True
    for number, line in enumerate(lines, 1):
        if _counts(line):
            cells = [cell.strip() for cell in line.split(",", len(_COLUMNS) - 1)]
            if not (is_first and [cell.lower() for cell in cells] == _COLUMNS):
                yield number, cells
            is_first = False


def _visit(file: str, number: int, cells: list[str]) -> Visit:
    address = urls.normalise(cells[-1]) if len(cells) == len(_COLUMNS) else None
    if cells[0].lower() not in _WORDS or address is None:
        line = ",".join(cells)[:80]
        raise ConfigError(f"{file}, line {number}: expected relevant,tab,url with 1 or 0 first, got {line!r}")
    return Visit(_WORDS[cells[0].lower()], cells[1], address)
