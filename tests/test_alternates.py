"""What a sitemap says about the versions of a page in other languages reaches the documents, and so the pairers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crawl.conftest import Web, serve
from polytrawl.run import Run, new_run
from support import Quiet
from test_recovery import text

NAMES = {"en": ("mill", "gate", "bus"), "it": ("cane", "lupo", "orso")}


@pytest.fixture
def web() -> Iterator[Web]:
    with serve(Web()) as web:
        yield web


def sitemap() -> str:
    entries = [
        f"<url><loc>http://a.test/{here}</loc>"
        f'<x:link rel="alternate" hreflang="en" href="http://a.test/{one}"/>'
        f'<x:link rel="alternate" hreflang="it" href="http://a.test/{other}"/></url>'
        for one, other in zip(*NAMES.values(), strict=True)
        for here in (one, other)
    ]
    return f'<urlset xmlns:x="http://www.w3.org/1999/xhtml">{"".join(entries)}</urlset>'


def run_over(web: Web, folder: Path, *sets: str) -> Run:
    crawl = {"connect_to": web.address, "delay_s": 0}
    table = {"languages": ["en", "it"], "seeds": ["http://a.test/"], "workers": 1, "crawl": crawl}
    run = new_run(folder, {**table, "pair": {"pairers": ["links"]}}, sets=sets)
    run.go(Quiet())
    return run


# With "links" the clean stage reads the pages itself; with "full" it takes over what the crawl's judge has made.
@pytest.mark.parametrize("parse", ["full", "links"])
def test_pages_that_only_a_sitemap_brings_together_are_pairs(web: Web, tmp_path: Path, parse: str):
    site = web.sites["a.test"] = {"/": web.page(*(f"/{name}" for names in NAMES.values() for name in names))}
    for code, names in NAMES.items():
        site |= {f"/{name}": text(code, number) for number, name in enumerate(names)}
    assert not list(run_over(web, tmp_path / "without", f"crawl.parse={parse}").pairs())
    site["/sitemap.xml"] = web.text(sitemap(), Content_Type="application/xml")
    run = run_over(web, tmp_path / "with", f"crawl.parse={parse}")
    found = {(pair.left.url, pair.right.url) for pair in run.pairs()}
    assert found == {
        (f"http://a.test/{one}", f"http://a.test/{other}") for one, other in zip(*NAMES.values(), strict=True)
    }
