"""How far two documents are apart in time."""

from __future__ import annotations

import re
from datetime import date

import numpy as np

from polytrawl.lexicon.side import Floats

__all__ = ["day_of", "days_apart"]

_DATE = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?")


def day_of(written: str) -> float:
    """A date as a number of days; nan where there is none.

    >>> day_of("2024-03-02T10:00:00+00:00") - day_of("2024-03"), day_of("last May")
    (1.0, nan)
    """
    found = _DATE.match(written)
    try:
        return float(date(int(found[1]), int(found[2]), int(found[3] or 1)).toordinal()) if found else float("nan")
    except ValueError:  # the 31st of February
        return float("nan")


def days_apart(published: float, fetched: float, others_published: Floats, others_fetched: Floats) -> Floats:
    """Days between one document and others: by publication where both tell it, else by fetching; nan where unknown."""
    by_publication = np.abs(others_published - published)
    return np.where(np.isnan(by_publication), np.abs(others_fetched - fetched), by_publication)
