"""Stage packages that can be called: `polytrawl.align` is the folder of a stage and the function users call.

A stage is one word everywhere, so the folder and the function share it. Python binds the name to the package once any
of its modules is imported; making the package itself callable keeps `polytrawl.align(...)` true in either case.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on; type checkers see the function
        word = self.__name__.rpartition(".")[2]
        return getattr(import_module(f"{self.__name__}.api"), word)(*args, **kwargs)


def make_callable(package: str) -> None:
    """Let a package be called like the function of the same name in its `api` module."""
    sys.modules[package].__class__ = _Callable
