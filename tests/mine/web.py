"""Saved pages of three sites: one with translations, and two whose pages are about the same things in two languages.

Of each page of the two, a third of the sentences stands on a page of the other one as well, in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from polytrawl.demo import DemoWeb

BOTH, ENGLISH, GERMAN = "http://both.test/", "http://workshop.example/", "http://werkstatt.invalid/"
APART = ("fire-exits", "lifting", "noise", "stress")  # what the other two sites are about


def saved(web: DemoWeb, folder: Path) -> dict[str, Any]:
    """Write the pages; gives the config of a run over them."""
    for key in sorted(key for key, page in web.pages.items() if page.kind == "article" and "de" in page.title):
        english, german = (_units(web, key, language) for language in ("en", "de"))
        if key in APART:
            number = APART.index(key)
            _write(web, key, "en", folder / f"english/{number}.html", [*_but(english, 0)])
            _write(web, key, "de", folder / f"german/seite-{9 - number}.html", [*_but(german, 1)][::-1])
        else:
            _write(web, key, "en", folder / f"both/en/{key}.html", english)
            _write(web, key, "de", folder / f"both/de/{key}.html", german)
    places = {"both": BOTH, "english": ENGLISH, "german": GERMAN}
    folders = [{"path": str(folder / name), "base_url": url} for name, url in places.items()]
    return {"languages": ["en", "de"], "folders": folders, "workers": 1}


def _units(web: DemoWeb, key: str, language: str) -> list[str]:
    return [unit for block in web.pages[key].blocks for unit in block.units[language]]


def _but(units: Sequence[str], gone: int) -> Sequence[str]:
    return [one for number, one in enumerate(units) if number % 3 != gone]


def _write(web: DemoWeb, key: str, language: str, path: Path, units: Sequence[str]) -> None:
    title = escape(web.pages[key].title[language])
    body = "".join(f"<p>{escape(one)}</p>" for one in units)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<html lang="{language}"><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>',
        "utf-8",
    )
