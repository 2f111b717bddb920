"""The forum extractor that gives posts as records: author, date and text of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean.base import Extractor
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.limits import bounded
from polytrawl.clean.posts import find_posts, read_thread
from polytrawl.records import Document, Page, Paragraph, replace


@dataclass(kw_only=True)
class Posts(Extractor, name="posts"):
    """Keeps the posts of a thread and its title, and gives each post as a record with author and date."""

    libraries: ClassVar[tuple[str, ...]] = ("selectolax",)

    def extract(self, page: Page, html: str) -> Document:
        """The document, all paragraphs kept; those outside of posts are boilerplate."""
        document = Blocks().extract(page, html)
        thread = read_thread(LexborHTMLParser(bounded(html)))
        if thread is None:
            return document
        posts = find_posts(thread, [paragraph.text for paragraph in document.paragraphs])
        inside = {number for post in posts for number in post.paragraphs}
        paragraphs = (
            _in_post(paragraph) if number in inside else _outside(paragraph)
            for number, paragraph in enumerate(document.paragraphs)
        )
        return replace(document, paragraphs=tuple(paragraphs), posts=posts)


def _in_post(paragraph: Paragraph) -> Paragraph:
    kind = "post" if paragraph.kind == "text" else paragraph.kind
    return replace(paragraph, kind=kind, boilerplate=0.0, reason="")


def _outside(paragraph: Paragraph) -> Paragraph:
    # The title of a thread says what it is about. With it, F1 is .003 higher over all forum pages of the development
    # set (.023 on those whose gold has titles, .005 lower on the others).
    if paragraph.kind == "title":
        return replace(paragraph, boilerplate=0.0, reason="")
    return replace(
        paragraph, kind="text" if paragraph.kind == "post" else paragraph.kind, boilerplate=1.0, reason="boilerplate"
    )
