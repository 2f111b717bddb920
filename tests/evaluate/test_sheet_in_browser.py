"""The sheet in a real browser: it judges, remembers, and hands out a table that polytrawl reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.evaluate.api import against_gold, by_judgements, write_evaluation, write_sample
from polytrawl.evaluate.draw import Plan
from polytrawl.evaluate.examples_sheet import write_examples
from polytrawl.evaluate.kinds import KINDS, Kind, Population
from polytrawl.evaluate.sheet import Item, Sheet, render
from polytrawl.evaluate.tables import as_line, cells_of
from polytrawl.records import Document, PagePair, Paragraph, Score, SentencePair
from polytrawl.run import Run, open_run
from support import NEEDS_BROWSER, Quiet

pytestmark = NEEDS_BROWSER
HOSTILE = "<script>document.title = 'taken'</script><img src=http://a.test/x onerror=\"document.title='taken'\">"


def opened(browser: Any, file: Path, width: int = 1280, scheme: str = "light") -> Any:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=True)
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url == file.as_uri() else wrong.append(request.url))
    page.goto(file.as_uri())
    assert wrong == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.wrong = wrong
    return page


def taken_away(page: Any, path: Path) -> Path:
    with page.expect_download() as download:
        page.click("#download")
    download.value.save_as(path)
    return path


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_judges_and_takes_the_table_away(copied: Run, browser: Any, width: int, scheme: str) -> None:
    sheet, table = write_sample(copied, "pairs", Plan(size=3)).files
    page = opened(browser, sheet, width, scheme)
    assert page.inner_text("#progress") == "0 of 3 judged"
    page.check("li:nth-child(1) input[value=parallel]")
    page.check("li:nth-child(2) input[value=no]")
    page.check("li:nth-child(2) input[value=comparable]")
    assert page.inner_text("#progress") == "2 of 3 judged"
    page.reload()
    assert page.inner_text("#progress") == "2 of 3 judged"
    downloaded = taken_away(page, sheet.with_name("downloaded.tsv"))
    [said] = by_judgements([downloaded])
    assert said.tables[0].rows[0].counts == {"parallel": 1, "comparable": 1, "no": 0}
    assert (said.drawn, said.judged, said.changed) == (3, 2, [])
    heads = [path.read_text(encoding="utf-8").splitlines()[:2] for path in (table, downloaded)]
    assert heads[0] == heads[1]
    assert page.wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_without_answers_gives_the_table_that_is_beside_it(copied: Run, browser: Any, kind: str) -> None:
    sheet, table = write_sample(copied, kind).files
    page = opened(browser, sheet)
    assert taken_away(page, sheet.with_name("downloaded.tsv")).read_bytes() == table.read_bytes()


def test_a_reader_needs_no_mouse(copied: Run, browser: Any) -> None:
    sheet = write_sample(copied, "documents", Plan(size=3)).files[0]
    page = opened(browser, sheet)
    for key in ("1", "4"):  # on topic; not in that language
        page.keyboard.press(key)
    assert page.inner_text("#progress") == "1 of 3 judged"
    assert page.inner_text("li.current h2") == "2"  # it goes on by itself
    page.keyboard.press("2")
    page.keyboard.press("j")
    page.keyboard.press("1")
    page.keyboard.press("3")
    assert page.inner_text("li.current h2") == "2"  # the one that is still open
    page.keyboard.press("3")
    assert page.inner_text("#progress") == "3 of 3 judged"
    page.keyboard.press("k")
    page.keyboard.press("0")
    page.keyboard.press("Control+1")
    page.keyboard.press("9")
    assert page.inner_text("#progress") == "2 of 3 judged"
    [said] = by_judgements([taken_away(page, sheet.with_name("downloaded.tsv"))])
    assert [answers.rows[0].counts for answers in said.tables] == [{"yes": 1, "no": 1}, {"yes": 2, "no": 0}]
    assert page.wrong == []


def test_languages_have_names(copied: Run, browser: Any) -> None:
    page = opened(browser, write_sample(copied, "paragraphs").files[0])
    names = set(page.locator("legend b").all_inner_texts())
    assert {"German (de)", "Italian (it)"} <= names
    assert page.locator("li fieldset:first-of-type legend").first.inner_text() == "Does it belong to the main text?"


@pytest.mark.parametrize("width", [1280, 360])
def test_a_round_of_judging_documents_teaches_the_classifier(
    copied: Run, demo_web: DemoWeb, browser: Any, width: int
) -> None:
    truth = {page.url(one): page.on_topic for page in demo_web.pages.values() for one in page.addresses}
    (table, sheet), number, _ = write_examples(copied.directory, 24)
    page = opened(browser, sheet, width)
    assert page.inner_text("#progress") == f"0 of {number} judged"
    for item in page.locator(".items > li").all():
        said = "yes" if truth.get(item.locator("a.url").get_attribute("href"), True) else "no"
        item.locator(f"input[value={said}]").check()
    with page.expect_download() as download:
        page.click("#download")
    judged = table.with_name("judged.tsv")
    download.value.save_as(judged)
    assert judged.read_text(encoding="utf-8").splitlines()[0] == table.read_text(encoding="utf-8").splitlines()[0]
    again = open_run(copied.path, sets=[f"topic.examples={judged}", "topic.classifier=learned"])
    again.go(Quiet(), first="topic", last="topic")
    found = {one.id: one for one in again.directory.records("topic") if isinstance(one, Document)}
    said = [line.split("\t") for line in judged.read_text(encoding="utf-8").splitlines()[1:]]
    assert {cells[-1] for cells in said} == {"yes", "no"}
    assert all(("off-topic" in found[cells[0]].reasons) == (cells[-1] == "no") for cells in said)
    files, new, before = write_examples(again.directory, 6)
    assert (new, before) == (6, number)
    page = opened(browser, files[1], width)
    assert page.inner_text("#progress") == f"{number} of {number + 6} judged"
    assert page.wrong == []


class Hostile(Population):
    """A run in which everything that a web page can say is an attack."""

    def __init__(self) -> None:
        text = (Paragraph(text=HOSTILE, kind=HOSTILE, language="de"),) * 3
        place = {"page": "g-1", "url": f"javascript:{HOSTILE}", "site": "a"}
        side = Document(id="d-1", title=HOSTILE, paragraphs=text, language=HOSTILE, relevance=0.5, **place)
        self._page = side
        self._pair = PagePair(
            id='p-1"><b>', left=side, right=side, probability=0.5, evidence=(Score(name=HOSTILE, value=1),)
        )
        origin = {"source_url": HOSTILE, "target_url": HOSTILE, "source_page": "g", "target_page": "g", "pair": "p-1"}
        self._unit = SentencePair(
            id="s-1", source=HOSTILE, target=HOSTILE, source_language="de", target_language=HOSTILE, **origin
        )

    def documents(self) -> Iterator[Document]:
        yield self._page

    def pairs(self) -> Iterator[PagePair]:
        yield self._pair

    def units(self) -> Iterator[SentencePair]:
        yield self._unit


def sheet_of(kind: Kind, population: Population) -> str:
    items = []
    for thing in kind.things(population):
        shown = thing.show()
        asks = {f"judged_{name}": shown.asks[name] for name in thing.asked}
        items.append(Item(thing.id, as_line(cells_of(thing, shown)), shown.content, asks))
    answers = {one.column: one.answers for one in kind.questions}
    return render(Sheet(HOSTILE, kind.words, HOSTILE, answers, (HOSTILE,), HOSTILE, items))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_web_page_runs_in_the_sheet(browser: Any, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet_of(KINDS[kind], Hostile()), encoding="utf-8")
    page = opened(browser, file)
    page.locator("input[value=no]").first.check()
    assert page.title().endswith(f"{KINDS[kind].words} to judge")
    assert page.locator(".items img, .items script").count() == 0
    assert page.wrong == []


@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_of_an_evaluation_opens(copied: Run, gold: dict[str, Path], browser: Any, width: int) -> None:
    page = opened(browser, write_evaluation(copied, against_gold(copied, gold.values()))[0], width)
    assert page.locator("svg.line circle").count() > 0
