"""Translations that changed, and where their new words come from."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from polytrawl.adapt.changed import Evidence, changes, index_of
from polytrawl.adapt.phrase_pairs import phrase_pairs
from polytrawl.errors import ConfigError

pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")

SOURCES = ["the slur is long", "beam it", "the end", "a big note head here"]
BEFORE = ["la mancha es larga", "rayo lo", "el fin", "una grande nota cabeza aquí"]
AFTER = ["la ligadura es larga", "viga lo", "el fin", "una cabeza de nota grande aquí"]
TRUTH = ["la ligadura es larga", "barra lo", "el fin", "una cabeza grande de nota aquí"]


def test_new_words_are_traced_to_table_vocabulary_or_choice():
    pairs = [("slur", "ligadura"), ("long slur", "ligadura"), ("sea", "ligadura"), ("note head", "cabeza de nota")]
    tables = {"PT": index_of(pairs, SOURCES, AFTER)}
    assert tables["PT"]["ligadura"] == [("slur", "ligadura"), ("long slur", "ligadura")]
    evidence = Evidence(frozenset({"rayo", "de"}), frozenset({"viga", "de"}), tables)
    found = changes(SOURCES, (BEFORE, AFTER), [TRUTH], evidence)
    words = {word.text: word for one in (*found.best, *found.worst) for word in one.came}
    assert (words["ligadura"].why, words["ligadura"].table) == ("table", "PT")
    assert words["ligadura"].phrases == ("slur", "ligadura")
    assert words["de"].phrases == ("note head", "cabeza de nota")
    assert words["ligadura"].is_right
    assert (found.sentences, found.same) == (4, 1)
    assert found.best[0].gone == ["mancha"]
    assert found.best[0].line == 1


def test_a_word_that_only_the_later_models_know_is_new_vocabulary_else_a_choice():
    evidence = Evidence(frozenset({"rayo"}), frozenset({"viga"}))
    found = changes(SOURCES, (BEFORE, AFTER), [TRUTH], evidence)
    assert found.reasons == {"choice": 2, "vocabulary": 1}
    assert found.right == {"choice": 2}


def test_better_and_worse_are_counted_and_the_clearest_come_first():
    better = changes(SOURCES, (BEFORE, TRUTH), [TRUTH])
    assert (better.better, better.worse) == (3, 0)
    gains = [one.gain for one in better.best]
    assert gains == sorted(gains, reverse=True)
    worse = changes(SOURCES, (TRUTH, BEFORE), [TRUTH], examples=1)
    assert (worse.better, worse.worse, len(worse.worst)) == (0, 3, 1)
    assert worse.worst[0].gain == pytest.approx(-gains[0])


def test_a_word_said_once_more_is_new():
    [one] = changes(["a"], (["x y"], ["x x y"]), [["x x y"]]).best
    assert [word.text for word in one.came] == ["x"]


def test_texts_of_other_lengths_are_told():
    with pytest.raises(ConfigError, match="source has 4 lines, after has 3"):
        changes(SOURCES, (BEFORE, AFTER[:3]), [TRUTH])


def test_phrase_pairs_come_from_a_table_or_a_lexicon(tmp_path: Path):
    table = tmp_path / "table.gz"
    with gzip.open(table, "wt") as file:
        file.write("note head ||| cabeza de nota ||| 0.5 0.5 ||| 0-2\nslur ||| ligadura ||| 1\n")
    lexicon = tmp_path / "lexicon.tsv"
    lexicon.write_text("# lexicon en es\nslur\tligadura\t0.5\n")
    assert list(phrase_pairs(table)) == [("note head", "cabeza de nota"), ("slur", "ligadura")]
    assert list(phrase_pairs(lexicon)) == [("slur", "ligadura")]
    lexicon.write_text("slur\tligadura\n")
    with pytest.raises(ConfigError, match="line 1: expected `source"):
        list(phrase_pairs(lexicon))
