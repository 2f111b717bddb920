"""Extraction and scores, against examples worked out by hand and against the definition itself."""

from __future__ import annotations

import math
import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from polytrawl.errors import ConfigError
from polytrawl.phrases import occurrences
from polytrawl.phrases.extract import extract
from polytrawl.phrases.spans import Batch, link_codes, spans
from polytrawl.phrases.table import Row, lines_of, order_of, read_table

# The example of Koehn, Statistical Machine Translation (2010), section 5.2: the comma has no link.
GERMAN = ["michael", "geht", "davon", "aus", ",", "dass", "er", "im", "haus", "bleibt"]
ENGLISH = ["michael", "assumes", "that", "he", "will", "stay", "in", "the", "house"]
LINKS = [(0, 0), (1, 1), (2, 1), (3, 1), (5, 2), (6, 3), (9, 4), (9, 5), (7, 6), (7, 7), (8, 8)]


def table(tmp_path: Path, bitext, links, **options: object) -> dict[tuple[str, str], Row]:
    extract(bitext, links, tmp_path / "table.gz", **options)
    return {(row.source, row.target): row for row in read_table(tmp_path / "table.gz")}


def test_the_example_of_koehns_book(tmp_path: Path):
    found = table(tmp_path, [(GERMAN, ENGLISH)], [LINKS])
    assert sorted(found) == sorted(
        [
            ("michael", "michael"),
            ("michael geht davon aus", "michael assumes"),
            ("michael geht davon aus ,", "michael assumes"),
            ("michael geht davon aus , dass", "michael assumes that"),
            ("michael geht davon aus , dass er", "michael assumes that he"),
            ("geht davon aus", "assumes"),
            ("geht davon aus ,", "assumes"),
            ("geht davon aus , dass", "assumes that"),
            ("geht davon aus , dass er", "assumes that he"),
            ("dass", "that"),
            (", dass", "that"),
            ("dass er", "that he"),
            (", dass er", "that he"),
            ("dass er im haus bleibt", "that he will stay in the house"),
            (", dass er im haus bleibt", "that he will stay in the house"),
            ("er", "he"),
            ("er im haus bleibt", "he will stay in the house"),
            ("bleibt", "will stay"),
            ("im haus bleibt", "will stay in the house"),
            ("im", "in the"),
            ("im haus", "in the house"),
            ("haus", "house"),
        ]
    )  # and two more in the book, which are longer than seven words


def test_links_within_a_pair_are_counted_from_its_first_words(tmp_path: Path):
    found = table(tmp_path, [(GERMAN, ENGLISH)], [LINKS])
    assert found["im haus bleibt", "will stay in the house"].links == "0-2 0-3 1-4 2-0 2-1"
    assert found[", dass", "that"].links == "1-0"


def test_shorter_phrases_where_they_are_asked_for(tmp_path: Path):
    found = table(tmp_path, [(GERMAN, ENGLISH)], [LINKS], longest=2)
    assert set(found) == {
        ("michael", "michael"),
        ("dass", "that"),
        (", dass", "that"),
        ("dass er", "that he"),
        ("er", "he"),
        ("bleibt", "will stay"),
        ("im", "in the"),
        ("haus", "house"),
    }


