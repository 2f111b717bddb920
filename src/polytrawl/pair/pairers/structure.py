"""Evidence from the structure of the main text, as ILSP-FC finds it: titles, headings, list items and lengths.

Three features of two documents (ratio of the lengths of their fingerprints, ratio of their numbers of paragraphs, edit
distance of the fingerprints over the longer length) go into a support vector machine with a polynomial kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

import msgspec

from polytrawl.options import option
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.facts import Facts, ratio
from polytrawl.pair.rivals import Alike, candidates_of
from polytrawl.pair.structure import Machine, features, load_machine, outline_of, similar
from polytrawl.records import Site

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Structure(Pairer, name="structure"):
    """Documents of like structure, after ILSP-FC."""

    min_value: float = option(0.0, "value of the machine that a pair must exceed; 0 is the border it has learned")
    # As for images: the machine was made from pairs within these bounds.
    min_token_ratio: _Share = option(0.4, "words of the shorter text over those of the longer one")
    min_paragraph_ratio: _Share = option(0.6, "paragraphs of the shorter text over those of the longer one")
    max_depth_difference: Annotated[int, msgspec.Meta(ge=0)] = option(
        1, "difference of depth in the folders of the site"
    )
    nearest: Annotated[int, msgspec.Meta(ge=1)] = option(
        10, "pages next in length, on each side, that a page is compared with among those of like structure"
    )

    _machine: Machine = field(init=False, default_factory=load_machine)

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Documents of two languages that the machine takes for a pair."""
        outlines = [outline_of(document) for document in site.documents]
        found = [(outlines[left], outlines[right]) for left, right in similar(outlines, self.nearest)]
        pairs = [(left, right) for left, right in found if self.may_be_pair(left.facts, right.facts)]
        if not pairs:
            return []
        near = [
            Alike(left.facts, right.facts, self._machine.probability(value))
            for (left, right), value in zip(pairs, self._machine.values(features(pairs)).tolist(), strict=True)
            if value > self.min_value
        ]
        return candidates_of(near, 1.0)

    def may_be_pair(self, one: Facts, other: Facts) -> bool:
        """Whether two documents are compared at all."""
        return (
            one.page != other.page
            and ratio(one.words, other.words) >= self.min_token_ratio
            and ratio(one.paragraphs, other.paragraphs) >= self.min_paragraph_ratio
            and abs(one.depth - other.depth) <= self.max_depth_difference
        )
