"""Pairs beside known ones: what is right, wrong and missing, and that nothing else counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from polytrawl.errors import ConfigError
from polytrawl.evaluate.api import against_gold, write_evaluation
from polytrawl.evaluate.coverage import Coverage, languages_of
from polytrawl.evaluate.figures import Bin, Figures, calibrate, calibration_error
from polytrawl.evaluate.gold import Known, couple, read_known
from polytrawl.evaluate.kinds import Population
from polytrawl.records import Document, Page, Paragraph
from polytrawl.run import Run

WWW = "http://www.safe-work.test"


def written(folder: Path, *lines: str) -> Path:
    path = folder / "known.tsv"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def found_in(run: Run) -> set[tuple[str, str]]:
    return {couple(pair.left.url, pair.right.url) for pair in Population(run, is_exported=False).pairs()}


def test_figures_are_those_of_the_sets(demo: Run, gold: dict[str, Path]) -> None:
    told = against_gold(demo, gold.values())
    known = {one.couple for one in read_known(gold.values())}
    found = found_in(demo)
    assert told.overall == Figures.of(len(found), len(found & known), len(known))
    assert told.overall.right > 50
    assert sum(told.missing.values()) == len(known - found)
    for split in (told.by_languages, told.by_site):
        assert sum(one.gold for one in split.values()) == told.overall.gold
        assert sum(one.right for one in split.values()) == told.overall.right
    assert set(told.by_languages) == set(gold)
    assert sum(one.pairs for one in told.calibration) == len(found)


def test_methods_are_those_that_speak_for_a_pair(demo: Run, gold: dict[str, Path]) -> None:
    told = against_gold(demo, gold.values())
    names = Counter(
        score.name
        for pair in Population(demo, is_exported=False).pairs()
        for score in pair.evidence
        if score.value >= 0.5
    )
    assert {name: one.found for name, one in told.by_method.items()} == dict(names)


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        (("/en/nowhere.html", "/de/nowhere.html"), "not fetched: no page links to it"),
        (("/private/minutes.html", "/de/ladders.html"), "not fetched: robots"),
        (("/en/empty.html", "/de/ladders.html"), "fetched, but without text"),
        (("/en/ladders.html", "/en/print/ladders.html"), "fetched, but both in one language"),
        (("/en/ladders.html", "/de/canteen.html"), "fetched, but paired with another page"),
        (("/en/ladders.html", "/it/fire-exits.html"), "fetched, but paired with another page"),
    ],
)
def test_a_missing_pair_tells_whether_its_pages_were_fetched(
    demo: Run, tmp_path: Path, pages: tuple[str, str], why: str
) -> None:
    told = against_gold(demo, [written(tmp_path, "\t".join(WWW + page for page in pages))])
    assert told.missing == {why: 1}
    assert told.overall.gold == 1
    assert told.fetched.gold == (0 if why.startswith("not fetched") else 1)


def test_ignored_pairs_count_neither_way(demo: Run, gold: dict[str, Path], tmp_path: Path) -> None:
    before = against_gold(demo, gold.values())
    one = min(found_in(demo) & {known.couple for known in read_known(gold.values())})
    after = against_gold(demo, gold.values(), [written(tmp_path, "\t".join(one))])
    assert (after.ignored, after.unjudged) == (1, 0)
    assert after.overall.found == before.overall.found - 1
    assert after.overall.gold == before.overall.gold - 1
    assert after.missing == before.missing


def test_pairs_in_languages_without_known_pairs_are_not_called_wrong(demo: Run, gold: dict[str, Path]) -> None:
    told = against_gold(demo, [gold["en-de"]])
    assert set(told.by_languages) == {"en-de"}
    assert told.overall.precision == 1
    assert told.unjudged == len(found_in(demo)) - told.overall.found > 0


def test_a_pair_with_the_wrong_page_is_wrong(demo: Run, gold: dict[str, Path], tmp_path: Path) -> None:
    known = read_known([gold["en-de"]])
    shifted = [known[number - 1].right for number in range(len(known))]
    told = against_gold(demo, [written(tmp_path, *(f"{a.left}\t{b}" for a, b in zip(known, shifted, strict=True)))])
    truth = {couple(one.left, other) for one, other in zip(known, shifted, strict=True)}
    assert told.overall.right == len(truth & found_in(demo)) < told.overall.found
    wrong = [fault for fault in told.faults if fault.kind == "wrong"]
    assert len(wrong) == told.overall.found - told.overall.right
    assert "both pages are in known pairs, with other pages" in {fault.why for fault in wrong}


def test_direction_and_form_of_addresses_do_not_matter(demo: Run, gold: dict[str, Path], tmp_path: Path) -> None:
    lines = (f"{_odd(one.right)}\t{one.left}" for one in read_known([gold["en-de"]]))
    file = written(tmp_path, "left_url\tright_url", "", "# a note", *lines)
    assert against_gold(demo, [file]) == against_gold(demo, [gold["en-de"]])


def _odd(url: str) -> str:
    """The address as nobody should write it."""
    scheme, _, host, path = url.split("/", 3)
    return f"{scheme.upper()}//{host.upper()}:80/./{path}?utm_source=x#top"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"http://a.test/ http://b.test/\n", "line 1: expected two addresses with a tab"),
        (b"http://a.test/\thttp://b.test/\nhere\tthere\n", "line 2: 'here' is not a web address"),
        (b"\xff\xfe\n", "not text in UTF-8"),
        (b"", "there are no pairs in it"),
    ],
)
def test_files_that_are_no_known_pairs_are_refused(demo: Run, tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "bad.tsv"
    path.write_bytes(text)
    with pytest.raises(ConfigError, match=message):
        against_gold(demo, [path])


class Shelf:
    """Four German and Italian pages of which one is taken for French."""

    languages = ("fr", "it", "de", "it")

    def records(self, stage: str) -> Iterator[Page | Document]:
        for number, language in enumerate(self.languages):
            url = f"http://a.test/{number}"
            yield Page(id=f"g-{number}", url=url, site="a.test") if stage == "crawl" else Document(
                id=f"d-{number}", page=f"g-{number}", url=url, site="a.test", language=language,
                paragraphs=(Paragraph(text="Some text."),),
            )  # fmt: skip


def test_a_page_of_a_wrong_language_is_counted_where_nearly_all_of_its_file_are() -> None:
    both = [Known("http://a.test/0", "http://a.test/1", 0), Known("http://a.test/2", "http://a.test/3", 0)]
    pages = Coverage(Shelf(), {url for one in both for url in one.couple})  # type: ignore[arg-type] - it reads no more of a run
    assert sorted(languages_of(both, pages, ("it", "de")).values()) == ["it-de", "it-fr"]  # one half is not nearly all
    gone = [Known(f"http://a.test/x{number}", f"http://a.test/y{number}", 0) for number in range(3)]
    assert Counter(languages_of([both[1], *gone], pages, ("it", "de")).values()) == {"it-de": 4}


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=50))
def test_bins_hold_every_pair_once(judged: list[tuple[float, bool]]) -> None:
    bins = calibrate(judged)
    assert sum(one.pairs for one in bins) == len(judged)
    assert all(one.low - 1e-9 <= one.predicted <= one.high + 1e-9 for one in bins)
    assert round(sum(one.pairs * one.observed for one in bins)) == sum(is_right for _, is_right in judged)


def test_calibration_is_the_distance_of_predicted_and_observed() -> None:
    bins = calibrate([(0.9, True), (0.9, False), (0.2, False), (1.0, True)])
    assert bins == [Bin(0.2, 0.3, 1, 0.2, 0.0), Bin(0.9, 1.0, 3, pytest.approx(2.8 / 3), pytest.approx(2 / 3))]
    assert calibration_error(bins) == pytest.approx((0.2 + abs(2.8 - 2)) / 4)
    assert calibration_error([]) is None


def test_the_page_has_every_figure_and_the_plot(copied: Run, gold: dict[str, Path], tmp_path: Path) -> None:
    unknown = written(tmp_path, f"{WWW}/en/nowhere.html\t{WWW}/de/nowhere.html")
    told = against_gold(copied, [*gold.values(), unknown])
    page, faults = write_evaluation(copied, told)
    tree = LexborHTMLParser(page.read_text(encoding="utf-8"))
    assert len(tree.css("svg.line circle")) == len(told.calibration)
    text = tree.body.text() if tree.body else ""
    assert f"{told.overall.f1:.3f}" in text
    assert "not fetched: no page links to it" in text
    assert len(faults.read_text().splitlines()) == 1 + len(told.faults)
