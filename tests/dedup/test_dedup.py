"""Documents with the same words become one cluster, whatever their order."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.deduplicators.exact import Exact
from polytrawl.dedup.stage import Dedup
from polytrawl.options import Context, build, resolve
from polytrawl.plugin import find, load_installed, names
from polytrawl.records import Cluster, Document, Paragraph

load_installed()


def document(number: int, text: str, language: str | None = "de", reason: str = "") -> Document:
    paragraphs = (Paragraph(text=text, reason=reason), Paragraph(text=f"Menu {number}", reason="boilerplate"))
    url = f"http://a.test/{number}"
    return Document(
        id=f"d-{number}", page=f"g-{number}", url=url, site="a.test", language=language, paragraphs=paragraphs
    )


def clusters(documents: list[Document], stage: Dedup) -> list[Cluster]:
    groups: dict[str, list[Document]] = {}
    for one in documents:
        key = stage.key(one)
        if key is not None:
            groups.setdefault(key, []).append(stage.project(one))
    return [cluster for key in sorted(groups) for cluster in stage.gather(key, groups[key])]


TEXT = "Eine Leiter wirkt harmlos, und genau deshalb wird sie oft leichtsinnig benutzt."


def test_case_white_space_punctuation_and_boilerplate_do_not_count() -> None:
    twins = [document(2, TEXT), document(1, TEXT.upper().replace(",", " -  ")), document(3, TEXT + " Nein.")]
    [cluster] = clusters(twins, Dedup(method=Exact()))
    assert cluster.members == ("d-1", "d-2")
    assert (cluster.method, cluster.language) == ("exact", "de")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert (
        len(clusters([document(1, TEXT + " f\u00fcr"), document(2, TEXT + " fu\u0308r")], Dedup(method=Exact()))) == 1
    )


def test_languages_are_kept_apart() -> None:
    assert clusters([document(1, TEXT), document(2, TEXT, "nl")], Dedup(method=Exact())) == []


@pytest.mark.parametrize(
    "one",
    [document(1, ""), document(1, "Nicht gefunden"), document(1, TEXT, None), document(1, TEXT, reason="boilerplate")],
)
def test_documents_without_text_or_language_take_no_part(one: Document) -> None:
    assert Dedup(method=Exact()).key(one) is None


def test_short_texts_are_compared_when_asked_for() -> None:
    stage = Dedup(method=Exact(min_words=1))
    assert len(clusters([document(1, "Nicht gefunden"), document(2, "nicht gefunden!")], stage)) == 1


def test_only_what_gather_reads_travels() -> None:
    projected = Dedup(method=Exact()).project(document(1, TEXT))
    assert (projected.paragraphs, projected.id, projected.url) == ((), "d-1", "http://a.test/1")


@given(st.permutations([document(n, TEXT if n % 2 else TEXT + " Ja.") for n in range(6)]))
def test_the_order_of_input_does_not_matter(documents: list[Document]) -> None:
    stage = Dedup(method=Exact())
    assert clusters(documents, stage) == clusters(sorted(documents, key=lambda one: one.id), stage)


@pytest.mark.parametrize("name", names(Deduplicator))
def test_every_deduplicator_keeps_its_contract(name: str) -> None:
    cls = find(Deduplicator, name)
    recipe = pickle.loads(pickle.dumps(resolve(cls, {}, where="dedup.method", context=Context())))
    first, second = build(cls, recipe), build(cls, recipe)
    assert first.fingerprint(document(1, "")) is None
    assert first.fingerprint(document(1, TEXT)) == second.fingerprint(document(2, TEXT)) is not None
    assert first.fingerprint(document(1, "\udcff \x00 " + "wort " * 200_000)) is not None
