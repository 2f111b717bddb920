"""Room for large arrays: in memory up to a limit, beyond it in files that vanish with the process.

Files are mapped, so the system may write their pages out when others need the memory; arrays are used in stretches.
"""

from __future__ import annotations

import re
import tempfile
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from polytrawl.errors import ConfigError

__all__ = ["Space", "bytes_of"]

_UNITS = {"": 1_000_000, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def bytes_of(text: str) -> int:
    """A size as people write it; a bare number is megabytes.

    >>> bytes_of("500M"), bytes_of("2g"), bytes_of("800")
    (500000000, 2000000000, 800000000)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)B?", text.strip().upper())
    if not found:
        raise ConfigError(f"{text!r} is no size; write for example 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


class Space:
    """Gives arrays, and counts the memory of those that are still in use."""

    def __init__(self, limit: int, folder: Path) -> None:
        self.limit, self.folder = limit, folder
        self.used = 0  # bytes in memory
        self.files = 0

    def empty(self, size: int, dtype: DTypeLike) -> NDArray[Any]:
        """An array to be filled, which starts as anything."""
        wanted = size * np.dtype(dtype).itemsize
        if size and self.used + wanted > self.limit:
            return self._in_file(size, dtype)
        made = np.empty(size, dtype)
        self.used += wanted
        weakref.finalize(made, self._give_back, wanted)
        return made

    def keep(self, array: NDArray[Any]) -> NDArray[Any]:
        """The same array, in its place."""
        kept = self.empty(array.size, array.dtype)
        kept[:] = array
        return kept

    def _give_back(self, size: int) -> None:
        self.used -= size

    def _in_file(self, size: int, dtype: DTypeLike) -> NDArray[Any]:
        self.files += 1
        with tempfile.TemporaryFile(dir=self.folder, prefix="polytrawl-lm-") as file:  # the mapping keeps it open
            return np.memmap(file, dtype, "w+", shape=(size,))
