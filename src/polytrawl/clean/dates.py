"""Dates as pages write them for machines."""

from __future__ import annotations

import re
from datetime import date
from email.utils import parsedate

_YEAR_FIRST = re.compile(r"\s*(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"\s*(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")  # with points only: 3/4/2024 may be March or April
_FIRST_YEAR = 1500  # libraries date what they scan


def as_date(text: str) -> str:
    """The date in ISO 8601; empty where it is none, or says neither day nor month for sure.

    >>> as_date("2024-05-01T08:30:00+02:00"), as_date("Wed, 01 May 2024 08:30:00 GMT"), as_date("1.5.2024")
    ('2024-05-01', '2024-05-01', '2024-05-01')
    >>> as_date("3/4/2024"), as_date("yesterday"), as_date("2024-02-31")
    ('', '', '')
    """
    if found := _YEAR_FIRST.match(text):
        numbers = found[1], found[3], found[4]
    elif found := _DAY_FIRST.match(text):
        numbers = found[3], found[2], found[1]
    elif (parsed := parsedate(text[:100])) and any(map(str.isalpha, text)):
        numbers = tuple(map(str, parsed[:3]))  # type: ignore[assignment]  # three of them, as above
    else:
        return ""
    try:
        day = date(*map(int, numbers))
    except ValueError:
        return ""
    return day.isoformat() if day.year >= _FIRST_YEAR else ""
