"""How well the crawl did, page by page: harvest rate, AvP, and how many new words came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from polytrawl.report.curves import Curve, curves
from polytrawl.report.markup import Html, nothing, paragraph, section
from polytrawl.report.plots import Words
from polytrawl.report.wording import count, counted, share

if TYPE_CHECKING:
    from polytrawl.crawl.harvest import HarvestPoint
    from polytrawl.summary import Summary

_ABOUT = (
    "The harvest rate is the share of the pages so far that are in a wanted language and on topic; AvP is their mean "
    "relevance, as the topic's classifier tells it. New words stand in paragraphs that are on no wanted page before: "
    "when the line nears the ground, more of the same web brings little. `crawl.saturation` stops a crawl there."
)
_NOTHING = "No page was judged while it was crawled: pages came from files, or only the crawl was run."
_ACROSS = "pages judged"


def harvest(summary: Summary) -> Html:
    """The section with the plots."""
    points = summary.harvest
    content = [_said(points[-1]), *_plots(points)] if points else [nothing(_NOTHING)]
    return section("harvest", "Harvest", _ABOUT, *content)


def _said(last: HarvestPoint) -> Html:
    avp = "" if last.precision is None else f", AvP {last.precision:.3f}"
    rate = f"{share(round(last.rate * last.pages), last.pages)} of {counted(last.pages, 'page')} wanted{avp}"
    return paragraph(f"{rate}; in the end {count(round(last.new_words))} new words a page.", "said")


def _plots(points: Sequence[HarvestPoint]) -> Iterator[Html]:
    rate = Curve("harvest rate", [(one.pages, one.rate) for one in points])
    yield curves([rate], Words("Harvest rate", "Share of wanted pages so far", _ACROSS, "wanted"))
    precision = [(one.pages, one.precision) for one in points if one.precision is not None]
    if precision:
        yield curves([Curve("AvP", precision)], Words("AvP", "Mean relevance so far", _ACROSS, "relevance"))
    gained = Curve("new words a page", [(one.pages, one.new_words) for one in points])
    yield curves([gained], Words("New words", "Words of new paragraphs on each of the last pages", _ACROSS, "a page"))
