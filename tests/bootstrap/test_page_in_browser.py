"""The page for post-editing in a real browser: it opens without errors or requests, and saves what was edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from polytrawl.bootstrap.output import write
from polytrawl.bootstrap.result import Bootstrap, Excluded, TermFound, Translation
from polytrawl.relevance.definition import Definition
from support import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER

NASTY = "</script><img src=x onerror=alert(1)> & 'x'"


def term(language: str, text: str, weight: float) -> TermFound:
    facts = {"subtopic": "Roses", "depth": 0, "title": text, "frequency": 3, "rarity": 1.0}
    return TermFound(language=language, text=text, weight=weight, **facts)


FOUND = Bootstrap(
    word="roses & <more>",
    category="Roses",
    languages=("en", "de", "ar"),
    depth=2,
    is_whole=True,
    terms=(
        *(term("en", text, 80.5) for text in ("dog rose", "rose garden", NASTY)),
        term("de", "Hundsrose", 100.0),
        term("ar", "ورد جوري", 50.0),
    ),
    translations=(Translation(("en", "de"), "dog rose", "Hundsrose", 1),),
    seeds=(),
    excluded=(Excluded("en", "Rose Society", "named-entity", 1, "Roses"), Excluded("en", "Roses", "redirect", 0, "R")),
    articles=(),
    counts=(),
    notes=("enwiki was cut",),
)


def opened(browser: Any, folder: Path, found: Bootstrap = FOUND, **options: Any) -> Any:
    write(found, folder)
    page = browser.new_page(**options)
    page.wrong, page.asked = [], []
    page.on("console", lambda message: page.wrong.append(message.text))
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto((folder / "index.html").as_uri())
    return page


@pytest.mark.parametrize("width", [1280, 400])
def test_it_opens_without_errors_or_requests_at_any_width(browser: Any, tmp_path: Path, width: int) -> None:
    page = opened(browser, tmp_path, viewport={"width": width, "height": 900}, color_scheme="dark")
    assert (page.wrong, page.asked) == ([], [(tmp_path / "index.html").as_uri()])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.title() == "Terms for roses & <more>"
    body = page.inner_text("body")
    assert all(text in body for text in ("dog rose", "Hundsrose", NASTY, "named-entity", "enwiki was cut"))
    assert page.locator("#rows tr").count() == 4  # the redirect cannot be taken back
    page.close()


def saved(page: Any, folder: Path) -> list[tuple[float, str, str]]:
    with page.expect_download() as waiting:
        page.click("#save")
    assert waiting.value.suggested_filename == "topic.tsv"
    waiting.value.save_as(folder / "edited.tsv")
    return [(one.weight, one.text, one.language) for one in Definition.read(folder / "edited.tsv").terms]


def test_what_is_edited_is_saved_as_a_topic_that_is_read(browser: Any, tmp_path: Path) -> None:
    page = opened(browser, tmp_path)
    unedited = saved(page, tmp_path)
    assert unedited == [(one.weight, one.text, one.language) for one in Definition.read(tmp_path / "topic.tsv").terms]
    page.uncheck('[aria-label="keep rose garden"]')
    page.check('[aria-label="keep Rose Society"]')
    page.fill('[aria-label="weight of dog rose"]', "12.5")
    page.fill('[aria-label="weight of Rose Society"]', "-3")  # refused: the weight stays
    page.click("#languages button:has-text('ar')")
    page.fill('[aria-label="weight of ورد جوري"]', "60")
    page.click("#languages button:has-text('en')")
    assert page.input_value('[aria-label="weight of dog rose"]') == "12.5"
    assert "en 3, de 1, ar 1" in page.inner_text("#count")
    assert saved(page, tmp_path) == [
        (12.5, "dog rose", "en"),
        (80.5, NASTY, "en"),
        (100.0, "Hundsrose", "de"),
        (60.0, "ورد جوري", "ar"),
        (25.0, "Rose Society", "en"),
    ]
    assert page.wrong == []
    page.close()


def test_rows_that_are_found_are_ticked_together(browser: Any, tmp_path: Path) -> None:
    page = opened(browser, tmp_path)
    page.fill("#filter", "ROSE")
    page.click("#none")
    assert [text for _, text, language in saved(page, tmp_path) if language == "en"] == [NASTY]
    page.fill("#filter", "")
    page.click("#all")
    assert len(saved(page, tmp_path)) == 6
    page.close()


def test_ten_thousand_terms_are_shown_in_parts(browser: Any, tmp_path: Path) -> None:
    many = msgspec.structs.replace(FOUND, terms=tuple(term("en", f"rose {n}", 50.0) for n in range(10_000)))
    page = opened(browser, tmp_path, many)
    assert page.locator("#rows tr").count() == 1000
    page.click("#more")
    assert page.locator("#rows tr").count() == 2000
    page.fill("#filter", "rose 9999")
    assert page.locator("#rows tr").count() == 1
    assert not page.is_visible("#more")
    assert "en 10000" in page.inner_text("#count")
    assert page.wrong == []
    page.close()
