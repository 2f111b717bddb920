"""Tables and lists in Markdown that hold texts of the web without taking them for markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from polytrawl.characters import one_line

__all__ = ["cell", "code_list", "ranked", "table"]

_SHOWN = 20  # rows, before the rest is only counted
_BREAKERS = re.compile(r"([\\`*_{}\[\]<>|#])")


def cell(text: str) -> str:
    """A text of the web as a cell: on one line, and with nothing that Markdown would take for markup."""
    return _BREAKERS.sub(r"\\\1", one_line(text))


def code_list(words: Iterable[str]) -> str:
    """Words in backticks, sorted."""
    return ", ".join(f"`{word}`" for word in sorted(words))


def table(heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    """A table whose first column is text, and the others numbers."""
    lines = [f"| {' | '.join(heads)} |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    lines += (f"| {' | '.join(map(_said, row))} |" for row in rows)
    return "\n".join(lines)


def _said(value: str | int) -> str:
    return f"{value:,}" if isinstance(value, int) else cell(value)


def ranked(head: str, columns: Mapping[str, Mapping[str, int]]) -> str:
    """A table of counts by name, the largest first; each column has a head and its counts, all for the same names."""
    names = {name for counts in columns.values() for name in counts}
    found = [(name, [counts.get(name, 0) for counts in columns.values()]) for name in names]
    found.sort(key=lambda one: ([-number for number in one[1]], one[0]))
    if not found:
        return "None."
    more = f"\n\nand {len(found) - _SHOWN:,} more." if found[_SHOWN:] else ""
    return table((head, *columns), ((name, *numbers) for name, numbers in found[:_SHOWN])) + more
