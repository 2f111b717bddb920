"""MinHash: signatures estimate likeness, bands find it, and unlike texts stay apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dedup.documents import document, members
from polytrawl.dedup.bands import alike
from polytrawl.dedup.deduplicators.minhash import MinHash
from polytrawl.dedup.inside import repeated
from polytrawl.dedup.signature import BANDS, agreement, jaccard, signature
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import Hashes, shingles, words

LUCK = np.random.default_rng(4)


def two_sets(size: int, likeness: float) -> tuple[Hashes, Hashes]:
    """Two random sets of so many values with about this Jaccard coefficient, rounded up."""
    shared = int(np.ceil(2 * size * likeness / (1 + likeness)))
    values = LUCK.integers(0, 2**64, 2 * size - shared, dtype=np.uint64)
    return values[:size], np.concatenate([values[:shared], values[size:]])


@pytest.mark.parametrize("size", [20, 100, 600])
@pytest.mark.parametrize("likeness", [0.5, 0.8])
def test_signatures_estimate_the_jaccard_coefficient(size: int, likeness: float) -> None:
    errors = []
    for _ in range(300):
        one, other = two_sets(size, likeness)
        exact = len(np.intersect1d(one, other)) / len(np.union1d(one, other))
        errors.append(jaccard(agreement(signature(one), signature(other)))[0] - exact)
    assert abs(np.mean(errors)) < 0.006
    assert np.std(errors) < 0.032


def rows_of(sets: list[Hashes]) -> Rows:
    values = np.concatenate([signature(one) for one in sets])
    return Rows(np.array([len(one) for one in sets]), np.arange(len(sets) + 1) * BANDS, values)


@pytest.mark.parametrize(("likeness", "least", "most"), [(0.8, 0.99, 1.0), (0.65, 0.0, 0.01), (0.3, 0.0, 0.0)])
def test_pairs_at_the_threshold_are_found_and_others_are_not(likeness: float, least: float, most: float) -> None:
    pairs = [two_sets(600, likeness) for _ in range(1000)]
    links = alike(rows_of([one for pair in pairs for one in pair]), 0.75)
    found = np.mean([links.root(2 * one) == links.root(2 * one + 1) for one in range(1000)])
    assert least <= found <= most
    assert not any(links.root(row) // 2 != row // 2 for row in range(2000))  # and never rows of two pairs


def test_many_rows_with_one_band_are_not_crossed_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counting(one: Hashes, other: Hashes) -> np.ndarray:
        nonlocal compared
        compared += len(one)
        return agreement(one, other)

    monkeypatch.setattr("polytrawl.dedup.bands.agreement", counting)
    common = LUCK.integers(0, 2**64, 600, dtype=np.uint64)
    sets = [np.concatenate([common, LUCK.integers(0, 2**64, 20, dtype=np.uint64)]) for _ in range(1000)]
    links = alike(rows_of(sets), 0.75)
    assert {links.root(row) for row in range(1000)} == {0}
    assert compared < 130 * 1000  # at most two for each row and band, of 500 a row


def text(start: int, number: int = 300) -> str:
    return " ".join(f"wort{one}" for one in range(start, start + number))


def test_moved_paragraph_ends_do_not_matter(tmp_path: Path) -> None:
    one = document(1, [text(0, 100), text(100, 100), text(200, 100)])
    other = document(2, [text(0, 150), text(150, 150)])
    assert members([one, other, document(3, text(900))], MinHash(), tmp_path) == [("d-1", "d-2")]


def test_texts_shorter_than_a_shingle_can_be_compared(tmp_path: Path) -> None:
    short = [document(1, "drei kurze Worte"), document(2, "Drei kurze Worte!"), document(3, "drei andere Worte")]
    assert members(short, MinHash(min_words=1), tmp_path) == [("d-1", "d-2")]


def test_scripts_without_spaces_are_compared_by_characters(tmp_path: Path) -> None:
    one = "".join(chr(0x4E00 + number) for number in range(200))
    other = one[:195] + "".join(chr(0x5E00 + number) for number in range(5))
    assert members([document(1, one, "zh"), document(2, other, "zh")], MinHash(), tmp_path) == [("d-1", "d-2")]


def test_paragraphs_that_say_the_same_are_grouped() -> None:
    texts = {0: text(0), 3: text(1000), 4: text(1, 299), 7: text(1000) + " mehr", 9: text(2000)}
    own = {number: shingles(words(one), 5) for number, one in texts.items()}
    assert repeated(own, 0.75) == ((0, 4), (3, 7))
    assert repeated({0: own[0]}, 0.75) == repeated({}, 0.75) == ()


def test_short_paragraphs_may_be_repeated() -> None:
    essence = MinHash().essence(document(1, [text(0, 19), "Dazwischen.", text(0, 19), text(500, 30), text(500, 30)]))
    assert essence is not None
    assert essence.repeats == ((3, 4),)
