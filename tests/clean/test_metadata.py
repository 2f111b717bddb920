from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.api import extract
from polytrawl.clean.dates import as_date
from polytrawl.records import Document, Image, Link

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


def page(head: str, body: str = "<p>Text.</p>", attributes: str = "") -> Document:
    return extract(f"<html {attributes}><head>{head}</head><body>{body}</body></html>", URL)


def test_opengraph_says_what_the_plain_tags_do_not() -> None:
    document = page(
        '<meta property="og:title" content="Winter"><meta property="og:description" content="Short.">'
        '<meta property="og:site_name" content="Imkerblatt"><meta property="article:author" content="http://x.test/u/1">'
        '<meta property="article:published_time" content="2024-01-09T06:00:00Z">'
        '<meta property="article:tag" content="Bienen"><meta property="article:tag" content="Frost">'
    )
    assert (document.title, document.description, document.site_name) == ("Winter", "Short.", "Imkerblatt")
    assert (document.author, document.date, document.keywords) == ("", "2024-01-09", ("Bienen", "Frost"))


def test_plain_tags_come_before_opengraph() -> None:
    document = page(
        '<meta property="og:title" content="OG"><title>Title</title><meta property="og:description" content="OG">'
        '<meta name="description" content="Plain"><meta name="Author" content="Ann">'
        '<meta name="dc.creator" content="X">'
    )
    assert (document.title, document.description, document.author) == ("Title", "Plain", "Ann")


def test_dublin_core_and_scholarly_tags_are_read() -> None:
    document = page(
        '<meta name="DC.title" content="On Bees"><meta name="DC.creator" content="Ann">'
        '<meta name="DC.creator" content="Bo">'
        '<meta name="citation_publication_date" content="2019/3/7"><meta name="DC.language" content="pt-BR">'
        '<meta name="DCTERMS.license" content="https://creativecommons.org/licenses/by/4.0/">'
        '<meta name="DC.publisher" content="Bee Press">'
    )
    assert (document.title, document.author, document.date) == ("On Bees", "Ann, Bo", "2019-03-07")
    assert (document.declared_language, document.site_name) == ("pt-br", "Bee Press")
    assert document.licence == "https://creativecommons.org/licenses/by/4.0/"


def test_json_ld_is_read() -> None:
    graph = """{"@context": "https://schema.org", "@graph": [
      {"@type": "WebSite", "name": "Imkerblatt"},
      {"@type": ["NewsArticle"], "headline": "Winter", "author": [{"@type": "Person", "name": "Ann"}, "Bo"],
       "datePublished": "2023-12-01T10:00", "keywords": ["Bienen", "Frost"],
       "license": "https://example.test/licence"}]}"""
    document = page(f'<script type="application/ld+json">{graph}</script>')
    assert (document.title, document.author, document.date) == ("Winter", "Ann, Bo", "2023-12-01")
    assert (document.site_name, document.keywords) == ("Imkerblatt", ("Bienen", "Frost"))
    assert document.licence == "https://example.test/licence"


@pytest.mark.parametrize(
    "script",
    ["", "{", "null", "[]", '"author"', '{"author": 5}', '{"@type": "Article", "author": {"name": {"author": 1}}}'],
)
def test_json_ld_that_is_none_is_left_alone(script: str) -> None:
    assert page(f'<script type="application/ld+json">{script}</script>').author == ""


def test_a_nested_bomb_of_json_is_no_harm() -> None:
    script = '{"author":' * 50_000
    assert page(f'<script type="application/ld+json">{script}</script>').text == "Text."


