"""The terms of the topic that were found, by language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polytrawl.report.bars import Row, Words, bar_table
from polytrawl.report.markup import Html, element, lines, nothing, section
from polytrawl.report.wording import clip, counted

if TYPE_CHECKING:
    from polytrawl.summary import Summary, TermRow

_ABOUT = "The terms of the topic in the main text of documents that are on topic, by how many documents have them."
_NOTHING = "There are none: the run has no topic, or one that is not made of terms, or no document is on it."
_TERM_LENGTH = 60


def topic(summary: Summary) -> Html:
    """The section with the terms."""
    if not summary.topic_terms:
        return section("topic", "Topic terms", _ABOUT, nothing(_NOTHING))
    tables = (_terms(language, rows) for language, rows in summary.topic_terms.items())
    return section("topic", "Topic terms", _ABOUT, element("div", lines(tables), class_="columns"))


def _terms(language: str, rows: list[TermRow]) -> Html:
    bars = [Row(clip(row.term, _TERM_LENGTH), row.documents, counted(row.paragraphs, "paragraph")) for row in rows]
    return element("div", bar_table(bars, Words(f"Terms in {language}", "term", "document")))
