"""Options: the fields of a dataclass, read from a config, checked, completed, and built into objects.

`resolve` turns what the user wrote into plain, complete values (they go into signatures, manifests and to workers);
`build` turns those into the object. A field whose type is a plug-in kind takes a name or a table with `use`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from polytrawl.errors import ConfigError, PluginError, did_you_mean
from polytrawl.plugin import Plugin, find, names

T = TypeVar("T")
_PATHS = tuple[Path, ...]
_Others = Callable[[Path], Iterable[Path]]


@dataclasses.dataclass(frozen=True)
class Option:
    """One option of a plug-in, as users see it."""

    name: str
    type: Any  # Any: a type or a typing form such as list[str]
    default: Any  # Any: whatever the field's type allows
    required: bool
    shared: bool
    help: str
    others: _Others | None = None  # the files that belong to one that it names


def option(default: T, help: str, *, others: _Others | None = None) -> T:  # noqa: A002 - the word users read
    """A field with a default and a help text; `others` tells the files that belong to a file which it names."""
    made: T = dataclasses.field(default=default, metadata={"help": help, "others": others})
    return made


def shared(default: Any = dataclasses.MISSING) -> Any:  # noqa: ANN401 - stands for a field of any type
    """A field filled from the top level of the config (`languages`, `seeds`...), not from the plug-in's own table.

    The default is for those who use the class without a config.
    """
    return dataclasses.field(default=default, metadata={"shared": True})


def options(cls: type) -> list[Option]:
    """The options of a plug-in class, in the order of its fields."""
    if "__annotations__" in cls.__dict__ and "__dataclass_fields__" not in cls.__dict__:
        raise PluginError(f"{cls.__module__}.{cls.__qualname__}: put @dataclass(kw_only=True) above the class")
    if not dataclasses.is_dataclass(cls):
        return []
    hints = _hints(cls)
    return [_option(field, hints[field.name]) for field in dataclasses.fields(cls) if field.init]


@lru_cache(maxsize=1000)  # every look at annotations that are text compiles them again
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls, include_extras=True)


def _option(field: dataclasses.Field[Any], hint: object) -> Option:
    default = field.default
    if field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    return Option(
        name=field.name,
        type=hint,
        default=None if default is dataclasses.MISSING else default,
        required=default is dataclasses.MISSING,
        shared=bool(field.metadata.get("shared")),
        help=str(field.metadata.get("help", "")),
        others=field.metadata.get("others"),
    )


@dataclasses.dataclass(frozen=True)
class Context:
    """What resolving options needs to know: run-wide values, and the folder that relative paths start from."""

    shared: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    folder: Path = dataclasses.field(default_factory=Path)


def resolve(cls: type, given: Mapping[str, Any], *, where: str, context: Context) -> dict[str, Any]:
    """All options of a class as plain values: those given, checked, and defaults for the rest."""
    known = {one.name: one for one in options(cls)}
    place = f"{where}." if where else ""
    for key in given:
        if key not in known:
            settable = [name for name, one in known.items() if not one.shared]
            raise ConfigError(f"{place}{key}: {_called(cls)} has no such option{did_you_mean(key, settable)}")
        if known[key].shared:
            raise ConfigError(f"{place}{key}: set {key!r} at the top of run.toml, it holds for all stages")
    return {name: _resolve_one(one, given, where=place + name, context=context) for name, one in known.items()}


def _called(cls: type) -> str:
    return repr(getattr(cls, "name", "") or cls.__name__.lower())


def _resolve_one(one: Option, given: Mapping[str, Any], *, where: str, context: Context) -> object:
    if one.shared:
        return _plain(context.shared[one.name] if one.required else context.shared.get(one.name, one.default))
    if one.name not in given and one.required:
        raise ConfigError(f"{where}: this option has no default; give it a value")
    value = given.get(one.name, one.default)
    kind, many = _plugin_kind(one.type)
    if kind and many:
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise ConfigError(f"{where}: expected a list of names, got {value!r}")
        return [resolve_plugin(kind, item, where=f"{where}[{n}]", context=context) for n, item in enumerate(value)]
    if kind:
        if isinstance(value, Mapping) and "use" not in value:  # options for the plug-in that is the default
            value = {"use": one.default, **value}
        return None if value is None else resolve_plugin(kind, value, where=where, context=context)
    return _convert(value, one.type, where=where, context=context)


def _plugin_kind(hint: Any) -> tuple[type[Plugin] | None, bool]:  # noqa: ANN401 - a typing form
    """The plug-in kind a field holds, and whether it holds many of them."""
    if isinstance(hint, type) and issubclass(hint, Plugin):
        return hint, False
    inner = [arg for arg in typing.get_args(hint) if isinstance(arg, type) and issubclass(arg, Plugin)]
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return (inner[0], not is_union) if inner else (None, False)


def resolve_plugin(kind: type[Plugin], value: object, *, where: str, context: Context) -> dict[str, Any]:
    """A plug-in as written in a config, a name or a table with `use`, with all its options."""
    table = {"use": value} if isinstance(value, str) else value
    if not isinstance(table, Mapping) or not isinstance(table.get("use"), str):
        raise ConfigError(f'{where}: expected a name, or a table with use = "NAME"{did_you_mean("", names(kind))}')
    rest = {key: item for key, item in table.items() if key != "use"}
    cls = find(kind, table["use"], where=where)
    return {"use": cls.name, **resolve(cls, rest, where=where, context=context)}


def _convert(value: object, hint: object, *, where: str, context: Context) -> object:
    try:
        if hint in (Path, Path | None):
            return None if value is None else str(absolute(msgspec.convert(value, str), context.folder, where=where))
        if hint == _PATHS:
            given = msgspec.convert(_plain(value), list[str])
            return [str(absolute(one, context.folder, where=where)) for one in given]
        return _plain(msgspec.convert(_plain(value), hint))
    except msgspec.ValidationError as err:
        raise ConfigError(f"{where}: {value!r} does not fit: {err}") from err


def absolute(path: str, folder: Path, *, where: str) -> Path:
    """A path that the user wrote, from the folder that relative ones start from."""
    if not path or "\0" in path:
        raise ConfigError(f"{where}: {path!r} is no path")
    return (folder / path).resolve()


def _plain(value: object) -> object:
    """A value as JSON would give it back: manifests and workers see the same."""
    return msgspec.json.decode(msgspec.json.encode(value, order="deterministic"))


def build(cls: type[T], resolved: Mapping[str, Any]) -> T:
    """An instance from options that `resolve` gave; what an older version did not know has its default."""
    values = {one.name: one.default for one in options(cls) if not one.required} | dict(resolved)
    return cls(**{one.name: _build_one(one, values[one.name]) for one in options(cls)})


def _build_one(one: Option, value: Any) -> object:  # noqa: ANN401 - a resolved option
    kind, many = _plugin_kind(one.type)
    if kind and value is not None:
        made = [_build_plugin(kind, item) for item in (value if many else [value])]
        return tuple(made) if many else made[0]
    if one.type in (Path, Path | None):
        return None if value is None else Path(value)
    if one.type == _PATHS:
        return tuple(map(Path, value))
    return msgspec.convert(value, one.type)


def _build_plugin(kind: type[Plugin], value: str | Mapping[str, Any]) -> Plugin:
    table = {"use": value} if isinstance(value, str) else value
    return build(find(kind, table["use"]), {key: item for key, item in table.items() if key != "use"})


def parts(cls: type, resolved: Mapping[str, Any]) -> tuple[set[type], list[Path]]:
    """What an object is made of: the classes of it and its plug-ins, and the files its options name, with all parts."""
    classes: set[type] = {cls}
    files: list[Path] = []
    for one in options(cls):
        kind, many = _plugin_kind(one.type)
        value = resolved.get(one.name)  # a run of an older version may not know the option
        if value is not None and kind:
            for table in value if many else [value]:
                inner_classes, inner_files = parts(find(kind, table["use"]), table)
                classes |= inner_classes
                files += inner_files
        elif value is not None and names_files(one):
            for path in map(Path, value if one.type == _PATHS else [value]):
                files += [path, *(one.others(path) if one.others else ())]
    return classes, files


def names_files(one: Option) -> bool:
    """Whether an option names files."""
    return one.type in (Path, Path | None, _PATHS)
