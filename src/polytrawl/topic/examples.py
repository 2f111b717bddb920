"""Pages that were judged: a table with a judgement for each, `yes` or `no`, and where its text is.

    judgement   file                judgement   url                     judgement   document
    yes         pages/ladders.html  no          http://a.test/menu      yes         d-0123456789abcdef

`document` is the id of a document of the run, as in the table of `polytrawl evaluate sample examples`; one of `evaluate
sample documents`, whose judgements stand in the column `judged_topic`, is read as well. Lines without a judgement are
passed over. Lines of a browsing session, `relevant,tab,url`, are read too: every visited page counts once, and a page
that was not marked is off the topic. Texts of files and addresses are brought by the run, which writes them down as
lines of JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.relevance.definition import Example
from polytrawl.sessions import judged, looks_like_session, visits_in

__all__ = ["SUFFIX", "Row", "as_lines", "examples_in", "read_rows"]

SUFFIX = ".jsonl"  # of files with texts
_UNSAID = {"", "-"}
_YES, _NO = {"yes", "y", "true", "1"}, {"no", "n", "false", "0"}
_JUDGED = ("judgement", "judged_topic")
_SOURCES = ("document", "file", "url")


class Row(msgspec.Struct, frozen=True):
    """A page that was judged: the first of these that is not empty tells which."""

    is_on_topic: bool
    document: str = ""
    file: str = ""
    url: str = ""
    text: str = ""


_decoder = msgspec.json.Decoder(Row)


def examples_in(path: Path) -> Iterator[Example]:
    """The examples in a table or in lines of JSON. What is only named by an address must have been fetched."""
    for row in read_rows(path):
        if row.document or row.text:
            yield Example(row.is_on_topic, row.text, row.document)
        else:
            raise ConfigError(f"{path}: {row.file or row.url} has not been read; a run does that")


def as_lines(rows: Iterable[Row]) -> bytes:
    """Rows as lines of JSON."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def read_rows(path: Path) -> list[Row]:
    """The judged pages of a table; a `ConfigError` names the line that cannot be understood."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        if path.suffix == SUFFIX:
            return [_decoder.decode(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, msgspec.DecodeError) as err:
        raise ConfigError(f"topic.examples: {path} cannot be read: {err}") from err
    if looks_like_session(lines):
        return [Row(is_relevant, url=url) for url, is_relevant in judged(visits_in(lines, str(path))).items()]
    return list(_rows(lines, str(path)))


def _rows(lines: list[str], file: str) -> Iterator[Row]:
    names: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not names:
            names = _columns(line, f"{file}, line {number}")
            continue
        row = _row(names, line, f"{file}, line {number}")
        if row:
            yield row


def _columns(line: str, where: str) -> list[str]:
    names = [name.strip().lower() for name in line.split("\t")]
    if set(_JUDGED) & set(names) and set(_SOURCES) & set(names):
        return ["judgement" if name in _JUDGED else name for name in names]
    raise ConfigError(f"{where}: expected a header with judgement and one of {', '.join(_SOURCES)}, tabs between them")


def _row(names: list[str], line: str, where: str) -> Row | None:
    row = dict(zip(names, (cell.strip() for cell in line.split("\t")), strict=False))
    said = row.get("judgement", "").lower()
    if said in _UNSAID:
        return None
    if said not in _YES | _NO:
        raise ConfigError(f"{where}: judgement {row['judgement']!r}; expected yes, no or nothing")
    place = {name: row.get(name, "") for name in _SOURCES}
    if not any(place.values()):
        raise ConfigError(f"{where}: no {', '.join(_SOURCES)} tells which page this is")
    return Row(said in _YES, **place)
