"""The fingerprint: the example that the ILSP-FC paper prints, and what counts."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from polytrawl.fingerprint import fingerprint
from polytrawl.records import Document, Paragraph, replace
from polytrawl.views import cesdoc

# Figure 2 of the paper: an extract of an Italian page about safety at work, quoted with its marks.
FIGURE_2 = (
    Paragraph(text="Strategia degli investimenti", kind="title"),
    Paragraph(
        text="I ricavi degli investimenti sono un elemento essenziale per finanziare le rendite e mantenere il potere"
        " d'acquisto dei beneficiari delle rendite."
    ),
    Paragraph(text="Document:", kind="listitem"),
    Paragraph(
        text='Factsheet "La strategia d\'investimento della Suva in sintesi" (Il link viene aperto in una nuova'
        " finestra)",
        kind="listitem",
        reason="boilerplate",
    ),
    Paragraph(text="Perché la Suva effettua investimenti finanziari?", kind="heading"),
    Paragraph(
        text="Nonostante i molti sforzi compiuti nella prevenzione degli infortuni sul lavoro e nel tempo libero ogni"
        " anno accadono oltre 2500 infortuni con conseguenze invalidanti o mortali. In questi casi si versa una rendita"
        " per invalidità agli infortunati oppure una rendita per orfani o vedovile ai superstiti. Nello stesso anno in"
        " cui attribuisce una rendita, la Suva provvede ad accantonare i mezzi necessari a pagare le rendite future. La"
        " maggior parte del patrimonio investito dalla Suva è rappresentato proprio da questi mezzi, ossia dal capitale"
        " di copertura delle rendite. La restante parte del patrimonio è costituita da accantonamenti per prestazioni"
        " assicurative a breve termine come le spese di cura, le indennità giornaliera e le riserve.",
        topic_terms=("prevenzione degli infortuni", "infortunio sul lavoro"),
    ),
)
PRINTED = (-2, 28, 145, -4, 9, -3, 48, -5, 740)
# The text that can be had of the figure is a scan: its last paragraph is one character longer than the printed number.
SCANNED = (*PRINTED[:-1], 741)
DOCUMENT = Document(id="d-1", page="g-1", url="http://a.test/", site="a.test", language="it", paragraphs=FIGURE_2)


def test_the_example_of_the_paper_comes_out_as_printed():
    assert fingerprint(DOCUMENT) == SCANNED


def test_the_fingerprint_can_be_read_off_the_exported_xml_as_the_paper_does():
    codes = {"title": -2, "heading": -3, "listitem": -4}
    found: list[int] = []
    for p in ET.fromstring(cesdoc.render(DOCUMENT)).iter(f"{{{cesdoc.NAMESPACE}}}p"):
        if "crawlinfo" not in p.attrib:
            found += [codes[p.attrib["type"]]] if "type" in p.attrib else []
            found += [-5] if "topic" in p.attrib else []
            found.append(len(p.text or ""))
    assert tuple(found) == fingerprint(DOCUMENT)


def test_whatever_is_not_main_content_is_passed_over():
    others = tuple(replace(one, reason="out-of-language") for one in FIGURE_2)
    assert fingerprint(replace(DOCUMENT, paragraphs=others)) == ()


def test_kind_comes_before_topic_and_both_before_the_length():
    heading = Paragraph(text="Noise", kind="heading", topic_terms=("noise",))
    assert fingerprint(replace(DOCUMENT, paragraphs=(heading,))) == (-3, -5, 5)
