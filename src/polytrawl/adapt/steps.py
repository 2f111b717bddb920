"""Steps that are done once: each leaves a file beside what it has made that tells what it was made of.

A step whose inputs, options and version of polytrawl are the same as before is not done again, so that an experiment
that was stopped goes on where it was, and a changed file changes what depends on it and no more.
"""

from __future__ import annotations

import importlib.metadata
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
        parts = [importlib.metadata.version("polytrawl"), name, repr(options)]
        for path in inputs:
            made = next((one for one in self._keys if path == one or one in path.parents), None)
            parts.append(f"{path.relative_to(self.folder)}:{self._keys[made]}" if made else _state(path))
        return xxhash.xxh3_64_hexdigest("\0".join(parts).encode("utf-8", "replace"))


def _read(file: Path, kind: type[Made]) -> tuple[str, Made | None]:
    try:
        raw = msgspec.json.decode(file.read_bytes())
        return raw["key"], msgspec.convert(raw["made"], kind)
    except (OSError, KeyError, TypeError, msgspec.MsgspecError):  # of another version: the step is done again
        return "", None


def _state(path: Path) -> str:
    """What changes when a file changes; of a run, one of its stages: what is made of them may lie beside them."""
    files = [path] if path.is_file() else sorted((*path.glob("run.toml"), *path.glob("*/manifest.json")))
    return "\0".join(f"{one}:{one.stat().st_size}:{one.stat().st_mtime_ns}" for one in files)
