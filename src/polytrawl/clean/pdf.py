"""PDF files: from lines on pages to paragraphs.

A PDF knows characters and places, no paragraphs. pdfium gives lines in the order in which they were written, which is
the reading order in all but odd files. Lines are joined to paragraphs by their distance, size and indentation, words
divided at line ends are put together, and lines that stand on page after page (running heads, page numbers) are
boilerplate.
"""

from __future__ import annotations

import importlib.util
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from polytrawl.characters import squeeze
from polytrawl.errors import ConfigError
from polytrawl.records import Document, Page, Paragraph, make_id

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

TYPE = "application/pdf"

_MAGIC, _MAGIC_REACH = b"%PDF-", 1024  # readers look so far for it
_MAX_PAGES = 2000  # guess: books stay under it, and a page takes some milliseconds
_MAX_LINES = 500  # of one page; no page of text has more
# Guesses, tried on made-up pages only:
_GAP = 1.75  # a new paragraph begins where lines are further apart than so many line heights
_SIZE = 1.1  # ... or differ in size by more than this
_INDENT = 0.8  # ... or are indented by more than so many line heights
_HEADING = 1.15  # headings are larger than the text by this
_MAX_HEADING_CHARS = 200
_EDGE_LINES = 2  # at the top and foot of a page that may be running heads
_MIN_REPEATS, _REPEAT_SHARE = 3, 0.4  # left and right pages can have heads of their own
_MAX_UPWARD = 0.2  # share of lines above their predecessor, from which on the order counts as scrambled

