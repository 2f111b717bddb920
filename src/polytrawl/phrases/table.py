"""Phrase tables in the text format of Moses, packed or plain.

    source ||| target ||| p(f|e) lex(f|e) p(e|f) lex(e|f) ||| 0-0 1-1 ||| c(e) c(f) c(f,e)

Scores are probabilities, any number of them but the same on every line; what stands behind them may be missing.
"""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import opened

try:
    from isal import igzip
except ImportError:  # no wheel for this machine
    igzip = None  # type: ignore[assignment]  # what is missing is None

__all__ = [
    "BAR",
    "Row",
    "line_of",
    "lines_of",
    "order_of",
    "read_table",
    "row_of",
    "source_of",
    "write_lines",
    "writing_table",
]

BAR = " ||| "
_LINK = re.compile(r"(\d+)-(\d+)")
_BOM = b"\xef\xbb\xbf"


class Row(NamedTuple):
    """A phrase pair of a table."""

    source: str
    target: str
    scores: tuple[float, ...]
    links: str = ""
    counts: tuple[float, ...] = ()


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a table and their numbers; empty ones are passed over."""
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                text = (line.removeprefix(_BOM) if number == 1 else line).decode().strip("\r\n")
            except UnicodeDecodeError as err:
                raise ConfigError(f"{path}, line {number}: is not UTF-8 (byte {err.start + 1})") from err
            if text.strip():
                yield number, text


def read_table(path: Path) -> Iterator[Row]:
    """The pairs of a table as they are read; `ConfigError` tells the line that is wrong."""
    width = None
    for number, line in lines_of(path):
        row = row_of(line, f"{path}, line {number}")
        width = len(row.scores) if width is None else width
        if len(row.scores) != width:
            raise ConfigError(f"{path}, line {number}: has {len(row.scores)} scores, and lines before it have {width}")
        yield row


def source_of(line: str) -> str:
    """The source phrase of a line."""
    return line.partition(BAR)[0].strip()


def row_of(line: str, where: str) -> Row:
    """The pair of a line; `ConfigError` tells what is wrong with it."""
    columns = [column.strip() for column in line.split("|||")]
    if len(columns) < 3:  # noqa: PLR2004 - two phrases and scores
        raise ConfigError(f"{where}: expected `source ||| target ||| scores`, found {len(columns)} column(s)")
    source, target = columns[:2]
    if not source or not target:
        raise ConfigError(f"{where}: the {'source' if not source else 'target'} phrase is empty")
    scores = _numbers(columns[2], where, "score")
    if not scores:
        raise ConfigError(f"{where}: there are no scores")
    links = columns[3] if len(columns) > 3 else ""  # noqa: PLR2004 - the fourth column
    if problem := links and _wrong_link(links, source.count(" ") + 1, target.count(" ") + 1):
        raise ConfigError(f"{where}: {problem}")
    counts = _numbers(columns[4], where, "count") if len(columns) > 4 else ()  # noqa: PLR2004 - the fifth
    return Row(source, target, scores, links, counts)


def _numbers(text: str, where: str, what: str) -> tuple[float, ...]:
    try:
        found = tuple(map(float, text.split()))
    except ValueError as err:
        raise ConfigError(f"{where}: a {what} is no number: {text!r}") from err
    if not all(0 <= one < math.inf for one in found):
        raise ConfigError(
            f"{where}: a {what} is below 0 or not finite: {text!r}; wanted are probabilities, no logarithms"
        )
    return found


@lru_cache(
    maxsize=1 << 16
)  # most pairs are linked like many others: reading takes 11 microseconds a line in place of 15
def _wrong_link(text: str, sources: int, targets: int) -> str:
    """What is wrong with links; empty where nothing is."""
    for word in text.split():
        found = _LINK.fullmatch(word)
        if not found:
            return f"{word!r} is no link; expected places of words such as 0-1"
        if int(found[1]) >= sources or int(found[2]) >= targets:
            return f"the link {word} is outside of phrases with {sources} and {targets} word(s)"
    return ""


def line_of(row: Row) -> str:
    r"""A pair as a line.

    >>> line_of(Row("la casa", "house", (0.5, 0.25, 1.0, 0.5), "1-0", (2, 1, 1)))
    'la casa ||| house ||| 0.5 0.25 1 0.5 ||| 1-0 ||| 2 1 1\n'
    """
    scores, counts = (" ".join([f"{one:.6g}" for one in numbers]) for numbers in (row.scores, row.counts))
    line = f"{row.source} ||| {row.target} ||| {scores} ||| {row.links} ||| {counts}"
    return line.rstrip("| ") + "\n" if not row.counts and not row.links else line + "\n"


def order_of(line: str) -> bytes:
    """What lines are sorted by, as `LC_ALL=C sort` does it."""
    source, _, rest = line.partition(BAR)
    return f"{source}{BAR}{rest.partition(BAR)[0]}{BAR}".encode("utf-8", "replace")


@contextmanager
def writing_table(path: Path) -> Iterator[IO[bytes]]:
    """A table to write, packed where its name ends with .gz, which gets its name when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as raw:
            if path.suffix != ".gz":
                yield raw
            else:
                kind: Any = igzip.IGzipFile if igzip else gzip.GzipFile
                # Neither name nor time stand in the file, so that the same table is the same bytes.
                with kind(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write lines that are in order; how many there were. Without any there is no file."""
    rest = iter(lines)
    first = list(islice(rest, 1))
    number = 0
    if not first:
        return number
    with writing_table(path) as file:
        for number, line in enumerate(chain(first, rest), start=1):  # noqa: B007 - it is returned
            file.write(line.encode("utf-8", "replace"))
    return number
