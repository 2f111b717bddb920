"""Steps that are done once: each leaves a file beside what it has made that tells what it was made of.

A step whose inputs and options are the same as before is not done again, so that an experiment that was stopped goes on
where it was, and a changed file changes what depends on it and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
import xxhash

from polytrawl.files import write_json

__all__ = ["Steps"]

Made = TypeVar("Made")
_DONE = "done.json"


class Steps:
    """The steps of an experiment, in a folder."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder, self._say = folder, say
        self._keys: dict[Path, str] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def do(
        self, name: str, inputs: Iterable[Path], options: object, work: Callable[[Path], Made], kind: type[Made]
    ) -> Made:
        """What a step gives: from its file where it was done before, else by doing it in its own folder."""
        folder, file = self.folder / name, self.folder / name / _DONE
        key = self._keys[folder] = self._key(name, inputs, options)
        known, made = _read(file, kind) if file.exists() else ("", None)
        if made is not None and known == key:
            return made
        self._say(name)
        folder.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        made = work(folder)
        write_json(file, {"key": key, "made": made})
        return made

    def _key(self, name: str, inputs: Iterable[Path], options: object) -> str:
        parts = [name, repr(options)]
        for path in inputs:
            made = next((key for folder, key in self._keys.items() if path == folder or folder in path.parents), None)
            parts.append(made or _state(path))
        return xxhash.xxh3_64_hexdigest("\0".join(parts).encode("utf-8", "replace"))


def _read(file: Path, kind: type[Made]) -> tuple[str, Made | None]:
    try:
        raw = msgspec.json.decode(file.read_bytes())
        return raw["key"], msgspec.convert(raw["made"], kind)
    except (OSError, KeyError, TypeError, msgspec.MsgspecError):  # of another version: the step is done again
        return "", None


def _state(path: Path) -> str:
    """What changes when a file changes; of a run, its newest stage."""
    files = [path] if path.is_file() else sorted(path.glob("*"))
    return "\0".join(f"{one}:{one.stat().st_size}:{one.stat().st_mtime_ns}" for one in files)