@pytest.mark.parametrize(
    ("body", "date"),
    [
        ('<time datetime="2022-02-03">x</time><p>t', "2022-02-03"),
        ('<time datetime="2022-02-03">x</time><time datetime="2022-02-04">y</time><p>t', ""),
        (
            '<time datetime="2021-01-01">x</time><time itemprop="datePublished" datetime="2022-02-04">y</time>',
            "2022-02-04",
        ),
        ('<time datetime="PT5M">five minutes</time><p>t', ""),
        ('<div itemscope><meta itemprop="datePublished" content="2020-05-06"><p>t</div>', "2020-05-06"),
    ],
)
def test_a_time_on_the_page_is_its_date_if_it_can_be_no_other(body: str, date: str) -> None:
    assert page("", body).date == date


@given(st.text(max_size=40))
def test_any_text_is_a_date_or_none(text: str) -> None:
    assert re.fullmatch(r"(\d{4}-\d\d-\d\d)?", as_date(text))


@pytest.mark.parametrize(
    ("head", "attributes", "language"),
    [
        ('<meta http-equiv="Content-Language" content="fr">', "", "fr"),
        ('<meta http-equiv="Content-Language" content="fr">', "lang=de", "de"),
        ('<meta http-equiv="Content-Language" content="fr, en">', "", ""),
    ],
)
def test_the_language_of_the_root_comes_first(head: str, attributes: str, language: str) -> None:
    assert page(head, attributes=attributes).declared_language == language


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<p>T.</p><a rel="license" href="http://l.test/x">L</a>', "http://l.test/x"),
        ('<p>T.</p><a rel="cc:license" href="http://l.test/y">L</a>', "http://l.test/y"),
        ('<p>T.</p><a property="cc:license" href="http://creativecommons.org/licenses/by/2.0/">L</a>', "by/2.0"),
        ("<p>Text.</p><footer>Content is available under CC BY-SA 4.0 unless noted.</footer>", "by-sa/4.0"),
        ("<p>Text.</p><footer>© 2020 Ann, CC-BY-NC-ND 3.0</footer>", "by-nc-nd/3.0"),
        ("<p>Text.</p><footer>CC BY</footer>", "by"),
        (
            "<footer>Licensed under a Creative Commons Attribution-ShareAlike 3.0 Unported</footer>",
            "by-sa/3.0",
        ),
        ("<p>T.</p><footer>Creative Commons Attribution 4.0 International</footer>", "by/4.0"),
        (
            "<p>T.</p><footer>Creative Commons: Namensnennung, gleichen Bedingungen 3.0</footer>",
            "by-sa/3.0",
        ),
        ("<p>T.</p><footer>Licencia Creative Commons Atribución-NoComercial 4.0</footer>", "by-nc/4.0"),
        ("<p>T.</p><footer>Dedicated to the public domain (CC0 1.0)</footer>", "zero/1.0"),
        ("<p>T.</p><footer>A page about Creative Commons, made by Ann</footer>", ""),
        ("<p>T.</p><footer>cc: by mail to CC Bytes</footer>", ""),
    ],
)
def test_the_licence_is_found(body: str, code: str) -> None:
    licence = page("", body).licence
    for part in (
        "http://creativecommons.org/licenses/",
        "https://creativecommons.org/licenses/",
        "https://creativecommons.org/publicdomain/",
    ):
        licence = licence.removeprefix(part)
    assert licence.strip("/") == code


def test_an_article_about_licences_is_not_under_them() -> None:
    about = "<p>Many texts are under CC BY-SA 4.0 today, and the authors of such texts may ask to be named.</p>"
    other = "<p>The winter was long, and the bees stayed in their hive until the first warm day of March came.</p>"
    assert page("", about + other * 12).licence == ""


def test_images_that_are_loaded_late_have_names() -> None:
    body = (
        '<img src="data:image/gif;base64,R0" data-src="/a/one.jpg?w=5"><img data-original="two.png">'
        '<img srcset="/three.webp 1x, /four.webp 2x" alt="Drei"><img src="data:image/gif;base64,R0">'
    )
    assert page("", body).images == (
        Image(file_name="one.jpg"),
        Image(file_name="two.png"),
        Image(file_name="three.webp", alt="Drei"),
    )
