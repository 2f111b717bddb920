"""How an export was made, as card and metadata tell it: the version of polytrawl, and the command to repeat it."""

from __future__ import annotations

import dataclasses
import json
import shlex
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from polytrawl.plugin import Plugin

__all__ = ["command", "version"]


def version() -> str:
    """The version of polytrawl."""
    try:
        return version_of("polytrawl")
    except PackageNotFoundError:  # it runs from a checkout that was never installed
        return "unknown"


def command(stage: Plugin) -> str:
    """The command that makes the same export of the same run: all options that are not as they come."""
    sets = (f"--set {shlex.quote(f'export.{name}={_toml(value)}')}" for name, value in _given(stage).items())
    return " ".join(["polytrawl export DIR", *sets])


def _given(plugin: Plugin) -> dict[str, Any]:
    return dict(_changed(plugin))


def _changed(plugin: Plugin) -> Iterator[tuple[str, Any]]:
    for one in dataclasses.fields(plugin):  # type: ignore[arg-type]  # every plug-in is a dataclass
        default = one.default_factory() if callable(one.default_factory) else one.default
        value = _plain(getattr(plugin, one.name))
        if not one.metadata.get("shared") and value != _plain(default):
            yield one.name, value


def _plain(value: object) -> object:
    """The value as a config has it."""
    if isinstance(value, Plugin):
        given = _given(value)
        return {"use": value.name, **given} if given else value.name
    if isinstance(value, Path):
        return f"PATH-OF/{value.name}"  # where it lay is nobody's business
    if isinstance(value, AbstractSet):
        return sorted(value)
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)  # strings, numbers and truth values are the same in TOML
