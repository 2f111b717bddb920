"""The `evaluate align` command: how good sentence alignments are, by beads that are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from polytrawl.align.api import make_aligner
from polytrawl.cli import output
from polytrawl.cli.align import both_languages, read_plain
from polytrawl.errors import ConfigError
from polytrawl.evaluate.alignments import Measure, Scores, Sides, score
from polytrawl.evaluate.beads import read_beads

if TYPE_CHECKING:
    from polytrawl.align.base import Aligner
    from polytrawl.align.plain import Plain


def by_files(gold: Sequence[Path], test: Sequence[Path], form: str) -> Scores:
    """The figures of alignments in files."""
    _check(gold, test, "--test")
    return score((read_beads(path) for path in gold), (read_beads(path, form) for path in test))


def by_texts(gold: Sequence[Path], texts: tuple[Sequence[Path], Sequence[Path]], langs: str, aligner: str) -> Scores:
    """The figures of an aligner on files with a sentence a line."""
    _check(gold, texts[0], "--left")
    _check(gold, texts[1], "--right")
    languages = both_languages(langs)
    sides = [[read_plain(path, lang, is_sentences=True) for path in side] for side, lang in zip(texts, languages)]  # noqa: B905 - both
    pairs = list(zip(*sides, strict=True))
    return score([read_beads(path) for path in gold], _aligned(make_aligner(aligner or None), pairs))


def _aligned(aligner: Aligner, pairs: Sequence[tuple[Plain, ...]]) -> Iterator[list[Sides]]:
    """The beads of all texts; the aligner learns from all of them first, as in a run."""
    from polytrawl.align.plain import renumbered

    if aligner.learns and len(pairs) > 1:
        aligner.inform(aligner.learn((left.text, right.text) for left, right in pairs))
    for left, right in pairs:
        beads = renumbered(aligner.align(left.text, right.text), left, right)
        yield [(bead.left, bead.right) for bead in beads]


def _check(gold: Sequence[Path], others: Sequence[Path], option: str) -> None:
    if len(gold) != len(others):
        raise ConfigError(
            f"evaluate align: {len(gold)} files of --gold, {len(others)} of {option}; give one for each, in one order"
        )


def show(found: Scores) -> None:
    """Print the figures."""
    rows = [(name, *_cells(measure)) for name, measure in (("strict", found.strict), ("lax", found.lax))]
    output.table(("", "precision", "recall", "F1"), rows)
    print(f"\n{found.texts} texts, {found.gold_beads} gold beads with both sides, {found.test_beads} beads found")


def _cells(measure: Measure) -> tuple[str, ...]:
    values = (measure.precision, measure.recall, measure.f1)
    return tuple("-" if value is None else f"{value:.4f}" for value in values)
