"""Files that may be compressed, by their names."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

__all__ = ["PACKED", "opened", "unpacked_name"]

PACKED: dict[str, Callable[[Path], Any]] = {".gz": gzip.open, ".dz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


def opened(path: Path) -> IO[bytes]:
    """The bytes of a file as they were before they were packed."""
    opener = PACKED.get(path.suffix)
    found: IO[bytes] = opener(path) if opener else path.open("rb")
    return found


def unpacked_name(path: Path) -> Path:
    """The name of a file without that of its packing.

    >>> unpacked_name(Path("en.jsonl.gz")).name, unpacked_name(Path("a.tei")).name
    ('en.jsonl', 'a.tei')
    """
    return path.with_suffix("") if path.suffix in PACKED else path
