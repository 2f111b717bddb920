"""How many units each profile would keep, and how good they would be: the run is read once for all of them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from polytrawl.export.pages import Pages
from polytrawl.export.rules import PROFILES, Rules, rules_of
from polytrawl.export.selection import Selection
from polytrawl.export.units import Units
from polytrawl.records import SentencePair

__all__ = ["OWN", "ProfileRow", "outlook"]

OWN = "this run"  # the rules of a run that are those of no profile


class ProfileRow(msgspec.Struct, frozen=True):
    """What a profile keeps."""

    profile: str
    kept: int
    of: int
    estimate: float | None  # of precision, from 0 to 1; None where nothing is kept
    basis: str  # what it is the mean of: adequacy, or (alignment) score, which is no probability
    is_exported: bool = False


def _with_own(own: Rules) -> tuple[dict[str, Rules], str]:
    """The rules of all profiles, and of the run where they are others; and the name of those of the run."""
    known = {name: rules_of(name, None, {}) for name in PROFILES}
    name = next((name for name, rules in known.items() if rules == own), OWN)
    return {**known, name: own}, name


def outlook(selection: Selection) -> list[ProfileRow]:
    """A row for each profile, and for the rules of the selection where they are others."""
    rules, exported = _with_own(selection.rules)
    judged = _judged(selection, rules)
    return [_row(name, units, is_exported=name == exported) for name, units in judged.items()]


def _judged(selection: Selection, rules: Mapping[str, Rules]) -> dict[str, Units]:
    judges = {name: Units(Pages(selection.facts, own)) for name, own in rules.items()}
    for record in selection.shelf.records("filter"):
        if isinstance(record, SentencePair):
            for judge in judges.values():
                judge.see(record)
    for judge in judges.values():
        judge.settle()
    return judges


def _row(name: str, units: Units, *, is_exported: bool) -> ProfileRow:
    counts = units.counts()
    kept = counts[""]
    basis = "adequacy" if units.is_adequacy else "score"
    estimate = round(units.quality, 4) if kept else None
    return ProfileRow(name, kept, counts.total(), estimate, basis, is_exported)
