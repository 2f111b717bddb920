"""Dictionaries become one lexicon: turned where they go the other way, merged, and with what was left out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lexicon.dictionaries import write_dictd, write_dix, write_table, write_tei, write_words
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.gather import between, gather
from polytrawl.lexicon.merge import merged


def test_several_dictionaries_are_one_lexicon(tmp_path: Path) -> None:
    paths = [
        write_dix(tmp_path / "apertium-en-it.en-it.dix"),
        write_words(tmp_path / "kaikki.jsonl"),
        write_dictd(tmp_path / "freedict-ita-eng.index", {"casa": "casa\nhouse, home", "gatto": "gatto\ncat"}),
    ]
    found = gather(paths, ("en", "it"))
    entries = {(one.source, one.target): one for one in found.entries}
    assert entries["house", "casa"] == Entry(
        "house", "casa", 1.0, "apertium:en-it;freedict:ita-eng;wiktionary:kaikki", 3
    )
    assert entries["dwelling", "dimora"].score == 0.5
    assert entries["cat", "gatto"].support == 2
    assert [(one.origin, one.entries) for one in found.files] == [
        ("apertium:en-it", 5),
        ("wiktionary:kaikki", 3),
        ("freedict:ita-eng", 3),
    ]
    assert found.files[0].dropped["pattern"] == 1


def test_an_entry_for_one_direction_counts_in_full_there(tmp_path: Path) -> None:
    found = gather([write_dix(tmp_path / "apertium-en-it.en-it.dix")], ("it", "en"))
    scores = {(one.source, one.target): one.score for one in found.entries}
    assert (scores["casa", "home"], scores["dimora", "dwelling"]) == (0.5, 1.0)


def test_a_dictionary_of_other_languages_is_refused_before_the_work(tmp_path: Path) -> None:
    path = write_dictd(tmp_path / "freedict-fra-ita.index")
    with pytest.raises(ConfigError, match=r"freedict-fra-ita\.index: it is fr-it, and en-de is wanted"):
        gather([path], ("en", "de"))


def test_what_is_read_before_the_damage_is_kept(tmp_path: Path) -> None:
    path = write_dix(tmp_path / "a.dix")
    path.write_bytes(path.read_bytes().partition(b'<e r="RL"')[0])
    found = gather([path], ("en", "it"))
    assert [(one.source, one.target) for one in found.entries] == [("home", "casa"), ("house", "casa")]
    assert "broken XML, or its end is missing" in found.files[0].problem


@pytest.mark.parametrize("data", [b"", b"one column\n", b"7\t8\n"])
def test_nothing_found_says_why_for_each_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.tsv").write_bytes(data)
    with pytest.raises(ConfigError, match=r"no entries were found: .*a\.tsv: .*; .*gone\.tsv: No such file"):
        gather([tmp_path / "a.tsv", tmp_path / "gone.tsv"], ("en", "it"))


def test_a_file_that_tells_no_languages_needs_them(tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("house\tcasa\n")
    assert between(tmp_path / "words.tsv", ("en", "it")) == ("en", "it")
    with pytest.raises(ConfigError, match="neither its first line nor its name"):
        between(tmp_path / "words.tsv")


def test_merging_a_lexicon_with_itself_changes_nothing() -> None:
    entries = [Entry("a", "b", 0.5, "x", 2), Entry("a", "c", 0.25, "x;y", 3)]
    assert list(merged([*entries, *entries])) == entries


def test_origins_that_are_in_it_already_add_nothing() -> None:
    both, one = Entry("a", "b", 0.75, "x;y", 4), Entry("a", "b", 0.5, "x", 2)
    assert list(merged([one, both])) == [both]
    assert list(merged([both, Entry("a", "b", 0.5, "z", 1)])) == [Entry("a", "b", 0.875, "x;y;z", 5)]


def test_an_origin_that_two_lexicons_share_counts_once() -> None:
    a, b, c = (Entry("a", "b", score, origin, 2) for score, origin in ((0.9, "a"), (0.1, "b"), (0.1, "c")))
    [whole] = merged([a, b, c])
    [found] = merged([*merged([a, b]), *merged([b, c])])
    assert (found.origin, found.support) == (whole.origin, whole.support) == ("a;b;c", 6)
    assert found.score == pytest.approx(whole.score) == pytest.approx(0.919)


def test_entries_are_in_the_order_of_their_sources_and_the_best_first() -> None:
    entries = [Entry("b", "x", 0.1), Entry("A", "y"), Entry("b", "z", 0.9)]
    assert [(one.source, one.target) for one in merged(entries)] == [("A", "y"), ("b", "z"), ("b", "x")]


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("a.tei", write_tei),
        ("a.dix", write_dix),
        ("a.jsonl.gz", write_words),
        ("a.tsv", write_table),
        ("a.index", write_dictd),
    ],
)
def test_damaged_files_are_read_or_told_and_nothing_else(tmp_path: Path, name: str, write) -> None:
    chance = random.Random(name)
    read, told = 0, []
    for _ in range(60):
        path = write(tmp_path / name)
        for part in (path, path.with_suffix(".dict.dz")):
            if part.exists():
                part.write_bytes(damaged(part.read_bytes(), chance))
        try:
            read += len(gather([path], ("en", "it")).entries) > 0
        except ConfigError as err:
            told.append(str(err))
    assert read > 0
    assert all(name in text for text in told)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, left out or put in, or all cut off from somewhere on."""
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(data) + 1)
        end = chance.choice([b"", data[at + 1 :], data[at + 20 :]])
        data = data[:at] + chance.randbytes(chance.randrange(3)) + end
    return data
