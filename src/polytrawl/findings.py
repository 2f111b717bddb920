"""What URL patterns have told about a run, in two small files beside its page pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from polytrawl.files import write_whole
from polytrawl.records import Promise, UrlPattern

__all__ = ["Findings", "Round", "read_findings", "read_round", "write_findings", "write_round"]

_FINDINGS, _ROUND = "patterns.json", "deep.json"
_Kind = TypeVar("_Kind")


class Findings(msgspec.Struct, frozen=True):
    """The URL patterns of a run, and which pairs they found."""

    made_from: str
    patterns: list[UrlPattern]  # the most credible first
    sources: dict[str, str]  # ids of two documents, sorted and joined by a space: "patterns" or "rescue"


class Round(msgspec.Struct, frozen=True):
    """A round in which pages are looked for that no link leads to."""

    promises: list[Promise]
    result: str = ""  # of a round that is over: the digest of the documents that it left


def read_findings(folder: Path) -> Findings | None:
    """What was noted about patterns in the folder of the pair stage; None where nothing was."""
    return _read(folder / _FINDINGS, Findings)


def write_findings(folder: Path, findings: Findings) -> None:
    """Note what was found."""
    write_whole(folder / _FINDINGS, msgspec.json.encode(findings))


def read_round(folder: Path) -> Round | None:
    """The round of a run; None where none was begun."""
    return _read(folder / _ROUND, Round)


def write_round(folder: Path, noted: Round) -> None:
    """Note how far the round is."""
    write_whole(folder / _ROUND, msgspec.json.encode(noted))


def _read(path: Path, kind: type[_Kind]) -> _Kind | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # torn by a failing disk: it is made again, which costs no more than time
