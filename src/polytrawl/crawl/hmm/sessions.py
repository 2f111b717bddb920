"""Browsing sessions: which pages somebody has visited in which tab, and which of them he marked as relevant.

Lines of `relevant,tab,url`, as the dissertation has them in section 5.1.1; relevant is 1 or 0, or true or false.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from polytrawl import urls
from polytrawl.errors import ConfigError

_WORDS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class Visit(NamedTuple):
    """One page in one tab."""

    is_relevant: bool
    tab: str
    url: str


def read_sessions(path: Path) -> list[Visit]:
    """The visits in a file, in their order."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}") from err
    visits = [_visit(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not any(visit.is_relevant for visit in visits):
        raise ConfigError(f"{path}: no page is marked as relevant; mark some, and record again")
    return visits


def _visit(path: Path, number: int, line: str) -> Visit:
    relevant, _, rest = line.partition(",")
    tab, comma, url = rest.partition(",")
    address = urls.normalise(url.strip())
    if relevant.strip().lower() not in _WORDS or not comma or address is None:
        raise ConfigError(f"{path}, line {number}: expected relevant,tab,url with 1 or 0 first, got {line[:80]!r}")
    return Visit(_WORDS[relevant.strip().lower()], tab.strip(), address)


def steps(visits: Iterable[Visit]) -> list[tuple[str, str]]:
    """From which page to which the user went, tab by tab."""
    last: dict[str, str] = {}
    found = []
    for visit in visits:
        before = last.get(visit.tab)
        if before is not None and before != visit.url:
            found.append((before, visit.url))
        last[visit.tab] = visit.url
    return found


def states(visits: Sequence[Visit], number: int) -> dict[str, int]:
    """How many steps each page is away from a relevant one; the last state is for all that are further."""
    into: dict[str, list[str]] = {}
    for source, target in steps(visits):
        into.setdefault(target, []).append(source)
    found = dict.fromkeys((visit.url for visit in visits if visit.is_relevant), 0)
    queue = deque(found)
    while queue:
        url = queue.popleft()
        for source in into.get(url, ()):
            if source not in found:
                found[source] = found[url] + 1
                queue.append(source)
    return {visit.url: min(number - 1, found.get(visit.url, number)) for visit in visits}
