import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.errors import ConfigError
from polytrawl.relevance import build
from polytrawl.relevance.counts import Counts
from polytrawl.relevance.hashes import hashes_of
from polytrawl.relevance.query import Query
from polytrawl.relevance.resource import Resource
from polytrawl.relevance.words import ngrams, words

DOCUMENTS = [
    "new york is large and new york is loud",  # 9 words
    "new york sleeps",  # 3
    "the new house is large",  # 5
    "york minster is old",  # 4; 21 words in all
]


@pytest.fixture
def resource(tmp_path: Path) -> Resource:
    build.write(tmp_path / "en.resource", DOCUMENTS, language="en", min_count=2)
    return Resource(tmp_path / "en.resource")


def test_idf_by_hand(resource: Resource) -> None:
    assert resource.hapax == math.log(4)
    assert resource.value("new") == pytest.approx(math.log(4 / 3), abs=1e-3)  # in 3 of 4 documents
    assert resource.value("new york") == pytest.approx(math.log(4 / 2), abs=1e-3)
    assert resource.value("new york is") == pytest.approx(math.log(4 / 1), abs=1e-3)  # twice in one document


def test_rare_ngrams_are_pruned_and_count_as_seen_once(resource: Resource) -> None:
    assert resource.head.entries == [4, 3, 1]  # is large new york; new york, york is, is large; new york is
    assert resource.values(["york sleeps", "never seen", "house"]) == [math.log(4)] * 3


def test_pmi_by_hand(resource: Resource) -> None:
    # new 4 times, york 4, both together 3, of 21: pmi = log((3/21) / (4/21 * 4/21)), by -log(3/21).
    pmi = math.log((3 / 21) / (4 / 21 * 4 / 21))
    assert resource.pmi(hashes_of(["new york"]))[0] == pytest.approx(pmi / -math.log(3 / 21), abs=0.002)
    # york is: 2 times; is 4 times: pmi = log((2/21) / (4/21 * 4/21)) = .966, by -log(2/21) = 2.351.
    assert resource.pmi(hashes_of(["york is"]))[0] == pytest.approx(0.966 / 2.351, abs=0.003)
    # Of three words: by twice -log p.
    three = math.log((2 / 21) / (4 / 21) ** 3) / (2 * -math.log(2 / 21))
    assert resource.pmi(hashes_of(["new york is"]))[0] == pytest.approx(three, abs=0.002)


def test_the_mwe_factor_has_a_default_and_a_minimum(resource: Resource) -> None:
    kept, low, unknown = resource.mwe(default=0.1, minimum=0.5).values(["new york", "york is", "not seen"])
    assert kept == pytest.approx(0.705, abs=0.002)
    assert (low, unknown) == (0.1, 0.1)


def test_a_query_uses_a_resource(resource: Resource) -> None:
    query = Query.of(["new york"], n=2, idf=resource, mwe=resource.mwe())
    assert query.weight("new york") == pytest.approx(0.5 * math.log(2) + 0.5 * math.log(4) * 0.705, abs=0.003)
    assert query.similarity("in new york") > query.similarity("new in york") == 0


def test_words_that_never_stand_apart_have_one(tmp_path: Path) -> None:
    build.write(tmp_path / "x", ["hong kong " * 5, "other words here"], language="en")
    assert Resource(tmp_path / "x").pmi(hashes_of(["hong kong"]))[0] == pytest.approx(0.9, abs=0.1)


@given(st.lists(st.text(alphabet="ab ", max_size=30), max_size=6), st.integers(1, 3))
def test_counts_are_those_of_plain_counting(texts: list[str], n: int) -> None:
    table = (counts := Counts().add_all(texts)).table(n)
    found = dict(zip(counts.hashes(table.keys, n), zip(table.times, table.documents, strict=True), strict=True))
    cut = [ngrams(words(text), n) for text in texts]
    every = [one for part in cut for one in part]
    assert found == {hashes_of([one])[0]: (every.count(one), sum(one in part for part in cut)) for one in set(every)}


def test_a_table_that_grows_too_large_forgets_what_was_seen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.relevance.counts._BUFFERED", 0)
    counts = Counts(2, largest=2).add_all(["new york new york", "it is old", "new york is new"])
    assert counts.hashes(counts.table(2).keys, 2)[0] == hashes_of(["new york"])[0]
    assert counts.table(2).times[0] == 3
    assert len(counts.table(2).keys) <= 2
    assert len(counts.table(1).keys) == 5  # words are not forgotten: what is known of n-grams rests on them


@pytest.mark.parametrize(
    "content", [b"", b"something else\n", b"polytrawl resource 2\n{}\n", b"polytrawl resource 2\n"]
)
def test_what_is_no_resource_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    with pytest.raises(ConfigError, match="bad"):
        Resource(tmp_path / "bad")


def test_half_a_resource_is_refused(tmp_path: Path) -> None:
    build.write(tmp_path / "en", DOCUMENTS, language="en")
    (tmp_path / "en").write_bytes((tmp_path / "en").read_bytes()[:-5])
    with pytest.raises(ConfigError, match="damaged"):
        Resource(tmp_path / "en")


def test_equal_collections_give_equal_bytes() -> None:
    assert build.build(DOCUMENTS, language="en") == build.build(iter(DOCUMENTS), language="en")


def test_no_words_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no words"):
        build.build(["", "123"], language="en")


def test_one_document_is_an_error() -> None:
    with pytest.raises(ConfigError, match="one document only"):
        build.build(["new york new york"], language="en")


def test_a_collection_without_repeated_words_has_hapaxes_only(tmp_path: Path) -> None:
    build.write(tmp_path / "x", ["one two", "three four"], language="en")
    assert Resource(tmp_path / "x").values(["one", "five"]) == [math.log(2)] * 2
