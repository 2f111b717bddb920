"""Prepared text as sentence pairs: two files that run side by side, perhaps with a third that has their links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.lexicon.symmetrise import Link
from polytrawl.lexicon.word_alignment import LONGEST, aligned_words
from polytrawl.lm.reading import opened

__all__ = ["SentencePairs", "read_pairs"]


@dataclass
class SentencePairs:
    """Sentence pairs as words, and the links between these where they are known."""

    bitext: list[tuple[list[str], list[str]]] = field(default_factory=list)
    links: list[list[Link]] | None = None
    dropped: Counter[str] = field(default_factory=Counter)

    def aligned(self, method: str) -> Iterator[list[Link]]:
        """The links of each pair: those that were read, or what a method finds in the text in small letters."""
        if self.links is not None:
            return iter(self.links)
        lower = [([word.lower() for word in left], [word.lower() for word in right]) for left, right in self.bitext]
        return aligned_words(lower, method)


def read_pairs(left: Path, right: Path, links: Path | None = None) -> SentencePairs:
    """The sentence pairs of files side by side; those with an empty side, or too long ones, are counted."""
    found = SentencePairs(links=None if links is None else [])
    files = [left, right] if links is None else [left, right, links]
    for number, lines in enumerate(zip_longest(*map(_lines, files)), start=1):
        if None in lines:
            short = files[lines.index(None)]
            raise ConfigError(f"{short}: ends after line {number - 1}, and the text beside it goes on")
        ours, theirs = lines[0].split(), lines[1].split()
        if not ours or not theirs:
            found.dropped["empty-side"] += bool(ours or theirs)
        elif max(len(ours), len(theirs)) > LONGEST:
            found.dropped["too-long"] += 1
        else:
            found.bitext.append((ours, theirs))
            if found.links is not None:
                found.links.append(_links(lines[2], f"{links}, line {number}"))
    return found


def _lines(path: Path) -> Iterator[str]:
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                yield line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as err:
                raise ConfigError(f"{path}, line {number}: is not UTF-8 (byte {err.start + 1})") from err


def _links(line: str, where: str) -> list[Link]:
    try:
        return [(int(i), int(j)) for i, j in (link.split("-") for link in line.split())]
    except ValueError as err:
        raise ConfigError(f"{where}: expected links such as 0-0 1-2, found {line.strip()[:60]!r}") from err
