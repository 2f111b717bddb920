"""The default extractor: blocks of the page, each scored by cues that need no knowledge of the language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec
from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean.base import Extractor
from polytrawl.clean.boilerplate import boilerplate_scores
from polytrawl.clean.limits import bounded
from polytrawl.clean.links import read_links
from polytrawl.clean.metadata import base_of, licence_of, read_metadata
from polytrawl.clean.walk import Walk, walk
from polytrawl.options import option
from polytrawl.records import Document, Page, Paragraph, make_id


@dataclass(kw_only=True)
class Blocks(Extractor, name="blocks"):
    """Cuts a page into blocks and scores each by its markup, links, sentences and surroundings."""

    libraries: ClassVar[tuple[str, ...]] = ("selectolax",)

    # Word F1, precision and recall on the 1140 pages the weights come from: .5 gives .810 (.82, .88), .55 .811 (.81,
    # .90), .6 .812 (.79, .92), .65 .809 (.77, .93), .7 .801 (.75, .94). Four of them are as good as equal; the one with
    # the highest recall is taken, because what is lost here cannot be aligned later. Articles alone would want .5.
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.65, "blocks with a higher score are boilerplate")

    def extract(self, page: Page, html: str) -> Document:
        """The document, all paragraphs kept."""
        tree = LexborHTMLParser(bounded(html))
        base, depth = base_of(tree, page.url or None), page.depth + 1
        found = walk(tree)
        about = read_metadata(tree, url=page.url, base=base, depth=depth, headers=page.headers)
        links = (*read_links(found, url=page.url, base=base, depth=depth), *about.links)
        about = about._replace(links=links, licence=about.licence or licence_of(links))
        return Document(
            id=make_id("d", page.id),
            page=page.id,
            url=page.url,
            site=page.site,
            fetched_at=page.fetched_at,
            paragraphs=tuple(self._paragraphs(found, about.title)),
            **about._asdict(),
        )

    def _paragraphs(self, found: Walk, title: str) -> Iterator[Paragraph]:
        has_title = False
        for block, score in zip(found.blocks, boilerplate_scores(found.blocks, title), strict=True):
            zone = block.zone
            kind = zone.kind
            if kind == "heading" and zone.level == 1 and not has_title:
                kind, has_title = "title", True
            elif kind == "text" and found.is_post(zone):
                kind = "post"
            yield Paragraph(
                text=block.text, kind=kind, boilerplate=score, reason="boilerplate" if score > self.threshold else ""
            )
