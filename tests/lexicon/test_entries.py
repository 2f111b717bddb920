"""The file of a lexicon: what is written is read again, and what is wrong is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry, joined_origins, read_lexicon, read_lexicon_between, write_lexicon

ENTRIES = [
    Entry("house", "Haus", 0.75, "freedict:eng-deu;pivot:fr", 2),
    Entry("ice cream", "Eis"),
    Entry("آب", "Wasser", 0.0, "wiktionary:en", 0),
]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "a.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "lex.en-de.tsv"
    assert write_lexicon(path, ("en", "de"), iter(ENTRIES)) == 3
    languages, entries = read_lexicon(path)
    assert (languages, list(entries)) == (("en", "de"), ENTRIES)
    assert path.read_text(encoding="utf-8").splitlines()[:2] == [
        "# lexicon en de",
        "house\tHaus\t0.75\tfreedict:eng-deu;pivot:fr\t2",
    ]
    assert not path.with_name(path.name + ".tmp").exists()


@given(st.text(), st.text(), st.floats(0, 1), st.text(), st.integers(0, 10**9))
def test_every_entry_is_one_line_or_none(tmp_path_factory, source, target, score, origin, support) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tsv"
    number = write_lexicon(path, ("en", "de"), [Entry(source, target, score, origin, support), Entry("a", "b")])
    entries = list(read_lexicon(path)[1])
    assert len(entries) == number >= 1
    assert entries[-1] == Entry("a", "b")
    if number == 2 and not any("\ud800" <= letter <= "\udfff" for letter in source):
        assert entries[0].source == " ".join(source.split())
        assert entries[0].score == pytest.approx(score, rel=1e-3)


def test_a_line_of_two_words_is_enough(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff# lexicon en de\r\n# by hand\r\n\r\nhouse\tHaus\r\ncat\tKatze\t.5\r\n")
    languages, entries = read_lexicon(path)
    assert languages == ("en", "de")
    assert list(entries) == [Entry("house", "Haus"), Entry("cat", "Katze", 0.5)]


@pytest.mark.parametrize("text", ["", "house\tHaus\n", "# lexicon en\n", "# lexicon of en de\n"])
def test_another_file_is_told_and_how_to_make_a_lexicon_of_it(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"a\.tsv: its first line is not.*polytrawl lexicon import"):
        read_lexicon(written(tmp_path, text))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("house", "wants a word, a tab"),
        ("\tHaus", "wants a word, a tab"),
        ("house\tHaus\thigh", "are numbers"),
        ("house\tHaus\t1.5", "from 0 to 1"),
        ("house\tHaus\tnan", "from 0 to 1"),
        ("house\tHaus\t1\tx\t2.5", "are numbers"),
    ],
)
def test_a_wrong_line_is_told_by_its_number(tmp_path: Path, line: str, why: str) -> None:
    _, entries = read_lexicon(written(tmp_path, f"# lexicon en de\nhouse\tHaus\n{line}\n"))
    assert next(entries) == Entry("house", "Haus")
    with pytest.raises(ConfigError, match=rf"line 3: .*{why}"):
        next(entries)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.tsv: cannot be read"):
        read_lexicon(tmp_path / "none.tsv")
    path = tmp_path / "latin1.tsv"
    path.write_bytes(b"# lexicon en de\nhouse\tH\xe4user\n")
    with pytest.raises(ConfigError, match="is not UTF-8"):
        list(read_lexicon(path)[1])


def test_an_entry_can_be_turned_and_names_its_origins() -> None:
    assert ENTRIES[0].turned() == Entry("Haus", "house", 0.75, "freedict:eng-deu;pivot:fr", 2)
    assert ENTRIES[0].origins == ["freedict:eng-deu", "pivot:fr"]
    assert joined_origins([]) == ""


def test_a_lexicon_is_read_in_the_direction_that_is_wanted(tmp_path: Path) -> None:
    path = written(tmp_path, "# lexicon kw gv\nchi\tthie\t0.5\tx\t3\n")
    assert list(read_lexicon_between(path, ("kw", "gv"))) == [Entry("chi", "thie", 0.5, "x", 3)]
    assert list(read_lexicon_between(path, ("gv", "kw-gb"))) == [Entry("thie", "chi", 0.5, "x", 3)]
    for others in (("gv", "en"), ("en", "gv"), ("en", "de"), ("kw", "kw")):
        with pytest.raises(ConfigError, match=rf"a.tsv: its first line says kw gv, and {others[0]} {others[1]} is"):
            read_lexicon_between(path, others)
