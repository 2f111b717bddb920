"""Site evidence: what recurs on the pages of a site is template, unless it is surely content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from polytrawl.clean.site import evidence, marks_of, weighed
from polytrawl.explain import explain
from polytrawl.records import Document, Paragraph, replace
from polytrawl.run import Run, new_run
from support import Quiet

LONG = "Your order leaves our workshop within two working days, and comes back free of charge."


def paragraph(text: str, score: float, kind: str = "text") -> Paragraph:
    return Paragraph(text=text, kind=kind, boilerplate=score, reason="boilerplate" if score > 0.5 else "")


def page(number: int, *paragraphs: Paragraph, title: str = "") -> Document:
    url = f"http://a.test/{number}"
    own = paragraph(f"What only page {number} says", 0.1)
    return Document(id=f"d-{number}", page="g", url=url, site="a.test", title=title, paragraphs=(*paragraphs, own))


def weigh(pages: Sequence[Document]) -> list[Document]:
    """What the second half of the stage makes of the pages of a site."""
    marks = [marks_of(one) for one in pages]
    counts = Counter(part for one in {one.whole: one for one in marks}.values() for part in set(one.parts))
    return [weighed(one, [counts[part] for part in found.parts], 0.5) for one, found in zip(pages, marks, strict=True)]


@pytest.mark.parametrize(("number", "reason"), [(4, ""), (5, "template")])
def test_a_menu_is_template_from_five_pages_on(number: int, reason: str):
    made = weigh([page(one, paragraph("Home", 0.4), paragraph("Contact", 0.3)) for one in range(number)])
    for document in made:
        assert [one.reason for one in document.paragraphs] == [reason, reason, ""]
        assert [one.on_pages for one in document.paragraphs] == ([5, 5, 1] if number == 5 else [0, 0, 0])


def test_what_is_boilerplate_already_keeps_its_reason():
    [first, *_] = weigh([page(one, paragraph("Home", 0.9)) for one in range(9)])
    assert (first.paragraphs[0].reason, first.paragraphs[0].on_pages) == ("boilerplate", 9)
    assert first.paragraphs[0].boilerplate > 0.9


def test_reasons_of_an_extractor_s_own_stay():
    own = Paragraph(text="Home", reason="an-advert"), Paragraph(text="Next", boilerplate=0.52, reason="an-advert")
    [first, *_] = weigh([page(one, *own, paragraph(f"Step {one}", 0.9)) for one in range(9)])
    assert [one.reason for one in first.paragraphs] == ["an-advert", "an-advert", "boilerplate", ""]


def test_a_block_of_one_page_gets_the_benefit_of_the_doubt():
    [first, *_] = weigh([page(one, paragraph("Home", 0.9), paragraph(f"Step {one}", 0.55)) for one in range(5)])
    assert (first.paragraphs[1].reason, first.paragraphs[1].boilerplate) == ("", 0.463)


def test_what_is_surely_content_stays_so_on_a_hundred_pages():
    made = weigh([page(one, paragraph("Description", 0.1, "heading")) for one in range(100)])
    assert {one.paragraphs[0].reason for one in made} == {""}


def test_a_label_between_blocks_of_its_own_page_stays():
    pages = [page(one, paragraph(f"Turn {one} screws", 0.1), paragraph("Note", 0.3)) for one in range(20)]
    assert {one.paragraphs[1].reason for one in weigh(pages)} == {""}


def test_a_long_text_on_all_pages_is_template_though_it_looks_like_content():
    made = weigh([page(one, paragraph(LONG, 0.02)) for one in range(6)])
    assert {one.paragraphs[0].reason for one in made} == {"template"}


def test_the_beginning_of_an_article_stays_though_other_pages_have_it_in_a_teaser():
    pages = [page(0, paragraph(LONG, 0.02)), *(page(one, paragraph(LONG, 0.8)) for one in range(1, 9))]
    made = weigh(pages)
    assert (made[0].paragraphs[0].reason, made[0].paragraphs[0].on_pages) == ("", 9)
    assert {one.paragraphs[0].reason for one in made[1:]} == {"boilerplate"}


def test_a_heading_that_names_its_page_stays_and_one_that_names_the_site_goes():
    menu = [paragraph(f"Chapter {one}", 0.6) for one in range(6)]
    pages = [
        page(
            one,
            paragraph("The Handbook", 0.4, "title"),
            *menu,
            paragraph(f"Chapter {one}", 0.4, "heading"),
            title=f"Chapter {one} - The Handbook",
        )
        for one in range(6)
    ]
    for made in weigh(pages):
        assert (made.paragraphs[0].reason, made.paragraphs[-2].reason) == ("template", "")


def test_copies_of_one_page_are_no_evidence():
    pages = [page(0, paragraph("Two words", 0.4)) for _ in range(20)]
    assert weigh(pages) == pages


def test_what_translations_have_in_common_is_no_template():
    code = paragraph("apt-get install", 0.4)
    pages = [replace(page(one, code), declared_language=language) for one, language in enumerate("abcde" * 5)]
    apart = [replace(page(one, code), declared_language=f"l{one}") for one in range(9)]
    assert {one.paragraphs[0].on_pages for one in weigh(pages)} == {5}
    assert weigh(apart) == apart


def test_more_pages_never_speak_for_a_block():
    found = [evidence(pages, 1000, beside=1000) for pages in range(1, 1001)]
    assert found == sorted(found)


# In a run


def site(folder: Path, pages: int) -> Path:
    folder.mkdir(parents=True)
    menu = "".join(f"<p>{word}</p>" for word in ("Opening hours", "How to find us", "Write to the editors"))
    for number in range(pages):
        texts = (f"<p>Report {number}, part {part}: the river rose by {number + part} feet.</p>" for part in range(4))
        html = f"<html><title>Report {number}</title><body>{''.join(texts)}{menu}</body></html>"
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
    return folder


def run_over(folder: Path, tmp_path: Path, **table: object) -> Run:
    run = new_run(tmp_path, {"languages": ["en"], "folders": [str(folder)], "workers": 1} | table)
    run.go(Quiet(), last="clean")
    return run


def reasons(run: Run) -> list[list[str]]:
    return [[one.reason for one in document.paragraphs] for document in run.directory.records("clean")]


def test_in_a_run_the_menu_of_five_pages_flips_and_that_of_four_does_not(tmp_path: Path):
    four = run_over(site(tmp_path / "four", 4), tmp_path / "run4")
    five = run_over(site(tmp_path / "five", 5), tmp_path / "run5")
    assert reasons(four) == [[""] * 7] * 4
    assert reasons(five) == [[""] * 4 + ["template"] * 3] * 5
    assert not (five.path / "clean" / "drafts").exists()


def test_it_can_be_switched_off(tmp_path: Path):
    made = run_over(site(tmp_path / "five", 5), tmp_path / "run", clean={"site_evidence": False})
    assert reasons(made) == [[""] * 7] * 5


def test_explain_tells_of_it(tmp_path: Path):
    run = run_over(site(tmp_path / "five", 5), tmp_path / "run")
    [document, *_] = run.directory.records("clean")
    [said] = [one for one in explain(run.directory, run.config, document.url) if one.stage == "clean"]
    assert said.said.endswith("7 paragraphs, 4 of them main text; 3 would be, but recur on other pages of the site")
    assert said.facts["template"] == 3


def test_a_page_more_changes_what_is_known_of_the_others(tmp_path: Path):
    folder = site(tmp_path / "pages", 4)
    run = run_over(folder, tmp_path / "run")
    assert reasons(run) == [[""] * 7] * 4
    (folder / "4.html").write_text((folder / "3.html").read_text().replace("Report 3", "Report 4"), encoding="utf-8")
    run.go(Quiet(), last="clean")
    assert reasons(run) == [[""] * 4 + ["template"] * 3] * 5


def test_four_workers_give_the_same_bytes_as_one(tmp_path: Path):
    folder = site(tmp_path / "pages", 40)
    one, four = run_over(folder, tmp_path / "one"), run_over(folder, tmp_path / "four", workers=4)
    assert one.directory.finished("clean").digest == four.directory.finished("clean").digest
