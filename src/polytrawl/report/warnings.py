"""What a user should look at before the corpus is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, lines, paragraph, prose, section

if TYPE_CHECKING:
    from polytrawl.summary import Summary

_ABOUT = "What stands out in the figures of this run. All of it is a question, and none of it changes the corpus."
_NOTHING = "Nothing stands out. Read some of the sample all the same: figures cannot tell whether texts are right."


def warnings(summary: Summary) -> Html:
    """The section with the warnings."""
    if not summary.warnings:
        return section("warnings", "What to look at", _ABOUT, paragraph(_NOTHING))
    items = (element("li", prose(one), class_="notice") for one in summary.warnings)
    return section("warnings", "What to look at", _ABOUT, element("ul", lines(items), class_="warnings"))
