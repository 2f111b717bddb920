"""The clean stage: from the bytes of a page to a document. A page that cannot become one is dropped with a reason.

In its second half each document is seen beside the others of its site.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

import msgspec

from polytrawl.clean.base import Extractor
from polytrawl.clean.consent import header_signals, with_consent
from polytrawl.clean.decode import decode
from polytrawl.clean.licence import with_licence
from polytrawl.clean.outline import outline
from polytrawl.clean.parse import too_many_starts
from polytrawl.clean.pdf import check_pdf, is_pdf, read_pdf
from polytrawl.clean.site import marks_of, weighed
from polytrawl.errors import ConfigError
from polytrawl.options import option, shared
from polytrawl.records import SIGNALS, Document, Dropped, Page, Record, replace
from polytrawl.work import Marks, Tally

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", ""})  # empty: the server said nothing
# Files that servers send under a wrong type: PDF, PNG, GIF, JPEG, ZIP and office files, gzip, old office files.
_BINARY_STARTS = (b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")

_EVEN = 0.5  # where an extractor has no threshold of its own


@dataclass(kw_only=True)
class Clean(Tally[Page], name="clean"):
    """Decodes pages and cuts them into scored paragraphs."""

    libraries: ClassVar[tuple[str, ...]] = ("resiliparse",)

    reads: ClassVar[tuple[str, ...]] = ("crawl",)

    honour: tuple[str, ...] = shared(SIGNALS)
    pdf: bool = shared(default=False)
    extractor: Extractor = option(cast("Extractor", "blocks"), "who finds the paragraphs of a page")
    # Guess: a hundred times the usual page.
    max_bytes: Annotated[int, msgspec.Meta(ge=1)] = option(10_000_000, "longer pages are dropped as too-large")

    fallback_charset: str = option("", "the encoding of pages that name none and are not UTF-8; empty means detect it")

    repair: bool = option(default=True, help="put right text that was decoded wrongly before it came into the page")

    site_evidence: bool = option(
        default=True, help="count on how many pages of a site each block stands, and let that change its score"
    )

    outline: bool = option(default=False, help="keep the tags of pages too, for the pairer `fingerprint`")

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Refuse an encoding that nobody knows, and PDF files where they cannot be read."""
        if options["pdf"]:
            check_pdf()
        try:
            "".encode(options["fallback_charset"] or "utf-8")
        except LookupError as err:
            raise ConfigError(f"clean.fallback_charset: {err}; write it as web pages do, such as iso-8859-7") from err

    @classmethod
    def counts(cls, options: Mapping[str, Any]) -> bool:
        """Whether pages are seen beside others of their site."""
        return bool(options["site_evidence"])

    def marks(self, record: Record) -> Marks | None:
        """The blocks of a document; a dropped page has none."""
        return marks_of(record) if isinstance(record, Document) else None

    def weigh(self, record: Document, counts: Sequence[int]) -> Document:
        """The document with scores that know of the site's other pages."""
        return weighed(record, counts, getattr(self.extractor, "threshold", _EVEN))

    def apply(self, record: Page | Document | Dropped) -> Iterator[Document | Dropped]:
        """The document of a page, or why there is none. What the crawl's judge has cleaned already is passed on."""
        if not isinstance(record, Page):
            yield record
            return
        made = self._clean(record)
        yield made.with_alternates(record.alternates) if isinstance(made, Document) else made

    def _clean(self, page: Page) -> Document | Dropped:
        if len(page.content) > self.max_bytes:
            return _dropped(page, "too-large", f"{len(page.content)} bytes")
        if self.pdf and is_pdf(page.content):
            made = read_pdf(page)
            return _dropped(page, made) if isinstance(made, str) else self._with_consent(page, made)
        if not _is_html(page):
            return _dropped(page, "not-html", page.content_type)
        if not page.content.strip():
            return _dropped(page, "empty")
        return self._read(page)

    def _read(self, page: Page) -> Document | Dropped:
        html = decode(page.content, page.content_type, self.fallback_charset, repair=self.repair)
        if html is None:
            return _dropped(page, "undecodable")
        if starts := too_many_starts(html):
            return _dropped(page, "too-large", f"{starts} elements")
        document = self._with_consent(page, with_licence(self.extractor.extract(page, html)))
        if self.outline:
            document = replace(document, outline=outline(html))
        # A frameset has no text, but its links lead on.
        is_empty = not document.paragraphs and not document.links
        return _dropped(page, "empty") if is_empty else document

    def _with_consent(self, page: Page, document: Document) -> Document:
        document = replace(document, robots=page.robots)
        return with_consent(document, (*page.consent, *header_signals(page.headers)), self.honour)


def _is_html(page: Page) -> bool:
    mime = page.content_type.partition(";")[0].strip().lower()
    return mime in _HTML_TYPES and not page.content.startswith(_BINARY_STARTS)


def _dropped(page: Page, reason: str, detail: str = "") -> Dropped:
    return Dropped(id=page.id, stage="clean", reason=reason, url=page.url, detail=detail)
