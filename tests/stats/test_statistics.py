"""Statistics of texts whose figures can be counted by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.relevance.counts import Counts
from polytrawl.relevance.generic import RAREST, generic_frequencies
from polytrawl.stats.api import statistics
from polytrawl.stats.gather import Text
from polytrawl.stats.results import OfLanguage


def reader(language: str, *documents: str) -> Callable[[], Iterable[Text]]:
    return lambda: [Text(language, f"http://a.test/{n}", text.split("\n")) for n, text in enumerate(documents)]


def of(language: str, *documents: str, top: int = 500) -> OfLanguage:
    [found] = statistics(reader(language, *documents), top=top)
    return found


def test_sizes_by_hand() -> None:
    sizes = of("en", "Stop here. Stop now.\nLook left.", "Stop the 3 saws.").sizes
    assert (sizes.documents, sizes.paragraphs, sizes.sentences, sizes.words) == (2, 3, 4, 9)
    assert sizes.types == 7  # stop, here, now, look, left, the, saws
    assert sizes.type_token_ratio == 7 / 9
    assert sizes.hapax_share == 6 / 7
    assert sizes.sentence_length == 9 / 4
    assert sizes.standard_ratio is None  # there are no thousand words


def test_the_standard_ratio_does_not_depend_on_size() -> None:
    words = [f"w{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(400)]
    rng = random.Random(3)
    small, large = (of("en", *(" ".join(rng.choices(words, k=500)) for _ in range(n))).sizes for n in (4, 40))
    assert large.type_token_ratio < small.type_token_ratio / 5
    assert small.standard_ratio is not None
    assert large.standard_ratio == pytest.approx(small.standard_ratio, abs=0.01)


def test_the_standard_ratio_by_hand() -> None:
    found = of("en", " ".join(["stop here"] * 500), " ".join(["go on now over"] * 250) + " and more").sizes
    assert found.standard_ratio == (2 / 1000 + 4 / 1000) / 2  # the two words at the end fill no stretch


TOPIC = (
    "The scaffold tower is checked. A scaffold tower must be tagged. People climb the tower.",
    "Every scaffold tower has a tag. The new scaffold tower permit is here. It is the time of the year.",
    "The scaffold tower permit is signed by two people, and it is on the wall.",
)


def test_keywords_are_those_that_are_typical() -> None:
    found = of("en", *TOPIC).keywords
    assert [row.words for row in found[:2]] == ["scaffold", "tower"]
    assert not {"the", "is", "people", "it"} & {row.words for row in found}
    best = found[0]
    assert (best.frequency, best.documents) == (5, 3)
    assert best.example == "The scaffold tower is checked."
    assert best.url == "http://a.test/0"


def test_a_keyword_that_is_not_listed_is_as_rare_as_the_list_ends() -> None:
    found = of("en", "The thixotropy of thixotropy is thixotropy, and that is all there is to it.")
    [row] = [row for row in found.keywords if row.words == "thixotropy"]
    assert row.generic_per_million == RAREST * 1e6


def test_terms_neither_begin_nor_end_with_function_words() -> None:
    found = {row.words: row for row in of("en", *TOPIC).terms}
    assert "scaffold tower" in found
    assert "scaffold tower permit" in found
    assert not {"the scaffold", "tower is", "the scaffold tower"} & found.keys()


def test_c_values_of_terms_by_hand() -> None:
    found = {row.words: row.c_value for row in of("en", *TOPIC).terms}
    # "scaffold tower" 5 times, within one longer candidate, "scaffold tower permit", which is there twice: 5 - 2 / 1.
    assert found["scaffold tower"] == 3.0
    assert found["scaffold tower permit"] == 3.17  # log2(3) * 2


def test_words_repeated_in_a_row_are_one_longer_candidate() -> None:
    found = {row.words: row.c_value for row in of("en", "Squeak squeak squeak! Squeak squeak squeak!").terms}
    assert found == {"squeak squeak": 2.0, "squeak squeak squeak": 3.17}  # 4 - 2 / 1, and log2(3) * 2


def test_terms_do_not_run_over_what_stands_between_words() -> None:
    found = of("it", *["La salute e sicurezza conta. Scale, ponteggi."] * 3)
    assert not {"salute sicurezza", "scale ponteggi", "conta scale"} & {row.words for row in found.ngrams}


def test_ngrams_are_the_most_frequent_of_each_length() -> None:
    found = of("en", *TOPIC, top=2).ngrams
    assert [row.length for row in found] == [1, 1, 2, 2, 3, 3]
    assert [(row.words, row.frequency) for row in found][2] == ("scaffold tower", 5)
    assert found[0].npmi is None
    assert found[2].npmi is not None


def test_each_language_by_itself() -> None:
    def read() -> list[Text]:
        return [Text("de", "http://a.test/de", ["Das Gerüst."]), Text("en", "http://a.test/en", ["The scaffold."])]

    assert [(one.language, one.sizes.words) for one in statistics(read)] == [("de", 2), ("en", 2)]


def test_a_language_without_a_list_has_terms_but_no_keywords() -> None:
    others = ["Il chaun è qua. Il giat è qua. Il vent è ferm."] * 8
    found = of("rm", *["Il stgalim da segirezza è segirà. Il stgalim da segirezza è nov."] * 4, *others)
    assert found.keywords == []
    assert found.no_keywords == "there is no list of generic frequencies for rm"
    assert "stgalim da segirezza" in {row.words for row in found.terms}
    assert not any(row.words.startswith("il ") for row in found.terms)  # frequent in all documents
    assert all(row.log_ratio is None for row in found.terms)


def test_pairs_of_characters_are_no_keywords() -> None:
    found = of("zh", "安全第一。注意安全。" * 5)
    assert found.keywords == []
    assert found.terms == []
    assert "spaces" in found.no_keywords
    assert found.no_terms == found.no_keywords
    assert found.ngrams[0].words == "安全"


def test_words_that_the_list_cuts_in_another_way_are_no_keywords() -> None:
    text = "작업자는 사다리를 점검해야 합니다. 사용자는 안전모와 보호안경을 착용하고 장치를 제거하지 말아야 한다."
    found = of("ko", text)
    assert found.keywords == []
    assert found.no_keywords.startswith("only ")


def test_words_of_contractions_are_as_frequent_as_they_are_in_them() -> None:
    english = generic_frequencies("en")
    assert english is not None
    assert english["don"] > 1e-3  # of "don't"; the name is a tenth of that


def test_no_text_no_statistics() -> None:
    assert statistics(list) == []
    assert statistics(reader("en", "3 + 4 = 7")) == []


def test_long_sentences_are_cut_around_the_words() -> None:
    long = "Nobody may " + "walk and talk and " * 30 + "use the thixotropic gel near the door."
    [row] = [row for row in of("en", long, long).keywords if row.words == "thixotropic"]
    assert "thixotropic gel" in row.example
    assert row.example.startswith("...")
    assert len(row.example) < 200


_DOCUMENTS = st.lists(st.lists(st.sampled_from(["aa", "bb", "cc", "dd", "ee"]), max_size=12), max_size=30)


@given(_DOCUMENTS, st.integers(2, 8))
def test_what_is_forgotten_is_within_the_bound(documents: list[list[str]], largest: int) -> None:
    counts = Counts(2, largest=largest)
    true = Counter[str]()
    for words in documents:
        counts.add_parts([words])
        counts.table(2)  # as if memory were full after each
        true.update(" ".join(two) for two in pairwise(words))
    table, names = counts.table(2), counts.vocabulary
    found = {
        " ".join(names[part - 1] for part in parts): int(times)
        for parts, times in zip(Counts.parts(table.keys, 2).tolist(), table.times, strict=True)
    }
    assert len(found) <= largest
    for name, times in true.items():
        assert found.get(name, 0) <= times <= found.get(name, 0) + counts.missed(2)
    assert counts.missed(2) == 0 or len(true) > largest


def test_lists_are_the_same_where_rare_sequences_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    words = [f"x{chr(97 + n // 20)}{chr(97 + n % 20)}" for n in range(400)]
    texts = [" ".join((*["stgalim segir"][n % 3 :], *rng.choices(words, k=30))) for n in range(99)]
    whole = of("rm", *texts)
    monkeypatch.setattr("polytrawl.stats.api._LARGEST", 1000)
    monkeypatch.setattr("polytrawl.relevance.counts._BUFFERED", 500)
    pruned = of("rm", *texts)
    assert whole.missed == {"2": 0, "3": 0}
    assert 0 < pruned.missed["2"] < 99
    best = [(one.terms[0].words, one.terms[0].frequency, one.terms[0].documents) for one in (pruned, whole)]
    assert best == [("stgalim segir", 33, 33)] * 2
    assert pruned.sizes == whole.sizes
