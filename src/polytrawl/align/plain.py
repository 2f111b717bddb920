"""Two plain texts to align, without a run: one sentence a line, or one paragraph a line.

Lines end with a line feed alone: other characters that Python takes for line ends would shift the numbers of all
lines after them.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from polytrawl.align.base import Bead, Block, Text
from polytrawl.records import Lang
from polytrawl.sentences import split


class Plain(NamedTuple):
    """A plain text as the aligner sees it, and the number of each sentence as users count them."""

    text: Text
    numbers: tuple[int, ...]


def read_lines(content: str) -> list[str]:
    """The lines of a text; what follows the last line feed counts if there is something."""
    lines = content.removeprefix("\ufeff").split("\n")
    return [line.removesuffix("\r") for line in (lines[:-1] if not lines[-1] else lines)]


def by_sentence(content: str, language: Lang) -> Plain:
    """A text with a sentence a line. Empty lines part paragraphs, and count as lines: numbers are those of lines."""
    lines = [(number, " ".join(line.split())) for number, line in enumerate(read_lines(content))]
    groups = (list(group) for is_text, group in groupby(lines, key=lambda line: bool(line[1])) if is_text)
    blocks = tuple(Block("text", tuple(sentence for _, sentence in group)) for group in groups)
    return Plain(Text(language, blocks), tuple(number for number, line in lines if line))


def by_paragraph(content: str, language: Lang) -> Plain:
    """A text with a paragraph a line, cut into sentences, which are numbered through."""
    paragraphs = (tuple(split(line, language)) for line in read_lines(content))
    text = Text(language, tuple(Block("text", found) for found in paragraphs if found))
    return Plain(text, tuple(range(len(text.sentences))))


def renumbered(beads: list[Bead], left: Plain, right: Plain) -> list[Bead]:
    """Beads with the numbers that users count."""
    return [
        bead._replace(
            left=tuple(left.numbers[number] for number in bead.left),
            right=tuple(right.numbers[number] for number in bead.right),
        )
        for bead in beads
    ]
