"""The `extract` command: pages in, their text out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from polytrawl import urls
from polytrawl.clean.api import page_of
from polytrawl.cli import FAILED
from polytrawl.crawl.once import fetch_once
from polytrawl.errors import ConfigError, FetchError
from polytrawl.files import write_whole
from polytrawl.one_page import check_kind, read_page
from polytrawl.records import Document, Dropped, Page
from polytrawl.views import blocks, view

STDIN = "-"
_VIEW = ".view.html"
_MAX_STEM = 100  # of a file named after a URL; most file systems take 255 bytes


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    sources: list[str]
    format: str
    kind: str
    as_view: bool
    out: Path | None
    contact: str
    allow_private: bool


def extract_all(request: Request) -> int:
    """Write all that can be read and say what cannot; gives the exit code."""
    _check(request)
    failed = False
    for (source, page), path in zip(_pages(request), _paths(request), strict=True):
        made = read_page(page, kind=request.kind) if isinstance(page, Page) else page
        if isinstance(made, Document):
            _write(request, source, made, path)
        else:
            failed = True
            print(f"polytrawl: {source}: {_why(made)}", file=sys.stderr)
    return FAILED if failed else 0


def _check(request: Request) -> None:
    """Refuse what cannot be meant, before anything is read."""
    chosen, several = view(request.format), len(request.sources) > 1
    check_kind(request.kind)
    if request.sources.count(STDIN) > 1:
        raise ConfigError("extract: standard input can be read once; give - once")
    if several and request.out and request.out.exists() and not request.out.is_dir():
        raise ConfigError(f"{request.out}: is no folder; several pages need one")
    if several and not request.out and not request.as_view and not chosen.is_stream:
        raise ConfigError(f"extract: {request.format} holds one page a file; give a folder for several: -o FOLDER")
    if request.as_view and not request.out and not all(map(_is_file, request.sources)):
        raise ConfigError("extract: --view writes a file next to the page; say where for other pages: -o FILE.html")


def _is_url(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


def _is_file(source: str) -> bool:
    return source != STDIN and not _is_url(source)


def _pages(request: Request) -> Iterator[tuple[str, Page | FetchError | OSError]]:
    """Each source with its page, or with what stands in the way."""
    addresses = [source for source in request.sources if _is_url(source)]
    fetched: dict[str, Page | FetchError] = {}
    if addresses:
        fetched = fetch_once(addresses, contact=request.contact, allow_private=request.allow_private)
    for source in request.sources:
        yield source, fetched[source] if source in fetched else _read(source)


def _read(source: str) -> Page | OSError:
    try:
        return page_of(sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes())
    except OSError as err:
        return err


def _why(found: Dropped | FetchError | OSError) -> str:
    if isinstance(found, Dropped):
        return f"{found.reason}: {found.detail}" if found.detail else found.reason
    if isinstance(found, OSError):
        return found.strerror or str(found)
    # The crawl speaks of its config keys; here they are options.
    words = {"set crawl.allow_private": "give --allow-private", "set crawl.contact": "give --contact"}
    return reduce(lambda text, word: text.replace(word, words[word]), words, str(found))


def _write(request: Request, source: str, document: Document, path: Path | None) -> None:
    text = blocks.render(document, source) if request.as_view else view(request.format).render(document)
    if path is None:
        # Several pages of text: an empty line between them, as in the files of the export.
        gap = "\n" if len(request.sources) > 1 and request.format in ("text", "md") else ""
        sys.stdout.buffer.write((text + gap).encode("utf-8", "replace"))
        sys.stdout.flush()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode("utf-8", "replace"))
    print(path, file=sys.stdout if request.as_view else sys.stderr)


def _paths(request: Request) -> Iterator[Path | None]:
    """Where each result goes; None means to standard output."""
    suffix = _VIEW if request.as_view else view(request.format).suffix
    out = request.out
    taken: Counter[str] = Counter()
    for source in request.sources:
        stem = _stem(source)
        taken[stem] += 1
        if out and (len(request.sources) > 1 or out.is_dir()):
            yield out / (f"{stem}-{taken[stem]}{suffix}" if taken[stem] > 1 else stem + suffix)
        elif out:
            yield out
        else:
            yield Path(source).parent / (stem + suffix) if request.as_view else None


def _stem(source: str) -> str:
    """The name of a page's file in a folder."""
    if source == STDIN:
        return "stdin"
    if _is_file(source):
        return Path(source).stem
    url = urls.normalise(source)
    if url is None:
        return "page"  # it will not be fetched
    path = urls.path_of(url).partition("?")[0]
    return Path(path).stem[:_MAX_STEM] or urls.host_of(url).replace(":", "-")
