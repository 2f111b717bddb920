"""Reads single responses by their place in a WARC file."""

from __future__ import annotations

import io
import warnings
from collections import OrderedDict
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # fastwarc 1.1 warns of its own old names while it is imported
    from fastwarc.stream_io import BrotliReader, ChunkedReader, GzipReader
    from fastwarc.stream_io import WarcReader as _Stream
    from fastwarc.warc import ArchiveIterator, WarcRecord

Headers = tuple[tuple[str, str], ...]

MAX_DECODED_BYTES = 64 << 20  # of a body compressed by its server: a bomb gives no more than this


class HttpMessage(NamedTuple):
    """A stored answer: its HTTP headers and its body, freed of transfer and content encodings."""

    headers: Headers
    body: bytes


def header(headers: Headers, name: str) -> str:
    """The value of an HTTP header; empty where it is missing.

    >>> header((("Content-Type", "text/html"),), "content-type")
    'text/html'
    """
    return next((value for key, value in headers if key.lower() == name), "")


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
    if record.http_headers is None:
        raise EOFError(f"no answer of a server stands there, but a record of type {record.headers.get('WARC-Type')}")
    headers, length = record.http_headers.to_tuples(), record.content_length
    body = record.reader.read()
    if len(body) < length:
        raise EOFError(f"the record is cut: {len(body)} of {length} bytes")
    return HttpMessage(headers, decoded(body, headers))


def decoded(body: bytes, headers: Headers) -> bytes:
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
