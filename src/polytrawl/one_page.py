"""One page without a run: the clean and language parts joined, for `polytrawl.extract` and the command of that name."""

from __future__ import annotations

from functools import lru_cache

from polytrawl import options
from polytrawl.clean import api
from polytrawl.clean.base import Extractor
from polytrawl.clean.pdf import check_pdf, is_pdf
from polytrawl.clean.stage import Clean
from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.language.stage import Language
from polytrawl.plugin import find
from polytrawl.records import Document, Dropped, Page, Paragraph, make_id, replace

# What a page can be taken for, and the extractor for it; empty means the one that a run would use.
KINDS = {"auto": "", "article": "blocks", "forum": "posts"}

# On the 83 pages of the demo web the first 1000 characters name the same language as the first 4000.
_SHOWN_CHARS = 1000


def extract(
    html: bytes | str, url: str | None = None, *, kind: str = "auto", paragraph_languages: bool = False
) -> Document:
    """The document of one page, with its language; without paragraphs where there is no text in it.

    Bytes that are no page, such as a picture, give a document without text whose `reasons` say so.
    `paragraph_languages` names the language of each paragraph too, and marks those in another language than the page
    as `out-of-language`, as a run does. It takes longer than all the rest.

    >>> extract("<title>Hi</title><p>A short page in plain English.</p>").text
    'A short page in plain English.'
    """
    document = _document(html, url, _clean(kind))
    return _with_languages(document) if paragraph_languages else _with_language(document)


def _document(html: bytes | str, url: str | None, clean: Clean) -> Document:
    if isinstance(html, bytes):
        page = api.page_of(html, url)
        [made] = clean.apply(page)
        if isinstance(made, Document):
            return made
        if made.reason != "empty":  # what is no page at all must not be read as one
            stub = Document(id=make_id("d", page.id), page=page.id, url=page.url, site=page.site)
            return stub.but(made.reason)
    return api.extract(html, url, extractor=clean.extractor)


def read_page(page: Page, *, kind: str = "auto") -> Document | Dropped:
    """The document of a page with all its languages, or the reason why it cannot become one."""
    pdf = is_pdf(page.content)
    if pdf:
        check_pdf()
    [made] = _clean(kind, pdf=pdf).apply(page)
    return _with_languages(made) if isinstance(made, Document) else made


def check_kind(kind: str) -> None:
    """Refuse a kind of page that nobody knows, or that no installed extractor is for."""
    _clean(kind)


def _with_languages(document: Document) -> Document:
    [made] = _language().apply(document)
    return made


def _with_language(document: Document) -> Document:
    beginning = Paragraph(text=document.text[:_SHOWN_CHARS])
    [made] = _language().apply(replace(document, paragraphs=(beginning,)))
    return replace(made, paragraphs=document.paragraphs)


@lru_cache(maxsize=len(KINDS) * 2)
def _clean(kind: str, *, pdf: bool = False) -> Clean:
    if kind not in KINDS:
        raise ConfigError(f"kind: there is no kind of page called {kind!r}{did_you_mean(kind, KINDS)}")
    name = KINDS[kind]
    if name:
        find(Extractor, name, where=f"kind {kind}")
    given = {"extractor": name} if name else {}
    context = options.Context(shared={"pdf": pdf})
    return options.build(Clean, options.resolve(Clean, given, where="clean", context=context))


@lru_cache(maxsize=1)
def _language() -> Language:
    context = options.Context(shared={"languages": ()})
    return options.build(Language, options.resolve(Language, {}, where="language", context=context))
