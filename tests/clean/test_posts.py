"""Posts as records: which elements, which author, which date, in which paragraphs; threads made for these tests."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.extractors.posts import Posts
from polytrawl.clean.parse import parsed
from polytrawl.clean.posts import Thread, find_posts, is_forum, read_thread
from polytrawl.clean.posts_date import date_in, date_of, has_date
from polytrawl.clean.walk import walk
from polytrawl.records import Page, Post
from polytrawl.shards import decode, encode

PAGE = Page(id="g-1", url="http://forum.test/t/1", site="forum.test")
SAID = [
    ("ada", "2023-03-12T08:30:00Z", "Does anybody know how deep a hive may be buried in snow? Mine is up to the lid."),
    ("βασίλης", "2023-03-12T09:02:00Z", "Το χιόνι αφήνει αρκετό αέρα να περάσει. Πέρυσι τις βρήκα όλες ζωντανές."),
    ("chen", "2023-03-13T22:15:00Z", "怕的不是冷而是潮湿，把底板向前倾斜一点，入口要保持畅通。我每个星期检查一次。"),
    ("ada", "2023-03-14T07:45:00Z", "Thank you both, I found a warm hollow melted around the entrance."),
]
HEAD = "<title>Hives in snow</title><nav><ul><li><a href=/>Start</a><li><a href=/faq>Questions</a></ul></nav>"
FOOT = "<footer><p>Powered by a test. All times are local times of the server.</p></footer>"


def modern(name: str, date: str, text: str) -> str:
    return (
        f'<article class="message"><a class="avatar" href="/members/{name}">{name[0]}</a><h4><a class="username"'
        f' href="/members/{name}">{name}</a></h4><em class="userTitle">Old hand</em><time datetime="{date}">then</time>'
        f'<div class="message-body"><p>{text}</p></div><button>Like</button></article>'
    )


def table(name: str, date: str, text: str) -> str:
    day = ".".join(reversed(date[:10].split("-")))
    return (
        f'<tr><td class="alt1"><a href="profile.php?u=7">{name}</a></td><td class="alt2">{day} 08:30</td></tr>'
        f'<tr><td colspan="2" id="post_text_{len(text)}">{text}</td></tr>'
    )


def flat(name: str, date: str, text: str) -> str:
    return f'<h3 class="byline"><span class="poster">{name}</span> {date[:10]}</h3><div class="body">{text}</div>'


def nested(said: list[tuple[str, str, str]]) -> str:
    if not said:
        return ""
    (name, date, text), *rest = said
    return (
        f'<div class="comment"><p class="tagline"><a class="author" href="/user/{name}">{name}</a>'
        f'<time datetime="{date}">long ago</time></p><div class="md">{text}</div>'
        f'<div class="child">{nested(rest)}</div></div>'
    )


THREADS = {
    "modern": "".join(modern(*one) for one in SAID),
    "table": f"<table>{''.join(table(*one) for one in SAID)}</table>",
    "flat": f"<div id=thread>{''.join(flat(*one) for one in SAID)}</div>",
    "nested": nested(SAID),
}


def page(kind: str) -> str:
    return f"{HEAD}<h1>Hives in snow</h1><div id=main>{THREADS[kind]}</div>{FOOT}"


def thread_of(html: str) -> Thread | None:
    return read_thread(walk(parsed(html)))


@pytest.mark.parametrize("kind", THREADS)
def test_each_post_has_its_author_date_and_text(kind: str) -> None:
    posts = Posts().extract(PAGE, page(kind)).posts
    assert [(post.author, post.text) for post in posts] == [(name, text) for name, _, text in SAID]
    days = [post.date[:10] for post in posts]
    turned = [".".join(reversed(date[:10].split("-"))) for _, date, _ in SAID]
    assert days == (turned if kind == "table" else [date[:10] for _, date, _ in SAID])


@pytest.mark.parametrize("kind", THREADS)
def test_the_main_text_is_the_title_and_the_posts(kind: str) -> None:
    document = Posts().extract(PAGE, page(kind))
    assert document.text.splitlines() == ["Hives in snow", *(text for _, _, text in SAID)]
    plain = Blocks().extract(PAGE, page(kind))
    assert [one.text for one in document.paragraphs] == [one.text for one in plain.paragraphs]


@pytest.mark.parametrize("kind", THREADS)
def test_posts_name_their_paragraphs(kind: str) -> None:
    document = Posts().extract(PAGE, page(kind))
    for post in document.posts:
        assert post.text == "\n".join(document.paragraphs[number].text for number in post.paragraphs)
        assert all(not document.paragraphs[number].reason for number in post.paragraphs)


def test_documents_with_posts_go_through_a_shard() -> None:
    document = Posts().extract(PAGE, page("modern"))
    assert document.posts
    assert decode(encode(document)) == document


def test_a_post_that_is_there_twice_is_given_once() -> None:
    copies = f"{HEAD}<noscript>{THREADS['modern']}</noscript>{THREADS['modern']}{FOOT}"
    assert len(Posts().extract(PAGE, copies).posts) == len(SAID)


def test_what_posts_repeat_is_left_out() -> None:
    html = page("modern").replace("</p></div>", "</p><p>Reply to this</p></div>")
    document = Posts().extract(PAGE, html)
    assert [post.text for post in document.posts] == [text for _, _, text in SAID]
    reasons = {paragraph.reason for paragraph in document.paragraphs if paragraph.text == "Reply to this"}
    assert reasons == {"boilerplate"}


def test_posts_that_say_the_same_keep_it() -> None:
    same = "".join(modern(name, "2023-03-12", f"{text}</p><p>So do I.") for name, _, text in SAID[:2])
    assert [post.text.splitlines()[-1] for post in Posts().extract(PAGE, HEAD + same).posts] == ["So do I."] * 2


def test_a_thread_is_a_forum_and_an_article_is_not() -> None:
    sentence = "The bees of the valley have had a hard winter, and few have come through it. "
    article = f"{HEAD}<main><h1>Winter</h1>{''.join(f'<p>{n} {sentence * 4}</p>' for n in range(9))}</main>{FOOT}"
    assert is_forum(thread_of(page("modern")))
    assert is_forum(thread_of(page("nested")))
    assert not is_forum(thread_of(article))
    assert not is_forum(None)


def test_posts_can_be_found_for_paragraphs_that_come_from_elsewhere() -> None:
    thread = thread_of(page("flat"))
    assert thread is not None
    texts = ["Start", *(text for _, _, text in SAID[:2]), "a paragraph that is not on the page"]
    found = find_posts(thread, texts)
    assert [post.paragraphs for post in found] == [(1,), (2,), (), ()]
    assert found[2].text == SAID[2][2]


@pytest.mark.parametrize("html", ["", "<p>", "<a href=x>only a link</a>", "<frameset><frame src=a>", "\x00"])
def test_a_page_without_text_has_no_posts(html: str) -> None:
    assert thread_of(html) is None
    assert Posts().extract(PAGE, html).posts == ()


@pytest.mark.parametrize(
    "text", ["12.03.2023", "3/12/23, 8:30", "2023年3月12日", "12 mars 2023", "12 de marzo de 2023", "Mar 12th, 2023"]
)
def test_dates_are_known_by_their_digits(text: str) -> None:
    assert has_date(text)
    assert date_in(f"» {text} «")


@pytest.mark.parametrize("text", ["Windows 10", "12 posts", "1.2.3", "2023", "24/7", "#12", "5-10 of 2023 threads", ""])
def test_other_numbers_are_no_dates(text: str) -> None:
    assert not has_date(text)
    assert date_in(text) == ""


def test_dates_of_attributes_are_given_as_they_stand_or_from_seconds() -> None:
    assert date_of('b title="12 Mar 2023&nbsp;8:30"') == "12 Mar 2023 8:30"
    assert date_of('b data-time="1678609800"') == "2023-03-12T08:30:00Z"
    assert date_of('b data-time="1678609800000"') == "2023-03-12T08:30:00Z"
    assert date_of('b title="Reply" datetime=""') == ""


@given(st.lists(st.sampled_from(["<div class=post>", "</div>", "<p>", "<time>", "<a href=/user/1>", "text 1.1.2020 "])))
def test_any_markup_gives_posts_whose_paragraphs_exist(parts: list[str]) -> None:
    document = Posts().extract(PAGE, "".join(parts))
    for post in document.posts:
        assert isinstance(post, Post)
        assert all(0 <= number < len(document.paragraphs) for number in post.paragraphs)


@pytest.mark.parametrize(
    "html",
    [
        "".join(modern(f"user{n}", "2023-03-12", f"Post {n}. {'word ' * 20}") for n in range(3000)),
        nested([(f"user{n}", "2023-03-12", f"Post {n} and some words.") for n in range(150)]),
        "<div class=a>" * 50_000 + "text",
        "".join(f"<div class='{' '.join(f'c{n}x{k}' for k in range(20))}'>text {n}</div>" for n in range(2000)),
        "<p>x<b class=user>y</b>" * 20_000,
        "".join(f"<div class=post><b class=user>u{n}</b><p>Member {n} says this.</p></div>" for n in range(30_000)),
    ],
    ids=["long", "deep", "chain", "classes", "tiny", "many"],
)
def test_large_pages_stay_quick(html: str) -> None:
    start = time.process_time()
    thread = thread_of(html)
    assert thread is not None
    find_posts(thread, ["text"])
    assert time.process_time() - start < 6  # the slowest takes 1 on a busy machine
