"""Figures, sizes, times, addresses and reasons as a reader likes to see them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from polytrawl import ranking
from polytrawl.report.markup import Html, element

NONE = "\u2013"  # the dash where there is no number
_SIZES = ("bytes", "kB", "MB", "GB", "TB", "PB")
_KILO = 1000
_URL_LENGTH = 44  # fills one line beside the other language at 1280 pixels
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "glk", "he", "khw", "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps", "sd", "sdh"}
    | {"syr", "ug", "ur", "yi"}
)
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"adlm", "arab", "aran", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"})
_LINKABLE = re.compile(r"https?://[^/]", re.IGNORECASE)
_SCHEME = re.compile(r"^https?://", re.IGNORECASE)
_SECONDS = (("hours", 3600), ("minutes", 60), ("seconds", 1))
_MANY = 3  # of a unit of time, before it is used: 90 seconds say more than 1.5 minutes


def count(number: int) -> str:
    """A number with marks between the thousands.

    >>> count(1234567)
    '1,234,567'
    """
    return f"{number:,}"


def counted(number: int, word: str) -> str:
    """A number and its noun.

    >>> counted(1, "site"), counted(2000, "site")
    ('1 site', '2,000 sites')
    """
    return f"{count(number)} {word}" if number == 1 else f"{count(number)} {word}s"


def share(part: int, whole: int) -> str:
    """A share in percent. Only nothing is 0 %, only all is 100 %.

    >>> share(83, 85), share(1, 10**6), share(999_999, 10**6), share(5, 5), share(0, 0)
    ('97.6%', 'under 0.1%', 'over 99.9%', '100%', '0%')
    """
    percent = 100 * part / whole if whole > 0 else 0.0
    if 0 < percent < 0.1:  # noqa: PLR2004 - percent - the last digit shown
        return "under 0.1%"
    if 99.9 < percent < 100:  # noqa: PLR2004 - percent
        return "over 99.9%"
    return f"{round(percent, 1):g}%"


def size(number: int) -> str:
    """A file size; 1 kB is 1000 bytes.

    >>> size(1), size(999), size(51_234), size(999_999), size(2_500_000_000)
    ('1 byte', '999 bytes', '51.2 kB', '1.0 MB', '2.5 GB')
    """
    if number < _KILO:
        return counted(number, "byte")
    power = 1
    # Not by logarithm: 999,999 bytes are 1.0 MB, not 1000.0 kB.
    while round(number / _KILO**power, 1) >= _KILO and power < len(_SIZES) - 1:
        power += 1
    return f"{number / _KILO**power:.1f} {_SIZES[power]}"


def time_unit(seconds: float) -> tuple[str, int]:
    """The unit in which a time is best told, and its length in seconds.

    >>> time_unit(170), time_unit(200)
    (('seconds', 1), ('minutes', 60))
    """
    return next(((name, length) for name, length in _SECONDS if seconds >= _MANY * length), ("seconds", 1))


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(12.44), duration(5400)
    ('12.4 seconds', '90 minutes')
    """
    name, length = time_unit(seconds)
    return f"{decimal(seconds / length)} {name}"


def decimal(value: float) -> str:
    """A number with as many digits as it deserves; a dash where it is none.

    >>> decimal(0.1234), decimal(6.71), decimal(1234.5), decimal(float("nan")) == NONE
    ('0.12', '6.7', '1,234', True)
    """
    if not math.isfinite(value):
        return NONE
    digits = 2 if abs(value) < 1 else 1 if abs(value) < 100 else 0  # noqa: PLR2004 - percent - steps of readability
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def clip(text: str, length: int) -> str:
    """The text, with its end cut off if it is longer.

    >>> clip("polytrawl", 5)
    'poly…'
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def clip_middle(text: str, length: int) -> str:
    """The text, with its middle cut out if it is longer.

    >>> clip_middle("example.test/long/way/page.html", 20)
    'example.te…page.html'
    """
    half = length // 2
    return text if len(text) <= length else f"{text[:half]}…{text[1 - half :]}"


def ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """What was counted, the most frequent first; without the empty name, which stands for no reason."""
    return [(name, number) for name, number in ranking.ranked(counts).items() if name]


def direction(language: str) -> str:
    """The direction in which a language is written; `auto` leaves it to the text.

    >>> direction("he"), direction("de"), direction("uz-arab"), direction("und")
    ('rtl', 'ltr', 'rtl', 'auto')
    """
    parts = language.lower().split("-")
    if parts[0] in {"", "und"}:
        return "auto"
    if scripts := [part for part in parts[1:] if len(part) == 4 and part.isalpha()]:  # noqa: PLR2004 - percent - ISO 15924
        return "rtl" if scripts[0] in _RIGHT_TO_LEFT_SCRIPTS else "ltr"
    return "rtl" if parts[0] in _RIGHT_TO_LEFT else "ltr"


def link(url: str) -> Html:
    """A link to a page of the web; an address that does not lead there is shown as text."""
    short = element("bdi", clip_middle(_SCHEME.sub("", url), _URL_LENGTH), dir="ltr")
    if not _LINKABLE.match(url):  # such as `javascript:`
        return element("span", short, class_="url", title=url)
    return element("a", short, class_="url", href=url, title=url, rel="noopener noreferrer")
