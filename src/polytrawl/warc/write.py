"""Appends to WARC files, and cuts off what a crash has left behind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from polytrawl.errors import StageError
from polytrawl.records import WarcRef
from polytrawl.warc import records
from polytrawl.warc.records import Exchange, Original

_SUFFIX = ".warc.gz"
ROTATE_BYTES = 1_000_000_000  # the size the WARC standard's annex recommends
_ABOUT = (
    ("software", "polytrawl"),
    ("format", "WARC File Format 1.1"),
    ("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
)


class WarcWriter:
    """Appends to `PREFIX-00000.warc.gz` and its successors in a folder.

    `end` is where the last record stands that the caller knows of: what comes after it was never noted anywhere, may be
    torn, and is cut off. Without it, files that are there already are left alone and a new one is begun.
    Each file begins with a warcinfo record, which tells `info`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        end: WarcRef | None = None,
        prefix: str = "pages",
        max_bytes: int = ROTATE_BYTES,
        info: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._folder = folder
        self._info = (*_ABOUT, *info.items())
        self._prefix = prefix
        self._max_bytes = max_bytes
        self._file: BinaryIO | None = None
        self.end = end or WarcRef(file=self._name(self._next_number()), offset=0)
        self._cut()

    def _name(self, number: int) -> str:
        return f"{self._prefix}-{number:05d}{_SUFFIX}"

    def _number(self, name: str) -> int:
        return int(name.removeprefix(f"{self._prefix}-").removesuffix(_SUFFIX))

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._prefix}-*{_SUFFIX}"))

    def _next_number(self) -> int:
        return max((self._number(path.name) + 1 for path in self._files()), default=0)

    def _cut(self) -> None:
        for path in self._files():
            if path.name > self.end.file:
                path.unlink()
            elif path.name == self.end.file and path.stat().st_size > self.end.offset:
                with path.open("r+b") as file:
                    file.truncate(self.end.offset)

    def append(self, *, url: str, date: str, head: bytes, body: bytes) -> WarcRef:
        """Where the response now stands; the bytes have been handed to the operating system."""
        return self.write(Exchange(url, date, head, body))

    def write(self, exchange: Exchange, original: Original | None = None) -> WarcRef:
        """As `append`, with the question and how the crawl came to it; without the body where an original has it."""
        if self.end.offset >= self._max_bytes:
            self.close()
            self.end = WarcRef(file=self._name(self._number(self.end.file) + 1), offset=0)
        if self.end.offset == 0:
            self._write(records.warcinfo(self.end.file, exchange.date, self._info))
        place = self.end
        first = records.revisit(place, exchange, original) if original else records.response(place, exchange)
        asked = records.request(place, exchange) if exchange.request else b""
        told = records.metadata(place, exchange) if exchange.facts else b""
        self._write(first + asked + told)
        return place

    def _write(self, data: bytes) -> None:
        try:
            if self._file is None:
                self._file = (self._folder / self.end.file).open("ab")
            self._file.write(data)
            self._file.flush()
        except OSError as err:
            raise StageError(f"{self._folder / self.end.file}: {err}; make room and run again") from err
        self.end = WarcRef(file=self.end.file, offset=self.end.offset + len(data))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
