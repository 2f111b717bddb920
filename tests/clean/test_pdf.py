from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.crawl.stage import Crawl
from polytrawl.errors import ConfigError
from polytrawl.options import Context, build, resolve
from polytrawl.records import Document, Dropped, Page

pytest.importorskip("pypdfium2", reason="the extra pdf is not installed")


class Text(NamedTuple):
    """A line to be written."""

    x: float
    y: float
    text: str
    size: int = 10


def pdf(*pages: Sequence[Text], title: str = "", encrypt: bool = False) -> bytes:
    """A small PDF file in Helvetica."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, lines in enumerate(pages):
        page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"{page} /Contents {5 + 2 * number} 0 R >>".encode())
        stream = zlib.compress(b"\n".join(map(_operators, lines)))
        objects.append(b"<< /Length %d /Filter /FlateDecode >> stream\n%s\nendstream" % (len(stream), stream))
    objects.append(b"<< /Title (" + title.encode() + b") >>")
    return _file(objects, encrypt=encrypt)


def _operators(line: Text) -> bytes:
    text = line.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /F1 %d Tf %.1f %.1f Td (%s) Tj ET" % (line.size, line.x, line.y, text)


def _file(objects: Sequence[bytes], *, encrypt: bool) -> bytes:
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    key = b"00" * 32
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -1 >> /ID [<00> <00>]" % (key, key)
    trailer = b"<< /Size %d /Root 1 0 R /Info %d 0 R %s >>" % (len(objects) + 1, len(objects), lock if encrypt else b"")
    xref = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return body + xref + b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(body))


def column(texts: Sequence[str], *, x: float = 50, top: float = 700, size: int = 10) -> list[Text]:
    return [Text(x, top - 12 * number, text, size) for number, text in enumerate(texts)]


def clean(content: bytes, **options: Any) -> Document | Dropped:
    page = Page(id="g-1", url="http://a.test/x.pdf", site="a.test", content=content, content_type="application/pdf")
    [made] = Clean(extractor=Blocks(), **{"pdf": True, **options}).apply(page)
    assert isinstance(made, Document | Dropped)
    return made


def texts(content: bytes) -> list[str]:
    made = clean(content)
    assert isinstance(made, Document)
    return [one.text for one in made.paragraphs]


def test_lines_become_paragraphs_and_divided_words_are_whole_again() -> None:
    lines = [
        *column(["Die Sicherheits-", "schuhe sind ein Muss für alle Damen-", "und Herrenabteilungen (Größe 36)."]),
        *column(["Ein zweiter Absatz."], top=630),
        *column(["    "], top=600),
    ]
    assert texts(pdf(lines)) == [
        "Die Sicherheitsschuhe sind ein Muss für alle Damen- und Herrenabteilungen (Größe 36).",
        "Ein zweiter Absatz.",
    ]


def test_a_hyphen_before_a_capital_stays() -> None:
    assert texts(pdf(column(["Der Nord-", "Süd-Weg und die E-", "Mail."]))) == ["Der Nord-Süd-Weg und die E-Mail."]


def test_indented_lines_begin_paragraphs() -> None:
    lines = column(["First line of one", "second line of one."])
    lines += [Text(62, 676, "First line of two"), Text(50, 664, "second line of two.")]
    assert texts(pdf(lines)) == ["First line of one second line of one.", "First line of two second line of two."]


def test_larger_letters_make_titles_and_headings() -> None:
    lines = [
        Text(50, 780, "Safe Work", 24),
        *column(["Some text that is long enough to be the body."], top=740),
        Text(50, 700, "Helmets", 14),
        *column(["More text that is long enough to be the body."], top=680),
    ]
    made = clean(pdf(lines))
    assert isinstance(made, Document)
    assert [one.kind for one in made.paragraphs] == ["title", "text", "heading", "text"]
    assert made.title == "Safe Work"
    assert made.page == "g-1"
    named = clean(pdf(lines, title="By name"))
    assert isinstance(named, Document)
    assert named.title == "By name"


def test_running_heads_and_page_numbers_are_boilerplate_and_text_goes_on_over_pages() -> None:
    words = ["alpha beta gamma", "delta epsilon zeta", "eta theta iota", "kappa lambda mu."]
    pages = [
        [Text(50, 800, "Annual Report"), *column([text]), Text(300, 40, f"Page {number}")]
        for number, text in enumerate(words, 1)
    ]
    made = clean(pdf(*pages))
    assert isinstance(made, Document)
    assert made.text == " ".join(words)
    marked = [one.text for one in made.paragraphs if one.reason == "boilerplate"]
    assert sorted(marked) == ["Annual Report"] * 4 + [f"Page {number}" for number in range(1, 5)]


def test_two_columns_are_read_one_after_the_other() -> None:
    left = column(["The left column", "has a sentence that"])
    right = column(["goes on in the right", "column of the page."], x=320)
    assert texts(pdf([*left, *right])) == [
        "The left column has a sentence that goes on in the right column of the page."
    ]


def test_lines_in_no_order_are_read_from_the_top() -> None:
    lines = column([f"Line number {number} of all." for number in range(6)])
    assert texts(pdf(lines[::-1])) == [" ".join(line.text for line in lines)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (pdf(column(["Secret"]), encrypt=True), "pdf-encrypted"),
        (b"%PDF-1.7 and then nothing", "pdf-broken"),
        (pdf([]), "pdf-without-text"),
        (pdf(*[[]] * 2001), "pdf-too-long"),
    ],
    ids=["encrypted", "broken", "empty", "long"],
)
def test_what_cannot_be_read_has_a_reason(content: bytes, reason: str) -> None:
    made = clean(content)
    assert isinstance(made, Dropped)
    assert made.reason == reason


def test_without_the_option_a_pdf_is_not_html() -> None:
    made = clean(pdf(column(["Text"])), pdf=False)
    assert isinstance(made, Dropped)
    assert made.reason == "not-html"


def test_a_missing_library_is_named_before_the_run_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'polytrawl\[pdf\]'"):
        Clean.check({"pdf": True, "fallback_charset": ""})
    Clean.check({"pdf": False, "fallback_charset": ""})


@settings(max_examples=30)
@given(st.data())
def test_damaged_files_never_raise(data: st.DataObject) -> None:
    content = bytearray(pdf(column(["Some text", "on two lines."]), title="T"))
    for place in data.draw(st.lists(st.integers(9, len(content) - 1), max_size=20)):
        content[place] = data.draw(st.integers(0, 255))
    assert clean(bytes(content))


def test_saved_pdf_files_are_pages_when_wanted(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "a.pdf").write_bytes(pdf(column(["Text"])))
    (tmp_path / "saved" / "b.html").write_bytes(b"<p>Text")
    for is_wanted, names in ((False, ["b.html"]), (True, ["a.pdf", "b.html"])):
        shared = {"seeds": [], "warcs": [], "folders": [{"path": str(tmp_path / "saved")}], "pdf": is_wanted}
        crawl = build(Crawl, resolve(Crawl, {}, where="crawl", context=Context(shared=shared)))
        crawl._index(tmp_path / "run")
        assert [one.url.rpartition("/")[2] for one in crawl.records(tmp_path / "run")] == names
