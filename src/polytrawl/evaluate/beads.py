"""Alignments read from files: `vec`, a hunalign ladder, or a table of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.evaluate.alignments import Sides

_VEC = re.compile(r"\s*\[([^\]]*)\]\s*:\s*\[([^\]]*)\]")
_RUNG = re.compile(r"\s*(\d+)\s+(\d+)(\s|$)")
# The last columns of what `polytrawl align --format tsv` writes.
_NUMBERED = ("source_sentences", "target_sentences")


def read_beads(path: Path, form: str = "auto") -> list[Sides]:
    """The beads of a file, sentences numbered from 0; its format is seen from its first line, or told."""
    if form != "auto" and form not in _READERS:
        raise ConfigError(f"--format: no such format {form!r}{did_you_mean(form, [*_READERS, 'auto'])}")
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as err:
        raise ConfigError(f"{path}: is no alignment: it is not UTF-8") from err
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror or err}") from err
    wanted = [(number, line.rstrip("\r")) for number, line in enumerate(lines, start=1) if line.strip(" \r")]
    if not wanted:
        return []
    reader = _READERS[_guess(wanted) if form == "auto" else form]
    return reader(path, wanted)


def _guess(lines: Sequence[tuple[int, str]]) -> str:
    """A table of single numbers that begins with 0 and 0 is taken for a ladder; `--format` tells otherwise."""
    if lines[0][1].lstrip().startswith("["):
        return "vec"
    if "\t" not in lines[0][1] or all(_RUNG.match(line) for _, line in lines):
        return "ladder"
    return "tsv"


def _vec(path: Path, lines: Sequence[tuple[int, str]]) -> list[Sides]:
    beads = []
    for number, line in lines:
        found = _VEC.match(line)
        if not found:
            raise _wrong(path, number, line, "[0, 1]:[2]")
        beads.append((_numbers(path, number, found[1]), _numbers(path, number, found[2])))
    return beads


def _ladder(path: Path, lines: Sequence[tuple[int, str]]) -> list[Sides]:
    rungs = []
    for number, line in lines:
        found = _RUNG.match(line)
        if not found:
            raise _wrong(path, number, line, "two numbers, a rung of a ladder")
        rungs.append((int(found[1]), int(found[2])))
    return [(tuple(range(a, c)), tuple(range(b, d))) for (a, b), (c, d) in pairwise(rungs)]


def _tsv(path: Path, lines: Sequence[tuple[int, str]]) -> list[Sides]:
    columns = (0, 1)
    head = lines[0][1].split("\t")
    if set(_NUMBERED) <= set(head):
        columns = head.index(_NUMBERED[0]), head.index(_NUMBERED[1])
        lines = lines[1:]
    beads = []
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) <= max(columns):
            raise _wrong(path, number, line, "two columns of numbers, a tab between")
        beads.append((_numbers(path, number, cells[columns[0]]), _numbers(path, number, cells[columns[1]])))
    return beads


_READERS: dict[str, Callable[[Path, Sequence[tuple[int, str]]], list[Sides]]] = {
    "vec": _vec,
    "ladder": _ladder,
    "tsv": _tsv,
}


def _numbers(path: Path, number: int, text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted(int(word) for word in text.replace(",", " ").split()))
    except ValueError as err:
        raise _wrong(path, number, text, "numbers of sentences") from err


def _wrong(path: Path, number: int, line: str, expected: str) -> ConfigError:
    return ConfigError(f"{path}: line {number}: expected {expected}, got {line[:60]!r}")
