"""Tables: read, sorted, chosen from, mixed, and made of lexicons."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.phrases import in_order as sorting
from polytrawl.phrases.choice import Choice, by_chance, phrases_of
from polytrawl.phrases.from_lexicon import lexicon_rows
from polytrawl.phrases.in_order import in_order
from polytrawl.phrases.mix import mixed
from polytrawl.phrases.table import Row, line_of, read_table, write_lines


def written(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_a_table_is_read_packed_or_plain_with_what_it_has(tmp_path: Path):
    lines = ["la casa ||| the house ||| 0.5 0.25 1 0.125 ||| 0-0 1-1 ||| 2 1 1", "perro ||| dog ||| 1 1 1 1"]
    expected = [
        Row("la casa", "the house", (0.5, 0.25, 1, 0.125), "0-0 1-1", (2, 1, 1)),
        Row("perro", "dog", (1, 1, 1, 1)),
    ]
    plain = written(tmp_path / "table", *lines, "")
    (tmp_path / "table.gz").write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_table(plain)) == expected
    assert list(read_table(tmp_path / "table.gz")) == expected
    assert [line_of(row) for row in expected] == [f"{line}\n" for line in lines]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("casa ||| house", "line 2: expected `source ||| target ||| scores`, found 2 column"),
        (" ||| house ||| 1", "line 2: the source phrase is empty"),
        ("casa |||  ||| 1", "line 2: the target phrase is empty"),
        ("casa ||| house ||| ", "line 2: there are no scores"),
        ("casa ||| house ||| much", "line 2: a score is no number: 'much'"),
        ("casa ||| house ||| -0.5", "line 2: a score is below 0 or not finite: '-0.5'; .*no logarithms"),
        ("casa ||| house ||| nan", "line 2: a score is below 0 or not finite"),
        ("casa ||| house ||| 1 1", "line 2: has 2 scores, and lines before it have 1"),
        ("casa ||| house ||| 1 ||| 0:0", "line 2: '0:0' is no link"),
        ("casa ||| house ||| 1 ||| 0-1", "line 2: the link 0-1 is outside of phrases with 1 and 1 word"),
        ("casa ||| house ||| 1 ||| 0-0 ||| one", "line 2: a count is no number"),
    ],
)
def test_a_bad_line_is_told_with_its_number(tmp_path: Path, line: str, said: str):
    with pytest.raises(ConfigError, match=said):
        list(read_table(written(tmp_path / "table", "a ||| b ||| 1", line)))


def test_what_is_no_text_is_told(tmp_path: Path):
    (tmp_path / "latin").write_bytes("a ||| b ||| 1\ncasa ||| año ||| 1\n".encode("latin-1"))
    with pytest.raises(ConfigError, match="line 2: is not UTF-8"):
        list(read_table(tmp_path / "latin"))
    (tmp_path / "torn.gz").write_bytes(gzip.compress(b"a ||| b ||| 1\n" * 100)[:-9])
    with pytest.raises(ConfigError, match="cannot be decompressed"):
        list(read_table(tmp_path / "torn.gz"))


def test_a_table_in_any_order_is_read_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sorting, "_AT_ONCE", 3)
    words = ["b", "a", "a b", "a-b", "é", "Z", "~", "aa"]
    path = written(tmp_path / "table", *(f"{word} ||| x ||| 1" for word in words))
    assert [row.source for row in in_order(path)] == ["Z", "a b", "a", "a-b", "aa", "b", "~", "é"]
    with pytest.raises(ConfigError, match="line 3: the pair 'a' and 'x' comes twice"):
        list(in_order(written(tmp_path / "twice", "a ||| x ||| 1", "b ||| x ||| 1", "a ||| x ||| 1")))


def test_phrases_of_a_text_are_all_its_stretches():
    assert phrases_of(["a b c", "d"], longest=2) == {"a", "b", "c", "a b", "b c", "d"}


def test_pairs_are_chosen_by_text_and_rank(tmp_path: Path):
    lines = [f"a ||| {target} ||| 1 1 {score} 1" for target, score in (("p", 0.2), ("q", 0.5), ("r", 0.3))]
    path = written(tmp_path / "table", *lines, "b ||| p ||| 1 1 0.9 1", "c ||| p ||| 1 1 0.01 1")
    choice = Choice(phrases_of(["a c"]), 2, 0.05)
    assert [row.target for row in choice.chosen(path)] == ["q", "r"]
    assert +choice.dropped == {"not-in-text": 1, "not-among-best": 1, "improbable": 1}


def test_a_table_of_one_score_is_ranked_by_it(tmp_path: Path):
    path = written(tmp_path / "table", "a ||| p ||| 0.2", "a ||| q ||| 0.5")
    assert [row.target for row in Choice(best=1).chosen(path)] == ["q"]


def hypergeometric(both: int, source: int, target: int, sentences: int) -> float:
    ways = (
        math.comb(source, k) * math.comb(sentences - source, target - k) for k in range(both, min(source, target) + 1)
    )
    return -math.log(sum(ways) / math.comb(sentences, target))


@pytest.mark.parametrize("counts", [(1, 1, 1, 500), (2, 3, 5, 100), (1, 40, 60, 200), (7, 7, 7, 1000)])
def test_chance_is_fishers_exact_test(counts: tuple[int, int, int, int]):
    assert by_chance(*counts) == pytest.approx(hypergeometric(*counts), rel=1e-6, abs=1e-9)


def test_what_meets_by_chance_is_left_out(tmp_path: Path):
    path = written(tmp_path / "table", "a ||| p ||| 1 1 1 1 ||| 0-0 ||| 1 1 1", "b ||| q ||| 1 1 1 1 ||| 0-0 ||| 3 3 3")
    assert [row.source for row in Choice(sentences=1000).chosen(path)] == ["b"]
    with pytest.raises(ConfigError, match="'a' and 'p' have no counts"):
        list(Choice(sentences=9).chosen(written(tmp_path / "none", "a ||| p ||| 1")))


def test_a_mixture_weighs_the_tables_that_know_what_is_given(tmp_path: Path):
    one = written(tmp_path / "1", "a ||| x ||| 0.5 0.5 0.8 0.8 ||| 0-0 ||| 2 5 4", "a ||| y ||| 1 1 0.2 0.2")
    two = written(tmp_path / "2", "a ||| x ||| 0.25 1 1 1", "b ||| x ||| 0.75 1 1 1")
    found = {(row.source, row.target): row for row in mixed([one, two], [3, 1])}
    # Both know the source a and the target x: 3/4 x 0.5 + 1/4 x 0.25, and so on.
    assert found["a", "x"].scores == pytest.approx((0.4375, 0.625, 0.85, 0.85))
    assert found["a", "x"].links == "0-0"
    # The second does not know y: p(a|y) is that of the first; it knows a, and says 0 to p(y|a).
    assert found["a", "y"].scores == pytest.approx((1, 1, 0.15, 0.15))
    # The first knows x and not b: 1/4 x 0.75; only the second knows the source b.
    assert found["b", "x"].scores == pytest.approx((0.1875, 0.25, 1, 1))
    assert sum(found["a", target].scores[2] for target in "xy") == pytest.approx(1)
    assert sum(found[source, "x"].scores[0] for source in "ab") == pytest.approx(0.625)  # as in the tables


@pytest.mark.parametrize(
    ("second", "weights", "said"),
    [
        ("a ||| x ||| 1", [1, 1], "different numbers of scores cannot be mixed"),
        ("a ||| x ||| 1 1 1 1", [1], "1 weight.* for 2 tables"),
        ("a ||| x ||| 1 1 1 1", [1, -1], "weights are from 0 on"),
        ("", [1, 1], "the table has no lines"),
    ],
)
def test_what_cannot_be_mixed_is_told(tmp_path: Path, second: str, weights: list[float], said: str):
    tables = [written(tmp_path / "1", "a ||| x ||| 1 1 1 1"), written(tmp_path / "2", second)]
    with pytest.raises(ConfigError, match=said):
        list(mixed(tables, weights))


def same(text: str) -> str:
    return text


ENTRIES = [Entry("note", "nota", 0.9, support=3), Entry("note", "apunte", 0.6, support=1), Entry("key", "nota", 0.3)]


def test_the_score_of_an_entry_is_its_probability_as_published():
    rows = list(lexicon_rows([*ENTRIES, Entry("sheet music", "partitura", 0.5)], (same, same)))
    assert rows == [
        Row("key", "nota", (0.3,) * 4, "0-0"),
        Row("note", "apunte", (0.6,) * 4, "0-0"),
        Row("note", "nota", (0.9,) * 4, "0-0"),
        Row("sheet music", "partitura", (0.5,) * 4),
    ]
    assert [row.scores for row in lexicon_rows(ENTRIES, (same, same), scores=1)] == [(0.3,), (0.6,), (0.9,)]


def test_scores_that_add_up_to_more_than_one_can_be_normalised():
    found = {(row.source, row.target): row.scores for row in lexicon_rows(ENTRIES, (same, same), normalise=True)}
    assert found["note", "nota"] == pytest.approx((0.9 / 1.2, 0.9 / 1.2, 0.9 / 1.5, 0.9 / 1.5))
    assert found["key", "nota"] == pytest.approx((0.3 / 1.2, 0.3 / 1.2, 0.3, 0.3))


def test_titles_are_weighed_by_how_often_they_are_linked():
    found = {(row.source, row.target): row.scores for row in lexicon_rows(ENTRIES, (same, same), by="support")}
    assert found["note", "nota"] == pytest.approx((3 / 4, 3 / 4, 3 / 4, 3 / 4))
    assert found["key", "nota"] == pytest.approx((1 / 4, 1 / 4, 1, 1))


def test_entries_that_are_alike_once_prepared_are_one_pair():
    entries = [Entry("Note", "nota", 0.5), Entry("note", "nota", 0.7), Entry("a|b", "x", 1), Entry("x " * 8, "y", 1)]
    rows = list(lexicon_rows(entries, (str.lower, same)))
    assert [(row.source, row.scores[0]) for row in rows] == [("a&#124;b", 1), ("note", 0.7)]


def test_a_lexicon_without_entries_is_told():
    with pytest.raises(ConfigError, match="no entries of 1 to 7 words with a score above 0"):
        list(lexicon_rows([Entry("a", "b", 0.0)], (same, same)))
    with pytest.raises(ConfigError, match="has 1 or 4 scores, not 3"):
        list(lexicon_rows(ENTRIES, (same, same), scores=3))
    with pytest.raises(ConfigError, match="did you mean 'score'"):
        list(lexicon_rows(ENTRIES, (same, same), by="scores"))


def test_the_same_table_is_the_same_bytes(tmp_path: Path):
    for name in ("one.gz", "two.gz"):
        assert write_lines(tmp_path / name, ["a ||| b ||| 1\n"]) == 1
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
