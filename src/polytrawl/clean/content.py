"""What the blocks of a page are: page type first, then scores; on threads of forums posts are looked for as well."""

from __future__ import annotations

from typing import NamedTuple

from polytrawl.clean.boilerplate import boilerplate_scores
from polytrawl.clean.features import measure
from polytrawl.clean.model import Model, load
from polytrawl.clean.posts import find_posts, is_forum, read_thread
from polytrawl.clean.rules import CONTENT, NO_CONTENT, is_mostly_link, ruled
from polytrawl.clean.walk import Walk
from polytrawl.records import Post

# How likely a page must be a thread that posts are looked for at all, which takes long, and that they are believed
# even where they do not look like posts of a forum. Cross-validated, 9 in 10 threads are above .15, and of the pages
# above .5 19 in 20 are threads.
_MAYBE_THREAD, _SURELY_THREAD = 0.15, 0.5
# Blocks. No page that people read has more, and to measure 70 000 takes a second and 200 MB: then only links count.
_ENDLESS = 10_000


class Content(NamedTuple):
    """The blocks of a page, judged."""

    scores: list[float]  # 0 main content .. 1 boilerplate
    page_type: str = ""
    posts: tuple[Post, ...] = ()


def judge(walk: Walk, title: str = "", *, model: Model | None = None, is_thread: bool = False) -> Content:
    """The content of a page with this title. Where it is known to be a thread, it need not look like one."""
    if not walk.texts or len(walk.texts) > _ENDLESS:
        return Content([float(is_mostly_link(walk, number)) for number in range(len(walk.texts))])
    model = model or load()
    page = measure(walk, title)
    types = model.type_of(page)
    scores = ruled(walk, boilerplate_scores(page, model, types).tolist(), title)
    posts = _posts(walk, 1.0 if is_thread else types["forum"])
    if not posts:
        return Content(scores, max(types, key=lambda one: types[one]))
    return Content(_within(posts, walk, scores), "forum", posts)


def _posts(walk: Walk, likely: float) -> tuple[Post, ...]:
    if likely < _MAYBE_THREAD:
        return ()
    thread = read_thread(walk)
    if thread is None or (likely < _SURELY_THREAD and not is_forum(thread)):
        return ()
    posts = find_posts(thread, walk.seen)
    return posts if any(post.paragraphs for post in posts) else ()


def _within(posts: tuple[Post, ...], walk: Walk, scores: list[float]) -> list[float]:
    """The scores, where what stands in posts is content and all else but the title is not.

    With the title, F1 is .003 higher over all threads (.023 on those whose gold has titles, .005 lower on the others).
    """
    inside = {number for post in posts for number in post.paragraphs}
    title = walk.levels.index(1) if 1 in walk.levels else -1
    return [
        min(score, CONTENT) if number in inside or number == title else max(score, NO_CONTENT)
        for number, score in enumerate(scores)
    ]
