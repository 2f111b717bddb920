"""WARC files: where the bytes of every page stand, and how they are read back.

Written as WARC/1.1 (`warc_records`), one gzip member per record, so that a file name and an offset are enough to find
a page. Read are our own files and those of others (plain, gzip, Common Crawl). fastwarc reads the format; this module
adds what it leaves to its caller: cutting a torn end, telling that a file is cut, and bodies that are not encoded as
they claim.
"""

from __future__ import annotations

import io
import re
import warnings
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import BinaryIO, NamedTuple, Self

from polytrawl import warc_records
from polytrawl.errors import StageError
from polytrawl.records import WarcRef
from polytrawl.warc_records import Exchange, Original, digest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # fastwarc 1.1 warns of its own old names while it is imported
    from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader
    from fastwarc.stream_io import WarcReader as _Stream
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

__all__ = [
    "ROTATE_BYTES",
    "Entry",
    "Exchange",
    "Headers",
    "HttpMessage",
    "Original",
    "Torn",
    "WarcReader",
    "WarcWriter",
    "digest",
    "header",
    "iterate",
    "read_page",
]

Headers = tuple[tuple[str, str], ...]

_SUFFIX = ".warc.gz"
ROTATE_BYTES = 1_000_000_000  # the size the WARC standard's annex recommends
_ABOUT = (
    ("software", "polytrawl"),
    ("format", "WARC File Format 1.1"),
    ("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
)
MAX_DECODED_BYTES = 64 << 20  # of a body compressed by its server: a bomb gives no more than this
_GZIP_MAGIC = b"\x1f\x8b\x08"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_RECORD_HEAD = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_MAX_HEAD = 1 << 16
_BLOCK = 1 << 20


class HttpMessage(NamedTuple):
    """A stored answer: its HTTP headers and its body, freed of transfer and content encodings."""

    headers: Headers
    body: bytes


class Entry(NamedTuple):
    """A response in a WARC file. `is_seekable` tells whether `read_page` finds it again at its offset."""

    offset: int
    url: str
    date: str
    status: int  # 0 where the answer has no readable status line
    headers: Headers
    length: int  # of the body as stored
    body: bytes = b""
    is_seekable: bool = True


class Torn(NamedTuple):
    """The file is cut or damaged: nothing can be read from here on."""

    offset: int
    detail: str


def header(headers: Headers, name: str) -> str:
    """The value of an HTTP header; empty where it is missing.

    >>> header((("Content-Type", "text/html"),), "content-type")
    'text/html'
    """
    return next((value for key, value in headers if key.lower() == name), "")


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
            self._write(warc_records.warcinfo(self.end.file, exchange.date, self._info))
        place = self.end
        first = warc_records.revisit(place, exchange, original) if original else warc_records.response(place, exchange)
        asked = warc_records.request(place, exchange) if exchange.request else b""
        told = warc_records.metadata(place, exchange) if exchange.facts else b""
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


class WarcReader:
    """Reads pages by their place; keeps a few files open, so that reading many pages in order is fast."""

    def __init__(self, *, max_open: int = 8) -> None:
        self._max_open = max_open
        self._open: OrderedDict[Path, BinaryIO] = OrderedDict()

    def read(self, path: Path, offset: int) -> HttpMessage:
        """Headers and body of the response at a place; `OSError` or `EOFError` where none can be read."""
        file = self._file(path)
        file.seek(offset)
        record = next(iter(ArchiveIterator(file, parse_http=False)), None)
        if record is None:
            raise EOFError(f"{path} ends before byte {offset}")
        return _message(record)

    def _file(self, path: Path) -> BinaryIO:
        if path not in self._open:
            while len(self._open) >= self._max_open:
                self._open.popitem(last=False)[1].close()
            self._open[path] = path.open("rb")
        self._open.move_to_end(path)
        return self._open[path]

    def close(self) -> None:
        """Close all files."""
        while self._open:
            self._open.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def read_page(path: Path, offset: int) -> HttpMessage:
    """Headers and body of one response. To read many, use `WarcReader`."""
    with WarcReader() as reader:
        return reader.read(path, offset)


def _message(record: WarcRecord) -> HttpMessage:
    record.parse_http(quirks_mode=True)
    headers, length = record.http_headers.to_tuples(), record.content_length
    body = record.reader.read()
    if len(body) < length:
        raise EOFError(f"the record is cut: {len(body)} of {length} bytes")
    return HttpMessage(headers, _decoded(body, headers))


def _decoded(body: bytes, headers: Headers) -> bytes:
    """The body without its encodings; as it stands where it is not encoded as the headers claim."""
    transfer, content = header(headers, "transfer-encoding").lower(), header(headers, "content-encoding").lower()
    try:
        if transfer == "chunked":
            body = ChunkedReader(io.BytesIO(body)).read()
        return _reader(content, body).read(MAX_DECODED_BYTES) if content in _DECODERS else body
    except OSError:
        return body


_DECODERS = ("gzip", "x-gzip", "deflate", "br")


def _reader(encoding: str, body: bytes) -> _Stream:
    if encoding == "br":
        return BrotliReader(io.BytesIO(body))
    return GzipReader(io.BytesIO(body), zlib=encoding == "deflate")


def _everything(_: Entry) -> bool:
    return True


def iterate(path: Path, wanted: Callable[[Entry], bool] = _everything) -> Iterator[Entry | Torn]:
    """The HTTP responses of anyone's WARC file, with their bodies where wanted; a `Torn` where the file is cut.

    A page that was seen again (a revisit record) comes with the body and the offset of the record that holds it, as
    far as that stands before it in the same file.
    """
    last, holders = -1, dict[str, Entry]()
    try:
        with path.open("rb") as file, path.open("rb") as peek, WarcReader() as reader:
            for record in ArchiveIterator(file, parse_http=False):
                is_seekable = record.stream_pos > last and _starts_at(peek, record.stream_pos)
                last = record.stream_pos if is_seekable else last
                entry: Entry | Torn | None = None
                if record.record_type == WarcRecordType.response and record.is_http:
                    entry = _entry(record, wanted, is_seekable=is_seekable)
                    _remember(holders, record, entry)
                elif record.record_type == WarcRecordType.revisit:
                    entry = _revisited(record, holders)
                    if entry and wanted(entry):
                        entry = entry._replace(body=reader.read(path, entry.offset).body)
                if entry:
                    yield entry
                if isinstance(entry, Torn):
                    return
    except (OSError, EOFError) as err:
        yield Torn(max(last, 0), str(err))
        return
    if not _is_whole(path, max(last, 0)):
        yield Torn(max(last, 0), "the file ends in the middle of a record")


def _remember(holders: dict[str, Entry], record: WarcRecord, entry: Entry | Torn) -> None:
    digest = record.headers.get("WARC-Payload-Digest")
    if digest and isinstance(entry, Entry) and entry.is_seekable:
        holders.setdefault(digest, entry._replace(body=b""))


def _revisited(record: WarcRecord, holders: dict[str, Entry]) -> Entry | None:
    holder = holders.get(record.headers.get("WARC-Payload-Digest") or "")
    url, date = record.headers.get("WARC-Target-URI") or "", record.headers.get("WARC-Date") or ""
    return holder._replace(url=url.strip("<>"), date=date) if holder else None


def _starts_at(file: BinaryIO, offset: int) -> bool:
    # A file compressed as one gzip member has no offsets to return to; what fastwarc then gives points nowhere.
    file.seek(offset)
    return file.read(5).startswith((_GZIP_MAGIC, _ZSTD_MAGIC, b"WARC/"))


def _entry(record: WarcRecord, wanted: Callable[[Entry], bool], *, is_seekable: bool) -> Entry | Torn:
    if not (record.headers.get("Content-Length") or "").strip().isdigit():
        return Torn(record.stream_pos, "the head of a record is cut")
    record.parse_http(quirks_mode=True)
    http = record.http_headers
    entry = Entry(
        offset=record.stream_pos,
        url=(record.headers.get("WARC-Target-URI") or "").strip("<>"),
        date=record.headers.get("WARC-Date") or "",
        status=http.status_code or 0,
        headers=http.to_tuples(),
        length=record.content_length,
        is_seekable=is_seekable,
    )
    if not wanted(entry):
        return entry
    body = record.reader.read()
    if len(body) < entry.length:
        return Torn(entry.offset, f"{len(body)} of {entry.length} bytes of {entry.url}")
    return entry._replace(body=_decoded(body, entry.headers))


def _is_whole(path: Path, last: int) -> bool:
    """Whether nothing but a whole record stands from the last record's offset to the end of the file."""
    with path.open("rb") as file:
        file.seek(last)
        start = file.read(_MAX_HEAD)
        if start.startswith(_GZIP_MAGIC):
            return _is_whole_member(file, start)
        if start.startswith(_ZSTD_MAGIC):
            return True  # such files are rare: a cut in the last record's head goes unnoticed
        head, blank, _ = start.partition(b"\r\n\r\n")
        length = _RECORD_HEAD.search(head)
        if not blank or length is None:
            return not start.strip()
        end = last + len(head) + len(blank) + int(length[1])
        file.seek(end)
        return path.stat().st_size >= end and not file.read(_MAX_HEAD).strip()


def _is_whole_member(file: BinaryIO, data: bytes) -> bool:
    unzip = zlib.decompressobj(wbits=31)
    try:
        while data and not unzip.eof:
            unzip.decompress(data)
            data = unzip.unused_data if unzip.eof else file.read(_BLOCK)
    except zlib.error:
        return False
    return unzip.eof and not data and not file.read(1)
