"""What an experiment has found."""

from __future__ import annotations

import msgspec

from polytrawl.adapt.before_after import BeforeAfter
from polytrawl.adapt.changed import Changes
from polytrawl.adapt.contest import Contest
from polytrawl.adapt.learning import Curve
from polytrawl.adapt.systems import Translated
from polytrawl.adapt.trial import Trial
from polytrawl.adapt.workshop import Rows
from polytrawl.lexicon.coverage import Recall
from polytrawl.lexicon.entries import Entry
from polytrawl.records import Lang

__all__ = ["Outcome"]


class Outcome(msgspec.Struct, frozen=True):
    """Everything that was found."""

    languages: tuple[Lang, Lang]
    sizes: dict[str, int]  # sentences or sentence pairs of each text
    left_out: dict[str, dict[str, int]] = {}  # of each text, by reason
    aligner: str = ""  # of words, for tables and the lexicon
    sample: BeforeAfter | None = None
    curve: Curve | None = None
    terms: dict[str, Recall] = {}
    entries: list[Entry] = []  # the first of the domain lexicon
    lexicon: Rows | None = None
    trial: Trial | None = None  # of the lexicon
    contest: Contest | None = None
    systems: list[Translated] = []
    changes: dict[str, Changes] = {}  # of each system beside the baseline
    left_undone: list[str] = []  # in words
