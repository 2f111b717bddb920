"""The stage: which documents become clusters, whatever their order, and what travels on the way."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dedup.documents import clusters, document, members
from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.deduplicators.exact import Exact
from polytrawl.dedup.deduplicators.minhash import MinHash
from polytrawl.dedup.deduplicators.paragraphs import Paragraphs
from polytrawl.dedup.stage import Dedup
from polytrawl.options import Context, build, resolve
from polytrawl.plugin import find, load_installed, names
from polytrawl.records import Cluster, Document
from polytrawl.work import Sketch

load_installed()

TEXT = "Eine Leiter wirkt harmlos, und genau deshalb wird sie oft leichtsinnig benutzt."
METHODS = [Exact(), Paragraphs(), MinHash()]


def test_case_white_space_punctuation_and_boilerplate_do_not_count(tmp_path: Path) -> None:
    twins = [document(2, TEXT), document(1, TEXT.upper().replace(",", " -  ")), document(3, TEXT + " Nein.")]
    [cluster] = clusters(twins, Exact(), tmp_path)
    assert cluster.members == ("d-1", "d-2")
    assert (cluster.method, cluster.language) == ("exact", "de")


@pytest.mark.parametrize("method", METHODS)
def test_paragraphs_in_other_languages_do_not_count(method: Deduplicator, tmp_path: Path) -> None:
    foreign = [document(number, TEXT, other=f"This is note {number} in another language.") for number in (1, 2)]
    assert members(foreign, method, tmp_path) == [("d-1", "d-2")]


def test_composed_and_decomposed_letters_are_the_same(tmp_path: Path) -> None:
    assert len(clusters([document(1, TEXT + " f\u00fcr"), document(2, TEXT + " fu\u0308r")], Exact(), tmp_path)) == 1


def test_words_that_differ_in_their_vowel_signs_are_not_the_same(tmp_path: Path) -> None:
    one, two = "\u0915\u093f \u0915 \u0915 \u0915 \u0915", "\u0915\u0940 \u0915 \u0915 \u0915 \u0915"
    assert clusters([document(1, one), document(2, two)], Exact(), tmp_path) == []


@pytest.mark.parametrize("method", METHODS)
def test_languages_are_kept_apart(method: Deduplicator, tmp_path: Path) -> None:
    found = clusters([document(1, TEXT), document(2, TEXT, "nl"), document(3, TEXT, "nl")], method, tmp_path)
    assert [(one.language, one.members) for one in found] == [("nl", ("d-2", "d-3"))]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "one",
    [document(1, ""), document(1, "Nicht gefunden"), document(1, TEXT, None), document(1, TEXT, reason="boilerplate")],
)
def test_documents_without_text_or_language_take_no_part(one: Document, method: Deduplicator) -> None:
    assert list(Dedup(method=method).sketch(one)) == []


def test_short_texts_are_compared_when_asked_for(tmp_path: Path) -> None:
    short = [document(1, "Nicht gefunden"), document(2, "nicht gefunden!")]
    assert len(clusters(short, Exact(min_words=1), tmp_path)) == 1


def test_only_hashes_travel() -> None:
    [sketch] = Dedup(method=Paragraphs()).sketch(document(1, TEXT))
    assert isinstance(sketch, Sketch)
    assert (sketch.id, sketch.key, len(sketch.data), sketch.numbers) == ("d-1", "de", 8, (1, 1))


@pytest.mark.parametrize("method", METHODS)
@settings(deadline=None, max_examples=20)
@given(order=st.permutations(range(8)))
def test_the_order_of_input_does_not_matter(
    method: Deduplicator, tmp_path_factory: pytest.TempPathFactory, order: list[int]
) -> None:
    every = [document(number, TEXT if number % 2 else TEXT + " Ja.", is_unwanted=number == 3) for number in range(8)]
    folder = tmp_path_factory.mktemp("runs", numbered=True)
    sorted_folder = tmp_path_factory.mktemp("runs", numbered=True)
    assert clusters([every[one] for one in order], method, folder) == clusters(every, method, sorted_folder)
    assert (folder / "index.npz").read_bytes() == (sorted_folder / "index.npz").read_bytes()


def test_a_cluster_tells_what_each_member_is_within(tmp_path: Path) -> None:
    long = [f"Absatz Nummer {number} steht nur hier und dort." for number in range(20)]
    whole, most, part = document(1, long), document(2, [*long[:18], "Anders als sonst."]), document(3, long[:5])
    [cluster] = clusters([part, whole, most], Paragraphs(), tmp_path)
    assert cluster.members == ("d-1", "d-2", "d-3")
    assert cluster.sizes == (20, 19, 5)
    assert (cluster.within, cluster.equal) == (("", "d-1", "d-2"), (False, True, False))


def test_repeated_paragraphs_inside_a_document_become_a_cluster_of_their_own(tmp_path: Path) -> None:
    said = " ".join(f"wort{number}" for number in range(60))
    one = document(1, [said, "Etwas anderes.", said + " nochmals", "Etwas anderes."])
    [cluster] = clusters([one], MinHash(), tmp_path)
    assert (cluster.members, cluster.paragraphs, cluster.method) == (("d-1",), (0, 2), "minhash")
    assert clusters([one], MinHash(inside=False), tmp_path) == []


@pytest.mark.parametrize("name", names(Deduplicator))
def test_every_deduplicator_keeps_its_contract(name: str) -> None:
    cls = find(Deduplicator, name)
    recipe = pickle.loads(pickle.dumps(resolve(cls, {}, where="dedup.method", context=Context())))
    first, second = build(cls, recipe), build(cls, recipe)
    assert first.essence(document(1, "")) is None
    one, two = first.essence(document(1, TEXT)), second.essence(document(2, TEXT))
    assert one is not None
    assert two is not None
    assert one.size == two.size
    assert one.values.dtype == np.uint64
    assert np.array_equal(one.values, two.values)
    assert first.essence(document(1, "\udcff \x00 " + "wort " * 200_000)) is not None


def test_a_plug_in_with_a_fingerprint_alone_is_enough(tmp_path: Path) -> None:
    class Beginning(Deduplicator):
        def fingerprint(self, document: Document) -> str | None:
            return document.text[:4] or None

    found = clusters([document(1, "gleich eins"), document(2, "gleich zwei"), document(3, "")], Beginning(), tmp_path)
    assert found == [
        Cluster(
            id=found[0].id,
            method="",
            language="de",
            members=("d-1", "d-2"),
            sizes=(1, 1),
            within=("", "d-1"),
            equal=(False, True),
        )
    ]
