"""Sentences as they come: from a file, or from a stream whose writer may wait for answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import opened

__all__ = ["file_lines", "read_parallel", "waiting_lines"]

_BATCH = 2_000  # sentences


def file_lines(path: Path) -> Iterator[list[str]]:
    """The lines of a file, many at a time; empty ones stay."""
    with opened(path, allow_nul=True) as file:
        lines = map(_text, file)
        while batch := list(islice(lines, _BATCH)):
            yield batch


def waiting_lines(stream: IO[bytes]) -> Iterator[list[str]]:
    """The lines of a stream, as many at a time as are there: who writes one and waits gets its answer."""
    queue: Queue[bytes] = Queue(4 * _BATCH)
    Thread(target=_take, args=(stream, queue), daemon=True).start()
    is_open = True
    while is_open:
        batch = [queue.get()]
        try:
            while batch[-1] and len(batch) < _BATCH:
                batch.append(queue.get_nowait())
        except Empty:
            pass
        is_open = bool(batch[-1])
        lines = [_text(line) for line in batch if line]
        if lines:
            yield lines


def read_parallel(source: Path, references: Sequence[Path]) -> tuple[list[str], list[list[str]]]:
    """Sentences, and for each of them the translations in some files."""
    sources = _all(source)
    texts = [_all(path) for path in references]
    for path, lines in zip(references, texts, strict=True):
        if len(lines) != len(sources):
            raise ConfigError(f"{path} has {len(lines)} lines, and {source} has {len(sources)}")
    return sources, [list(row) for row in zip(*texts, strict=True)]


def _all(path: Path) -> list[str]:
    return [line for batch in file_lines(path) for line in batch]


def _take(stream: IO[bytes], queue: Queue[bytes]) -> None:
    for line in stream:
        queue.put(line)
    queue.put(b"")


def _text(line: bytes) -> str:
    return " ".join(line.decode("utf-8", "replace").replace("\0", " ").split())
