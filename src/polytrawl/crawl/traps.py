"""Traps: parts of a site without end, on purpose or not. They are recognised, and no more than a share is fetched.

Some traps show in one URL: the same folders again and again, too many of them, an endless address. Others show in
their number only: addresses that differ in their dates, their query or their session. Those are counted, and the first
ones are let through. The last kind shows in the pages: the same text again and again, as from a server that answers
every address with "not found" and status 200. Such pages are kept, but their links are not followed.

The receipts below: 152 377 different URLs, of all links in the Python and PostgreSQL manuals, Wikipedia for Schools,
MDN in two languages, and 1 170 single pages of all kinds (forums, shops, news) from many hosts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import xxhash

from polytrawl.crawl.place import place_of
from polytrawl.crawl.sketch import Sketch
from polytrawl.records import Document

LONG_URL = "trap-long-url"
DEEP_PATH = "trap-deep-path"
REPEATING_PATH = "trap-repeating-path"
CALENDAR = "trap-calendar"
QUERY_VARIANTS = "trap-query-variants"
SESSION_IN_PATH = "trap-session-in-path"
SAME_TEXT = "trap-same-text"

_FILE = "traps.bin"
_REMEMBERED = 1 << 16  # URLs; some 15 MB
_MAX_LENGTH = 2000  # 29 are longer, all of them clicks on advertisements; the longest page has 1 610
_MAX_SEGMENTS = 20  # the most are 17, of a redirect service; 13 on a site of its own
_MAX_REPEATS = 2  # 782 have a part twice in a row, among them good ones; none has one three times
_FEW_SLASHES = 5  # of a path with less than three segments
_MAX_FAR_DATES = 100  # a guess: two years of weeks ahead of us, or of monthly pages of a time before the web
_FIRST_YEAR = 1970  # a guess: where many calendars begin; archives that reach further back have few pages for each date
_MAX_SESSIONS = 3  # of one page. A guess: one would do, had its first session not ended
_MAX_SAME_TEXT = 10  # of 10 854 pages, none has a text that more than one other has
_MIN_TEXT = 40  # characters. A guess: below, a page is a list of links or made by scripts, and its text says nothing

# As ASP.NET writes sessions without cookies. They cannot be left out: the server would send us back.
_SESSION = re.compile(r"/\((?:[A-Z]\([0-9A-Za-z]+\))+\)(?=/)")

_YEAR, _DAY = "(1[5-9][0-9]{2}|2[0-9]{3})", "(?:0?[1-9]|[12][0-9]|3[01])"
# 2024-05, 2024/05/13. A month of one digit may be the page of a thread, unless a day follows or it is a calendar.
_DATE = re.compile(rf"(?<![0-9]){_YEAR}([-/_.])(?:(?:0[1-9]|1[0-2])(?:\2{_DAY})?|[1-9]\2{_DAY})(?![0-9])")
_LOOSE_DATE = re.compile(rf"(?<![0-9]){_YEAR}([-/_.])(?:0?[1-9]|1[0-2])(?:\2{_DAY})?(?![0-9])")
_IS_CALENDAR = re.compile("calend|kalend|agenda|event", re.IGNORECASE)
_DATE_PARAMETER = re.compile(
    r"(?<=[?&])((?:[\w-]*[_-])?(?:year|month|week|day|date|jahr|monat|tag|datum|annee|mois|jour|anno|mese|fecha|dia|mes))"
    r"=([0-9][^&]*)",
    re.IGNORECASE,
)
_FOUR_DIGITS = re.compile("[12][0-9]{3}")  # a quick look: most URLs have no year
_YEAR_IN_VALUE = re.compile(rf"(?<![0-9]){_YEAR}")

_ADDRESS = re.compile(r"(?<!\S)(?:https?:/)?/\S+")
_SHORT_TEXT = 2000  # only so short a page may be a message that repeats the address
_UNCOUNTED = b"0123456789 \t\n"


class _Family(NamedTuple):
    """URLs that differ in one way only."""

    reason: str
    name: str
    limit: int  # so many are fetched


class Traps:
    """Says which URLs belong to traps. What was counted is kept in one small file of the crawl's folder."""

    def __init__(self, folder: Path, *, max_variants: int, year: int) -> None:
        self._sketch = Sketch(folder / _FILE)
        self._max_variants = max_variants
        self._year = year  # up to this one, dates are taken for those of real pages
        self._judged = lru_cache(maxsize=_REMEMBERED)(self._judge)  # most links stand on many pages

    def close(self) -> None:
        """Close the file."""
        self._sketch.close()

    def clear(self) -> None:
        """Forget what was counted."""
        self._sketch.clear()
        self._judged.cache_clear()

    def reason_against(self, url: str) -> str:
        """Why a URL is taken for part of a trap; empty where it is not. A URL counts once, however often asked."""
        return self._judged(url)

    def _judge(self, url: str) -> str:
        if reason := _by_itself(url):
            return reason
        families = list(self._families(url))
        for family in families:
            if self._sketch.count(family.name) >= family.limit:
                return family.reason
        if families and self._sketch.add(url):
            for family in families:
                self._sketch.increment(family.name)
        return ""

    def seen(self, document: Document) -> str | None:
        """Note the text of a page; a reason when its host has shown it too often, so that its links lead nowhere."""
        text = _text(document)
        if len(text) < _MIN_TEXT:
            return None
        # Numbers change from one copy to the next: dates, counts, reference numbers.
        digest = xxhash.xxh3_64_hexdigest(text.encode("utf-8", "surrogatepass").translate(None, _UNCOUNTED))
        number = self._sketch.increment(f"text {place_of(document.url).host} {digest}")
        return SAME_TEXT if number > _MAX_SAME_TEXT else None

    def _families(self, url: str) -> Iterator[_Family]:
        if "?" in url and self._max_variants:
            yield _Family(QUERY_VARIANTS, f"query {url.partition('?')[0]}", self._max_variants)
        if "/(" in url and (session := _SESSION.search(url)):
            yield _Family(SESSION_IN_PATH, f"session {url[: session.start()]}{url[session.end() :]}", _MAX_SESSIONS)
        years, dateless = _dates(url)
        if not years:
            return
        if not all(_FIRST_YEAR <= year <= self._year for year in years):
            yield _Family(CALENDAR, f"far {dateless}", _MAX_FAR_DATES)
        elif self._max_variants:
            yield _Family(CALENDAR, f"date {dateless}", self._max_variants)


