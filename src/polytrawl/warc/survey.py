"""Goes through all responses of a WARC file, whoever made it, and tells where it is cut."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from polytrawl.warc.read import Headers, WarcReader, decoded

_GZIP_MAGIC = b"\x1f\x8b\x08"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_RECORD_HEAD = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)
_MAX_HEAD = 1 << 16
_BLOCK = 1 << 20


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
    return entry._replace(body=decoded(body, entry.headers))


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
