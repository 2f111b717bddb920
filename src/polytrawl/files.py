"""Files written whole: a name never stands for half a file, also after a kill or on a full disk; and our own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import IO

import msgspec


def packaged(package: str, name: str) -> str:
    """The text of a file that comes with polytrawl, in one of its packages."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a small file."""
    with writing_whole(path) as file:
        file.write(text if isinstance(text, bytes) else text.encode("utf-8"))


@contextmanager
def writing_whole(path: Path) -> Iterator[IO[bytes]]:
    """A file under a temporary name, which is renamed when all of it is on disk, and goes where it is not."""
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON that people can read."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1))
