"""Signatures: what a stage's result depends on besides its input.

Two runs with the same signature and the same input give the same bytes, so a stage is skipped when neither has
changed. The code of a stage is part of its signature: who edits an extractor need not remember to delete old results.
"""

from __future__ import annotations

import importlib.metadata
import inspect
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import xxhash

import polytrawl
from polytrawl import options
from polytrawl.config import Config
from polytrawl.errors import ConfigError
from polytrawl.manifest import FORMAT, combine
from polytrawl.plugin import LOCAL, find
from polytrawl.work import Stage

_ROOT = Path(polytrawl.__file__).parent
# What stages import beside their own folder.
_SHARED_FOLDERS = ("comparable", "lexicon/formats", "outside", "relevance")
_SHARED_CODE = (
    *("alike.py", "characters.py", "mojibake.py", "language_tags.py", "personal.py", "ranking.py", "tokens.py"),
    *("fingerprint.py", "records.py", "sessions.py", "urls.py", "url_policy.py", "url_policy.tsv", "shards.py"),
    *("sentences/__init__.py", "sentences/abbreviations.py", "sentences/ends.py", "sentences/width.py"),
    "sentences/data/abbreviations.toml",
    *("lexicon/cognates.py", "lexicon/dictionary.py", "lexicon/entries.py", "lexicon/learn.py", "lexicon/lexicon.py"),
    *("lexicon/local.py", "lexicon/side.py", "lexicon/words.py"),
    *(f"{part}/{path.name}" for part in _SHARED_FOLDERS for path in sorted((_ROOT / part).glob("*.py"))),
    *("warc/read.py", "warc/records.py", "warc/survey.py", "warc/write.py"),
)


def signature_of(stage: str, config: Config) -> str:
    """The signature of a stage under a config."""
    resolved = config.stages[stage]
    classes, files = options.parts(find(Stage, stage), resolved)
    settings = msgspec.json.encode(resolved, order="deterministic").decode()
    return combine([str(FORMAT), settings, *_code(stage, classes), *map(_file_digest, files)])


def changes(old: Mapping[str, Any], new: Mapping[str, Any], prefix: str = "") -> list[str]:
    """What differs between two sets of options, in words: `min_chars 25 -> 40`."""
    found: list[str] = []
    for key in sorted({*old, *new}):
        before, after = old.get(key), new.get(key)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            found += changes(before, after, f"{prefix}{key}.")
        elif before != after:
            found.append(f"{prefix}{key}{_change(before, after)}")
    return found


def _change(before: object, after: object) -> str:
    old, new = _short(before), _short(after)
    return f" {old!r} -> {new!r}" if old != new else " (options of them)"


def _short(value: object) -> object:
    """A value as it is told: plug-ins by their names."""
    if isinstance(value, Mapping):
        return value.get("use", dict(value))
    return [_short(item) for item in value] if isinstance(value, list) else value


def code_of(*stages: str) -> str:
    """The code of some stages, and of what they share, as one digest."""
    return combine([digest for stage in stages for digest in _code(stage, ())])


def plugin_digest(cls: type, resolved: Mapping[str, Any]) -> str:
    """What a plug-in gives depends on this: options, the contents of files that they name, and code from outside."""
    classes, files = options.parts(cls, resolved)
    named = {one.name for one in options.options(cls) if options.names_files(one)}  # a moved file is the same file
    settings = {key: value for key, value in resolved.items() if key not in named}
    return combine(
        [msgspec.json.encode(settings, order="deterministic").decode(), *_foreign(classes), *map(_file_digest, files)]
    )


def _code(stage: str, classes: Iterable[type]) -> list[str]:
    own = sorted((_ROOT / stage).rglob("*"))
    shared = [_ROOT / name for name in _SHARED_CODE]
    code = [path for path in (*own, *shared) if path.suffix in {".py", ".tsv", ".toml", ".npz"}]
    return [*map(_file_digest, code), *_foreign(classes)]


def _foreign(classes: Iterable[type]) -> list[str]:
    """What is not of this package: modules of plug-ins, and libraries."""
    classes = set(classes)
    # A local plug-in's module is named after the digest of its source; a package's is read from its file.
    modules = sorted({cls.__module__ for cls in classes if not cls.__module__.startswith("polytrawl.")})
    foreign = [Path(inspect.getfile(sys.modules[name])) for name in modules if not name.startswith(LOCAL)]
    libraries = sorted({library for cls in classes for library in getattr(cls, "libraries", ())})
    return [*modules, *map(_file_digest, foreign), *map(_version, libraries)]


def _version(library: str) -> str:
    try:
        return f"{library} {importlib.metadata.version(library)}"
    except importlib.metadata.PackageNotFoundError:
        return f"{library} missing"  # an extra; who needs it says so when it is built


def _file_digest(path: Path) -> str:
    try:
        return xxhash.xxh3_128_hexdigest(path.read_bytes())
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}; is the path in run.toml right?") from err
