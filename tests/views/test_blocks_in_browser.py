"""The page of blocks in a real browser: no errors, no requests, nothing cut off, and the filter filters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.one_page import extract
from polytrawl.views import blocks
from support import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER
SHOWN = "[...document.querySelectorAll('.blocks > li')].filter(one => one.offsetParent !== null).length"


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("host", "path"), [("forum.safe-work.test", "/en/thread-17.html"), ("www.safe-work.test", "/en/ladders.html")]
)
def test_the_blocks_of_a_page_open_without_errors_and_can_be_chosen(
    demo_web: DemoWeb, browser: Any, tmp_path: Path, host: str, path: str, width: int, scheme: str
):
    document = extract(demo_web.answer(host, path).body, f"http://{host}{path}", paragraph_languages=True)
    file = tmp_path / "page.html"
    file.write_text(blocks.render(document, "page"), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    wrong: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert (wrong, asked) == ([], [file.as_uri()])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SHOWN) == len(document.paragraphs)
    page.click("label[for=show-main]")
    assert page.evaluate(SHOWN) == len(document.main)
    page.click("label[for=show-reason-0]")
    assert page.evaluate(SHOWN) == len(document.paragraphs) - len(document.main)
    page.close()
