"""The quick look at a page: its links, and if wanted its plain text, without asking what is boilerplate.

For a crawl that only wants to get on. Nothing of it is kept: the clean stage looks again, and closer.
"""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from polytrawl import urls
from polytrawl.clean.decode import decode
from polytrawl.clean.limits import bounded
from polytrawl.clean.metadata import base_of
from polytrawl.records import Document, Link, Page, Paragraph, make_id

_LINKS = "a[href], area[href], link[rel][href], frame[src], iframe[src]"
_FOLLOWED = frozenset({"alternate", "canonical", "next", "prev"})  # of <link>, which mostly names style sheets


def look_quickly(page: Page, *, with_text: bool = False) -> Document:
    """The links of a page with their anchors, and its text as one paragraph where wanted."""
    tree = LexborHTMLParser(bounded(decode(page.content, page.content_type) or ""))
    text = tree.body.text(separator=" ", strip=True) if with_text and tree.body else ""
    return Document(
        id=make_id("d", page.id),
        page=page.id,
        url=page.url,
        site=page.site,
        links=tuple(_links(tree, page)),
        paragraphs=(Paragraph(text=text),) if text else (),
    )


def _links(tree: LexborHTMLParser, page: Page) -> Iterator[Link]:
    """The links that lead to other pages, the first of each kind to each target."""
    base, depth = base_of(tree, page.url), page.depth + 1
    seen: set[tuple[str, str]] = set()
    for node in tree.css(_LINKS):
        attributes = node.attributes
        href = (attributes.get("href") or attributes.get("src") or "").partition("#")[0]
        rel = (attributes.get("rel") or "").lower()
        if not href or (href, rel) in seen or (node.tag == "link" and _FOLLOWED.isdisjoint(rel.split())):
            continue
        seen.add((href, rel))
        target = urls.join(href, base or "")
        if target:
            yield Link(source=page.url, target=target, anchor=node.text(strip=True), rel=rel, depth=depth)
