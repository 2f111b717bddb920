"""What an export would hold, without writing it: the export's own selection, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from polytrawl.export.rules import Rules
from polytrawl.export.selection import Selection

__all__ = ["Chosen", "Part", "chosen"]


class Part(msgspec.Struct, frozen=True):
    """One kind of thing: how many would be exported, and why the others would not."""

    kept: int
    of: int
    by: dict[str, int]  # kept ones by language, or language pair
    left_out: dict[str, int]  # by reason


class Chosen(msgspec.Struct, frozen=True):
    """What an export would hold."""

    profile: str
    rules: Rules
    documents: Part
    pairs: Part
    units: Part


def chosen(selection: Selection) -> Chosen:
    """The selection in numbers."""
    documents = (document.language or "und" for document in selection.documents())
    pairs = (f"{pair.left.language or 'und'}-{pair.right.language or 'und'}" for pair in selection.pairs())
    units = (f"{unit.source_language}-{unit.target_language}" for unit in selection.units())
    counts = selection.counts
    return Chosen(
        selection.profile,
        selection.rules,
        _part(counts["documents"], documents),
        _part(counts["pairs"], pairs),
        _part(counts["units"], units),
    )


def _part(counts: Counter[str], kept: Iterable[str]) -> Part:
    left_out = {reason: number for reason, number in counts.most_common() if reason}
    return Part(counts[""], counts.total(), dict(Counter(kept).most_common()), left_out)
