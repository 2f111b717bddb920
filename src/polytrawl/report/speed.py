"""How fast the crawl went: pages fetched over time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, nothing, paragraph, section
from polytrawl.report.plots import Words, line
from polytrawl.report.wording import counted, decimal, duration, time_unit

if TYPE_CHECKING:
    from polytrawl.summary import Summary

_INSTANT_S = 0.05  # guess: below this a rate says nothing
_ABOUT = "Pages fetched since the first one. Politeness sets the pace: the more sites, the faster the crawl."
_NOTHING = (
    "No fetched page carries a time. Were pages fetched at all? If not, check the seeds and the reasons of the stage "
    "`crawl`; pages read from WARC files may have no time."
)


def speed(summary: Summary) -> Html:
    """The section with the plot."""
    points = sorted(
        (seconds, pages) for seconds, pages in summary.speed if math.isfinite(seconds) and min(seconds, pages) >= 0
    )
    return section("speed", "Crawl speed", _ABOUT, *_content(points))


def _content(points: list[tuple[float, int]]) -> list[Html]:
    if not points:
        return [nothing(_NOTHING)]
    seconds, pages = points[-1]
    if seconds < _INSTANT_S or pages <= 0:
        return [nothing(f"{counted(pages, 'page')} at one instant: too little time to speak of speed.")]
    said = f"{counted(pages, 'page')} in {duration(seconds)}: {decimal(pages / seconds)} pages a second on average."
    unit, length = time_unit(seconds)
    words = Words("Pages fetched over time", said, f"{unit} since the first page", "pages fetched")
    plot = line([(at / length, number) for at, number in points], words)
    return [paragraph(said, "said"), element("figure", plot)]
