"""Pages in another language's part of a site: links tell where they are, and texts what they are copies of."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from polytrawl.options import Context, build, resolve
from polytrawl.pair import api
from polytrawl.pair.stage import Pair
from polytrawl.pair.strays import at_home, strays
from polytrawl.records import Document, Link, Paragraph, make_id, replace

HOST = "http://a.test"
LANGUAGES = ("de", "en", "it")
PAGES = 12


def text(number: int, language: str, paragraphs: int = 6) -> tuple[Paragraph, ...]:
    drawn = random.Random(f"{number} {language}")
    words = [f"{language}{make_id('', language, str(one))[:5]}" for one in range(300)]
    return tuple(Paragraph(text=" ".join(drawn.choices(words, k=12))) for _ in range(paragraphs))


def page(path: str, language: str, paragraphs: Sequence[Paragraph], targets: Sequence[str]) -> Document:
    own = f"{HOST}/{path}"
    links = tuple(Link(source=own, target=f"{HOST}/{target}") for target in targets)
    return Document(
        id=make_id("d", own), page=make_id("g", own), url=own, site="a.test", language=language,
        paragraphs=tuple(paragraphs), links=links,
    )  # fmt: skip


def site(*, switch: bool = False) -> dict[str, Document]:
    """Pages in three languages, each with links to the next two of its language, and to its versions if asked for."""
    found = {}
    for number in range(PAGES):
        for language in LANGUAGES:
            near = [f"{language}/{(number + step) % PAGES}" for step in (1, 2)]
            versions = [f"{one}/{number}" for one in LANGUAGES if one != language] if switch else []
            path = f"{language}/{number}"
            found[path] = page(path, language, text(number, language), [*near, *versions])
    return found


def untranslated(documents: dict[str, Document], number: int = 3) -> dict[str, Document]:
    """The same with an Italian page that is still in English, and of an older version."""
    [old] = [one for path, one in documents.items() if path == f"it/{number}"]
    return {**documents, f"it/{number}": replace(old, language="en", paragraphs=text(number, "en")[:-1])}


@pytest.mark.parametrize("switch", [False, True])
def test_an_older_copy_among_pages_of_another_language_is_a_stray(*, switch: bool) -> None:
    documents = untranslated(site(switch=switch))
    assert strays(list(documents.values()), {}) == {documents["it/3"].id: documents["en/3"].id}
    assert strays(list(site(switch=switch).values()), {}) == {}


def test_a_stray_is_nobodys_pair_and_the_original_is() -> None:
    documents = untranslated(site())
    found = {(one.left.url, one.right.url) for one in api.pair(list(documents.values()), LANGUAGES)}
    assert (f"{HOST}/de/3", f"{HOST}/en/3") in found
    assert not any(f"{HOST}/it/3" in one for one in found)


def test_why_a_stray_is_in_no_pair_is_told_in_words() -> None:
    documents = untranslated(site())
    stage = build(Pair, resolve(Pair, {}, where="pair", context=Context(shared={"languages": LANGUAGES})))
    told = stage.left_out("a.test", list(documents.values()))
    assert set(told) == {documents["it/3"].id}
    assert f"its text is much like {HOST}/en/3: it was left untranslated" in told[documents["it/3"].id]


def test_two_versions_in_their_own_part_of_the_site_are_both_at_home() -> None:
    documents = site()
    older = {f"en/old/{n}": page(f"en/old/{n}", "en", text(n, "en")[:-1], [f"en/old/{n + 1}"]) for n in range(PAGES)}
    assert strays([*documents.values(), *older.values()], {}) == {}


def test_another_text_among_pages_of_another_language_is_no_stray() -> None:
    documents = site()
    documents["it/3"] = replace(documents["it/3"], language="en", paragraphs=text(99, "en"))
    assert strays(list(documents.values()), {}) == {}


def test_a_short_page_whose_neighbours_refute_its_language_is_a_stray_unless_it_is_claimed() -> None:
    documents = site()
    entry = page("en/entry", "it", text(1, "it", 1), ["en/1", "en/2", "en/3"])
    german = documents["de/1"]
    every = [entry, *documents.values()]
    assert strays(every, {}) == {entry.id: ""}
    assert strays(every, {"links": {(german.id, entry.id): 0.9}}) == {}


def test_of_pages_without_links_nothing_is_known() -> None:
    documents = [replace(one, links=()) for one in untranslated(site()).values()]
    assert np.isnan(at_home(documents)).all()
    assert strays(documents, {}) == {}
    assert strays([], {}) == {}
