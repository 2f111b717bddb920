"""Translations first: links that name another wanted language come before all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.tongues import leads_to
from polytrawl.options import shared
from polytrawl.records import Document, Link, replace

# flag_de.png, img/de.svg, icon-flag-de-small.gif
_FLAG = re.compile(r"(?:[^.]*[/_-])?([^\W\d_]{2,})\.(?:png|gif|svg|jpe?g|webp|ico)")
_SIZES = re.compile(r"[-_](?:flags?|small|big|\d+)(?=[-_.])")


@dataclass(kw_only=True)
class Translations(LinkScorer, name="translations"):
    """Follow links that say they lead to a wanted language first, then the others level by level.

    Few pages of a site then hold many pairs: each page is followed by its version in the other language.
    """

    reads: ClassVar[str] = "anchors"

    languages: tuple[str, ...] = shared(())

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """1 for a link to a translation of a page, less for others the further they are from a seed."""
        own = (source.language or "").partition("-")[0]
        others = [one for one in self.languages if one.partition("-")[0] != own]
        return [1.0 if leads_to(_spelt(link), others) else -float(link.depth) for link in links]

    def score(self, link: Link, source: Document) -> float:
        """The same for one link."""
        return self.score_all([link], source)[0]


def _spelt(link: Link) -> Link:
    """A link whose text is the file name of a flag, with the name of the language instead."""
    flag = _FLAG.fullmatch(_SIZES.sub("", link.anchor.strip().casefold())) if "." in link.anchor else None
    return replace(link, anchor=flag[1]) if flag else link
