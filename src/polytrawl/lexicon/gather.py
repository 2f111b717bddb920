"""Dictionaries of any form as one lexicon, with what was left out of each and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.language_tags import same_language
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.formats import (
    FORMS,
    Couple,
    Damaged,
    Wanted,
    languages_of,
    origin_of,
    read_couples,
    tells_languages,
)
from polytrawl.lexicon.merge import merged
from polytrawl.records import Lang

__all__ = ["FileRead", "Gathered", "between", "gather", "read_whole"]

Languages = tuple[Lang, Lang]


class FileRead(msgspec.Struct):
    """What came of one dictionary."""

    file: str
    origin: str
    entries: int = 0
    dropped: dict[str, int] = {}
    problem: str = ""  # why it was not read to its end


class Gathered(msgspec.Struct):
    """A lexicon, and the dictionaries that it is made of."""

    languages: Languages
    entries: list[Entry]
    files: list[FileRead]


def gather(
    paths: Sequence[Path], languages: Languages, *, most_words: int = 5, also_of_lexicons: bool = False
) -> Gathered:
    """The entries of dictionaries between two languages; `ConfigError` where there are none, or they are of others.

    Of a file that is cut or broken, what can be read is kept, and `problem` tells the rest. Who made a lexicon has
    chosen how long its entries are; `also_of_lexicons` limits them all the same.
    """
    turned = [_is_turned(path, languages) for path in paths]  # before any of the work
    files = [FileRead(str(path), origin_of(path)) for path in paths]
    found = (
        entry
        for path, is_turned, file in zip(paths, turned, files, strict=True)
        for entry in _entries(path, Wanted(languages, most_words, also_of_lexicons), file, is_turned=is_turned)
    )
    entries = list(merged(found))
    if not entries:
        raise ConfigError(_nothing(files))
    return Gathered(languages, entries, files)


def read_whole(path: Path, *, most_words: int = 5) -> tuple[Languages, list[Entry], FileRead]:
    """A dictionary of any form that tells its languages: its entries from left to right, each once."""
    languages = between(path)
    found = gather([path], languages, most_words=most_words)
    return found.languages, found.entries, found.files[0]


def between(path: Path, languages: Languages | None = None) -> Languages:
    """The languages that a dictionary is between; `ConfigError` where neither it nor the caller tells."""
    found = languages_of(path) or languages
    if found is None:
        raise ConfigError(
            f"{path}: neither its first line nor its name tells its languages; next: polytrawl lexicon import {path} "
            "--langs en,de --out lexicon.en-de.tsv"
        )
    return found


def _is_turned(path: Path, languages: Languages) -> bool:
    """Whether the dictionary goes from the second language to the first one."""
    own = languages_of(path)
    if own is None or _same(own, languages):
        return False
    if _same(own, languages[::-1]):
        return True
    if tells_languages(path):
        raise ConfigError(f"{path}: it is {own[0]}-{own[1]}, and {languages[0]}-{languages[1]} is wanted")
    return False  # a name such as `my-fox.tsv` tells nothing


def _same(one: Sequence[Lang], other: Sequence[Lang]) -> bool:
    return all(map(same_language, one, other))


def _entries(path: Path, wanted: Wanted, file: FileRead, *, is_turned: bool) -> Iterator[Entry]:
    if is_turned and wanted.languages:
        wanted.languages = wanted.languages[1], wanted.languages[0]
    try:
        for couple in read_couples(path, wanted):
            file.entries += 1
            yield _entry(couple, file.origin, is_turned=is_turned)
    except Damaged as err:
        file.problem = str(err)
    file.dropped = dict(Counter(wanted.dropped).most_common())


def _entry(couple: Couple, origin: str, *, is_turned: bool) -> Entry:
    origin = couple.origin or origin
    if is_turned:
        return Entry(couple.right, couple.left, couple.back, origin, couple.support)
    return Entry(couple.left, couple.right, couple.forth, origin, couple.support)


def _nothing(files: Iterable[FileRead]) -> str:
    why = "; ".join(f"{one.file}: {one.problem or _reasons(one.dropped)}" for one in files)
    return f"no entries were found: {why}; give {FORMS}"


def _reasons(dropped: dict[str, int]) -> str:
    return (
        ", ".join(f"{number} {reason}" for reason, number in dropped.items()) or "it has none between these languages"
    )
