"""Links to translations come first."""

from __future__ import annotations

import pytest

from polytrawl.crawl.scorers.translations import Translations
from polytrawl.records import Document, Link, make_id


def test_links_that_name_another_wanted_language_come_first() -> None:
    url = "http://a.test/"
    page = Document(id=make_id("d", url), page="", url=url, site="a.test", language="en")
    anchors = ("News", "Deutsch", "English", "Italiano")
    links = [Link(source=url, target=f"{url}{anchor}", anchor=anchor, depth=2) for anchor in anchors]
    alternate = Link(source=url, target=f"{url}x", hreflang="de-AT", depth=1)
    scores = Translations(languages=("en", "de")).score_all([*links, alternate], page)
    assert scores == [-2.0, 1.0, -2.0, -2.0, 1.0]


@pytest.mark.parametrize("name", ["flag_de.png", "de.svg", "img/german.gif", "icon-flag-de-small.gif", "de_32.png"])
def test_a_flag_names_its_language(name: str) -> None:
    page = Document(id="d", page="", url="http://a.test/", site="a.test", language="en")
    link = Link(source=page.url, target="http://a.test/x", anchor=name, depth=1)
    assert Translations(languages=("en", "de")).score(link, page) == 1.0
    assert Translations(languages=("en", "fr")).score(link, page) == -1.0
