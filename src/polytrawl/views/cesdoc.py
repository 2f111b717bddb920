"""cesDoc, the XML of the Corpus Encoding Standard, in the form ILSP-FC writes (section 3.7 of its paper).

The header tells what is known about the page. The body holds every paragraph in page order; `crawlinfo` says why a
paragraph is not main content, `type` that it is a title, heading or list item, and `topic` which terms were found in
it. `cesdoc.rng`, beside this module, is the grammar of what is written here.
"""

from __future__ import annotations

from polytrawl.records import Document, Paragraph
from polytrawl.views.xml import Xml, document, element, lines, optional

NAMESPACE = "http://www.xces.org/schema/2003"
VERSION = "0.4"  # what ILSP-FC writes, so that tools made for its files take these

_TYPES = frozenset({"title", "heading", "listitem"})
_OTHER_LANGUAGE, _SHORT, _BOILERPLATE = "ooi-lang", "ooi-length", "boilerplate"
# The format knows three reasons; every other one that polytrawl may give means that the paragraph is no content.
_INFO = {"": None, "out-of-language": _OTHER_LANGUAGE, "too-short": _SHORT}
_BETWEEN_TERMS = ";"


def render(source: Document, *, min_words: int = 0) -> str:
    """The document; main paragraphs with fewer words are marked `ooi-length`, unless they are titles or list items."""
    paragraphs = (_paragraph(number, one, min_words=min_words) for number, one in enumerate(source.paragraphs, start=1))
    body = element("text", lines([element("body", lines(paragraphs))]))
    return document(
        element("cesDoc", lines([_header(source), body]), version=VERSION, xmlns=NAMESPACE),
    )


def _paragraph(number: int, paragraph: Paragraph, *, min_words: int) -> Xml:
    return element(
        "p",
        paragraph.text,
        id=f"p{number}",
        crawlinfo=_info(paragraph, min_words),
        type=paragraph.kind if paragraph.kind in _TYPES else None,
        topic=_BETWEEN_TERMS.join(paragraph.topic_terms) or None,
    )


def _info(paragraph: Paragraph, min_words: int) -> str | None:
    if paragraph.reason:
        return _INFO.get(paragraph.reason, _BOILERPLATE)
    is_short = paragraph.kind not in _TYPES and len(paragraph.text.split()) < min_words
    return _SHORT if is_short else None


def _header(source: Document) -> Xml:
    return element("cesHeader", lines([_file(source), _profile(source)]), version=VERSION)


def _file(source: Document) -> Xml:
    responsible = element("resp", element("type", "Crawling and normalization"), element("name", "polytrawl"))
    title = element("titleStmt", element("title", source.title), element("respStmt", responsible))
    published = element(
        "publicationStmt", element("availability", "; ".join((source.licence or "unknown", *source.terms)))
    )
    return element("fileDesc", lines([title, published, element("sourceDesc", _source(source))]))


def _source(source: Document) -> Xml:
    imprint = element(
        "imprint",
        element("format", "text/html"),
        optional("publisher", source.site),
        optional("pubDate", source.fetched_at),
        element("eAddress", source.url, type="web"),
    )
    about = (element("title", source.title), optional("author", source.author), imprint)
    return element("biblStruct", element("monogr", *about))


def _profile(source: Document) -> Xml:
    language = element("langUsage", element("language", iso639=source.language or "und"))
    return element("profileDesc", lines([language, element("textClass", lines(_class(source)))]))


def _class(source: Document) -> list[Xml]:
    terms = [element("keyTerm", one) for one in source.keywords if one.strip()]
    confidence = None if source.relevance is None else f"{source.relevance:.4f}"
    return [
        element("keywords", *terms) if terms else Xml(""),
        Xml("") if confidence is None else element("domain", confidence=confidence),
        *(element("subdomain", one) for one in source.subtopics),
    ]
