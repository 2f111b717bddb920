"""DyCorC: distances, categories, and the posts of threads made for these tests."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.extractors.forum import Forum
from polytrawl.clean.forum import path_length, paths_of, post_elements
from polytrawl.clean.forum_distance import DISTANCES, DistanceName, average_length, distance_of
from polytrawl.clean.forum_paragraphs import owners
from polytrawl.clean.forum_tree import Tree
from polytrawl.clean.parse import parsed
from polytrawl.clean.walk import walk
from polytrawl.records import Page

PAGE = Page(id="g-1", url="http://forum.test/t/1", site="forum.test")
POSTS = [
    "Does anybody know how deep a hive may be buried in snow before the bees run out of air? Mine is up to the lid.",
    "Snow lets a good deal of air pass. I have dug out hives in March that nobody had seen since Christmas, all alive.",
    "What kills them is damp, not cold: tilt the floor forward, and keep the entrance free of dead bees with a wire.",
    "Thank you both, I went out with a shovel and found a warm hollow melted around the entrance, so all is well here.",
]


def tree_of(html: str) -> Tree:
    return Tree(walk(parsed(html)).html)


def thread(posts: list[str]) -> str:
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("Start", "Members", "Rules", "Search", "Login"))
    records = "".join(
        f"<div class=record><p class=by><a href=/u/{number}>member {number}</a></p>"
        f"<div class=said>{post}</div><p class=do><a href=/r>Reply</a></p></div>"
        for number, post in enumerate(posts)
    )
    return (
        f"<title>Snow</title><ul>{menu}</ul><div><div id=all>{records}</div></div><div><p>Powered by a test</p></div>"
    )


@pytest.mark.parametrize("name", [*DISTANCES, "auto"])
def test_every_distance_finds_the_posts_of_a_plain_thread(name: DistanceName) -> None:
    document = Forum(distance=name).extract(PAGE, thread(POSTS))
    assert document.text.splitlines() == POSTS
    assert {paragraph.kind for paragraph in document.main} == {"post"}
    outside = [paragraph for paragraph in document.paragraphs if paragraph.reason]
    assert "Powered by a test" in {paragraph.text for paragraph in outside}
    assert all(paragraph.boilerplate == 1 for paragraph in outside)


@given(st.sampled_from(DISTANCES), st.text(max_size=30), st.text(max_size=30))
def test_distances_are_zero_for_equal_strings_and_symmetric(name: DistanceName, left: str, right: str) -> None:
    distance = distance_of(name)
    assert distance(left, left) == 0
    assert distance(left, right) == pytest.approx(distance(right, left))
    assert distance(left, right) >= 0


def test_distances_are_those_of_the_literature() -> None:
    assert distance_of("levenshtein")("kitten", "sitting") == 3
    assert distance_of("levenshtein")("ab", "ba") == 2
    assert distance_of("damerau")("ab", "ba") == 1
    assert distance_of("lcs")("abcde", "ace") == 2
    assert distance_of("jaro")("martha", "marhta") / 6 == pytest.approx(1 - 0.944, abs=0.001)
    assert distance_of("jaro-winkler")("martha", "marhta") / 6 == pytest.approx(1 - 0.961, abs=0.001)
    assert distance_of("jaccard")("abc", "bcd") / 3 == pytest.approx(0.5)
    assert distance_of("feature", 2)("night", "nacht") == 6  # of four and four n-grams, "ht" is shared


def test_a_scaled_distance_fails_inequation_1_only_where_nothing_is_shared() -> None:
    for name in ("jaccard", "jaro", "jaro-winkler"):
        assert distance_of(name)("divp", "ultab") == average_length("divp", "ultab")
        assert distance_of(name)("divp", "divli") < average_length("divp", "divli")


def test_paths_leave_out_what_stands_above_all() -> None:
    tree = tree_of("<body><div><p>One <b>two</b></p></div>")
    assert paths_of(tree)[-2:] == ["divp", "divpb"]
    assert path_length(tree) == pytest.approx((4 * 3 + 5 * 3) / 6)
    assert path_length(tree_of("")) == 0


def test_a_structure_that_occurs_once_joins_the_one_with_the_same_attributes() -> None:
    html = thread(POSTS[1:]).replace("<div id=all>", f"<div id=all><h5><table><td class=said>{POSTS[0]}</table></h5>")
    tree = tree_of(html)
    found = [post_elements(tree, distance_of("feature"), theta) for theta in (0.5, 1.0)]
    texts = [[tree.text(element) for element in elements] for elements in found]
    assert texts == [POSTS, POSTS[1:]]


def test_a_page_where_nothing_recurs_has_no_posts() -> None:
    assert post_elements(tree_of("<h1>One</h1>"), distance_of("feature"), 0.5) == []
    document = Forum().extract(PAGE, "<h1>One</h1>")
    assert document.text == ""
    assert len(document.paragraphs) == 1


def test_paragraphs_are_found_again_in_the_tree() -> None:
    tree = tree_of("<div>Cafe\u0301 <b>one</b> two</div><p>three</p><div>four</div>")
    elements = [element for element, tag in enumerate(tree.tags) if tag == "div"]
    assert owners(tree, elements, ["Café one two", "not there", "three", "", "four"]) == [0, -1, -1, -1, 1]


def test_hidden_text_does_not_hide_the_posts_behind_it() -> None:
    hidden = f"<div aria-hidden=true><p>{POSTS[-1]}</p></div>"
    assert Forum().extract(PAGE, hidden + thread(POSTS)).text.splitlines() == POSTS


def test_hidden_text_and_scripts_are_not_in_the_tree() -> None:
    html = '<p>seen</p><p hidden>a</p><p style="display:none">b</p><script>c</script><noscript><p>also</p></noscript>'
    assert tree_of(html).texts == ["seen", "also"]


@pytest.mark.parametrize("name", ["damerau", "feature", "jaro"])
def test_a_long_thread_and_a_page_of_a_thousand_structures_stay_quick(name: DistanceName) -> None:
    chance = random.Random(1)
    posts = ["".join(chance.choices("abcdefgh  ", k=300)) for _ in range(2000)]
    tags = ["section", "article", "aside", "dl", "table", "ul", "h1", "h6", "blockquote", "figure"]
    odd = "".join("".join(f"<{tag}>" for tag in chance.choices(tags, k=6)) + f"text {n}<hr>" for n in range(300))
    start = time.process_time()
    for html in (thread(posts), f"<div>{odd}</div>"):
        Forum(distance=name).extract(PAGE, html)
    assert time.process_time() - start < 10  # takes 1 to 2 on a busy machine; all pairs would take minutes
