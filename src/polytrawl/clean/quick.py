"""The quick look at a page: its links, and if wanted its plain text, without asking what is boilerplate.

For a crawl that only wants to get on. Nothing of it is kept: the clean stage looks again, and closer. Links and text
are read from the tags as they stand, without a tree, so that no page is too deep for it. Tried on 600 pages of 48 KB:
links take 0.6 ms where a tree, with the check that it does not get too deep, takes 1.4; text takes another 0.5 ms where
a tree takes 1.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from polytrawl import urls
from polytrawl.clean.consent import signals_of
from polytrawl.clean.decode import decode
from polytrawl.clean.markup import COMMENT, tags
from polytrawl.records import Document, Link, Page, Paragraph, make_id

# Neither markup nor text. Each pattern takes what is never closed up to the end, as the standard does: so all are
# linear in the length of the page. A pattern looks at one letter first, so that most tags are passed over quickly:
# on 600 pages of 48 KB that halves the time.
_COMMENT = re.compile(rf"<{COMMENT}(?:--!?>|\Z)")
_SCRIPT = re.compile(r"<(?=[sStT])(script|style|textarea)\b[^<]*+(?:<(?!/\1\b)[^<]*+)*+", re.IGNORECASE)
_ATTRIBUTES = r"""[^<>"']*+(?:"[^"]*+"[^<>"']*+|'[^']*+'[^<>"']*+)*+"""
_ATTRIBUTE = r"""(?:[^\s<>"'=/]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>]++)?+)?+|"[^"]*+"|'[^']*+'|=)[\s/]*+"""
# A link, with its address up to the fragment (a "&#" begins none), and what stands before and after.
_LINK = re.compile(
    rf"""<(?=[aAfFiI])(a|area|i?frame)[\s/]++((?:{_ATTRIBUTE})*?)(?:href|src)\s*+=\s*+"""
    r"""(?:"([^"#]*+(?:(?<=&)#[^"#]*+)*+)[^"]*+"|'([^'#]*+(?:(?<=&)#[^'#]*+)*+)[^']*+'|([^\s"'<>#]++)[^\s"'<>]*+)"""
    rf"""({_ATTRIBUTES})>""",
    re.IGNORECASE,
)
_HEAD_TAG = re.compile(rf"<(?=[lbmLBM])(link|base|meta)[\s/]({_ATTRIBUTES})>", re.IGNORECASE)
_ADDRESS = re.compile(r"""(?:^|[\s"'/])(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_REL = re.compile(r"""(?:^|[\s"'/])rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_NAME = re.compile(r"""(?:^|[\s"'/])name\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_CONTENT = re.compile(r"""(?:^|[\s"'/])content\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_FEED_TYPE = re.compile(r"(?:rss|atom|rdf)\+xml", re.IGNORECASE)
_REFRESH = re.compile(r"""\brefresh\b.*?\burl\s*=\s*["']?([^"'>]+)""", re.IGNORECASE | re.DOTALL)
_ANY_TAG = re.compile(r"<[^<>]*>")
_BODY = re.compile(r"<body\b", re.IGNORECASE)
# Names in lower and in upper case: a pattern that ignores case takes three times as long.
_PHRASE = "|".join(sorted({name for one in tags("phrase") for name in (one, one.upper())}))
_TAG_OF_PHRASE = re.compile(rf"</?(?:{_PHRASE})(?:[\s/]{_ATTRIBUTES})?>")
_TAG_OF_BLOCK = re.compile(rf"</?[a-zA-Z!?]{_ATTRIBUTES}>")

_FOLLOWED = frozenset({"alternate", "canonical", "next", "prev"})  # of <link>, which mostly names style sheets
_MAX_ANCHOR = 1000  # characters of markup; the link of a whole teaser is cut


def look_quickly(page: Page, *, with_anchors: bool = True, with_text: bool = False) -> Document:
    """The links of a page, with their anchors where wanted, and its text as one paragraph where wanted."""
    html = decode(page.content, page.content_type) or ""
    bare = _SCRIPT.sub("", _COMMENT.sub("", html))
    text = _text(bare) if with_text else ""
    head = _Head(bare, page.url)
    return Document(
        id=make_id("d", page.id),
        page=page.id,
        url=page.url,
        site=page.site,
        consent=signals_of(page, head.metas),
        links=tuple(_links(bare, head, page, with_anchors=with_anchors)),
        paragraphs=(Paragraph(text=text),) if text else (),
    )


def _text(bare: str) -> str:
    """What stands between the tags of the body. The tags of words and phrases part no words."""
    body = _BODY.search(bare)
    text = _TAG_OF_BLOCK.sub(" ", _TAG_OF_PHRASE.sub("", bare[body.start() :] if body else bare))
    return " ".join((unescape(text) if "&" in text else text).split())


def _links(html: str, head: _Head, page: Page, *, with_anchors: bool) -> Iterator[Link]:
    """The links that lead to other pages, the first of each kind to each target."""
    url, depth = page.url, page.depth + 1
    for address, rel in head.links:
        yield Link(source=url, target=address, rel=rel, depth=depth)
    seen: set[tuple[str, str]] = set()
    for address, rel, anchor in _anchored(html) if with_anchors else _bare_links(html):
        key = address, rel
        if key not in seen:
            seen.add(key)
            target = head.join(_bare(address)) if address else None
            if target:
                yield Link(source=url, target=target, anchor=anchor, rel=rel, depth=depth)


def _bare_links(html: str) -> Iterator[tuple[str, str, str]]:
    """Address and rel of each link, and no anchor."""
    for _, before, double, single, plain, after in _LINK.findall(html):
        yield double or single or plain, _rel(before, after), ""


def _anchored(html: str) -> Iterator[tuple[str, str, str]]:
    """Address, rel and anchor of each link."""
    for match in _LINK.finditer(html):
        name, before, double, single, plain, after = match.groups("")
        yield double or single or plain, _rel(before, after), _anchor(html, match.end()) if name in "aA" else ""


def _rel(before: str, after: str) -> str:
    return _value(_REL, f"{before} {after}").lower() if "rel" in before.lower() or "rel" in after.lower() else ""


class _Head:
    """What the head of a page says about addresses and about itself."""

    def __init__(self, html: str, url: str) -> None:
        found = [(name.lower(), attributes) for name, attributes in _HEAD_TAG.findall(html)]
        bases = (_bare(_value(_ADDRESS, attributes)) for name, attributes in found if name == "base")
        self.join = urls.joiner(next((base for base in (urls.normalise(one, url) for one in bases) if base), url))
        metas = [attributes for name, attributes in found if name == "meta"]
        self.metas = [(_value(_NAME, one).strip().lower(), unescape(_value(_CONTENT, one))) for one in metas]
        links = (self._link(*tag) for tag in found)
        self.links = [(target, rel) for href, rel in links if href and (target := self.join(href))]

    def _link(self, name: str, attributes: str) -> tuple[str, str]:
        if name == "meta":
            refresh = _REFRESH.search(attributes)
            return (_bare(refresh[1]) if refresh else ""), ""
        rel = _value(_REL, attributes).lower()
        is_followed = name == "link" and not _FOLLOWED.isdisjoint(rel.split())
        rel = "feed" if _FEED_TYPE.search(attributes) else rel
        return (_bare(_value(_ADDRESS, attributes)) if is_followed else ""), rel


def _bare(address: str) -> str:
    """An address without what markup and fragment add to it."""
    address = address.partition("#")[0] if "&#" not in address else unescape(address).partition("#")[0]
    return (unescape(address) if "&" in address else address).strip()


def _value(pattern: re.Pattern[str], attributes: str) -> str:
    match = pattern.search(attributes)
    return (match[1] or match[2] or match[3] or "") if match else ""


def _anchor(html: str, start: int) -> str:
    end = html.find("</", start, start + _MAX_ANCHOR)
    while end >= 0 and html[end + 2 : end + 4].lower() not in ("a>", "a "):
        end = html.find("</", end + 2, start + _MAX_ANCHOR)
    inner = html[start : end if end >= 0 else start + _MAX_ANCHOR]
    return " ".join(unescape(_ANY_TAG.sub(" ", inner)).split())
