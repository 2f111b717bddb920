"""The texts that say what a run wants: queries and examples that are files or addresses, brought once and kept.

They lie in the run directory, so that the run can be repeated when a page has changed, and under names that hold the
digest of their content, so that a file that has changed makes the topic stage run again. A strategy that has a `query`
or a `definition` of its own, and none is given, gets that of the topic.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import xxhash

from polytrawl.config import Config
from polytrawl.crawl.tombstones import read_tombstones
from polytrawl.errors import ConfigError
from polytrawl.files import write_json, write_whole
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.texts import as_list, file_of, is_url
from polytrawl.texts_at import texts_at
from polytrawl.topic.examples import SUFFIX, Row, as_lines, read_rows
from polytrawl.urls import normalise

__all__ = ["FOLDER", "INDEX", "with_texts"]

FOLDER = "topic-texts"
INDEX = "addresses.json"
_PAGES = {".html", ".htm", ".xhtml"}
_log = logging.getLogger(__name__)


def with_texts(config: Config, run: Path) -> Config:
    """The config in which every query and example is words, or a file of the run directory."""
    topic = dict(config.stages["topic"])
    texts = _Texts(config, run / FOLDER)
    for key in ("query", "scoring_query"):
        topic[key] = list(texts.query(as_list(topic[key]), run))
    if topic["examples"] is not None:
        topic["examples"] = str(texts.examples(Path(topic["examples"])))
    crawl = {**config.stages["crawl"], "strategy": _informed(config.stages["crawl"]["strategy"], topic)}
    return msgspec.structs.replace(config, stages={**config.stages, "topic": topic, "crawl": crawl})


def _informed(strategy: dict[str, Any], topic: dict[str, Any]) -> dict[str, Any]:
    """A strategy that knows the topic of the run."""
    known = {"query": topic["scoring_query"] or topic["query"], "definition": topic["definition"]}
    return {**strategy, **{key: value for key, value in known.items() if key in strategy and not strategy[key]}}


class _Failed(msgspec.Struct, frozen=True):
    """What is noted of a page that gave no text."""

    reason: str


_Index: TypeAlias = dict[str, str | _Failed]  # by address: the name of the file with its text, or why there is none


class _Texts:
    """The folder of texts. It is made when there is something to put in."""

    def __init__(self, config: Config, folder: Path) -> None:
        self._crawl = config.stages["crawl"]
        self._folder = folder
        self._reasons: dict[str, str] = {}  # why pages have no text

    def query(self, written: Iterable[str], base: Path) -> Iterator[str]:
        """Every entry of a query, as words or as a file of the folder; a file of addresses stands for their pages."""
        entries = [one for entry in written for one in _entries(entry, base)]
        fetched = self._fetched([one for one in entries if isinstance(one, str) and is_url(one)])
        for one in entries:
            if isinstance(one, str) and is_url(one) and one not in fetched:
                raise ConfigError(f"topic: {one} gives no text for the topic: {self._reasons[one]}")
            if isinstance(one, Path):
                yield str(self._keep(_read(one)))
            else:
                yield str(fetched[one]) if one in fetched else one

    def examples(self, path: Path) -> Path:
        """A table of judged pages, with their texts. Pages that give none are passed over and told.

        Whoever records a session visits pages that robots may not fetch, such as those of a search engine.
        """
        rows = read_rows(path)
        addresses = [row.url for row in rows if row.url and not row.document and not row.file]
        fetched = self._fetched(addresses, has_patience=False)
        for address, reason in self._reasons.items():
            _log.warning("topic.examples: %s is passed over: %s", address, reason)
        kept = [row for row in rows if row.url not in self._reasons or row.document or row.file]
        if not any(row.is_on_topic for row in kept) and any(row.is_on_topic for row in rows):
            self._note(self._known(), {})  # the user will mend something, and then they are asked for again
            raise ConfigError(f"topic.examples: none of the pages of {path} that are on the topic gives a text")
        return self._keep(as_lines(_with_text(row, path.parent, fetched) for row in kept), SUFFIX)

    def _fetched(self, addresses: list[str], *, has_patience: bool = True) -> dict[str, Path]:
        """The files with the texts of pages; those that are there already are not fetched again.

        Pages that gave no text the last time are asked for again where there is patience.
        """
        if not addresses:
            return {}
        known = self._known()
        failed = {} if has_patience else self._failed()
        self._reasons.update({one: failed[one] for one in addresses if one in failed})
        missing = [one for one in dict.fromkeys(addresses) if one not in known and one not in failed]
        if missing:
            self._refuse_forgotten(missing)
            allowed = {key: self._crawl[key] for key in ("contact", "allow_private", "connect_to")}
            texts, reasons = texts_at(missing, **allowed)
            self._reasons.update(reasons)
            known.update((address, self._keep(text).name) for address, text in texts.items())
            self._note(known, {**self._failed(), **reasons})
        return {one: self._folder / known[one] for one in addresses if one not in self._reasons}

    def _refuse_forgotten(self, addresses: Iterable[str]) -> None:
        tombstones = read_tombstones(self._folder.parent / "crawl")
        for address in addresses:
            if tombstones.has(normalise(address) or address):
                raise ConfigError(f"topic: {address} was forgotten in this run; take it out of the query and examples")

    def _index(self) -> _Index:
        path = self._folder / INDEX
        return msgspec.json.decode(path.read_bytes(), type=_Index) if path.exists() else {}

    def _known(self) -> dict[str, str]:
        """The names of files by address."""
        names = {address: one for address, one in self._index().items() if isinstance(one, str)}
        return {address: name for address, name in names.items() if (self._folder / name).exists()}

    def _failed(self) -> dict[str, str]:
        """Why pages gave no text, by address."""
        return {address: one.reason for address, one in self._index().items() if isinstance(one, _Failed)}

    def _note(self, known: Mapping[str, str], failed: Mapping[str, str]) -> None:
        """Keep what came of addresses."""
        self._folder.mkdir(parents=True, exist_ok=True)
        reasons = {address: _Failed(reason) for address, reason in failed.items() if address not in known}
        write_json(self._folder / INDEX, {**known, **reasons})

    def _keep(self, text: str | bytes, suffix: str = ".txt") -> Path:
        content = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        path = self._folder / (xxhash.xxh3_64_hexdigest(content) + suffix)
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        return path.resolve()


def _entries(written: str, base: Path) -> list[str | Path]:
    path = None if is_url(written) else file_of(written, base)
    if path is None:
        return [written.strip()]
    lines = [] if path.suffix.lower() in _PAGES else as_list(tuple(_read(path).splitlines()))
    return [line.strip() for line in lines] if lines and all(map(is_url, lines)) else [path]


def _read(path: Path) -> str:
    try:
        content = path.read_bytes()
        if path.suffix.lower() in _PAGES:
            from polytrawl.one_page import extract  # noqa: PLC0415 - slow to import

            return text_of(extract(content))
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"topic: {path} cannot be read: {err}; it must be an HTML page or a UTF-8 text file") from err


def _with_text(row: Row, base: Path, fetched: dict[str, Path]) -> Row:
    if row.document or row.text:
        return row
    text = _read(base / row.file) if row.file else _read(fetched[row.url])
    return msgspec.structs.replace(row, text=text)
