"""Each folder in `pages/` is a page and the main text that should come out of it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.records import Document, Page

CASES = sorted((Path(__file__).parent / "pages").iterdir())


def cleaned(case: Path) -> tuple[Document, dict[str, Any]]:
    about = tomllib.loads((case / "about.toml").read_text(encoding="utf-8"))
    content = (case / "page.html").read_bytes()
    url = "http://site.test/page.htm"
    page = Page(
        id=Page.identify(url, content),
        url=url,
        site="site.test",
        content=content,
        content_type=about.get("content_type", "text/html"),
    )
    [document] = Clean(extractor=Blocks()).apply(page)
    assert isinstance(document, Document)
    return document, about


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_main_text_is_as_expected(case: Path) -> None:
    document, about = cleaned(case)
    assert document.text == (case / "expected.txt").read_text(encoding="utf-8").strip("\n")
    if "kinds" in about:
        assert [paragraph.kind for paragraph in document.main] == about["kinds"]
    if "links" in about:
        assert [link.target for link in document.links] == about["links"]


def test_boilerplate_keeps_its_place_with_a_reason() -> None:
    document, _ = cleaned(Path(__file__).parent / "pages" / "article-de")
    reasons = {paragraph.text: paragraph.reason for paragraph in document.paragraphs}
    for text in ("Aktuelles Heft", "Honig schleudern", "Diese Seite verwendet Cookies.", "© Imkerblatt Verlag, Linz"):
        assert reasons[text] == "boilerplate"
    assert document.paragraphs[0].text == "Imkerblatt"
    assert "Nicht lesen" not in reasons
