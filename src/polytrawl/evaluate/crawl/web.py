"""A recorded web in memory: every page parsed once by our own clean part, its links joined to the pages they lead to.

Links to pages that were not recorded are left out: in this web there is nothing behind them. What was parsed is kept in
a file, so that the next evaluation begins at once.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec
import xxhash

from polytrawl import one_page, urls
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.recorded import read_pages, read_redirects, state_of
from polytrawl.files import write_whole
from polytrawl.records import Document, Link, Paragraph, replace
from polytrawl.signature import code_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_FORMAT = "3"
_REDIRECTS = 10  # in a row; browsers give up at twenty
_log = logging.getLogger(__name__)
_INDEXES = ("index.html", "index.htm", "index.php")


class _Parsed(msgspec.Struct):
    """What is kept of a web."""

    state: str
    documents: list[Document]
    redirects: dict[str, str]


class Web:
    """Documents by their addresses. All links of a document lead to other documents of the web."""

    def __init__(self, documents: Iterable[Document], redirects: Mapping[str, str] | None = None) -> None:
        found = {document.url: document for document in documents}
        self._names = _names(found)
        self._follow(redirects or {})
        self._documents = {url: self._joined(one) for url, one in found.items()}

    @classmethod
    def read(cls, path: Path, cache: Path | None = None) -> Web:
        """The web at a path, from the cache where that was made of the same files by the same code."""
        state = f"{_FORMAT} {code_of('clean', 'language')} {state_of(path)}"
        if cache and cache.exists():
            kept = _kept(cache)
            if kept and kept.state == state:
                return cls(kept.documents, kept.redirects)
        redirects = read_redirects(path)
        web = cls((parsed(one.content, one.url) for one in read_pages(path)), redirects)
        if cache:
            _keep(cache, _Parsed(state, list(web), redirects))
        return web

    @cached_property
    def digest(self) -> str:
        """Equal for webs whose pages are equal, wherever they lie and whatever they were read from."""
        return xxhash.xxh3_64_hexdigest(msgspec.msgpack.encode(list(self)))

    def __len__(self) -> int:
        return len(self._documents)

    def __iter__(self) -> Iterator[Document]:
        return iter(self._documents.values())

    def __getitem__(self, url: str) -> Document:
        return self._documents[url]

    def find(self, url: str) -> str | None:
        """The address under which a page stands, for one by which it is asked for; None where there is no such page."""
        return self._names.get(_name(urls.normalise(url) or url))

    def found(self, addresses: Sequence[str], what: str) -> list[str]:
        """The same for many; those that are not there are an error."""
        known = [self.find(one) for one in addresses]
        missing = [one for one, name in zip(addresses, known, strict=True) if name is None]
        if missing:
            raise ConfigError(f"{what}: {missing[0]}: there is no such page in the recorded web")
        return [one for one in known if one]

    def _follow(self, redirects: Mapping[str, str]) -> None:
        """Give pages the names that lead to them."""
        by_name = {_name(source): _name(target) for source, target in redirects.items()}
        for source in by_name:
            name, steps = source, 0
            while name not in self._names and name in by_name and steps < _REDIRECTS:
                name, steps = by_name[name], steps + 1
            if name in self._names:
                self._names.setdefault(source, self._names[name])

    def _joined(self, document: Document) -> Document:
        links = tuple(self._known(document.links, document.url))
        return replace(document, links=links, alternates=tuple(self._known(document.alternates, document.url)))

    def _known(self, links: Iterable[Link], url: str) -> Iterator[Link]:
        for link in links:
            target = self._names.get(_name(link.target))
            if target is not None and target != url:
                yield link if target == link.target else replace(link, target=target)


def parsed(content: bytes, url: str) -> Document:
    """The document of a page, without what no strategy looks at."""
    made = one_page.extract(content, url)
    return Document(
        id=made.id,
        page=made.page,
        url=made.url,
        site=made.site,
        title=made.title,
        description=made.description,
        keywords=made.keywords,
        declared_language=made.declared_language,
        language=made.language,
        language_score=made.language_score,
        paragraphs=tuple(Paragraph(text=one.text, kind=one.kind) for one in made.main),
        images=tuple(one for one in made.images if one.alt),
        links=made.links,
        alternates=made.alternates,
    )


def _names(documents: Iterable[str]) -> dict[str, str]:
    """Addresses by the names under which they are asked for. The first page that has a name keeps it."""
    names: dict[str, str] = {}
    for url in documents:
        names.setdefault(_name(url), url)
    return names


def _name(url: str) -> str:
    """What the addresses of one page have in common: neither scheme, nor the name of an index, nor a last slash."""
    bare = url.partition("://")[2].partition("#")[0]
    path, mark, query = bare.partition("?")
    if not mark:
        folder, slash, last = path.rpartition("/")
        path = folder if slash and last in _INDEXES else path
    return f"{path.rstrip('/')}{mark}{query}"


def _keep(cache: Path, made: _Parsed) -> None:
    """Write the cache; an evaluation can do without it."""
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        write_whole(cache, zstd.compress(msgspec.msgpack.encode(made), 1))
    except OSError as err:
        with suppress(OSError):  # what cannot be written to cannot be tidied either
            cache.with_name(cache.name + ".tmp").unlink(missing_ok=True)
        _log.warning("%s: what was parsed cannot be kept: %s; it is parsed again the next time", cache, err.strerror)


def _kept(cache: Path) -> _Parsed | None:
    try:
        return msgspec.msgpack.decode(zstd.decompress(cache.read_bytes()), type=_Parsed)
    except (OSError, msgspec.DecodeError, zstd.ZstdError):
        return None  # of another version, or torn: it is made anew
