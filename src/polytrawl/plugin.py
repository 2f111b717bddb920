"""One mechanism for everything that can be chosen: a dataclass with a name, whose fields are its options.

    @dataclass(kw_only=True)
    class AnchorWords(LinkScorer, name="anchor-words"):
        words: frozenset[str]
        weight: float = 1.0

Config keys, checks, help texts and docs all come from the fields. What travels to workers is the recipe (class name
and options), never the object, so a plug-in may load models in `__post_init__`. Classes come from polytrawl itself,
from packages that offer the entry-point group `polytrawl.plugins`, and from local files named in the config.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
import xxhash

from polytrawl.errors import ConfigError, PluginError, did_you_mean

ENTRY_POINT_GROUP = "polytrawl.plugins"
STAGES = ("crawl", "clean", "language", "topic", "dedup", "pair", "align", "filter", "export")
MINE = "mine"  # a folder of records as stages have them, which a command makes of a run and `filter` and `export` read
RECORDED = (*STAGES[:-2], MINE, "filter")  # all folders of records, in the order in which they are made
LOCAL = "polytrawl_local_"  # how module names of local files begin

P = TypeVar("P", bound="Plugin")


class Plugin:
    """Base of every plug-in kind. A kind is a subclass with `kind=`, a plug-in a subclass of that with `name=`."""

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    libraries: ClassVar[tuple[str, ...]] = ()  # distributions whose version its results depend on

    def __init_subclass__(cls, *, kind: str = "", name: str = "", **rest: Any) -> None:  # noqa: ANN401 - passed on
        super().__init_subclass__(**rest)
        if kind:
            cls.kind = kind
            _KINDS[kind] = cls
        if name:
            cls.name = name
            _register(cls)


_KINDS: dict[str, type[Plugin]] = {}
_CLASSES: dict[tuple[str, str], type[Plugin]] = {}


def _register(cls: type[Plugin]) -> None:
    known = _CLASSES.get((cls.kind, cls.name))
    # A dataclass with slots is made twice under one name; a local file may be loaded again after an edit.
    if known is not None and _home(known) != _home(cls):
        both = f"{_home(known)} and {_home(cls)}"
        raise PluginError(f"{cls.kind} {cls.name!r}: both {both} want this name; rename one of them")
    _CLASSES[cls.kind, cls.name] = cls


def _home(cls: type[Plugin]) -> str:
    """Where a class stands: the path of a local file, or its module, and its name there."""
    is_local = cls.__module__.startswith(LOCAL)
    return f"{sys.modules[cls.__module__].__file__ if is_local else cls.__module__}:{cls.__qualname__}"


def find(kind: type[P], name: str, *, where: str = "") -> type[P]:
    """The class with this name; a `ConfigError` with the nearest right name where there is none."""
    load_installed()
    cls = _CLASSES.get((kind.kind, name))
    if cls is None:
        place = f"{where}: " if where else ""
        raise ConfigError(f"{place}there is no {kind.kind} called {name!r}{did_you_mean(name, names(kind))}")
    return typing.cast("type[P]", cls)


def names(kind: type[Plugin]) -> list[str]:
    """The names of all plug-ins of a kind."""
    return sorted(name for known, name in _CLASSES if known == kind.kind)


def kinds() -> dict[str, type[Plugin]]:
    """All plug-in kinds by their word."""
    load_installed()
    return dict(sorted(_KINDS.items()))


def all_classes() -> Iterator[type[Plugin]]:
    """Every plug-in class, sorted by kind and name."""
    load_installed()
    yield from (cls for _, cls in sorted(_CLASSES.items()))


_loaded = False


def load_installed() -> None:
    """Import polytrawl's own plug-ins and those of installed packages, once."""
    global _loaded  # noqa: PLW0603 - the registry is per process, like the module table
    if _loaded:
        return
    _loaded = True
    for stage in STAGES:
        package = importlib.import_module(f"polytrawl.{stage}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for entry in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        try:
            entry.load()
        except ImportError as err:
            raise PluginError(f"plug-in package {entry.value!r} does not load: {err}; reinstall or remove it") from err


class PluginFile(msgspec.Struct, frozen=True):
    """A local file with plug-ins. Its source travels to workers, so all of them run the same text."""

    path: str
    source: str

    @classmethod
    def read(cls, path: Path) -> PluginFile:
        """The file at a path."""
        try:
            return cls(str(path), path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as err:
            raise ConfigError(f"plugins: {path} cannot be read: {err}") from err

    def load(self) -> types.ModuleType:
        """Run the file as a module; its classes register themselves."""
        load_installed()
        name = LOCAL + xxhash.xxh3_64_hexdigest(self.source.encode())
        if name in sys.modules:
            self._register_again(sys.modules[name])
            return sys.modules[name]
        module = types.ModuleType(name)
        module.__file__ = self.path
        sys.modules[name] = module  # dataclasses look their module up while the class is made
        try:
            exec(compile(self.source, self.path, "exec"), module.__dict__)  # noqa: S102 - the user's own file
        except Exception as err:
            del sys.modules[name]
            raise PluginError(f"plugins: {self.path}: {type(err).__name__}: {err}") from err
        return module

    @staticmethod
    def _register_again(module: types.ModuleType) -> None:
        # Another version of the file may have been loaded in between and hold the names now.
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Plugin) and value.__module__ == module.__name__:
                _register(value)
