"""The sheet in a real browser: it judges, remembers, and hands out a table that polytrawl reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.evaluate.api import against_gold, by_judgements, write_evaluation, write_sample
from polytrawl.evaluate.pair_sheet import render
from polytrawl.evaluate.topic_sheet import write_sample as write_topic_sample
from polytrawl.records import Document, PagePair, Paragraph, Score
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


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_judges_and_takes_the_table_away(copied: Run, browser: Any, width: int, scheme: str) -> None:
    (_, sheet), _, _ = write_sample(copied, size=3)
    page = opened(browser, sheet, width, scheme)
    assert page.inner_text("#progress") == "0 of 3 judged"
    page.check("li:nth-child(1) input[value=parallel]")
    page.check("li:nth-child(2) input[value=no]")
    page.check("li:nth-child(2) input[value=comparable]")
    assert page.inner_text("#progress") == "2 of 3 judged"
    page.reload()
    assert page.inner_text("#progress") == "2 of 3 judged"
    with page.expect_download() as download:
        page.click("#download")
    table = sheet.with_name("downloaded.tsv")
    download.value.save_as(table)
    said = by_judgements(copied, [table])
    assert (said.grades["all"].parallel, said.grades["all"].comparable, said.grades["all"].no) == (1, 1, 0)
    assert said.unjudged == 1
    assert page.wrong == []


@pytest.mark.parametrize("width", [1280, 360])
def test_a_round_of_judging_documents_teaches_the_classifier(
    copied: Run, demo_web: DemoWeb, browser: Any, width: int
) -> None:
    truth = {page.url(one): page.on_topic for page in demo_web.pages.values() for one in page.addresses}
    (table, sheet), number, _ = write_topic_sample(copied.directory, 24)
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
    files, new, before = write_topic_sample(again.directory, 6)
    assert (new, before) == (6, number)
    page = opened(browser, files[1], width)
    assert page.inner_text("#progress") == f"{number} of {number + 6} judged"
    assert page.wrong == []


def test_nothing_of_a_web_page_runs_in_the_sheet(browser: Any, tmp_path: Path) -> None:
    text = (Paragraph(text=HOSTILE),)
    side = Document(id="d-1", page="g-1", url=f"javascript:{HOSTILE}", site="a", title=HOSTILE, paragraphs=text)
    score = Score(name=HOSTILE, value=0.5)
    pair = PagePair(id='p-1"><b>', left=side, right=side, probability=0.5, evidence=(score,))
    file = tmp_path / "sheet.html"
    file.write_text(render([pair], HOSTILE, 1), encoding="utf-8")
    page = opened(browser, file)
    page.check("input[value=no]")
    assert page.inner_text("#progress") == "1 of 1 judged"
    assert "pairs to judge" in page.title()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_of_an_evaluation_opens(copied: Run, gold: dict[str, Path], browser: Any, width: int) -> None:
    page = opened(browser, write_evaluation(copied, against_gold(copied, gold.values()))[0], width)
    assert page.locator("svg.line circle").count() > 0
