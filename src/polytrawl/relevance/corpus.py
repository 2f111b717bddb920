"""Collections of texts to build resources from, one document at a time.

- a run directory: the main text of its documents in the language, with no reason against them but the topic
- a folder: every text file below it is a document
- a text file: its lines are documents; where there are empty lines, what stands between them
- lines of JSON: the field `text` of each; where a line has a `language`, it must be the right one

Files may be compressed with gzip or zstd.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import IO

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.records import Document, Lang
from polytrawl.rundir import RunDir

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["read_corpus"]

_TEXTS, _LINES = (".txt", ".text", ".md"), (".jsonl", ".ndjson")
_STAGES = ("topic", "language")  # of a run; the first that is finished


class _Line(msgspec.Struct):
    text: str = ""
    language: Lang = ""


_decoder = msgspec.json.Decoder(_Line)


def read_corpus(paths: Iterable[Path], language: Lang) -> Iterator[str]:
    """The documents of some collections that are in a language, or may be."""
    for path in paths:
        if not path.exists():
            raise ConfigError(f"{path}: there is no such file or folder")
        yield from filter(str.strip, _of_path(path, language))  # blank texts are no documents


def _of_path(path: Path, language: Lang) -> Iterator[str]:
    if (path / "polytrawl.json").exists():
        return _of_run(path, language)
    return _of_folder(path, language) if path.is_dir() else _of_file(path, language)


def _of_run(path: Path, language: Lang) -> Iterator[str]:
    run = RunDir.open(path)
    finished = [stage for stage in _STAGES if (found := run.manifest(stage)) and found.complete]
    if not finished:
        raise ConfigError(f"{path}: its documents have no language yet; run `polytrawl run {path} --to language`")
    for one in run.records(finished[0]):
        if isinstance(one, Document) and one.language == language and set(one.reasons) <= {"off-topic"}:
            yield one.text


def _of_folder(path: Path, language: Lang) -> Iterator[str]:
    files = sorted(one for one in path.rglob("*") if one.is_file() and _kind(one) in (*_TEXTS, *_LINES))
    if not files:
        raise ConfigError(
            f"{path}: no text files in it; expected {', '.join((*_TEXTS, *_LINES))}, perhaps with .gz or .zst"
        )
    for file in files:
        if _kind(file) in _LINES:
            yield from _of_file(file, language)
        else:
            yield "".join(_lines(file))


def _of_file(path: Path, language: Lang) -> Iterator[str]:
    if _kind(path) in _LINES:
        yield from _of_json(path, language)
        return
    part: list[str] = []
    has_gaps = _has_gaps(_lines(path))
    for line in _lines(path):
        if part and (not has_gaps or not line.strip()):
            yield "".join(part)
            part = []
        part.append(line)
    if part:
        yield "".join(part)


def _has_gaps(lines: Iterable[str]) -> bool:
    """Whether there are empty lines between others; those before the first and after the last part nothing."""
    are_blank = (not line.strip() for line in lines)
    return sum(1 for is_blank, _ in groupby(are_blank) if not is_blank) > 1


def _of_json(path: Path, language: Lang) -> Iterator[str]:
    for number, line in enumerate(_lines(path), 1):
        try:
            found = _decoder.decode(line)
        except msgspec.DecodeError as err:
            raise ConfigError(f"{path}, line {number}: not a JSON object with a text: {err}") from err
        if found.text and found.language in ("", language):
            yield found.text


def _kind(path: Path) -> str:
    bare = path.with_suffix("") if path.suffix in (".gz", ".zst") else path
    return bare.suffix.lower()


def _lines(path: Path) -> Iterator[str]:
    try:
        with _opened(path) as file:
            yield from file
    except (OSError, EOFError, UnicodeDecodeError, zlib.error, zstd.ZstdError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}; expected text in UTF-8") from err


def _opened(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    if path.suffix == ".zst":
        return zstd.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")
