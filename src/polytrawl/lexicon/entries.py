"""The one form in which bilingual lexicons stand on disk, whatever they were made from.

UTF-8 lines with tabs: source, target, score, origin, support. The first line names both languages: `# lexicon en de`.
Lines that people write by hand may end after the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

import msgspec

from polytrawl.characters import one_line
from polytrawl.errors import ConfigError
from polytrawl.files import writing_whole
from polytrawl.language_tags import same_language
from polytrawl.records import Lang

__all__ = [
    "Entry",
    "entry_of",
    "header_languages",
    "joined_origins",
    "read_lexicon",
    "read_lexicon_between",
    "write_lexicon",
]

_HEADER = "# lexicon"
_AND = ";"  # between origins


class Entry(msgspec.Struct, frozen=True):
    """A word or phrase and one translation of it."""

    source: str
    target: str
    score: float = 1.0  # how far it is believed, 0..1
    origin: str = ""  # where it is from, such as `freedict:eng-deu` or `pivot:fr`; several are joined by `;`
    support: int = 1  # how many independent paths or co-occurrences speak for it

    @property
    def origins(self) -> list[str]:
        """Where it is from, one by one."""
        return [one for one in self.origin.split(_AND) if one]

    def turned(self) -> Entry:
        """The same entry from the other language."""
        return Entry(self.target, self.source, self.score, self.origin, self.support)


def joined_origins(origins: Iterable[str]) -> str:
    """Several origins as one, each named once, in order.

    >>> joined_origins(["pivot:fr", "freedict:eng-ita;pivot:de", "pivot:fr"])
    'freedict:eng-ita;pivot:de;pivot:fr'
    """
    return _AND.join(sorted({one for origin in origins for one in origin.split(_AND) if one}))


def write_lexicon(
    path: Path, languages: tuple[Lang, Lang], entries: Iterable[Entry], *, also_empty: bool = True
) -> int:
    """Write a lexicon as the entries come, and give the file its name when all of it is on disk; how many were written.

    Tabs and line ends in words become spaces. What is then empty, or would be read as a comment, is left out. Without
    any entries there is a file only if `also_empty`: else one that stood there before stays.
    """
    lines = _lines(entries)
    first = list(islice(lines, 1))
    if not first and not also_empty:
        return 0
    written = 0
    with writing_whole(path) as file:
        file.write(f"{_HEADER} {languages[0]} {languages[1]}\n".encode())
        for written, line in enumerate(chain(first, lines), start=1):  # noqa: B007 - it is returned
            file.write(line.encode("utf-8", "replace"))
    return written


def _lines(entries: Iterable[Entry]) -> Iterator[str]:
    for entry in entries:
        source, target = one_line(entry.source), one_line(entry.target)
        if source and target and not source.startswith("#"):
            yield f"{source}\t{target}\t{entry.score:.4g}\t{one_line(entry.origin)}\t{entry.support}\n"


def read_lexicon(path: Path) -> tuple[tuple[Lang, Lang], Iterator[Entry]]:
    """The languages of a lexicon, and its entries as they are read; `ConfigError` where it is none."""
    try:
        with path.open("rb") as file:
            languages = header_languages(file.readline())
    except OSError as err:
        raise ConfigError(f"lexicon {path}: cannot be read: {err.strerror}") from err
    if languages is None:
        raise ConfigError(
            f"lexicon {path}: its first line is not `{_HEADER} en de`; "
            f"next: polytrawl lexicon import {path} --langs en,de --out NEW.tsv"
        )
    return languages, _entries(path)


def read_lexicon_between(path: Path, languages: tuple[Lang, Lang]) -> Iterator[Entry]:
    """The entries of a lexicon from the first language to the second, turned where it goes the other way.

    `ConfigError` where it is between other languages.
    """
    own, entries = read_lexicon(path)
    if all(map(same_language, own, languages)):
        return entries
    if all(map(same_language, own[::-1], languages)):
        return (entry.turned() for entry in entries)
    raise ConfigError(
        f"lexicon {path}: its first line says {own[0]} {own[1]}, and {languages[0]} {languages[1]} is wanted; take "
        "another lexicon, or correct the line"
    )


def header_languages(first_line: bytes) -> tuple[Lang, Lang] | None:
    r"""The languages that the first line of a lexicon names; None where it is another file.

    >>> header_languages(b"# lexicon en de"), header_languages(b"Haus\thouse")
    (('en', 'de'), None)
    """
    words = first_line.decode("utf-8", "replace").removeprefix("\ufeff").split()
    if words[:2] != _HEADER.split() or len(words) != 4:  # noqa: PLR2004 - header and both languages
        return None
    return words[2], words[3]


def _entries(path: Path) -> Iterator[Entry]:
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.startswith("#") and line.strip():
                    yield entry_of(line, f"lexicon {path}, line {number}")
    except UnicodeDecodeError as err:
        raise ConfigError(f"lexicon {path}: is not UTF-8: {err.reason} at byte {err.start}") from err


def entry_of(line: str, where: str) -> Entry:
    """The entry of one line; `ConfigError` tells where it is wrong."""
    columns = [column.strip() for column in line.split("\t")]
    if len(columns) < 2 or not columns[0] or not columns[1]:  # noqa: PLR2004 - source and target
        raise ConfigError(f"{where}: wants a word, a tab and its translation")
    source, target, score, origin, support = (*columns, "", "", "")[:5]
    try:
        entry = Entry(source, target, float(score or 1), origin, int(support or 1))
    except ValueError as err:
        raise ConfigError(f"{where}: score and support are numbers: {err}") from err
    if not 0 <= entry.score <= 1 or entry.support < 0:
        raise ConfigError(f"{where}: a score is from 0 to 1, and support from 0 on")
    return entry
