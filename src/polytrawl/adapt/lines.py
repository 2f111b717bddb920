"""Files with a sentence a line, where line n of one belongs to line n of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import opened

__all__ = ["lines_of", "named_file", "read_lines", "same_number"]


def lines_of(path: Path) -> list[str]:
    """The lines of a file that polytrawl has written; it may be empty."""
    text = path.read_bytes().decode("utf-8")
    return text.removesuffix("\n").split("\n") if text else []


def read_lines(path: Path) -> list[str]:
    """The lines of a text in UTF-8, perhaps .gz or .zst; `ConfigError` where there are none.

    Only line feeds end a line: other signs that Python takes for the end of a line may stand within a sentence.
    """
    try:
        with opened(path) as file:
            text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as err:
        raise ConfigError(f"{path}: is not UTF-8: {err.reason} at byte {err.start}") from err
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if lines and not lines[-1]:
        del lines[-1]
    if not any(map(str.strip, lines)):
        raise ConfigError(f"{path}: is empty; expected a sentence a line")
    return lines


def same_number(texts: Mapping[str, Sequence[str]]) -> int:
    """How many lines all texts have; `ConfigError` names two that differ."""
    (first, lines), *others = texts.items()
    for name, those in others:
        if len(those) != len(lines):
            raise ConfigError(
                f"{first} has {len(lines)} lines, {name} has {len(those)}; line n of each must belong to the same "
                "sentence"
            )
    return len(lines)


def named_file(given: str, option: str) -> tuple[str, Path]:
    """A name and a file from `NAME=FILE`; a file alone is named as it is, without folder and ending.

    >>> named_file("BL=out/base.txt", "--systems"), named_file("out/LM_GOOD.es.txt", "--systems")
    (('BL', PosixPath('out/base.txt')), ('LM_GOOD', PosixPath('out/LM_GOOD.es.txt')))
    """
    name, sign, file = given.partition("=")
    if not sign:
        name, file = Path(given).name.partition(".")[0], given
    if not name.strip() or not file:
        raise ConfigError(f"{option} {given}: expected NAME=FILE")
    return name.strip(), Path(file)
