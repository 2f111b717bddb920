"""The answer to "does this corpus help?" as one HTML page, and in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.adapt.experiment import Outcome
from polytrawl.adapt.page import compared, compared_heads, score_table
from polytrawl.adapt.rows import number_rows, wide
from polytrawl.adapt.sections import before_after_section, changes_section, curve_section, terms_section
from polytrawl.report.markup import Html, element, escape, lines, paragraph, section
from polytrawl.report.page import whole_page
from polytrawl.report.wording import count, counted

__all__ = ["in_short", "render_answer"]

_MADE_OF = {
    "BL": "table and language model of the generic sentence pairs",
    "WP": "BL, with a table of Wikipedia titles",
    "LM": "BL, with a language model of the domain's text",
    "PT": "BL, with a table of the domain lexicon, for words that generic text hardly has",
    "LMPT": "BL, with both",
    "PAR": "BL, with table and language model of sentence pairs of the domain",
}