def by_definition(sizes: tuple[int, int], links: list[tuple[int, int]], longest: int) -> set[tuple[object, ...]]:
    """All stretches with a link inside and none that leads out."""
    ours, theirs = ([(at, to) for at in range(size) for to in range(at, min(size, at + longest))] for size in sizes)
    found = set()
    for (i, to_i), (j, to_j) in product(ours, theirs):
        ways = [(i <= one <= to_i, j <= other <= to_j) for one, other in links]
        if (True, True) in ways and (True, False) not in ways and (False, True) not in ways:
            inside = frozenset((a - i, b - j) for a, b in links if i <= a <= to_i and j <= b <= to_j)
            found.add((i, to_i - i + 1, j, to_j - j + 1, inside))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_any_alignment_gives_what_the_definition_says(seed: int):
    random.seed(seed)
    longest = random.choice([1, 2, 4, 7])
    sizes = [(random.randint(1, 9), random.randint(1, 9)) for _ in range(3)]
    links = [
        sorted({(random.randrange(n), random.randrange(m)) for _ in range(random.randint(0, n))}) for n, m in sizes
    ]
    starts = np.cumsum([(0, 0), *sizes], axis=0)
    places = [(i + starts[k][0], j + starts[k][1]) for k, found in enumerate(links) for i, j in found]
    columns = np.array(places, np.int64).reshape(-1, 2)
    sentences = [np.repeat(np.arange(3), [size[side] for size in sizes]) for side in (0, 1)]
    batch = Batch((sentences[0], sentences[1]), columns[:, 0], columns[:, 1])
    found = spans(batch, longest)
    rows = list(zip(*(column.tolist() for column in (*found, link_codes(batch, found))), strict=True))
    bits = [frozenset((bit // 7, bit % 7) for bit in range(49) if row[4] >> bit & 1) for row in rows]
    expected = {
        (one[0] + starts[k][0], one[1], one[2] + starts[k][1], one[3], one[4])
        for k in range(3)
        for one in by_definition(sizes[k], links[k], longest)
    }
    assert len(rows) == len(expected)
    assert {(*row[:4], bit) for row, bit in zip(rows, bits, strict=True)} == expected


# Three sentence pairs; y and v have no link. Links of x: to a twice, to b, to d; of z: to c.
BITEXT = [(["a", "b"], ["x", "y"]), (["a", "c"], ["x", "z"]), (["d"], ["x", "v"])]
WAYS = [[(0, 0), (1, 0)], [(0, 0), (1, 1)], [(0, 0)]]


def test_lexical_weights_by_hand(tmp_path: Path):
    found = table(tmp_path, BITEXT, WAYS)
    # w(a|x) = 2/4, w(b|x) = 1/4: lex(a b|x) = 1/8. w(x|a) = w(x|b) = 1: lex(x|a b) = 1/2 (1 + 1).
    assert found["a b", "x"].scores[1::2] == pytest.approx((1 / 8, 1))
    # y is one of two words without a link: w(y|NULL) = 1/2.
    assert found["a b", "x y"].scores[1::2] == pytest.approx((1 / 8, 1 / 2))
    # w(c|z) = 1, w(z|c) = 1.
    assert found["a c", "x z"].scores[1::2] == pytest.approx((2 / 4 * 1, 1))
    assert found["d", "x v"].scores[1::2] == pytest.approx((1 / 4, 1 / 2))


def test_probabilities_are_shares_of_counts(tmp_path: Path):
    found = table(tmp_path, BITEXT, WAYS)
    # x alone is in the pairs a b - x, a - x and d - x, once each.
    assert {pair: row.counts for pair, row in found.items() if pair[1] == "x"} == {
        ("a b", "x"): (3, 2, 1),
        ("a", "x"): (3, 1, 1),
        ("d", "x"): (3, 2, 1),
    }
    assert found["a b", "x"].scores[0::2] == pytest.approx((1 / 3, 1 / 2))
    assert found["a", "x"].scores[0::2] == pytest.approx((1 / 3, 1))


def test_of_several_ways_to_link_the_usual_one_is_written_and_the_best_weight_counts(tmp_path: Path):
    bitext = [(["a", "b"], ["x", "y"])] * 3
    found = table(tmp_path, bitext, [[(0, 0), (1, 1)], [(0, 1), (1, 0)], [(0, 0), (1, 1)]])
    row = found["a b", "x y"]
    assert (row.links, row.counts) == ("0-0 1-1", (3, 3, 3))
    assert row.scores[1] == pytest.approx(2 / 3 * 2 / 3)  # w(a|x) = w(b|y) = 2/3; crossed it would be 1/3 x 1/3


def test_kneser_ney_gives_some_of_each_count_to_others(tmp_path: Path):
    # a-x twice, a-y once, b-y once: n1 = 2, n2 = 1, D = 2 / (2 + 2) = 1/2.
    bitext = [(["a"], ["x"]), (["a"], ["x"]), (["a"], ["y"]), (["b"], ["y"])]
    found = table(tmp_path, bitext, [[(0, 0)]] * 4, smoothing="kneser-ney")
    # p(x|a) = (2 - 1/2) / 3 + (1/2 x 2 / 3) x 1/3: a has two targets; x is in one of three pairs.
    assert found["a", "x"].scores[2] == pytest.approx(1.5 / 3 + 1 / 3 * 1 / 3, rel=1e-5)
    assert found["a", "y"].scores[2] == pytest.approx(0.5 / 3 + 1 / 3 * 2 / 3, rel=1e-5)
    assert sum(found["a", target].scores[2] for target in "xy") == pytest.approx(1, rel=1e-5)
    assert found["b", "y"].scores[2] == pytest.approx(0.5 + 0.5 * 2 / 3, rel=1e-5)


def made_up(sentences: int) -> tuple[list[tuple[list[str], list[str]]], list[list[tuple[int, int]]]]:
    random.seed(7)
    words = ["a", "a-b", "á", "z", "|", "~", "A", "über", "x.y", "9"]
    bitext, links = [], []
    for _ in range(sentences):
        left, right = (random.choices(words, k=random.randint(1, 8)) for _ in range(2))
        bitext.append((left, right))
        links.append([(i, random.randrange(len(right))) for i in range(len(left)) if random.random() < 0.7])
    return bitext, links


def test_a_table_is_the_same_whether_it_is_made_at_once_or_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    bitext, links = made_up(200)
    extract(bitext, links, tmp_path / "once.gz")
    monkeypatch.setattr(occurrences, "_AT_ONCE", 7)
    monkeypatch.setattr(occurrences, "_ROWS", 1000)
    extract(bitext, links, tmp_path / "parts.gz")
    assert (tmp_path / "once.gz").read_bytes() == (tmp_path / "parts.gz").read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_lines_come_in_the_order_of_their_bytes(tmp_path: Path):
    extract(*made_up(100), tmp_path / "table.gz")
    lines = [line for _, line in lines_of(tmp_path / "table.gz")]
    assert len(lines) > 1000
    assert [order_of(line) for line in lines] == sorted(order_of(line) for line in lines)
    assert sorted(line.encode() for line in lines) == [line.encode() for line in lines]


def test_probabilities_of_a_phrase_add_up_to_one(tmp_path: Path):
    sums: dict[tuple[int, str], float] = {}
    for (source, target), row in table(tmp_path, *made_up(100)).items():
        sums[2, source] = sums.get((2, source), 0) + row.scores[2]
        sums[0, target] = sums.get((0, target), 0) + row.scores[0]
    assert all(math.isclose(one, 1, rel_tol=1e-4) for one in sums.values())


def test_a_bar_in_a_word_does_not_break_the_table(tmp_path: Path):
    assert set(table(tmp_path, [(["a|b", "|||"], ["x"])], [[(0, 0), (1, 0)]])) == {("a&#124;b &#124;&#124;&#124;", "x")}


@pytest.mark.parametrize(
    ("bitext", "links", "said"),
    [
        ([], [], "there are no sentence pairs"),
        ([(["a"], ["x"])], [[]], "no words of the 1 sentence pairs are linked"),
        ([(["a"], ["x"])], [[(0, 1)]], "sentence pair 1: the link 0-1 is outside of its words"),
        ([(["a"], ["x"]), (["b"], ["y"])], [[(0, 0)]], "2 sentence pairs, and links of 1"),
    ],
)
def test_what_cannot_be_extracted_is_told(tmp_path: Path, bitext, links, said: str):
    with pytest.raises(ConfigError, match=said):
        extract(bitext, links, tmp_path / "table.gz")
    assert not (tmp_path / "table.gz").exists()


def test_one_sentence_of_one_word_is_enough(tmp_path: Path):
    made = extract([(["a"], ["x"])], [[(0, 0)]], tmp_path / "table")
    assert made.pairs == 1
    assert (tmp_path / "table").read_text() == "a ||| x ||| 1 1 1 1 ||| 0-0 ||| 1 1 1\n"


def test_bad_options_are_told(tmp_path: Path):
    with pytest.raises(ConfigError, match="from 1 to 7 words, not 8"):
        extract(BITEXT, WAYS, tmp_path / "table", longest=8)
    with pytest.raises(ConfigError, match="did you mean 'kneser-ney'"):
        extract(BITEXT, WAYS, tmp_path / "table", smoothing="kneser")
