"""Refuses pairs in which markup was taken for text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair

_MARKUP = re.compile(
    r"""
      </?[A-Za-z][^<>]{0,200}>          # a tag
    | <!--|-->|<!\[CDATA\[|\]\]>        # comments and their kin
    | &(?:[A-Za-z]{2,8}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});  # an entity
    | \{\{|\}\}|\{%|%\}                 # templates
    | \[/?(?:b|i|u|url|img|quote|code)(?:=[^\]]{0,200})?\]  # forum markup
    """,
    re.VERBOSE,
)


@dataclass(kw_only=True)
class LeftoverMarkup(Filter, name="leftover-markup"):
    """The number of tags, entities and other markup on both sides."""

    # Manuals about HTML show tags as text and are refused too; the export can ignore the reason.
    max_count: Annotated[int, msgspec.Meta(ge=0)] = option(0, "most pieces of markup on both sides together")

    def score(self, pair: SentencePair) -> float:
        """Pieces of markup."""
        return float(len(_MARKUP.findall(pair.source)) + len(_MARKUP.findall(pair.target)))

    def accept(self, score: float) -> bool:
        """At most the most."""
        return score <= self.max_count
