"""What the model makes of pages. How good it is, is measured elsewhere; here, what must hold on any page."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean import model
from polytrawl.clean.api import extract
from polytrawl.clean.content import Content, judge
from polytrawl.clean.features import means, measure
from polytrawl.clean.walk import walk
from polytrawl.demo import DemoWeb
from polytrawl.urls import host_of, path_of

SITES = Path(__file__).parent / "sites"
WORDS = ("the", "locks", "of", "this", "canal", "were", "built", "by", "hand", "and", "opened", "once", "a", "day")
GREEK = str.maketrans("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψωάέ")


def sentences(number: int, seed: int = 0) -> str:
    chance = random.Random(seed)
    return " ".join(f"{' '.join(chance.choices(WORDS, k=12)).capitalize()}." for _ in range(number))


def page(body: str, *, menu: int = 12) -> str:
    items = "".join(f'<li><a href="/{number}">Part {number}</a></li>' for number in range(menu))
    return (
        f"<title>Locks</title><body><nav><ul>{items}</ul></nav><div class='content'>{body}</div>"
        f"<footer><p>Imprint</p><p><a href='/c'>Contact</a></p></footer></body>"
    )


def judged(html: str) -> Content:
    return judge(walk(LexborHTMLParser(html)), "Locks")


ARTICLE = page("<h1>Locks</h1>" + "".join(f"<p>{sentences(5, seed)}</p>" for seed in range(8)))


def test_an_article_is_kept_and_what_stands_around_it_is_not() -> None:
    document = extract(ARTICLE)
    assert document.page_type == "article"
    assert document.text.split("\n")[0] == "Locks"
    assert len(document.main) == 9
    assert all(one.boilerplate > 0.5 for one in document.paragraphs if one.reason)


def test_the_letters_of_a_language_make_no_difference() -> None:
    latin = "".join(f"<p>{sentences(5, seed).lower()}</p>" for seed in range(8))
    greek = "".join(f"<p>{sentences(5, seed).lower().translate(GREEK)}</p>" for seed in range(8))
    assert judged(page(latin)).scores == pytest.approx(judged(page(greek)).scores, abs=0.01)


def test_a_page_gives_the_same_scores_whatever_was_judged_before() -> None:
    before = judged(ARTICLE)
    judged(page("<p>Another page.</p>"))
    assert judged(ARTICLE) == before


@pytest.mark.parametrize(
    "body", ["", "<p>a", "<p>1</p>" * 50, "<table><tr><td>a<td>b</table>", "<pre>\n\na\n\nb</pre>"]
)
def test_scores_are_shares(body: str) -> None:
    content = judged(body)
    assert all(0 <= score <= 1 for score in content.scores)
    assert content.page_type in ("", *model.TYPES)


def test_no_parameter_is_too_small_to_be_quick() -> None:
    """Numbers below the normal range take processors 100 times as long: with 1 300 of them a page took 4 ms more."""
    made = model.load()
    for values in (one for net in made.nets for layer in net for one in layer):
        assert not np.any((values != 0) & (np.abs(values) < np.finfo(np.float32).tiny))


def test_a_page_without_end_is_judged_by_its_links_alone() -> None:
    content = judged("<p>One of very many.</p>" * 10_000 + "<p><a href=x>link</a></p>")
    assert content.scores == [0.0] * 10_000 + [1.0]


def test_threads_of_the_demo_web_are_cut_into_posts(demo_web: DemoWeb) -> None:
    threads = [url for url in demo_web.urls() if "forum" in url]
    found = [extract(demo_web.answer(host_of(url), path_of(url)).body, url) for url in threads]
    assert any(len(document.posts) > 2 for document in found)
    for document in found:
        for post in document.posts:
            assert all(document.paragraphs[number].text in post.text for number in post.paragraphs)


def test_the_parameters_fit_the_columns_and_say_what_they_were_made_from() -> None:
    tree = LexborHTMLParser(ARTICLE)
    measured = measure(walk(tree), "Locks")
    assert measured.matrix.shape[1] == len(model.load().first.weights)
    assert np.isfinite(measured.matrix).all()
    data = np.load(str(files("polytrawl.clean").joinpath(model.FILE)), allow_pickle=False)
    about = json.loads(data["lists"].tobytes())["about"]
    assert {"data", "features", "seed", "cross_validated"} <= set(about)
    assert about["cross_validated"]["article"]["f1"] > 0.9
    pages = (path.read_text(encoding="utf-8") for path in sorted(SITES.glob("*/*.html")))
    assert means(pages) == pytest.approx(about["features"], abs=0.001)
