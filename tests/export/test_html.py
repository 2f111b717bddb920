"""Page pairs side by side: nothing is left out, everything is in its order, and nothing on a page can run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import html

from polytrawl.export.exporters.html import Html
from polytrawl.export.lining import lined_up
from polytrawl.export.placing import Sentence
from polytrawl.export.selection import Selection
from polytrawl.export.texts import Texts
from polytrawl.records import SentencePair
from polytrawl.run import Run

Make = Callable[..., SentencePair]
Select = Callable[..., Selection]


def shown(chosen: Selection, folder: Path) -> list[tuple[str, str, str, str]]:
    """State, both texts and facts of every row."""
    Html().export(chosen, folder)
    root = html.parse(str(folder / "html" / "en-de" / "p-1.html"))
    rows = root.xpath("//ol[@class='beads']/li")
    return [(row.get("class"), *(cell.text_content() for cell in row)) for row in rows]


def test_both_pages_stand_beside_each_other_with_reasons_and_gaps(
    units: list[SentencePair], select: Select, tmp_path: Path
):
    assert shown(select(units), tmp_path) == [
        ("is-note", "", "Geh weiter.", "shown beside its other side"),
        ("is-kept", "Stop here.", "Halt hier.", "0.75"),
        ("is-refused", "Look left. Look right.", "Schau nach links und rechts.", "0.752-1adequacy 0.40length-ratio"),
        ("is-kept", "Go on.", "Geh weiter.", "0.75moved"),
        ("is-alone", "Nobody translated this.", "", "no counterpart"),
        ("is-alone", "", "Das steht nur hier.", "no counterpart"),
    ]


def test_the_index_leads_to_every_page_pair(units: list[SentencePair], select: Select, tmp_path: Path):
    Html().export(select(units), tmp_path)
    [row] = html.parse(str(tmp_path / "html" / "index.html")).xpath("//tbody/tr")
    assert [cell.text_content() for cell in row][1:] == ["0.93", "2", "1", "2"]
    assert (tmp_path / "html" / row.xpath(".//a")[0].get("href")).exists()


def test_personal_data_is_masked_here_too(make_unit: Make, select: Select, tmp_path: Path):
    unit = make_unit("Ask ann@a.test.", "Frag", source_sentences=(0,), target_sentences=(0,))
    assert shown(select([unit], texts=Texts(mask_personal=True)), tmp_path)[0][1] == "Ask [email]."


def test_pages_need_nothing_but_themselves_and_run_nothing(make_unit: Make, select: Select, tmp_path: Path):
    bad = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    unit = make_unit(bad, bad, source_sentences=(0,), target_sentences=(1,), source_url="javascript:alert(1)")
    shown(select([unit]), tmp_path)
    for path in (tmp_path / "html").rglob("*.html"):
        root = html.parse(str(path))
        assert not root.xpath(
            "//script | //img | //link | //iframe | //@onerror | //@src | //@href[contains(., 'script:')]"
        )
        assert "default-src 'none'" in path.read_text()


@st.composite
def _alignments(draw: st.DrawFn) -> tuple[int, int, list[tuple[tuple[int, ...], tuple[int, ...], bool]]]:
    """Numbers of sentences, and beads in which each of them stands at most once, in any order on the right side."""
    left, right = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    lefts, rights = draw(_runs(left)), draw(st.permutations(draw(_runs(right))))
    return left, right, [(*bead, draw(st.booleans())) for bead in zip(lefts, rights, strict=False)]


@st.composite
def _runs(draw: st.DrawFn, size: int) -> list[tuple[int, ...]]:
    """Some runs of one to three neighbours among so many numbers."""
    runs, at = [], 0
    while at < size:
        length = draw(st.integers(0, 3))
        if length:
            runs.append(tuple(range(at, min(size, at + length))))
        at += max(1, length)
    return runs


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_alignments())
def test_every_sentence_is_shown_once_and_in_order_whatever_was_aligned(make_unit, drawn):
    left, right, beads = drawn
    sides = [Sentence(f"l{n}", "text", n) for n in range(left)], [Sentence(f"r{n}", "text", n) for n in range(right)]
    units = [
        make_unit(
            " ".join(f"l{n}" for n in source), " ".join(f"r{n}" for n in target), source_sentences=source,
            target_sentences=target, is_moved=is_moved,
        )
        for source, target, is_moved in beads
    ]  # fmt: skip
    rows = list(lined_up(*sides, [(unit, "") for unit in units], Texts()))
    lefts = [word for row in rows if row.left for word in row.left.text.split()]
    assert lefts == [f"l{n}" for n in range(left)]
    rights = [word for row in rows if row.right and not row.moved_to for word in row.right.text.split()]
    assert sorted(rights) == sorted(f"r{n}" for n in range(right))
    in_place = [row.right.text.split() for row in rows if row.right and not row.is_moved]
    firsts = [int(words[0][1:]) for words in in_place]
    assert firsts == sorted(firsts)
    assert {row.moved_to for row in rows if row.moved_to} <= {row.unit.id for row in rows if row.is_moved}


def test_every_unit_of_the_demo_is_shown(demo: Run, tmp_path: Path):
    chosen = demo.selection()
    Html().export(chosen, tmp_path)
    pages = [html.parse(str(path)) for path in sorted((tmp_path / "html").rglob("p-*.html"))]
    assert len(pages) == chosen.counts["pairs"][""]
    kept = sum(len(page.xpath("//li[@class='is-kept']")) for page in pages)
    assert kept == chosen.counts["units"][""]
