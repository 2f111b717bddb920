"""TMX: valid by the grammar of the standard, whatever stands in the texts, and read by others as it was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from translate.storage import tmx

from polytrawl.export.exporters.tmx import Tmx
from polytrawl.export.inline import segments
from polytrawl.export.selection import Selection
from polytrawl.export.texts import Texts
from polytrawl.records import Score, SentencePair
from polytrawl.run import Run

GRAMMAR = etree.DTD(str(Path(__file__).with_name("tmx14.dtd")))
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
Make = Callable[..., SentencePair]
Select = Callable[..., Selection]


def written(chosen: Selection, folder: Path, name: str = "en-de.tmx", **given: Any) -> etree._Element:
    """The root of a TMX that is valid."""
    Tmx(**given).export(chosen, folder)
    return valid(folder / name)


def valid(path: Path) -> etree._Element:
    root = etree.parse(path, etree.XMLParser(load_dtd=False, no_network=True)).getroot()
    assert GRAMMAR.validate(root), GRAMMAR.error_log
    return root


def properties(node: etree._Element) -> dict[str, str]:
    return {prop.get("type"): prop.text for prop in node.findall("prop")}


def test_the_grammar_refuses_what_the_standard_refuses():
    unit = "<tu><prop>x</prop><tuv xml:lang='en'><seg>a</seg></tuv></tu>"
    assert not GRAMMAR.validate(etree.fromstring(f"<tmx version='1.4'><header/><body>{unit}</body></tmx>"))


def test_a_unit_tells_where_it_comes_from_and_how_sure_it_is(units: list[SentencePair], select: Select, tmp_path: Path):
    root = written(select(units), tmp_path)
    stop, go = root.iter("tu")
    assert stop.get("tuid") == units[0].id
    assert properties(stop) == {
        "score": "0.7500", "alignment": "1-1", "page-pair": "p-1", "page-pair-probability": "0.9300",
        "page-pair-methods": "urls+links", "licence": "CC & co",
    }  # fmt: skip
    assert properties(go)["moved"] == "yes"
    assert [properties(side) for side in stop.iter("tuv")] == [
        {"source-url": units[0].source_url},
        {"source-url": units[0].target_url},
    ]


def test_scores_repairs_and_measurements_are_told(make_unit: Make, select: Select, tmp_path: Path):
    scores = tuple(Score(name=name, value=value) for name, value in (("adequacy", 0.91), ("length-ratio", 1.25)))
    chosen = select([make_unit("It's", "Es", scores=scores, repaired_source="It’s", repairs=("quotes",))])
    [unit] = written(chosen, tmp_path).iter("tu")
    assert (properties(unit)["adequacy"], properties(unit)["repairs"]) == ("0.91", "quotes")
    assert "length-ratio" not in properties(unit)
    assert unit.find("tuv/seg").text == "It’s"
    [unit] = written(chosen, tmp_path, measurements=True).iter("tu")
    assert properties(unit)["length-ratio"] == "1.25"
    [unit] = written(chosen, tmp_path, properties=False).iter("tu")
    assert not list(unit.iter("prop"))


def test_fetch_dates_are_told_only_when_asked_for(units: list[SentencePair], select: Select, tmp_path: Path):
    assert "2026" not in etree.tostring(written(select(units), tmp_path), encoding="unicode")
    root = written(select(units, fetch_dates=True), tmp_path)
    assert properties(next(root.iter("tuv")))["fetched"] == "2026-01-02T03:04:05+00:00"


def test_all_language_pairs_can_be_in_one_file(make_unit: Make, select: Select, tmp_path: Path):
    units = [make_unit("a", "b"), make_unit("c", "d", source_language="pt-br", target_language="zh-hant")]
    root = written(select(units), tmp_path, "all.tmx", files="all")
    assert root.find("header").get("srclang") == "*all*"
    assert [unit.get("srclang") for unit in root.iter("tu")] == ["en", "pt-BR"]
    assert [side.get(LANG) for side in root.iter("tuv")] == ["en", "de", "pt-BR", "zh-Hant"]
    assert not (tmp_path / "en-de.tmx").exists()


def test_texts_can_be_written_as_they_were_or_masked(make_unit: Make, select: Select, tmp_path: Path):
    unit = make_unit("Ask  ann@a.test", "Frag", repaired_source="Ask ann@a.test", repairs=("spaces",))
    masked = written(select([unit], texts=Texts(mask_personal=True)), tmp_path)
    assert masked.find("body/tu/tuv/seg").text == "Ask [email]"
    raw = written(select([unit], texts=Texts(repaired=False)), tmp_path)
    assert raw.find("body/tu/tuv/seg").text == "Ask ann@a.test"
    assert "repairs" not in properties(raw.find("body/tu"))


def test_no_units_give_a_valid_file_that_says_so(select: Select, tmp_path: Path):
    root = written(select([]), tmp_path)
    assert "no units" in root.find("header/note").text
    with (tmp_path / "en-de.tmx").open("rb") as file:
        assert tmx.tmxfile.parsefile(file).units == []


# Any character, halves of surrogate pairs and those that XML cannot hold among them.
ANYTHING = st.text(st.one_of(st.characters(), st.sampled_from("<>&\"'{}%s/b \t\n\x00\x0b\ud800\ufffe\u2028\u202e")))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(source=ANYTHING, target=ANYTHING, inline=st.booleans())
def test_files_are_valid_and_open_whatever_stands_in_the_texts(make_unit, select, tmp_path, source, target, inline):
    root = written(select([make_unit(source, target, licence=source)]), tmp_path, inline=inline)
    said = ["".join(segment.itertext()) for segment in root.iter("seg")]
    assert list(map(_visible, said)) == [_visible(source), _visible(target)]
    with (tmp_path / "en-de.tmx").open("rb") as file:
        assert len(tmx.tmxfile.parsefile(file).units) == 1


def _visible(text: str) -> str:
    """What XML can hold of a text; halves of surrogate pairs are written as question marks."""
    text = "".join(text.encode("utf-8", "replace").decode().split())
    return "".join(char for char in text if ord(char) >= 32 and ord(char) not in (0xFFFE, 0xFFFF))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Press <b>OK</b>.", [("bpt", "<b>"), ("ept", "</b>")]),
        ('<a b="c">one</a><br/>two<hr>', [("bpt", '<a b="c">'), ("ept", "</a>"), ("ph", "<br/>"), ("ph", "<hr>")]),
        ("<b>one <i>two</b>", [("bpt", "<b>"), ("it", "<i>"), ("ept", "</b>")]),
        ("one</b> two", [("it", "</b>")]),
        ("{0} of {name}, ${x} {{y}} %s %1$d %(a)s&nbsp;&#160;", [
            *(("ph", one) for one in ("{0}", "{name}", "${x}", "{{y}}", "%s", "%1$d", "%(a)s", "&nbsp;", "&#160;")),
        ]),
        ("5 < 6 > 4 & 50 %s' 100% sure, 30 %d'eau {a b} AT&T; http://a.test/?a=1&b=2", []),
    ],
)  # fmt: skip
def test_codes_are_told_from_text(text: str, codes: list[tuple[str, str]]):
    root = etree.fromstring(f"<seg>{segments(text, '')[0]}</seg>")
    assert [(node.tag, node.text) for node in root] == codes
    assert "".join(root.itertext()) == text


def test_the_same_code_has_the_same_number_on_both_sides():
    left, right = (etree.fromstring(f"<seg>{one}</seg>") for one in segments("%s <b>x</b> {0} %s", "{0} <b>y</b> %s"))
    numbers = [{node.text: node.get("x") for node in side if node.get("x")} for side in (left, right)]
    assert numbers[0]["{0}"] == numbers[1]["{0}"]
    assert numbers[0]["<b>"] == numbers[1]["<b>"]
    assert [node.get("x") for node in left if node.tag == "ph"] == ["1", "3", "4"]
    assert [node.get("x") for node in right if node.tag == "ph"] == ["3", "1"]


def test_the_memories_of_the_demo_are_valid_and_open(demo: Run):
    paths = sorted((demo.path / "export").glob("*.tmx"))
    assert len(paths) == 6
    for path in paths:
        root = valid(path)
        with path.open("rb") as file:
            assert len(tmx.tmxfile.parsefile(file).units) == len(list(root.iter("tu"))) > 0
