"""What can be judged on a sheet: documents, paragraphs, page pairs and units, one module each."""

from __future__ import annotations

from polytrawl.evaluate.kinds.base import Kind, Outcome, Population, Question, Shown, Thing
from polytrawl.evaluate.kinds.documents import Documents
from polytrawl.evaluate.kinds.pairs import Pairs
from polytrawl.evaluate.kinds.paragraphs import Paragraphs
from polytrawl.evaluate.kinds.units import Units

__all__ = ["KINDS", "Kind", "Outcome", "Population", "Question", "Shown", "Thing"]

KINDS: dict[str, Kind] = {kind.name: kind for kind in (Documents(), Paragraphs(), Pairs(), Units())}
