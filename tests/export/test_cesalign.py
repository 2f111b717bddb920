"""cesAlign files: valid, and their links lead to the paragraphs of which the units were made."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from lxml import etree

from polytrawl.export.exporters.cesalign import CesAlign
from polytrawl.export.exporters.xml import Xml
from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Document, PagePair, Paragraph, Record, Score, SentencePair, replace
from polytrawl.run import Run
from polytrawl.views import cesalign
from polytrawl.views.cesdoc import NAMESPACE

GRAMMAR = etree.RelaxNG(etree.fromstring(files("polytrawl.views").joinpath("cesalign.rng").read_bytes()))
CES = {"c": NAMESPACE}
HREF = f"{{{cesalign.XLINK}}}href"


def page(name: str, language: str, *texts: str) -> Document:
    """A page whose paragraphs beginning with a minus sign are boilerplate."""
    paragraphs = tuple(Paragraph(text=text, reason="boilerplate" if text[0] == "-" else "") for text in texts)
    url = f"http://a.test/{name}?a=1&b=<2>"
    return Document(id=f"d-{name}", page=f"g-{name}", url=url, site="a.test", language=language, paragraphs=paragraphs)


LEFT = page("en", "en", "- Menu", "Stop here. Look left.", "- Advert", "Stop here.", "Go on.")
RIGHT = page("de", "de", "Halt hier. Schau nach links. Halt hier.", "- Werbung", "Geh weiter.")
Numbers = tuple[tuple[int, ...], tuple[int, ...]]  # of the sentences on both sides
UNITS: tuple[Numbers, ...] = (((0,), (0,)), ((1,), (1,)), ((2,), (2,)), ((3,), (3,)))


def selection(units: tuple[Numbers, ...], left: Document = LEFT, right: Document = RIGHT) -> Selection:
    sides = (replace(side, paragraphs=side.main) for side in (left, right))  # as the pair stage keeps them
    evidence = (Score(name="urls", value=0.9), Score(name="own <one>", value=0.2))
    pair = PagePair(id="p-1", left=next(sides), right=next(sides), probability=0.93, evidence=evidence)
    made = [
        SentencePair(
            id=f"s-{number}", pair="p-1", source=str(source), target=str(target), score=0.5 + number / 10,
            source_sentences=source, target_sentences=target,
            source_language="en", target_language="de", source_url=left.url, target_url=right.url,
            source_page="g-en", target_page="g-de",
        )
        for number, (source, target) in enumerate(units)
    ]  # fmt: skip
    stages: dict[str, list[Record]] = {"topic": [left, right], "pair": [pair], "filter": [*made]}

    class Shelf:
        def records(self, stage):
            return iter(stages.get(stage, []))

    return Selection(Shelf(), Rules(), ("en", "de"))


def exported(chosen: Selection, folder: Path) -> etree._Element:
    CesAlign().export(chosen, folder)
    root = etree.fromstring((folder / "cesalign" / "en-de" / "p-1.xml").read_bytes())
    GRAMMAR.assertValid(root)
    return root


def links(root: etree._Element) -> list[tuple[str, str]]:
    found = root.findall("c:linkList/c:linkGrp/c:link", CES)
    return [tuple(side.get(HREF) for side in link) for link in found]


def test_units_lead_to_the_paragraphs_they_are_made_of(tmp_path: Path) -> None:
    assert links(exported(selection(UNITS[:2] + UNITS[3:]), tmp_path)) == [("#p2", "#p1"), ("#p5", "#p3")]


def test_paragraphs_that_share_units_are_one_link(tmp_path: Path) -> None:
    root = exported(selection((((0, 1), (0, 1)), UNITS[2])), tmp_path)
    assert links(root) == [("#p2 #p4", "#p1")]
    [link] = root.findall("c:linkList/c:linkGrp/c:link", CES)
    assert (link.get("n"), link.get("certainty")) == ("2", "0.5500")


def test_units_that_stand_in_another_order_are_linked_too(tmp_path: Path) -> None:
    # The first and the last paragraph of the left side share one of the right side, the one between has its own.
    crossed = (((0,), (0,)), ((2,), (3,)), ((3,), (1,)))
    assert links(exported(selection(crossed), tmp_path)) == [("#p2 #p5", "#p1"), ("#p4", "#p3")]


@pytest.mark.parametrize("numbers", [((), ()), ((99,), (0,)), ((0,), (99,))])
def test_a_unit_without_a_place_makes_no_link(tmp_path: Path, numbers: Numbers) -> None:
    assert links(exported(selection((numbers,)), tmp_path)) == []


def test_the_header_names_files_evidence_and_probability(tmp_path: Path) -> None:
    chosen = selection(UNITS)
    root = exported(chosen, tmp_path)
    Xml().export(chosen, tmp_path)
    for translation, side in zip(root.iter("{*}translation"), (LEFT, RIGHT), strict=True):
        assert translation.text == side.url
        document = etree.parse(tmp_path / "cesalign" / "en-de" / translation.get("trans.loc"))
        assert {one.get("id") for one in document.iter("{*}p")} >= {"p1", "p2", "p3"}
    notes = {(note.get("type"), note.text) for note in root.iter("{*}note")}
    assert {("grade", "parallel"), ("probability", "0.9300"), ("evidence", "own <one> 0.20")} <= notes


@pytest.mark.parametrize("text", ["\x00\x0b", "]]> & <b>", "\ufffe \U0001f600"])
def test_files_are_valid_whatever_stands_in_the_texts(tmp_path: Path, text: str) -> None:
    left = replace(page("en", "en", text + "."), title=text)
    exported(selection((), left=left), tmp_path)


def test_every_unit_of_the_demo_has_its_place(demo: Run, tmp_path: Path) -> None:
    chosen = demo.selection()
    CesAlign().export(chosen, tmp_path)
    Xml().export(chosen, tmp_path)
    made = sorted((tmp_path / "cesalign").rglob("*.xml"))
    assert len(made) == sum(1 for _ in demo.pairs())
    placed = 0
    for path in made:
        tree = etree.parse(path)
        GRAMMAR.assertValid(tree)
        placed += sum(int(link.get("n")) for link in tree.iter("{*}link"))
        sides = [_main(path.parent / one.get("trans.loc")) for one in tree.iter("{*}translation")]
        for link in tree.iter("{*}link"):
            assert all(
                {name[1:] for name in end.get(HREF).split()} <= side for end, side in zip(link, sides, strict=True)
            )
    assert placed == sum(1 for _ in demo.units())


def _main(path: Path) -> set[str]:
    """The paragraphs of a cesDoc file that are main text."""
    return {one.get("id") for one in etree.parse(path).iter("{*}p") if one.get("crawlinfo") is None}
