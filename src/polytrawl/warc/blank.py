"""Takes records out of WARC files in place: what follows them stays where it is, and so does all that points there.

What stood there is written over with one record that says so, as long as what it replaces: the comment of a gzip
member may have any length.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from polytrawl.records import WarcRef
from polytrawl.warc.records import record_id

__all__ = ["Place", "blank", "fitted", "overwrite", "places", "without_via"]

_COMMENT = 16  # the flag of a gzip member that has one
_PLAIN_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_EPOCH = "1970-01-01T00:00:00Z"  # when it was removed is nobody's business
_BLOCK = b"removed: on request\r\n"


class Place(NamedTuple):
    """A record of a file, by its head."""

    file: str
    start: int
    length: int
    kind: str  # response, request, metadata, revisit, warcinfo
    url: str
    date: str
    name: str  # its id
    refers_to: str = ""  # the URL of the record that holds the payload of a revisit
    refers_to_id: str = ""
    via: str = ""  # the URL on which the link was found, in a metadata record
    is_same_payload: bool = False


def places(path: Path) -> Iterator[Place]:
    """All records of a file that was written by polytrawl."""
    before: Place | None = None
    with path.open("rb") as file:
        for record in ArchiveIterator(file, parse_http=False):
            if before:
                yield before._replace(length=record.stream_pos - before.start)
            before = _place(path.name, record)
    if before:
        yield before._replace(length=path.stat().st_size - before.start)


def _place(name: str, record: WarcRecord) -> Place:
    heads = record.headers
    return Place(
        file=name,
        start=record.stream_pos,
        length=0,
        kind=heads.get("WARC-Type") or "",
        url=(heads.get("WARC-Target-URI") or "").strip("<>"),
        date=heads.get("WARC-Date") or "",
        name=heads.get("WARC-Record-ID") or "",
        refers_to=heads.get("WARC-Refers-To-Target-URI") or "",
        refers_to_id=heads.get("WARC-Refers-To") or "",
        via=_via(record) if record.record_type == WarcRecordType.metadata else "",
        is_same_payload="identical-payload" in (heads.get("WARC-Profile") or ""),
    )


def _via(record: WarcRecord) -> str:
    lines = record.reader.read().decode("utf-8", "replace").splitlines()
    return next((line.removeprefix("via:").strip() for line in lines if line.startswith("via:")), "")


def blank(file: str, start: int, length: int) -> bytes:
    """A record of just this length, which says that something was removed."""
    name = record_id(WarcRef(file=file, offset=start), "", _EPOCH, " removed")
    heads = (
        f"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: {name}\r\nWARC-Date: {_EPOCH}\r\n"
        f"Content-Type: application/warc-fields\r\nContent-Length: {len(_BLOCK)}\r\n\r\n"
    )
    made = fitted(heads.encode() + _BLOCK + b"\r\n\r\n", length) or fitted(b"", length)
    if made is None:
        raise ValueError(f"{file}: {length} bytes at {start} are no record")
    return made


def without_via(member: bytes) -> bytes | None:
    """A metadata record without the line that says where the link was found, as long as it was; None if too long."""
    head, blank_line, block = zlib.decompress(member, wbits=31).partition(b"\r\n\r\n")
    kept = b"".join(line + b"\r\n" for line in block.split(b"\r\n") if line and not line.startswith(b"via:"))
    fields = [line for line in head.split(b"\r\n") if not line.startswith((b"Content-Length:", b"WARC-Block-Digest:"))]
    fields.append(b"Content-Length: %d" % len(kept))
    return fitted(b"\r\n".join(fields) + blank_line + kept + b"\r\n\r\n", len(member))


def fitted(data: bytes, length: int) -> bytes | None:
    """Data as a gzip member of just this length; None where it does not fit."""
    packer = zlib.compressobj(9, wbits=-15)
    body = packer.compress(data) + packer.flush()
    tail = zlib.crc32(data).to_bytes(4, "little") + (len(data) & 0xFFFF_FFFF).to_bytes(4, "little")
    room = length - len(_PLAIN_HEAD) - len(body) - len(tail)
    if room < 0:
        return None
    comment = b" " * (room - 1) + b"\x00" if room else b""
    flags = bytes([_COMMENT if room else 0])
    return _PLAIN_HEAD[:3] + flags + _PLAIN_HEAD[4:] + comment + body + tail


def overwrite(path: Path, pieces: Iterable[tuple[int, bytes]]) -> None:
    """Write pieces over what stands at their places, and bring it to the disk; the file keeps its length."""
    with path.open("r+b") as file:
        for start, data in pieces:
            file.seek(start)
            file.write(data)
        file.flush()
        os.fsync(file.fileno())
