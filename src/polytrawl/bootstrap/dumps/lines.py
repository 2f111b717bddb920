"""Lines of a dump, plain, .gz or .bz2, as bytes. A file that is cut gives what it has, and says so in the end."""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import IO, Protocol

_inflate: ModuleType
try:
    from isal import isal_zlib as _inflate  # a third of the time of zlib
except ImportError:  # there is no wheel for some machines
    _inflate = zlib

__all__ = ["Lines"]

_CHUNK = 1 << 16  # of the packed file: where it is damaged, as much may be lost before
_GZIP_BITS = 31
_BROKEN: tuple[type[Exception], ...] = (zlib.error, _inflate.error, OSError, ValueError, EOFError)


class _Inflater(Protocol):
    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


class Lines:
    """The lines of a file. `done` of `size` bytes are read; `trouble` says why it ended too early, when it did."""

    def __init__(self, path: Path) -> None:
        self.path, self.size, self.done, self.trouble = path, path.stat().st_size, 0, ""

    def __iter__(self) -> Iterator[bytes]:
        rest: list[bytes] = []
        for chunk in self._chunks():
            first, *lines = chunk.split(b"\n")
            rest.append(first)
            if lines:
                yield b"".join(rest)
                rest = [lines.pop()]
                yield from lines
        if last := b"".join(rest):
            yield last

    def _chunks(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            if self.path.suffix not in (".gz", ".bz2"):
                yield from self._read(file)
                return
            inflater, is_open = self._inflater(), False
            for packed in self._read(file):
                data: bytes = packed
                while data:
                    try:
                        chunk: bytes = inflater.decompress(data)
                    except _BROKEN as err:
                        self.trouble = f"damaged after {self.done} bytes: {err}"
                        return
                    is_open = not inflater.eof
                    yield chunk
                    data = inflater.unused_data
                    if inflater.eof:  # several members may follow each other
                        inflater = self._inflater()
            if is_open:
                self.trouble = f"cut: it ends after {self.done} bytes in the middle of its data"

    def _inflater(self) -> _Inflater:
        if self.path.suffix == ".bz2":
            return bz2.BZ2Decompressor()
        made: _Inflater = _inflate.decompressobj(_GZIP_BITS)
        return made

    def _read(self, file: IO[bytes]) -> Iterator[bytes]:
        while data := file.read(_CHUNK):
            self.done += len(data)
            yield data
