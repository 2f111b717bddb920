"""TEI P5: the main content with its structure, for corpus tools and editions.

Titles and headings begin a `div`, list items in a row make a `list`, and `rend` tells other kinds of paragraphs. What
is not main content is left out; cesDoc has all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from polytrawl.records import Document, Lang, Paragraph
from polytrawl.views.xml import Xml, document, element, lines, optional

NAMESPACE = "http://www.tei-c.org/ns/1.0"

_HEADS = frozenset({"title", "heading"})
_RENDITIONS = frozenset({"caption", "cell", "post", "pre", "quote"})  # kinds that a plain paragraph would not tell


def render(source: Document) -> str:
    """The document with a header and one `div` under each heading."""
    return document(text_of(source, xmlns=NAMESPACE))


def text_of(source: Document, **attributes: str) -> Xml:
    """The element of a document, as it stands by itself or in a corpus."""
    body = element("body", lines(_divisions(source.main)) or element("div", element("p")))
    content = element("text", lines([body]), xml_lang=source.language or "und")
    return element("TEI", lines([_header(source), content]), **attributes)


def corpus_head(title: str, language: Lang) -> str:
    """The beginning of a file with many documents of one language; `text_of` each comes next, then `CORPUS_TAIL`."""
    file = (
        element("titleStmt", element("title", title)),
        element("publicationStmt", element("p", "Made by polytrawl; each text has its own publisher and licence.")),
        element("sourceDesc", element("p", "Pages of the web; each text names its own address.")),
    )
    usage = element("langUsage", element("language", language, ident=language))
    header = element("teiHeader", lines([element("fileDesc", lines(file)), element("profileDesc", usage)]))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus xmlns="{NAMESPACE}">\n{header}\n'


CORPUS_TAIL = "</teiCorpus>\n"


def _divisions(paragraphs: Iterable[Paragraph]) -> Iterator[Xml]:
    section: list[Paragraph] = []
    for paragraph in paragraphs:
        # Headings may follow each other; text after which a heading comes is the end of its division.
        if section and paragraph.kind in _HEADS and section[-1].kind not in _HEADS:
            yield _division(section)
            section = []
        section.append(paragraph)
    yield _division(section)


def _division(section: list[Paragraph]) -> Xml:
    if not section:
        return Xml("")
    parts: list[Xml] = []
    for name, group in groupby(section, key=lambda one: "head" if one.kind in _HEADS else one.kind):
        parts.extend(_parts(name, list(group)))
    return element("div", lines(parts))


def _parts(name: str, group: list[Paragraph]) -> Iterator[Xml]:
    if name == "listitem":
        yield element("list", lines(element("item", one.text) for one in group))
    elif name == "head":
        yield from (element("head", one.text, type=one.kind) for one in group)
    else:
        yield from (element("p", one.text, rend=name if name in _RENDITIONS else None) for one in group)


def _header(source: Document) -> Xml:
    title = element("titleStmt", element("title", source.title), optional("author", source.author))
    file = element("fileDesc", lines([title, _publication(source), element("sourceDesc", _source(source))]))
    return element("teiHeader", lines([file, _profile(source)]))


def _publication(source: Document) -> Xml:
    publisher = element("publisher", source.site or "unknown")
    terms = element("p", "Said when it was fetched: " + ", ".join(source.terms)) if source.terms else ""
    # TEI has either licences or paragraphs there, but a licence may have paragraphs.
    licence = element("licence", source.licence, terms, target=_address(source.licence)) if source.licence else terms
    return element("publicationStmt", publisher, element("availability", licence) if licence else "")


def _source(source: Document) -> Xml:
    about = (
        element("title", source.title),
        optional("author", source.author),
        optional("publisher", source.site),
        element("date", source.date, type="published") if source.date.strip() else "",
        element("date", source.fetched_at, type="fetched") if source.fetched_at else "",
        element("idno", source.id, type="polytrawl"),
        element("ptr", target=source.url) if source.url else "",
    )
    return element("bibl", *about)


def _profile(source: Document) -> Xml:
    language = source.language or "und"
    abstract = element("abstract", element("p", source.description)) if source.description.strip() else ""
    terms = [element("term", one) for one in source.keywords if one.strip()]
    classes = element("textClass", element("keywords", *terms)) if terms else ""
    return element(
        "profileDesc",
        lines([abstract, element("langUsage", element("language", language, ident=language)), classes]),
    )


def _address(licence: str) -> str | None:
    return licence if licence.startswith(("http://", "https://")) and not licence.split()[1:] else None
