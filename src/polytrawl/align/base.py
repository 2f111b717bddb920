"""The plug-in kind of the align stage: who matches the sentences of two texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from polytrawl.plugin import Plugin
from polytrawl.records import Lang


class Block(NamedTuple):
    """A paragraph as the aligner sees it: its kind and its sentences."""

    kind: str
    sentences: tuple[str, ...]


class Text(NamedTuple):
    """One side of a page pair. Sentences are numbered through all blocks, from 0."""

    language: Lang
    blocks: tuple[Block, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences in order."""
        return tuple(sentence for block in self.blocks for sentence in block.sentences)


class Bead(NamedTuple):
    """Sentences of both sides that belong together, by number; one side may be empty."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    score: float  # 0..1
    is_moved: bool = False  # it stands in another order on the two sides


class Aligner(Plugin, kind="aligner"):
    """Matches the sentences of two texts."""

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of the left side; every sentence stands in exactly one."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise `ConfigError` where something is missing that it needs: called before any text is read."""

    # Who learns from all texts of a run. What is learned travels to all workers: plain values, or bytes.

    @property
    def learns(self) -> bool:
        """Whether it looks at the texts of the whole run before it aligns any of them."""
        return False

    def learn(self, texts: Iterable[tuple[Text, Text]]) -> Any:  # noqa: ANN401 - known to the aligner alone
        """What is to be known from all texts of the run; they are read once, and are too many to be kept."""
        raise NotImplementedError

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of what was learned; called before `align`, where it was."""
        raise NotImplementedError
