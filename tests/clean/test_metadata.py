from __future__ import annotations

from pathlib import Path

from polytrawl.clean.api import extract
from polytrawl.records import Image, Link

ARTICLE = (Path(__file__).parent / "pages" / "article-de" / "page.html").read_bytes()
URL = "http://imker.test/wissen/winter"


def test_the_head_of_a_page_is_read() -> None:
    document = extract(ARTICLE, URL)
    assert document.title == "Bienen im Winter – Imkerblatt"
    assert document.declared_language == "de-at"
    assert document.description == "Was ein Volk von November bis Februar braucht."
    assert document.keywords == ("Bienen", "Winter", "Imkerei")
    assert document.author == "Johanna Brandl"
    assert document.canonical == "http://imker.test/bienen-im-winter"
    assert document.licence == "https://creativecommons.org/licenses/by-sa/4.0/"
    assert document.images == (Image(file_name="traube.jpg", alt="Wintertraube"),)
    assert document.alternates == (
        Link(source=URL, target="http://imker.test/it/api-in-inverno", rel="alternate", hreflang="it", depth=1),
    )


def test_a_link_has_its_anchor_and_ten_words_on_each_side() -> None:
    [link] = [link for link in extract(ARTICLE, URL).links if link.target.endswith("/flugloch")]
    assert (link.source, link.anchor, link.depth) == (URL, "Flugloch", 1)
    before = "die Ruhe jetzt möglichst nicht. Er kontrolliert nur, ob das"
    behind = "frei ist und ob der Wind die Beute nicht umgeworfen"
    assert link.context == f"{before} {behind}"


def test_links_start_from_the_base_of_the_page() -> None:
    html = (
        '<base href="/docs/v2/"><p><a href="a.html#x" rel="Next" hreflang="PT">next</a> <a href="mailto:a@b.test">m</a>'
    )
    [link] = extract(html, "http://a.test/").links
    assert (link.target, link.rel, link.hreflang) == ("http://a.test/docs/v2/a.html", "next", "pt")


def test_an_image_or_title_names_a_link_without_text() -> None:
    html = '<a href=/a><img src=a.png alt="Start"></a><a href=/b title="Hilfe"></a><a href=/c><img src=c.png></a>'
    assert [link.anchor for link in extract(html, "http://a.test/").links] == ["Start", "Hilfe", ""]


def test_a_link_around_blocks_keeps_its_text() -> None:
    [link] = extract('<p>Before</p><a href="/a"><div>One</div><div>two</div></a><p>After', "http://a.test/").links
    assert (link.anchor, link.context) == ("One two", "Before After")


def test_a_link_to_creative_commons_is_a_licence() -> None:
    html = '<p>Text.</p><footer><a href="//creativecommons.org/licenses/by/3.0/it/">CC</a></footer>'
    assert extract(html, "https://a.test/").licence == "https://creativecommons.org/licenses/by/3.0/it/"


def test_without_an_address_only_absolute_links_remain() -> None:
    document = extract('<p>See <a href="x.html">x</a> and <a href="http://b.test/">b</a>.</p>')
    assert [link.target for link in document.links] == ["http://b.test/"]
    assert document.url == ""


def test_a_language_that_is_none_is_left_out() -> None:
    assert extract("<html lang='{{lang}}'><p>x").declared_language == ""
    assert extract("<html lang='PT_br'><p>x").declared_language == "pt-br"
