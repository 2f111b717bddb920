"""Refuses pairs whose tags, variables and other placeholders are not the same on both sides."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair

_PLACEHOLDER = re.compile(
    r"""
      </?[A-Za-z][\w:-]{0,30}(?:\s[^<>]{0,200})?/?>                  # a tag
    | \{\{?[A-Za-z0-9_.$:-]{1,40}\}\}?                               # {0}, {name}, {{ title }}
    | \$\{[A-Za-z0-9_.-]{1,40}\} | \$[A-Z][A-Z0-9_]{1,40}\b          # ${HOME}, $HOME
    | %(?:\([A-Za-z0-9_]{1,40}\)|\d{1,2}\$)?[-+0\#]?\d{0,3}(?:\.\d{1,3})?(?:l{0,2}[dsuixXfgc]|@)(?![A-Za-z])  # %s
    | %[A-Z][A-Z0-9_]{1,40}%                                         # %PATH%
    | &[A-Za-z][\w.-]{1,40};                                         # &name;
    | __[A-Za-z0-9]{1,40}__ | @@[A-Za-z0-9_]{1,40}@@                 # __NAME__
    """,
    re.VERBOSE,
)
_MARKS = re.compile(r"[<{$%&@]|__")
_NAME_OF_TAG = re.compile(r"</?[A-Za-z][\w:-]*")


@dataclass(kw_only=True)
class DifferentPlaceholders(Filter, name="different-placeholders"):
    """How many placeholders of both sides have a partner on the other side."""

    # A placeholder that is lost or made up breaks the program that fills it in. No true pair of FLORES, Text+Berg dev
    # and the installation guide is refused.
    min_overlap: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.99, "smallest share of placeholders with a partner"
    )

    def score(self, pair: SentencePair) -> float:
        """Twice the placeholders in common over all; 1 where there are none. Their order does not count."""
        left, right = placeholders(pair.source), placeholders(pair.target)
        total = left.total() + right.total()
        return 2 * (left & right).total() / total if total else 1.0

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_overlap


def placeholders(text: str) -> Counter[str]:
    """The placeholders of a text; of tags, their names.

    >>> sorted(placeholders('50 % of {0}, %s, <a href="x">$HOME</a>').items())
    [('$HOME', 1), ('%s', 1), ('</a', 1), ('<a', 1), ('{0}', 1)]
    """
    if not _MARKS.search(text):
        return Counter()
    return Counter(map(_name, _PLACEHOLDER.findall(text)))


def _name(found: str) -> str:
    tag = _NAME_OF_TAG.match(found)
    return tag[0].lower() if tag else found.replace("{{", "{").replace("}}", "}")
