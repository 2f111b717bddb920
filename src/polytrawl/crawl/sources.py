"""Pages that are here already: WARC files and folders of saved pages, which can take the place of the web.

A WARC file is indexed where it lies. Saved pages are copied into a WARC of our own, so that everything walks back to a
WARC. Sources are taken one after the other; one that was broken off is begun again, one that has changed makes all of
them begin again. Where a URL comes twice, the last page wins.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import msgspec
import xxhash

from polytrawl import urls
from polytrawl.crawl.fetch import HTML_TYPES, media_type
from polytrawl.crawl.politeness import iso_time
from polytrawl.crawl.saved import Index, Saved
from polytrawl.crawl.tombstones import Tombstones
from polytrawl.errors import ConfigError
from polytrawl.records import Page, WarcRef

if TYPE_CHECKING:
    from polytrawl.warc import Entry, Headers, Torn, WarcWriter

_SUFFIXES = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".pdf": "application/pdf"}
_PLAIN = "/!$&'()*+,;=:@~"  # what browsers leave as it is in a path
_OK = 200
_OPT_OUTS = ("x-robots-tag", "tdm-reservation")  # headers the clean stage reads
_REDIRECTS = range(300, 400)


class Folder(msgspec.Struct, frozen=True):
    """A folder of saved pages, and the address under which they once stood."""

    path: str
    base_url: str = ""


def check_sources(warcs: Sequence[str], folders: Sequence[Folder]) -> None:
    """Refuse what is not there, and folders whose pages would get the same addresses."""
    for warc in warcs:
        if not Path(warc).is_file():
            raise ConfigError(f"warcs: there is no file {warc}; correct the path")
    names: dict[str, str] = {}
    for folder in folders:
        path = Path(folder.path)
        if not path.is_dir():
            raise ConfigError(f"folders: there is no folder {folder.path}; correct the path")
        if folder.base_url and urls.normalise(folder.base_url) is None:
            raise ConfigError(f"folders: {folder.base_url!r} is no web address; write it with https://")
        if not folder.base_url and names.setdefault(path.name, folder.path) != folder.path:
            raise ConfigError(f"folders: {names[path.name]} and {folder.path} have one name; give one a base_url")


class _Intake(NamedTuple):
    """Where saved pages go, and how large they may be."""

    writer: WarcWriter
    max_bytes: int
    types: Sequence[str]
    forgotten: Tombstones

    def takes(self, content_type: str) -> bool:
        """Whether files of this type are wanted."""
        return media_type(content_type) in ("", *self.types)


def index_sources(
    index: Index, warcs: Sequence[str], folders: Sequence[Folder], *, max_bytes: int, types: Sequence[str] = HTML_TYPES
) -> None:
    """Bring all sources into the index; does nothing for those that are there and unchanged."""
    others = "".join(f" {one}" for one in types if one not in HTML_TYPES)  # other types make another index
    todo: list[tuple[str, str | Folder]] = [(_state_of_file(Path(one)) + others, one) for one in warcs]
    todo += [(_state_of_folder(one) + others, one) for one in folders]
    done = index.begin([state for state, _ in todo])
    for state, source in todo[done:]:
        with index.source(state) as writer:
            intake = _Intake(writer, max_bytes, types, index.forgotten)
            found = _from_warc(Path(source), intake) if isinstance(source, str) else _from_folder(source, intake)
            for saved in found:
                index.add(saved)


def _state_of_file(path: Path) -> str:
    stat = path.stat()
    return f"{path} {stat.st_size} {stat.st_mtime_ns}"


def _state_of_folder(folder: Folder) -> str:
    digest = xxhash.xxh3_64(folder.base_url.encode())
    for path in _files(folder):
        digest.update(os.fsencode(_state_of_file(path)))
    return f"{folder.path} {digest.hexdigest()}"


def _files(folder: Folder) -> list[Path]:
    found = (path for path in Path(folder.path).rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    return sorted(found)


def _from_warc(path: Path, intake: _Intake) -> Iterator[Saved]:
    from polytrawl.warc import Torn, iterate  # noqa: PLC0415 - slow to import

    def is_page(entry: Entry) -> bool:
        return (
            not is_forgotten(entry.url)
            and entry.status == _OK
            and intake.takes(_type_of(entry))
            and entry.length <= intake.max_bytes
        )

    def is_forgotten(url: str) -> bool:
        return intake.forgotten.has(urls.normalise(url) or url)

    for entry in iterate(path, is_page):
        if isinstance(entry, Torn):
            yield _torn(path, entry)
        elif not is_forgotten(entry.url):
            yield _from_entry(path, entry, intake)


def _type_of(entry: Entry) -> str:
    from polytrawl.warc import header  # noqa: PLC0415 - slow to import

    return header(entry.headers, "content-type")


def _torn(path: Path, torn: Torn) -> Saved:
    return _without_url(path, torn.offset, reason="torn-record", detail=f"{path}, byte {torn.offset}: {torn.detail}")


def _without_url(path: Path, offset: int, *, reason: str, detail: str) -> Saved:
    url = f"file:///{quote(os.fsencode(path.name))}?offset={offset}"  # a name for what has no address of its own
    return Saved(url=url, site=urls.site_of(url), reason=reason, detail=_printable(detail))


def _from_entry(path: Path, entry: Entry, intake: _Intake) -> Saved:
    url = urls.normalise(entry.url)
    if url is None:
        return _without_url(path, entry.offset, reason="bad-url", detail=f"{path}: {entry.url}")
    reason, detail = _reason_against(entry, intake)
    if reason:
        return Saved(url=url, site=urls.site_of(url), reason=reason, detail=detail)
    date = f"{entry.date[:19]}Z" if entry.date else iso_time(0)
    warc = WarcRef(file=str(path), offset=entry.offset)
    if not entry.is_seekable:
        warc = intake.writer.append(
            url=url, date=date, head=_head(_type_of(entry), entry.body, entry.headers), body=entry.body
        )
    return _page(url, entry.body, content_type=_type_of(entry), warc=warc, fetched_at=date)


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()  # a file name can be no UTF-8, and SQLite wants it


def _reason_against(entry: Entry, intake: _Intake) -> tuple[str, str]:
    from polytrawl.warc import header  # noqa: PLC0415 - slow to import

    if not entry.status:
        return "bad-response", "no status line"
    if entry.status in _REDIRECTS:
        return "redirect", header(entry.headers, "location")
    if entry.status != _OK:
        return f"http-{entry.status}", ""
    if not intake.takes(_type_of(entry)):
        return "not-html", _type_of(entry)
    if max(entry.length, len(entry.body)) > intake.max_bytes:
        return "too-large", f"over {intake.max_bytes} bytes"
    return ("", "") if entry.body else ("empty", "")


def _from_folder(folder: Folder, intake: _Intake) -> Iterator[Saved]:
    for path in _files(folder):
        if not intake.takes(_SUFFIXES[path.suffix.lower()]):
            continue
        url, size = _url_of(path, folder), path.stat().st_size
        if intake.forgotten.has(url):
            continue
        if not size or size > intake.max_bytes:
            reason = "too-large" if size else "empty"
            yield Saved(url=url, site=urls.site_of(url), reason=reason, detail=_printable(str(path)))
        else:
            yield _from_file(path, url, intake.writer)


def _from_file(path: Path, url: str, writer: WarcWriter) -> Saved:
    body = path.read_bytes()
    content_type = _SUFFIXES[path.suffix.lower()]
    date = iso_time(path.stat().st_mtime)
    warc = writer.append(url=url, date=date, head=_head(content_type, body), body=body)
    return _page(url, body, content_type=content_type, warc=warc, fetched_at=date)


def _url_of(path: Path, folder: Folder) -> str:
    relative = quote(os.fsencode(path.relative_to(folder.path)), safe=_PLAIN)
    base = folder.base_url or f"file:///{quote(os.fsencode(Path(folder.path).name))}"
    url = urls.normalise(f"{base.rstrip('/')}/{relative}")
    return url or path.as_uri()


def _head(content_type: str, body: bytes, headers: Headers = ()) -> bytes:
    kind = f"Content-Type: {content_type}\r\n" if content_type else ""
    kind += "".join(f"{name}: {value}\r\n" for name, value in headers if name.lower() in _OPT_OUTS)
    return f"HTTP/1.1 200 OK\r\n{kind}Content-Length: {len(body)}\r\n\r\n".encode("utf-8", "replace")


def _page(url: str, body: bytes, *, content_type: str, warc: WarcRef, fetched_at: str) -> Saved:
    identity, site = Page.identify(url, body), urls.site_of(url)
    page = Page(id=identity, url=url, site=site, content_type=content_type, warc=warc, fetched_at=fetched_at)
    return Saved(url=url, site=site, page=page)
