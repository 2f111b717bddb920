"""What a run has made, in figures: the one source of `status`, `report` and `--json`."""

from __future__ import annotations

from polytrawl.ledger.funnel import FunnelStep, funnel
from polytrawl.summary.make import stage_rows, summarise
from polytrawl.summary.rows import (
    ClusterRow,
    Duplicates,
    Histogram,
    MethodRow,
    Repeat,
    Sample,
    SiteRow,
    StageRow,
    Summary,
    TermRow,
)

__all__ = [
    "ClusterRow",
    "Duplicates",
    "FunnelStep",
    "Histogram",
    "MethodRow",
    "Repeat",
    "Sample",
    "SiteRow",
    "StageRow",
    "Summary",
    "TermRow",
    "funnel",
    "stage_rows",
    "summarise",
]