_HYPHENS = "-\u00ad\u2010"
_JOINT = re.compile("[\x02\ufffe]")  # what pdfium makes of a hyphen at a line end; it joins the lines at the same time
# "Damen- und Herrenschuhe": a hyphen before these words stands for a part that comes later.
_SUSPENDING = re.compile(r"(?:und|oder|bzw|sowie|en|of|och|og|eller)\b")
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;…。！？]['\"»”’)\]]*$")


class Line(NamedTuple):
    """A line of text and where it stands; the origin is at the lower left."""

    text: str
    left: float
    bottom: float
    size: float  # of its letters, in points
    page: int
    repeated: bool = False


@dataclass
class _Block:
    """Lines that make a paragraph."""

    lines: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        text = ""
        for line in self.lines:
            text = _joined(text, line.text)
        return squeeze(text)


def check_pdf() -> None:
    """Refuse to start where the library is missing."""
    if importlib.util.find_spec("pypdfium2") is None:
        raise ConfigError("pdf: this needs pypdfium2; install it with: pip install 'polytrawl[pdf]'")


def is_pdf(content: bytes) -> bool:
    """Whether the bytes are a PDF file, whatever their type claims."""
    return _MAGIC in content[:_MAGIC_REACH]


def read_pdf(page: Page) -> Document | str:
    """The document of a PDF file, or the reason why there is none."""
    from pypdfium2 import PdfDocument, PdfiumError  # noqa: PLC0415 - slow to import, and an extra

    try:
        pdf = PdfDocument(page.content)
    except PdfiumError as err:
        return "pdf-encrypted" if "password" in str(err).lower() or "security" in str(err).lower() else "pdf-broken"
    try:
        if len(pdf) > _MAX_PAGES:
            return "pdf-too-long"
        lines = [line for number in range(len(pdf)) for line in _page_lines(pdf, number)]
        title = squeeze(pdf.get_metadata_dict(skip_empty=True).get("Title", ""))
    except (PdfiumError, UnicodeDecodeError):
        return "pdf-broken"
    finally:
        pdf.close()
    return _document(page, title, tuple(_paragraphs(_marked(lines))))


def _document(page: Page, title: str, paragraphs: tuple[Paragraph, ...]) -> Document | str:
    if not paragraphs:
        return "pdf-without-text"  # pictures of text, most often
    named = next((one.text for one in paragraphs if one.kind == "title"), "")
    return Document(
        id=make_id("d", page.id),
        page=page.id,
        url=page.url,
        site=page.site,
        fetched_at=page.fetched_at,
        title=title or named,
        paragraphs=paragraphs,
    )


def _page_lines(pdf: PdfDocument, number: int) -> list[Line]:
    page = pdf[number]
    textpage = page.get_textpage()
    try:
        lines = list(_lines(textpage, number))[:_MAX_LINES]
    finally:
        textpage.close()
        page.close()
    rising = sum(after.bottom > before.bottom + before.size for before, after in pairwise(lines))
    if rising > max(2, _MAX_UPWARD * len(lines)):
        lines.sort(key=lambda line: (-line.bottom, line.left))
    return lines


def _lines(textpage: PdfTextPage, number: int) -> Iterator[Line]:
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - an extra

    start = 0
    for raw in textpage.get_text_range().split("\n"):
        text = raw.rstrip("\r")
        first = start + len(text) - len(text.lstrip())
        start += len(raw) + 1
        if not text.strip() or first >= textpage.count_chars():
            continue
        left, bottom, _, top = textpage.get_charbox(first, loose=True)
        size = pdfium.FPDFText_GetFontSize(textpage, first)
        # Some files draw letters of size 1 and scale them: then the height of the box tells more.
        yield Line(_rejoined(text.strip()), left, bottom, size if size > 1 else max(top - bottom, 1.0), number)


def _marked(lines: Sequence[Line]) -> list[Line]:
    """The lines, those that stand at the edge of many pages marked as such."""
    edges = set(_edges(lines))
    pages = len({line.page for line in lines})
    seen = Counter(shape for shape, _ in {(_shape(lines[number].text), lines[number].page) for number in edges})
    needed = max(_MIN_REPEATS, _REPEAT_SHARE * pages)
    return [
        line._replace(repeated=number in edges and seen[_shape(line.text)] >= needed)
        for number, line in enumerate(lines)
    ]


def _edges(lines: Sequence[Line]) -> Iterator[int]:
    """The numbers of the highest and lowest lines of each page."""
    by_page: dict[int, list[int]] = {}
    for number, line in enumerate(lines):
        by_page.setdefault(line.page, []).append(number)
    for numbers in by_page.values():
        ordered = sorted(numbers, key=lambda number: lines[number].bottom)
        yield from {*ordered[:_EDGE_LINES], *ordered[-_EDGE_LINES:]}


def _shape(text: str) -> str:
    """A line without its numbers: page numbers differ, and count as equal."""
    return _NUMBERS.sub("#", text)


def _paragraphs(lines: Sequence[Line]) -> Iterator[Paragraph]:
    sizes = [line.size for line in lines for _ in range(1 + len(line.text) // 20)]  # long lines count more
    body = statistics.median(sizes) if sizes else 1.0
    has_title = False
    for block in _blocks(lines):
        text = block.text
        if not text:
            continue
        if block.lines[0].repeated:
            yield Paragraph(text=text, boilerplate=1.0, reason="boilerplate")
            continue
        is_heading = block.lines[0].size > _HEADING * body and len(text) <= _MAX_HEADING_CHARS
        kind = ("heading" if has_title else "title") if is_heading else "text"
        has_title = has_title or is_heading
        yield Paragraph(text=text, kind=kind)


def _blocks(lines: Sequence[Line]) -> Iterator[_Block]:
    """The lines in groups that make a paragraph. One that goes on over the page comes where it began."""
    block = _Block()
    aside: list[_Block] = []  # running heads between two pages of a paragraph
    for line in lines:
        if line.repeated:
            aside.append(_Block([line]))
        elif not block.lines or _goes_on(block.lines, line):
            block.lines.append(line)
        else:
            yield block
            yield from aside
            block, aside = _Block([line]), []
    if block.lines:
        yield block
    yield from aside


def _goes_on(lines: Sequence[Line], line: Line) -> bool:
    """Whether a line belongs to the paragraph of those before it."""
    last = lines[-1]
    small, large = sorted((last.size, line.size))
    if large > _SIZE * small:
        return False
    if line.page != last.page or line.bottom > last.bottom + last.size:  # the next page or column
        return _SENTENCE_END.search(last.text) is None and not line.text[0].isupper()
    if last.bottom - line.bottom > _GAP * large:
        return False
    return line.left - lines[-1].left <= _INDENT * large


def _rejoined(text: str) -> str:
    """A line in which pdfium has joined several."""
    first, *rest = _JOINT.split(text)
    for part in filter(None, rest):
        first = _joined(f"{first}-", part)
    return first


def _joined(text: str, more: str) -> str:
    """Two lines as one; a word that was divided is whole again."""
    if not text:
        return more
    if text[-1] not in _HYPHENS or not text[-2:-1].isalpha() or _SUSPENDING.match(more):
        return f"{text} {more}"
    return text[:-1] + more if more[0].islower() else f"{text[:-1]}-{more}"
