"""What preparation says about each unit, and how a folder was prepared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import opened
from polytrawl.records import Lang

__all__ = ["Annotation", "Prepared", "as_line", "read_annotations", "read_prepared"]


class Annotation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What preparation says about a unit."""

    id: str
    texts: tuple[str, ...]  # tokens with spaces between them, in true case
    reason: str = ""


class Prepared(msgspec.Struct, frozen=True):
    """How texts were prepared: with the same signature the same text gives the same tokens."""

    languages: tuple[Lang, ...]
    engine: str
    tokenisers: tuple[str, ...]
    max_words: int | None
    unique: bool
    check_language: bool
    counts: dict[str, int]  # by reason; "" are those without one


def read_prepared(folder: Path) -> Prepared:
    """How the text in a folder was prepared."""
    path = folder / "prepare.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Prepared)
    except (OSError, msgspec.MsgspecError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}; was it made by `polytrawl prepare`?") from err


def read_annotations(path: Path) -> Iterator[Annotation]:
    """All annotations in a file, also of units with a reason against them."""
    decoder = msgspec.json.Decoder(Annotation)
    with opened(path) as file:
        yield from map(decoder.decode, file)


def as_line(annotation: Annotation) -> bytes:
    """An annotation as one line."""
    return msgspec.json.encode(annotation) + b"\n"
