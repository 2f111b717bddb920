"""Generated sites in made-up languages with opaque URLs: which pages are translations is told by their texts alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polytrawl.pair import api
from polytrawl.pair.copies import originals
from polytrawl.pair.couples import Couples
from polytrawl.pair.fusion import weigh
from polytrawl.pair.graph import Graph
from polytrawl.pair.groups import grouped
from polytrawl.pair.lexicon import beside, learn
from polytrawl.pair.words import shared_tokens
from polytrawl.records import Document, Link, PagePair, Paragraph, make_id, replace

HOST = "http://a.test"
LANGUAGES = ("de", "en", "it")


def vocabulary(language: str, size: int = 400) -> list[str]:
    drawn = random.Random(language)
    return [
        "".join(drawn.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(drawn.randint(4, 9))) for _ in range(size)
    ]


WORDS = {language: vocabulary(language) for language in LANGUAGES}


def site(pages: int, languages: Sequence[str] = LANGUAGES[:2], *, names: bool = True) -> list[Document]:
    """Pages that say the same in each language: paragraphs of like length, some names and numbers, links in a row."""
    return [page(number, pages, language, names=names) for number in range(pages) for language in languages]


def url(number: int, language: str) -> str:
    return f"{HOST}/{make_id('', str(number), language)}"


def page(number: int, pages: int, language: str, *, names: bool) -> Document:
    drawn, words = random.Random(number), WORDS[language]
    told = [f"Name{drawn.randint(0, 999)}", str(drawn.randint(1000, 99_999))] if names else []
    paragraphs = []
    for _ in range(drawn.randint(4, 9)):
        chosen = [words[int(drawn.random() ** 2 * len(words))] for _ in range(drawn.randint(6, 40))]
        extra = [told[drawn.randint(0, 1)]] if told and drawn.random() < 0.5 else []
        kind = "heading" if drawn.random() < 0.2 else "text"
        paragraphs.append(Paragraph(text=" ".join(chosen + extra), kind=kind))
    own = url(number, language)
    near = [url(one % pages, language) for one in (number - 1, number + 1)]
    return Document(
        id=make_id("d", own), page=make_id("g", own), url=own, site="a.test", language=language,
        paragraphs=tuple(paragraphs), links=tuple(Link(source=own, target=target) for target in near),
    )  # fmt: skip


def keys(pairs: Sequence[PagePair], documents: Sequence[Document]) -> set[tuple[int, str, str]]:
    """Pairs that are right, as page number and languages."""
    known = {url(number, language): number for number in range(len(documents)) for language in LANGUAGES}
    return {
        (known[one.left.url], one.left.language or "", one.right.language or "")
        for one in pairs
        if known[one.left.url] == known[one.right.url]
    }


def quality(pairs: Sequence[PagePair], documents: Sequence[Document], wanted: int) -> tuple[float, float]:
    right = len(keys(pairs, documents))
    return right / max(len(pairs), 1), right / wanted


@pytest.mark.parametrize("names", [True, False])
def test_opaque_pages_are_paired_by_their_texts(*, names: bool) -> None:
    documents = site(40, names=names)
    found = api.pair(documents)
    precision, recall = quality(found, documents, 40)
    assert precision >= 0.95
    assert recall >= 0.9


def test_pairs_of_three_languages_agree() -> None:
    documents = site(20, LANGUAGES)
    found = api.pair(documents)
    precision, recall = quality(found, documents, 60)
    assert precision >= 0.95
    assert recall >= 0.9
    partners = {(one.left.id, one.right.language): one.right.id for one in found}
    for one in found:
        third = partners.get((one.left.id, "it"))
        if one.right.language == "en" and third and (one.right.id, "it") in partners:
            assert partners[one.right.id, "it"] == third


def test_pages_without_a_translation_get_none() -> None:
    documents = [one for number, one in enumerate(site(60)) if number % 4]  # every second German page is missing
    found = api.pair(documents)
    precision, recall = quality(found, documents, 30)
    assert precision >= 0.9
    assert recall >= 0.9


def test_texts_overrule_urls_that_lie() -> None:
    truthful = [
        replace(one, url=f"{HOST}/{one.language}/{number // 2}.html", links=()) for number, one in enumerate(site(40))
    ]
    english = [one for one in truthful if one.language == "en"]
    moved = dict(zip([one.id for one in english], [*english[7:], *english[:7]], strict=True))
    lying = [replace(one, paragraphs=moved[one.id].paragraphs) if one.language == "en" else one for one in truthful]
    assert len(api.pair(truthful)) == 40
    by_url = [one for one in api.pair(lying) if one.left.url.rpartition("/")[2] == one.right.url.rpartition("/")[2]]
    assert len(by_url) <= 4


def test_each_pair_tells_why() -> None:
    [first, *_] = api.pair(site(10))
    assert {one.name for one in first.evidence} >= {"shared-words", "shape", "neighbours", "lexicon"}
    assert all(0 <= one.value <= 1 for one in first.evidence)


def test_of_copies_the_one_is_paired_that_its_own_language_links_to() -> None:
    documents = site(20)
    english = [one for one in documents if one.language == "en"][:8]
    copies = [
        replace(one, id=make_id("d", "copy", one.id), page=make_id("g", "copy", one.id), url=f"{HOST}/{number}")
        for number, one in enumerate(english)
    ]
    found = api.pair([*copies, *documents])
    assert not {copy.url for copy in copies} & {url for one in found for url in (one.left.url, one.right.url)}
    assert quality(found, documents, 20)[1] >= 0.9


def test_what_is_claimed_of_a_copy_counts_for_the_original() -> None:
    [german, english] = [replace(one, links=()) for one in site(1)]
    copy = replace(english, id="d-copy", page="g-copy", url=f"{HOST}/a/much/longer/address")
    assert originals([german, english, copy], {}) == {german.id: german.id, english.id: english.id, copy.id: english.id}
    claims = {"urls": {(german.id, copy.id): 0.9}}
    assert originals([german, english, copy], claims)[english.id] == copy.id


def test_parts_of_one_page_are_no_pair() -> None:
    [german, english] = site(1)
    assert api.pair([german, replace(english, page=german.page)]) == []


@pytest.mark.parametrize("number", [0, 1])
def test_few_pages_are_no_trouble(number: int) -> None:
    assert api.pair(site(1)[:number]) == []
    assert len(weigh(site(1)[:number], {}).couples) == 0


@settings(max_examples=10)
@given(st.permutations(site(6)))
def test_the_order_of_documents_does_not_matter(documents: list[Document]) -> None:
    assert api.pair(documents) == api.pair(site(6))


def test_work_grows_with_the_pages() -> None:
    compared = [len(weigh(site(pages), {}).couples) for pages in (150, 300)]
    assert compared[1] < 2.5 * compared[0]


def test_words_that_look_alike_are_shared() -> None:
    counts = [
        shared_tokens(Document(id="", page="", url="", site="", paragraphs=(Paragraph(text=text),)))
        for text in ("Installation 3.5", "instalación 3.5", "εγκατάσταση", "Энергия", "energy")
    ]
    assert set(counts[0]) & set(counts[1]) == {"3.5", "~inst"}
    assert "~egka" in counts[2]
    assert set(counts[3]) & set(counts[4]) == {"~ener"}


def test_paragraphs_are_put_side_by_side_though_one_is_missing() -> None:
    left = [Paragraph(text=text) for text in ("eins zwei drei", "vier " * 20, "fünf sechs sieben acht " * 3)]
    right = [Paragraph(text=text) for text in ("one two three", "five six seven eight " * 3)]
    assert [(min(one), min(other)) for one, other in beside(left, right)] == [
        ("drei", "one"),
        ("acht", "eight"),
    ]


def test_nothing_is_learned_from_nothing() -> None:
    assert learn([]) == ({}, {})
    assert learn([(frozenset(), frozenset())]) == ({}, {})


def test_links_that_all_pages_have_tell_nothing() -> None:
    documents = site(30)
    menu = tuple(Link(source="", target=url(number, "de")) for number in range(30))
    german = [one for one in documents if one.language == "de"]
    graph = Graph([*(replace(one, links=menu) for one in german), *(one for one in documents if one.language == "en")])
    partners = {(number, "en"): (30 + number, 1.0) for number in range(30)}
    assert graph.support(Couples.of([(0, 31)]), partners)[0, 0] < 0.2


def test_groups_have_one_page_of_each_language() -> None:
    found = grouped({(0, 1): 0.9, (1, 2): 0.8, (0, 3): 0.7, (2, 3): 0.6}, ["de", "en", "it", "it"], 0.3)
    assert found == {(0, 1): 0.9, (0, 2): 0.72, (1, 2): 0.8}


def marked(document: Document, path: str, targets: Sequence[str]) -> Document:
    """The document at an address with its language in it, with links to others of its language."""
    own = f"{HOST}/{document.language}/{path}"
    links = tuple(Link(source=own, target=f"{HOST}/{document.language}/{one}") for one in targets)
    return replace(document, id=make_id("d", own), page=make_id("g", own), url=own, links=links)


def listing(number: int, language: str, chosen: Sequence[int]) -> Document:
    """A page of a list of pages: the first words of each, and a link to it."""
    texts = [page(one, 60, language, names=False).paragraphs[0].text[:40] for one in chosen]
    paragraphs = tuple(Paragraph(text=text, kind="listitem") for text in texts)
    plain = replace(page(number, 60, language, names=False), paragraphs=paragraphs)
    return marked(plain, f"list{number}", [f"p{one}" for one in chosen])


def listed_site(*, is_sorted_alike: bool) -> list[Document]:
    """Sixty pages in two languages, and ten lists of six of them, which are the same or have at most one in common."""
    found = []
    for language in ("de", "en"):
        order = [n if is_sorted_alike or language == "de" else n % 10 * 6 + n // 10 for n in range(60)]
        found += [
            marked(page(n, 60, language, names=True), f"p{n}", [f"p{(n - 1) % 60}", f"p{(n + 1) % 60}"])
            for n in range(60)
        ]
        found += [listing(n, language, order[6 * n : 6 * n + 6]) for n in range(10)]
    return found


@pytest.mark.parametrize(("is_sorted_alike", "least", "most"), [(True, 10, 10), (False, 0, 3)])
def test_lists_of_other_pages_are_no_pairs_whatever_their_urls_say(
    *, is_sorted_alike: bool, least: int, most: int
) -> None:
    found = api.pair(listed_site(is_sorted_alike=is_sorted_alike), ("de", "en"))
    lists = sum("/list" in one.left.url or "/list" in one.right.url for one in found)
    assert least <= lists <= most
    assert len(found) - lists == 60


def test_the_parts_of_a_page_in_two_languages_are_not_made_a_pair_by_a_third_page() -> None:
    probabilities = {(0, 1): 0.9, (0, 2): 0.8}
    assert (1, 2) in grouped(probabilities, ["en", "de", "it"], 0.3)
    assert grouped(probabilities, ["en", "de", "it"], 0.3, ["a", "b", "b"]) == {(0, 1): 0.9}


def test_an_untranslated_page_does_not_take_the_place_of_the_original() -> None:
    documents = [
        marked(page(n, 30, language, names=True), f"p{n}", [f"p{(n + 1) % 30}"])
        for n in range(30)
        for language in LANGUAGES
    ]
    # An older English text under an Italian address: a paragraph less, so that it is no copy.
    old = {f"{HOST}/it/p{n}": f"{HOST}/en/p{n}" for n in range(3)}
    texts = {one.url: one.paragraphs for one in documents}
    mixed = [
        replace(one, language="en", paragraphs=texts[old[one.url]][:-1]) if one.url in old else one for one in documents
    ]
    found = api.pair(mixed, LANGUAGES)
    german = {one.left.url: one.right.url for one in found if one.right.language == "en"}
    assert all(german[f"{HOST}/de/p{n}"] == f"{HOST}/en/p{n}" for n in range(30))
