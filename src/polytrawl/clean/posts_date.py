"""Dates as web pages write them, known by digits and attributes: no month is known by its name."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from polytrawl.clean.forum_tree import plain, value_of

_YEAR, _LETTER = r"(?:19|20)\d\d(?![-./]?\d)", r"[^\W\d_]"
_YEAR_FIRST = r"(?:19|20)\d\d\s?[-./年]\s?\d{1,2}\s?[-./月]\s?\d{1,2}(?!\d)"
_DATE = re.compile(
    rf"(?<!\d)(?:{_YEAR_FIRST}"  # 2024-05-03, 2024年5月3日
    r"|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d(?!\d)"  # 3.5.2024, 05/03/24
    # 3 May 2024, 3. Mai 2024, 3 de mayo de 2024, 3rd May '24: a day, a word, a year
    rf"|\d{{1,2}}(?:\.|{_LETTER}{{1,3}})?[\s-]+(?:{_LETTER}{{1,3}}\s)?{_LETTER}{{3,}}\.?,?[\s-]+(?:{_LETTER}{{1,3}}\s)?"
    rf"(?:{_YEAR}|'\d\d))"
    rf"|{_LETTER}{{3,20}}\.?\s+\d{{1,2}}{_LETTER}{{0,2}},?\s+{_YEAR}"  # May 3, 2024
)
_TWO_DIGITS = re.compile(r"\d\d")  # of the year; most texts have none, and this is found out quickly
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?$")  # seconds or milliseconds, 2001 to 2033
_LONGEST_TITLE = 60
_LONGEST_MARK = 100  # characters
_DIGITS, _YEAR_DIGITS = re.compile(r"\d+"), 4


def has_date(text: str) -> bool:
    """Whether a date stands in a text.

    >>> [has_date(text) for text in ("12 Μαρ 2023", "2023年3月12日", "12/03/23", "Windows 10", "1.2.3")]
    [True, True, True, False, False]
    """
    return bool(_TWO_DIGITS.search(text) and _DATE.search(text))


def is_short_date(text: str) -> bool:
    """Whether a text is a line with a date; longer ones are sentences."""
    return len(text) < _LONGEST_MARK and _DATE.search(text) is not None


def has_dated_title(written: str) -> bool:
    """Whether the title of a tag is a date."""
    title = value_of(written, "title")
    return len(title) < _LONGEST_TITLE and has_date(title)


def date_of(written: str) -> str:
    """The date that the attributes of a tag tell; empty where they tell none.

    >>> date_of('b data-time="1700000000"'), date_of('time datetime="2024-05-03T10:00:00Z"')
    ('2023-11-14T22:13:20Z', '2024-05-03T10:00:00Z')
    """
    for name in ("datetime", "content", "data-time", "data-timestamp", "title"):
        told = " ".join(plain(value_of(written, name)).split())
        if _EPOCH.match(told):
            moment = datetime.fromtimestamp(int(told[:10]), UTC)
            return moment.isoformat().replace("+00:00", "Z")
        if len(told) < _LONGEST_TITLE and has_date(told):
            return told
    return ""


def date_in(text: str) -> str:
    """The first date of a text: as year, month and day where it is written in this order, else as it is written.

    >>> date_in("#3 posted 2024/5/3 at noon"), date_in("Posted: 3. Mai 2024, 14:05")
    ('2024-05-03', '3. Mai 2024')
    """
    found = _DATE.search(text)
    if not found:
        return ""
    year, *rest = _DIGITS.findall(found[0])
    return "-".join((year, *(f"{int(part):02}" for part in rest))) if len(year) == _YEAR_DIGITS else found[0]
