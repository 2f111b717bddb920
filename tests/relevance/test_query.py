import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.relevance.generic import generic_frequencies, generic_idf, languages
from polytrawl.relevance.hashes import hashes_of, joined, words_in
from polytrawl.relevance.idf import UniformIdf, WordIdf
from polytrawl.relevance.mwe import MweTable
from polytrawl.relevance.query import Blend, Query
from polytrawl.relevance.words import ngrams, words


def test_words_are_letters_two_or_more() -> None:
    assert words("R2-D2: It's 5 o'clock, ÉTÉ_2024") == ["it", "clock", "été"]


def test_marks_belong_to_words() -> None:
    assert words("सुरक्षा पहले") == ["सुरक्षा", "पहले"]


def test_mixed_scripts_are_cut_where_they_have_no_spaces() -> None:
    assert words("HTML安全性です ok") == ["html", "安全", "全性", "性で", "です", "ok"]


def test_the_cosine_by_hand() -> None:
    # idf: fall 2, scaffold 3, the 0, bread unlisted: log(e^4) = 4.
    idf = WordIdf({"fall": 2.0, "scaffold": 3.0, "the": 0.0}, math.e**4)
    query = Query.of(["the fall, the scaffold, scaffold"], idf=idf)
    # Query: fall 1*2, scaffold 2*3: length sqrt(4 + 36). Page: fall 2*2, bread 1*4: length sqrt(16 + 16).
    # They share fall: 2 * 4.
    assert query.similarity("The fall, the bread; the fall") == pytest.approx(8 / (math.sqrt(40) * math.sqrt(32)))


def test_tf_idf_mwe_by_hand() -> None:
    # |C| = e^4. "machine translation": idf 3, mwe .9; "of machine": unlisted idf 4, mwe .1 is below the minimum: .2.
    idf = WordIdf({"machine translation": 3.0}, math.e**4)
    mwe = MweTable({"machine translation": 0.9, "of machine": 0.1})
    query = Query.of(["machine translation"], n=2, idf=idf, mwe=mwe, beta=0.25)
    assert query.weight("machine translation") == pytest.approx(0.75 * 3 + 0.25 * 4 * 0.9)  # 3.15
    assert query.weight("of machine") == pytest.approx(0.75 * 4 + 0.25 * 4 * 0.2)  # 3.2
    assert query.similarity("of machine translation") == pytest.approx(3.15 / math.hypot(3.15, 3.2))


def test_words_and_ngrams_are_blended() -> None:
    idf = UniformIdf()
    single, double = Query.of(["risk assessment"], idf=idf), Query.of(["risk assessment"], n=2, idf=idf)
    text = "assessment of risk"  # words: 2 / (sqrt(2) * sqrt(3)); 2-grams: none
    assert Blend(single, double, alpha=0.25).similarity(text) == pytest.approx(0.75 * 2 / math.sqrt(6))


def test_ngrams_do_not_run_from_text_to_text() -> None:
    query = Query.of(["risk", "assessment"], n=2, idf=UniformIdf())
    assert not query
    assert query.similarity("risk assessment") == 0.0


def test_an_ngram_of_frequent_words_counts_little() -> None:
    idf = generic_idf("en")
    assert idf.value("of the") < 0.2 < idf.value("machine translation") <= idf.hapax


def test_generic_idf_for_forty_languages_and_their_relatives() -> None:
    assert len(languages()) >= 40
    for language, frequent, rare in (("de-at", "und", "gerüst"), ("hr", "je", "skela"), ("nn", "og", "stillas")):
        idf = generic_idf(language)
        assert idf.value(frequent) < 1, language
        assert idf.value(rare) > 5, language


def test_folded_words_are_found() -> None:
    assert generic_idf("de").value(words("STRASSE")[0]) < 5
    assert generic_idf("de").value(words("Straße")[0]) < 5


def test_an_unknown_language_has_equal_words() -> None:
    assert generic_idf("eo").values(["la", "skafaldo"]) == [1.0, 1.0]


TEXT = st.text(alphabet="abc deé安全 ", max_size=60)


@given(TEXT, TEXT, st.integers(1, 3))
def test_a_cosine_is_a_share_and_one_for_the_query_itself(left: str, right: str, n: int) -> None:
    query = Query.of([left], n=n, idf=generic_idf("en"))
    assert 0 <= query.similarity(right) <= 1
    assert query.similarity(left) == pytest.approx(1.0 if query else 0.0)


@given(st.lists(st.sampled_from("abc"), max_size=8), st.integers(1, 3))
def test_there_are_as_many_ngrams_as_places(cut: list[str], n: int) -> None:
    assert len(ngrams(cut, n)) == max(0, len(cut) - n + 1)


@given(TEXT, st.lists(TEXT, max_size=5), st.integers(1, 3))
def test_texts_together_are_as_near_as_each_alone(wanted: str, texts: list[str], n: int) -> None:
    idf = generic_idf("en")
    query, sequences = Query.of([wanted], idf=idf), Query.of([wanted], n=n, idf=idf)
    alone = [sequences.similarity(text) for text in texts]
    assert sequences.similarities(texts) == pytest.approx(alone)
    if n == 1:
        assert query.similarities(texts) == pytest.approx(alone)


def test_words_of_a_text_with_many_different_signs_are_those_of_one_with_few() -> None:
    signs = "".join(map(chr, range(0xE000, 0xE400)))
    assert words(f"Lärm {signs} ÜBERALL") == ["lärm", "überall"]
    assert words("Lärm \ue000 ÜBERALL") == ["lärm", "überall"]


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@given(st.lists(ANY, min_size=1, max_size=5))
def test_numbers_are_those_of_the_words(texts: list[str]) -> None:
    found = words_in(texts)
    assert found.hashes.tolist() == hashes_of(word for text in texts for word in words(text)).tolist()
    assert found.texts.tolist() == [number for number, text in enumerate(texts) for _ in words(text)]


def test_long_texts_are_cut_at_blanks() -> None:
    text = "fall scaffold " * 20_000  # three pieces and more
    assert len(words_in([text, "fall"]).hashes) == 40_001
    assert set(words_in([text]).hashes.tolist()) == set(hashes_of(["fall", "scaffold"]).tolist())
    assert len(words_in(["x" * 200_000]).hashes) == 4  # a word without end is cut anywhere


def test_long_lists_are_cut_between_words() -> None:
    given = [f"scaffold{'x' * (number % 7)}" for number in range(20_000)]  # three pieces
    assert (
        hashes_of(given).tolist() == [hashes_of([word])[0] for word in given[:7]] * 2857 + hashes_of(given[:1]).tolist()
    )


def test_different_words_have_different_numbers() -> None:
    known = {word for language in ("en", "de", "ru", "ar") for word in generic_frequencies(language) or ()}
    assert len(set(hashes_of(known).tolist())) == len(known) > 50_000


def test_the_number_of_an_ngram_is_made_of_those_of_its_words() -> None:
    one, two = hashes_of(["new"]), hashes_of(["york"])
    assert hashes_of(["new york", "york new"]).tolist() == [joined([one, two])[0], joined([two, one])[0]]
