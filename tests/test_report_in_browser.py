"""The report in a real browser: no errors, no requests, nothing cut off, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from polytrawl.run import Run
from support import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_of_the_demo_opens_without_errors_or_requests(
    demo: Run, browser: Any, tmp_path: Path, width: int, scheme: str
):
    path = demo.report()
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    wrong: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    assert wrong == []
    assert asked == [path.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert f"{sum(demo.summary().units.values()):,}" in page.inner_text("body")
    assert len(page.screenshot(full_page=True, path=tmp_path / "report.png")) > 10_000
    page.close()
