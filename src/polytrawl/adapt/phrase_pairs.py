"""The phrase pairs of a file, one by one: a phrase table as Moses writes it, or a lexicon."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import header_languages, read_lexicon
from polytrawl.lm.reading import opened

__all__ = ["phrase_pairs"]

_BAR = b"|||"
_TWO = 2


def phrase_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Source and target of each pair; a table may be packed and larger than memory."""
    with opened(path) as file:
        first = file.readline()
    if header_languages(first):
        yield from ((entry.source, entry.target) for entry in read_lexicon(path)[1])
        return
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            parts = [part.strip() for part in line.split(_BAR, 2)]
            if len(parts) > _TWO:
                yield parts[0].decode("utf-8", "replace"), parts[1].decode("utf-8", "replace")
            elif line.strip():
                raise ConfigError(f"{path}, line {number}: expected `source ||| target ||| scores`, or a lexicon")