def _by_itself(url: str) -> str:
    """The trap that shows in the URL alone.

    >>> _by_itself("http://a.test/x/y/x/y/x/y/z"), _by_itself("http://a.test/2011/11/11/x/x/")
    ('trap-repeating-path', '')
    """
    if len(url) > _MAX_LENGTH:
        return LONG_URL
    if url.count("/") < _FEW_SLASHES:
        return ""
    segments = url.partition("?")[0].split("/")[3:]
    if len(segments) > _MAX_SEGMENTS:
        return DEEP_PATH
    # Three times the same part leave at least two segments that stood before.
    return REPEATING_PATH if len(segments) - len(set(segments)) >= _MAX_REPEATS and _repeats(segments) else ""


def _repeats(segments: list[str]) -> bool:
    """Whether some segments come more often in a row than real folders do. Numbers may: 11/11/11 is a date."""
    for period in range(1, len(segments) // (_MAX_REPEATS + 1) + 1):
        run = 0
        for place, segment in enumerate(segments[period:]):
            run = run + 1 if segment == segments[place] else 0
            if run >= period * _MAX_REPEATS and any(_is_name(one) for one in segments[place : place + period]):
                return True
    return False


def _is_name(segment: str) -> bool:
    return bool(segment) and not segment.isdigit()


def _dates(url: str) -> tuple[list[int], str]:
    """The years of all dates in a URL, and the URL without the dates.

    >>> _dates("http://a.test/cal/2031/05?view=week&day=7")
    ([2031], 'http://a.test/cal/#?view=week&day=#')
    """
    if not _FOUR_DIGITS.search(url):
        return [], url
    has_date = _LOOSE_DATE.search(url) is not None
    pattern = _LOOSE_DATE if has_date and _IS_CALENDAR.search(url) else _DATE
    years = [int(date[1]) for date in pattern.finditer(url)] if has_date else []
    for parameter in _DATE_PARAMETER.finditer(url, url.find("?")) if "?" in url else ():
        years += map(int, _YEAR_IN_VALUE.findall(parameter[2]))
    return years, _DATE_PARAMETER.sub(r"\1=#", pattern.sub("#", url)) if years else url


def _text(document: Document) -> str:
    """The main text of a page, unless it is mostly something else: lists of links often share an introduction."""
    whole, text = "\n".join([paragraph.text for paragraph in document.paragraphs]), document.text
    text = whole if len(text) * 2 < len(whole) else text
    return _ADDRESS.sub("", text) if len(text) < _SHORT_TEXT else text
