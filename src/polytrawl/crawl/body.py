"""The body of an answer: read while it comes, decoded, and given up as soon as it is too long or no page.

Decoding is done here and not by the HTTP library, so that what is counted is what is kept: a decoder is never asked
for more bytes than there is room for, whatever it is fed.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import AsyncIterable
from typing import NamedTuple, Protocol

from polytrawl.errors import FetchError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

ENCODINGS = "gzip, deflate, br, zstd"
BAD_ENCODING = "bad-encoding"

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_MAX_MEMBERS = 100  # of one gzip body; more than two were never seen, and each costs a copy of the rest
_MAX_WINDOW_LOG = 23  # 8 MB, what RFC 8878 asks every decoder for; more is a way to take memory
_SNIFFED = 16

# How files begin that servers send as web pages.
_STARTS = {
    b"%PDF-": "PDF",
    b"\x89PNG\r\n": "PNG",
    b"GIF8": "GIF",
    b"\xff\xd8\xff": "JPEG",
    b"RIFF": "RIFF",
    b"PK\x03\x04": "ZIP",
    b"\x1f\x8b\x08": "gzip",
    b"\xd0\xcf\x11\xe0": "old office file",
    b"OggS": "Ogg",
    b"ID3": "MP3",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "RAR",
    b"wOF": "font",
    b"\x7fELF": "program",
    b"MZ\x90": "program",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"\x00\x00\x01\x00": "icon",
}


class Room(NamedTuple):
    """How long a body may be once decoded, and what then."""

    max_bytes: int
    cut: bool  # take the first bytes of a longer body, instead of none
    html_only: bool


def file_kind(start: bytes) -> str:
    """What kind of file begins with these bytes; empty where it may be a page.

    >>> file_kind(b"%PDF-1.7"), file_kind(b"<!doctype html>")
    ('PDF', '')
    """
    if start[4:8] == b"ftyp":
        return "MP4"
    return next((kind for magic, kind in _STARTS.items() if start.startswith(magic)), "")


async def read_body(chunks: AsyncIterable[bytes], encoding: str, room: Room) -> bytes:
    """The decoded body; a `FetchError` where it is too long, badly encoded, or a file that is no page."""
    body, decoder, is_sniffed = bytearray(), None, not room.html_only
    async for chunk in chunks:
        if not chunk:
            continue
        decoder = decoder or _decoder(encoding, chunk)
        body += _feed(decoder, chunk, room.max_bytes + 1 - len(body))
        if len(body) > room.max_bytes:
            if not room.cut:
                raise FetchError("too-large", f"more than {room.max_bytes} bytes")
            return bytes(body[: room.max_bytes])
        if not is_sniffed and len(body) >= _SNIFFED:
            _refuse_files(body)
            is_sniffed = True
    if not is_sniffed:
        _refuse_files(body)
    if decoder and not decoder.eof:
        raise FetchError(BAD_ENCODING, f"the {encoding} stream has no end")
    return bytes(body)


def _refuse_files(body: bytearray) -> None:
    if kind := file_kind(bytes(body[:_SNIFFED])):
        raise FetchError("not-html", f"{kind}, by its first bytes")


class _Decoder(Protocol):
    @property
    def eof(self) -> bool:
        """Whether what was fed is whole."""

    def feed(self, data: bytes, room: int) -> bytes:
        """The decoded bytes, not many more than there is room for."""


def _feed(decoder: _Decoder, data: bytes, room: int) -> bytes:
    import brotli  # noqa: PLC0415 - few servers use it for crawlers

    try:
        return decoder.feed(data, room)
    except (zlib.error, zstd.ZstdError, brotli.error, EOFError) as err:
        raise FetchError(BAD_ENCODING, str(err)) from err


def _decoder(encoding: str, start: bytes) -> _Decoder:
    """What decodes such a body. Words that name no encoding, and plain bodies called encoded, are taken as they are."""
    match encoding.strip().lower():
        case "gzip" | "x-gzip" if _begins(start, _GZIP):
            return _Zlib(31)
        case "deflate":
            return _Zlib(15 if start[0] & 15 == zlib.DEFLATED else -15)  # many servers leave the zlib header out
        case "zstd" if _begins(start, _ZSTD):
            return _Zstd()
        case "br":
            return _Brotli()
        case word if "," in word:
            raise FetchError(BAD_ENCODING, f"encoded more than once: {encoding}")
    return _Plain()


def _begins(start: bytes, magic: bytes) -> bool:
    return magic.startswith(start[: len(magic)])  # the first piece may be a single byte


class _Plain:
    eof = True

    def feed(self, data: bytes, _: int) -> bytes:
        return data


class _Zlib:
    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._members = 1
        self._inner = zlib.decompressobj(wbits)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    def feed(self, data: bytes, room: int) -> bytes:
        if self._inner.eof:
            data = self._begin(data)
        found = self._inner.decompress(data, room) if data else b""
        while len(found) < room and self._inner.eof and (data := self._begin(self._inner.unused_data)):
            found += self._inner.decompress(data, room - len(found))
        return found

    def _begin(self, data: bytes) -> bytes:
        """Get ready for another gzip member, if one comes; what else stands behind the end is ignored."""
        if self._wbits <= zlib.MAX_WBITS or not data.startswith(_GZIP):
            return b""
        self._members += 1
        if self._members > _MAX_MEMBERS:
            raise FetchError(BAD_ENCODING, f"more than {_MAX_MEMBERS} gzip members")
        self._inner = zlib.decompressobj(self._wbits)
        return data


class _Zstd:
    def __init__(self) -> None:
        self._inner = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _MAX_WINDOW_LOG})

    @property
    def eof(self) -> bool:
        return self._inner.eof

    def feed(self, data: bytes, room: int) -> bytes:
        return b"" if self._inner.eof else self._inner.decompress(data, room)


class _Brotli:
    def __init__(self) -> None:
        import brotli  # noqa: PLC0415 - few servers use it for crawlers

        self._inner = brotli.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    def feed(self, data: bytes, room: int) -> bytes:
        return b"" if self.eof else bytes(self._inner.process(data, output_buffer_limit=room))
