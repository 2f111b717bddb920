"""The default extractor: blocks of the page, each scored by cues that need no knowledge of the language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import msgspec

from polytrawl.clean.base import Extractor
from polytrawl.clean.content import Content, judge
from polytrawl.clean.licence import licence_of
from polytrawl.clean.links import read_links
from polytrawl.clean.metadata import read_metadata
from polytrawl.clean.parse import parsed
from polytrawl.clean.walk import Walk, walk
from polytrawl.options import option
from polytrawl.records import Document, Page, Paragraph, make_id


@dataclass(kw_only=True)
class Blocks(Extractor, name="blocks"):
    """Cuts a page into blocks, scores each by markup, links and surroundings, and finds the posts of threads."""

    libraries: ClassVar[tuple[str, ...]] = ("selectolax", "numpy")
    is_for_threads: ClassVar[bool] = False  # whether every page is taken for a thread

    # Scores are such that one half is best on every page. What is lost here cannot be aligned later: raise it for more.
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.5, "blocks with a higher score are boilerplate")

    def extract(self, page: Page, html: str) -> Document:
        """The document, all paragraphs kept."""
        found, depth = walk(parsed(html)), page.depth + 1
        about = read_metadata(found, url=page.url, depth=depth, headers=page.headers)._asdict()
        links = (*read_links(found, url=page.url, base=about.pop("base"), depth=depth), *about["links"])
        about |= {"links": links, "licence": about["licence"] or licence_of(links)}
        content = judge(found, about["title"], is_thread=self.is_for_threads)
        return Document(
            id=make_id("d", page.id),
            page=page.id,
            url=page.url,
            site=page.site,
            fetched_at=page.fetched_at,
            page_type=content.page_type,
            paragraphs=tuple(self._paragraphs(found, content)),
            posts=content.posts,
            **about,
        )

    def _paragraphs(self, found: Walk, content: Content) -> Iterator[Paragraph]:
        has_title = False
        in_posts = {number for post in content.posts for number in post.paragraphs}
        for number, (text, kind, score) in enumerate(zip(found.texts, found.kinds, content.scores, strict=True)):
            if kind == "heading" and found.levels[number] == 1 and not has_title:
                kind, has_title = "title", True  # noqa: PLW2901 - the first heading is one
            elif kind == "text" and (number in in_posts if content.posts else found.is_post[number]):
                kind = "post"  # noqa: PLW2901 - as above
            yield Paragraph(
                text=text, kind=kind, boilerplate=score, reason="boilerplate" if score > self.threshold else ""
            )
