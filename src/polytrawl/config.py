"""The config of a run: one run.toml, a table per stage, everything checked before anything starts.

Order of strength: defaults < run.toml < `--set table.key=value`. Unknown keys and wrong values are errors.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
import tomli_w

from polytrawl import options
from polytrawl.crawl.sources import Folder
from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.options import Context, absolute, option
from polytrawl.plugin import STAGES, PluginFile, find
from polytrawl.records import SIGNALS, Lang, Signal
from polytrawl.work import Stage

Tag = Annotated[Lang, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,8})*$")]


@dataclass(kw_only=True, frozen=True)
class Run:
    """The keys above the tables of run.toml: what holds for all stages."""

    languages: Annotated[tuple[Tag, ...], msgspec.Meta(min_length=1)] = field(
        metadata={"help": 'languages wanted, as BCP-47 tags in lower case; e.g. ["en", "de"]'}
    )
    seeds: tuple[str, ...] = option((), "addresses to start from")
    warcs: tuple[str, ...] = option((), "WARC files to take pages from, also from other crawlers")
    folders: tuple[Folder, ...] = option(
        (), 'folders of saved HTML files; a path, or { path = "...", base_url = "..." }'
    )
    honour: tuple[Signal, ...] = option(SIGNALS, "opt-outs of site owners that are honoured")
    pdf: bool = option(default=False, help="also take PDF files; needs the extra `pdf`")
    plugins: tuple[str, ...] = option((), "Python files with your own plug-ins")
    workers: Annotated[int, msgspec.Meta(ge=0)] = option(0, "worker processes; 0 means one per core")
    engine: Annotated[str, msgspec.Meta(pattern="^(local|ray(:.+)?)$")] = option(
        "local", 'where the work is done: "local", "ray", or "ray:ADDRESS"'
    )
    max_error_share: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.1, "a stage stops when a plug-in raises on a larger share of its records"
    )


class Config(msgspec.Struct, frozen=True):
    """A complete, checked config."""

    run: dict[str, Any]  # the options of `Run`, resolved
    stages: dict[str, dict[str, Any]]  # the options of every stage, resolved
    files: tuple[PluginFile, ...] = ()

    @property
    def languages(self) -> tuple[Lang, ...]:
        """The languages of the run, in the user's order."""
        return tuple(self.run["languages"])

    def to_toml(self) -> str:
        """The config as a run.toml with every default filled in."""
        shared = {name: set() if name not in self.stages else _shared_names(name) for name in STAGES}
        tables = {name: _drop(table, shared[name]) for name, table in self.stages.items()}
        return tomli_w.dumps({**_drop(self.run, set()), **tables})


def _shared_names(stage: str) -> set[str]:
    return {one.name for one in options.options(find(Stage, stage)) if one.shared}


def _drop(table: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """A table as TOML can say it: no None, nothing that stands at the top level already."""
    made: dict[str, Any] = {}
    for key, value in table.items():
        if value is None or key in names:
            continue
        made[key] = _drop(value, _run_names()) if isinstance(value, Mapping) else value
        if isinstance(value, list):
            made[key] = [_drop(item, _run_names()) if isinstance(item, Mapping) else item for item in value]
    return made


def _run_names() -> set[str]:
    return {one.name for one in options.options(Run)}


def load(path: Path, sets: Iterable[str] = ()) -> Config:
    """The config in a file, with `--set` values laid over it."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as err:
        raise ConfigError(f"{path}: no such file; `polytrawl init DIR` writes one") from err
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}") from err
    try:
        return resolve(table, sets=sets, folder=path.parent)
    except ConfigError as err:
        raise ConfigError(f"{path}: {err}") from err


def resolve(table: Mapping[str, Any], *, sets: Iterable[str] = (), folder: Path) -> Config:
    """A config from plain values; relative paths start from the folder."""
    table = overlaid(table, sets)
    tables = {name: table.pop(name, {}) for name in STAGES}
    _check_top(table, tables)
    run = options.resolve(Run, _with_folders(table, folder), where="", context=Context(folder=folder))
    files = tuple(PluginFile.read(folder / name) for name in run["plugins"])
    for file in files:
        file.load()
    context = Context(shared=run, folder=folder)
    stages = {name: options.resolve(find(Stage, name), tables[name], where=name, context=context) for name in STAGES}
    twice = [lang for lang, number in Counter(run["languages"]).items() if number > 1]
    if twice:
        raise ConfigError(f"languages: {twice[0]!r} stands there twice")
    if not (run["seeds"] or run["warcs"] or run["folders"]):
        raise ConfigError("seeds: nothing to start from; give seeds, warcs or folders")
    return Config(run=run, stages=stages, files=files)


def check(config: Config) -> None:
    """Raise `ConfigError` for what only shows when looking at the whole and at the disk: contact, scope, files."""
    for name, resolved in config.stages.items():
        find(Stage, name).check(resolved)


def overlaid(table: Mapping[str, Any], sets: Iterable[str]) -> dict[str, Any]:
    """A copy of a config's plain values with `--set` values laid over it."""
    copy: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table))
    for text in sets:
        _lay_over(copy, text)
    return copy


def _check_top(table: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    known = {*_run_names(), *STAGES}
    for key in table:
        if key not in known:
            raise ConfigError(f"{key}: no such key or stage{did_you_mean(key, known)}")
    for name, inner in tables.items():
        if not isinstance(inner, Mapping):
            raise ConfigError(f"{name}: expected a table [{name}], got {inner!r}")


def _with_folders(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The top-level table with every path made absolute, so that a run can be resumed from anywhere."""
    for key in ("warcs", "folders", "plugins"):
        if isinstance(table.get(key), list):
            table[key] = [_absolute(one, folder, key) for one in table[key]]
    return table


def _absolute(one: Any, folder: Path, key: str) -> Any:  # noqa: ANN401 - what the user wrote; types are checked later
    if isinstance(one, str):
        path = str(absolute(one, folder, where=key))
        return {"path": path} if key == "folders" else path
    if isinstance(one, dict) and isinstance(one.get("path"), str):
        return {**one, "path": str(absolute(one["path"], folder, where=key))}
    return one


def _lay_over(table: dict[str, Any], text: str) -> None:
    """Set one value from `table.key=value`; the value is TOML, or else plain text."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise ConfigError(f"--set {text}: expected table.key=value")
    *path, last = key.strip().split(".")
    for word in path:
        if isinstance(table.get(word), str):
            table[word] = {"use": table[word]}  # a plug-in by name gets an option
        table = table.setdefault(word, {})
        if not isinstance(table, dict):
            raise ConfigError(f"--set {text}: {word!r} is not a table")
    table[last] = _value(value.strip())


def _value(text: str) -> Any:  # noqa: ANN401 - any TOML value
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
