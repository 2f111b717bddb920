"""The whole page: the head and all sections, set into the template with the style sheet.

The page needs nothing but itself: no script, no font, no picture from elsewhere. It carries no clock time, so equal
runs give equal pages.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from polytrawl.files import packaged
from polytrawl.report.advice import advice
from polytrawl.report.corpus import documents, pairs
from polytrawl.report.curves import STYLE
from polytrawl.report.duplicates import duplicates
from polytrawl.report.funnel import funnel
from polytrawl.report.harvest import harvest
from polytrawl.report.head import head
from polytrawl.report.markup import escape, lines
from polytrawl.report.profiles import profiles
from polytrawl.report.repeat import repeat
from polytrawl.report.samples import samples
from polytrawl.report.scores import scores
from polytrawl.report.speed import speed
from polytrawl.report.tables import files, stages
from polytrawl.report.topic import topic
from polytrawl.report.warnings import warnings

if TYPE_CHECKING:
    from polytrawl.summary import Summary

_SECTIONS = (
    *(warnings, funnel, documents, topic, pairs, scores, duplicates, profiles, samples),
    *(harvest, speed, stages, files, repeat),
)


def render(summary: Summary) -> str:
    """The report as one HTML page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{summary.run}: a polytrawl run"),
        style=packaged("polytrawl.report", "style.css") + STYLE,
        head=head(summary),
        sections=lines([*(part(summary) for part in _SECTIONS), advice()]),
    )
