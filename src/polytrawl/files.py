"""Small files written whole: a name never stands for half a file, also after a kill or on a full disk."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


def write_whole(path: Path, text: str | bytes) -> None:
    """Write a file under a temporary name, and rename it when all of it is on disk."""
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON that people can read."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=1))
