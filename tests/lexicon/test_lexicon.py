"""Word translations: learned, kept, cut down to some words, and read from dictionaries."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from align.languages import Languages
from lexicon.dictionaries import write_dictd, write_table, write_tei
from polytrawl.errors import ConfigError
from polytrawl.lexicon.cognates import cognates
from polytrawl.lexicon.dictionary import Dictionary, read_dictionary
from polytrawl.lexicon.learn import Piece, learn
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.local import localised
from polytrawl.lexicon.side import Words
from polytrawl.lexicon.words import PREFIX, tokens

NONE = cognates([], [])


@pytest.fixture(scope="module")
def languages() -> Languages:
    return Languages(seed=3, words=150)


@pytest.fixture(scope="module")
def lexicon(languages: Languages) -> Lexicon:
    left, right = Words(), Words()
    pairs = [languages.sentence() for _ in range(600)]
    sides = [(left.read([ours]), right.read([theirs])) for ours, theirs in pairs]
    empty = Lexicon.of(left, right, sides, NONE)
    return learn(empty, [Piece(*side, 1.0) for side in sides], is_first=False)


def best(lexicon: Lexicon, direction: Direction, word: str) -> str:
    number = lexicon.words[0].numbers[word[:PREFIX]]
    entries = slice(direction.starts[number], direction.starts[number + 1])
    if not direction.targets[entries].size:
        return ""
    at = direction.targets[entries][direction.probabilities[entries].argmax()]
    return list(lexicon.words[1].numbers)[at]


def test_translations_are_learned_from_sentences_side_by_side(languages: Languages, lexicon: Lexicon) -> None:
    forth, _ = lexicon.directions()
    seen = [(word, other) for word, other in languages.words if word[:PREFIX] in lexicon.words[0].numbers]
    right = [word for word, other in seen if best(lexicon, forth, word) == other[:PREFIX]]
    assert len(right) > 0.9 * len(seen) > 100


def test_probabilities_of_a_word_are_shares(lexicon: Lexicon) -> None:
    for direction in lexicon.directions():
        sums = np.add.reduceat(direction.probabilities, direction.starts[:-1][np.diff(direction.starts) > 0])
        assert ((sums > 0) & (sums < 1)).all()
        assert direction.frequencies.sum() == pytest.approx(1)
        assert ((direction.alone > 0) & (direction.alone <= 1)).all()


def test_a_lexicon_is_the_same_after_a_journey(lexicon: Lexicon) -> None:
    again = Lexicon.read(msgspec.msgpack.decode(msgspec.msgpack.encode(lexicon.plain())))
    for before, after in zip(lexicon.directions(), again.directions(), strict=True):
        for one, other in zip(before, after, strict=True):
            assert np.allclose(one, other, rtol=1e-4)


def test_words_of_two_texts_keep_their_translations_in_new_numbers(languages: Languages, lexicon: Lexicon) -> None:
    words = Words(), Words()
    ours, theirs = languages.sentence()
    words[0].read([f"{ours} Museum"])
    words[1].read([f"Museu {theirs}"])
    forth, back = localised(lexicon.words, lexicon.directions(), words, Dictionary(()))
    assert len(forth.starts) == len(words[0]) + 1
    museum = words[0].numbers["museum"]
    assert forth.targets[forth.starts[museum] : forth.starts[museum + 1]].tolist() == [words[1].numbers["museu"]]
    known = next(iter(words[0].numbers))
    whole = lexicon.directions()[0]
    number, there = words[0].numbers[known], lexicon.words[0].numbers[known]
    local = forth.probabilities[forth.starts[number] : forth.starts[number + 1]]
    everywhere = whole.probabilities[whole.starts[there] : whole.starts[there + 1]]
    assert set(local.round(6)) <= set(everywhere.round(6))
    assert len(back.frequencies) == len(words[0])


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("3,5 %", ["3,5", "%"]),
        ("L'été…", ["l", "'", "été", "…"]),
        ("ไทย", ["ไ", "ท", "ย"]),
        ("नमस्ते जी", ["नमस्ते"[:PREFIX], "जी"]),
        ("", []),
    ],
)
def test_texts_are_cut_into_words(written: str, found: list[str]) -> None:
    assert tokens(written) == found


def test_words_that_look_alike_across_scripts_are_likely_translations() -> None:
    found = cognates(["london", "the"], ["лондон", "то", "the"])
    assert {(0, 0), (1, 2)} <= set(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_no_words_have_no_cognates() -> None:
    assert [part.tolist() for part in cognates([], ["museum"])] == [[], [], []]


# Dictionaries


@pytest.mark.parametrize(("name", "write"), [("a.index", write_dictd), ("a.tei", write_tei), ("a.tsv", write_table)])
@pytest.mark.parametrize("is_turned", [False, True])
def test_dictionaries_are_read_in_either_direction(tmp_path: Path, name: str, write, *, is_turned: bool) -> None:
    german, italian = Words(["abend", "abart", "und"]), Words(["specie", "sera", "genere", "e"])
    dictionary = read_dictionary(write(tmp_path / name))
    assert len(dictionary) == 3
    likely = dictionary.likely(italian, german) if is_turned else dictionary.likely(german, italian)
    left, right = (likely.right, likely.left) if is_turned else (likely.left, likely.right)
    assert sorted(zip(left.tolist(), right.tolist(), strict=True)) == [(0, 1), (1, 0), (1, 2)]


def test_what_dictionaries_explain_at_length_is_no_translation(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("Abend\tder Teil des Tages vor der Nacht\nAbart\tspecie\n")
    assert len(read_dictionary(path)) == 1


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("missing.tsv", None, "cannot be read"),
        ("empty.tsv", b"", "no entries"),
        ("a.tei", b"<TEI><broken", "cannot be read"),
        ("a.tei", b"<TEI></TEI>", "no entries"),
        ("a.tei", b"<TEI></TIE>", "cannot be read"),
        ("bomb.tei", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><TEI/>', "declares entities"),
        ("binary.tsv", b"\xff\xfe\x00", "cannot be read"),
        ("a.index", b"abend\tA\tB\n", "cannot be read"),
    ],
)
def test_a_dictionary_that_cannot_be_read_says_why(tmp_path: Path, name: str, data: bytes | None, why: str) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ConfigError, match=rf"dictionary .*{name}.*{why}"):
        read_dictionary(path)


def test_a_dictionary_of_other_languages_is_told(tmp_path: Path) -> None:
    path = write_dictd(tmp_path / "freedict-deu-ita.index")
    assert read_dictionary(path, ("it", "de-at")).languages == ("de", "it")
    with pytest.raises(ConfigError, match=r"freedict-deu-ita\.index: it is de-it, and en-it is wanted"):
        read_dictionary(path, ("en", "it"))
    assert read_dictionary(write_table(tmp_path / "a.tsv"), ("en", "fr")).languages is None
