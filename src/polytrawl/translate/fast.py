"""Loops over numbers, compiled by numba: functions marked `compiled` are also plain Python, a hundred times slower."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, TypeVar

from polytrawl.errors import ConfigError

__all__ = ["compiled", "need_numba"]

F = TypeVar("F", bound=Callable[..., Any])  # Any: functions of all kinds


def compiled(function: F) -> F:
    """The function as machine code, which is kept beside the module; other threads run while it does."""
    if importlib.util.find_spec("numba") is None:
        return function
    import numba  # noqa: PLC0415 - an extra, and slow to load

    njit: Any = numba.njit  # what it makes can be called as the function can
    made: F
    try:
        made = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder can be written to, neither that of the package nor the user's: nothing is kept
        made = njit(nogil=True)(function)
    return made


def need_numba() -> None:
    """Raise `ConfigError` where numba is missing."""
    if importlib.util.find_spec("numba") is None:
        raise ConfigError("the built-in decoder needs numba; install it with: pip install 'polytrawl[mt]'")
