"""Dictionaries of every form are read as clean couples, and what is left out has a reason."""

from __future__ import annotations

import gzip
import io
import time
from pathlib import Path

import pytest

from lexicon.dictionaries import base64, write_dictd, write_dix, write_tei, write_words
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry, write_lexicon
from polytrawl.lexicon.formats import Couple, Damaged, Wanted, languages_of, read_couples, tells_languages, two_letters
from polytrawl.lexicon.formats.text import plain

REAL = Path("/usr/share/dictd/freedict-deu-ita.index")


def read(path: Path, **wanted) -> tuple[list[tuple[str, str]], dict[str, int]]:
    asked = Wanted(**wanted)
    return [couple[:2] for couple in read_couples(path, asked)], dict(asked.dropped)


def test_apertium_entries_are_lemmas_without_grammar(tmp_path: Path) -> None:
    asked = Wanted()
    couples = list(read_couples(write_dix(tmp_path / "a.dix"), asked))
    assert couples == [
        Couple("house", "casa"),
        Couple("home", "casa", 1.0, 0.5),
        Couple("dwelling", "dimora", 0.5, 1.0),
        Couple("take away", "portar via"),
        Couple("radio", "radio"),
    ]
    assert asked.dropped == {"switched-off": 1, "pattern": 1, "empty": 1}


@pytest.mark.parametrize("name", ["en.jsonl", "en.jsonl.gz"])
def test_wiktionary_gives_translations_in_both_directions(tmp_path: Path, name: str) -> None:
    path = write_words(tmp_path / name)
    assert read(path, languages=("en", "it"))[0] == [("house", "casa"), ("cat", "gatto"), ("she-cat", "gatta")]
    assert read(path, languages=("it", "de"))[0] == [("gatta", "Katze")]
    assert read(path, languages=("en", "el")) == ([], {})


def test_wiktionary_without_languages_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match=r"many languages.*lexicon import"):
        read(write_words(tmp_path / "en.jsonl"))


def test_broken_lines_of_wiktionary_are_counted_and_another_file_is_told(tmp_path: Path) -> None:
    path = write_words(tmp_path / "en.jsonl")
    path.write_bytes(b'{"word": "ca\n[1]\n' + path.read_bytes())
    assert read(path, languages=("en", "it"))[1] == {"no-json": 2}
    path.write_text("no json\n" * 200)
    with pytest.raises(Damaged, match="no words of wiktextract"):
        read(path, languages=("en", "it"))


def test_examples_of_tei_are_no_translations(tmp_path: Path) -> None:
    assert read(write_tei(tmp_path / "a.tei"))[0] == [("Abend", "sera"), ("Abart", "genere"), ("Abart", "specie")]


def test_old_tei_has_other_names(tmp_path: Path) -> None:
    path = tmp_path / "lat-deu.tei"
    entry = "<entry><form><orth>abies</orth></form><trans><tr>Fichte</tr><tr>Tanne</tr></trans></entry>"
    path.write_text(f"<TEI.2><text><body>{entry}</body></text></TEI.2>")
    assert read(path)[0] == [("abies", "Fichte"), ("abies", "Tanne")]
    assert tells_languages(path)


def test_dictd_articles_have_translations_and_explanations(tmp_path: Path) -> None:
    articles = {
        "maison": "maison /mɛ.zɔ̃/ <n, fem>\ncasa 2.\nBâtiment servant de logis\n 3.\nLignée\n",
        "grand": "grand /ɡʁɑ̃/ <adj>\n1. grande, gran\nCélèbre\n2. grande, grosso (di dimensioni, alto)\n",
        "choufleur": "chou\u2010fleur /ʃu/\ncavolfiore <masc>\n   Synonym: {chou}\n         Note: x\n see: {y}\n",
        "building society": 'building society\n [Am.] Bausparkasse <fem>\n      "a society"  - eine Gesellschaft\n',
        "other": "not the same word\naltro\n",
        "100e": "100e\n100\n",
    }
    couples, dropped = read(write_dictd(tmp_path / "a.index", articles))
    assert couples == [
        ("maison", "casa"),
        ("grand", "grande"),
        ("grand", "gran"),
        ("grand", "grande"),
        ("grand", "grosso"),
        ("chou-fleur", "cavolfiore"),
        ("building society", "Bausparkasse"),
        ("other", "altro"),
    ]
    assert dropped == {"no-letters": 1}


class Forwards(io.BytesIO):
    """Bytes that are read from the beginning to the end only, as those of a packed file should be."""

    def seek(self, place: int, whence: int = 0) -> int:
        assert place >= self.tell()
        return super().seek(place, whence)


@pytest.mark.parametrize("places", [[(0, 11), (0, 11), (0, 11)], [(0, 5), (0, 11), (6, 5)], [(6, 5), (0, 11), (0, 0)]])
def test_words_that_share_an_article_do_not_unpack_the_file_again(tmp_path: Path, monkeypatch, places) -> None:
    body = b"casa\nhouse\n"
    monkeypatch.setattr("polytrawl.lexicon.formats.dictd.opened", lambda _path: Forwards(body))
    index = tmp_path / "a.index"
    index.write_text("".join(f"casa\t{base64(start)}\t{base64(size)}\n" for start, size in places))
    assert read(index)[0].count(("casa", "house")) == places.count((0, 11))


@pytest.mark.parametrize("text", ["[[", "[[a|", "<", "<br ", "(", "{"])
def test_brackets_that_stay_open_take_time_by_their_number(text: str) -> None:
    began = time.process_time()
    plain(text * 40_000)
    assert time.process_time() - began < 2  # by the square of it, ten seconds and more


def test_a_line_without_end_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("cat\tgatto\n" + f"house\t{'casa;' * 5_000}\n")
    assert read(path) == ([("cat", "gatto")], {"too-long": 1})


def test_html_in_a_table_is_taken_off_or_dropped_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(
        "house\t<b>casa</b><br/>dimora &amp; co <!-- old --> [lit.]\n"
        "cat\t<script\n"
        "dog\t<i></i>&nbsp;\n"
        "tea\tbevanda calda fatta di foglie di una pianta\n"
        "cow\n"
        "Washington, D.C.\tWashington\n"
        "7\tsette\n",
        encoding="utf-8",
    )
    couples, dropped = read(path)
    assert couples == [("house", "casa"), ("house", "dimora & co"), ("Washington, D.C.", "Washington")]
    assert dropped == {"markup": 1, "empty": 1, "too-long": 1, "one-column-only": 1, "no-letters": 1}


def test_a_lexicon_keeps_its_scores(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    write_lexicon(path, ("en", "it"), [Entry("house", "casa", 0.5, "pivot:fr", 2)])
    assert list(read_couples(path, Wanted())) == [Couple("house", "casa", 0.5, 0.5, "pivot:fr", 2)]


def cut(path: Path, size: int) -> Path:
    path.write_bytes(path.read_bytes()[:size])
    return path


@pytest.mark.parametrize(
    ("name", "write", "size", "kept"),
    [
        ("a.tei", write_tei, 420, 1),
        ("a.dix", write_dix, 620, 2),
        ("a.jsonl.gz", write_words, 200, 0),
    ],
)
def test_of_a_cut_file_the_beginning_is_read(tmp_path: Path, name: str, write, size: int, kept: int) -> None:
    asked, found = Wanted(("en", "it")), []
    with pytest.raises(Damaged, match=r"cut|broken"):
        found.extend(read_couples(cut(write(tmp_path / name), size), asked))
    assert len(found) >= kept


def test_a_cut_dictd_file_gives_its_first_articles(tmp_path: Path) -> None:
    path = write_dictd(tmp_path / "a.index")
    path.with_suffix(".dict").write_bytes(gzip.decompress(path.with_suffix(".dict.dz").read_bytes())[:-5])
    couples = read_couples(path, Wanted())
    assert next(couples)[:2] == ("Abend", "sera")
    with pytest.raises(Damaged, match=r"a\.dict ends before the article of 'abart'"):
        next(couples)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.tei", b"<html><body/></html>", "begins with <html>, not with <TEI>"),
        ("a.dix", b"<TEI/>", "begins with <TEI>, not with <dictionary>"),
        ("a.index", b"word\t!!\tB\n", "no index of dictd"),
        ("a.jsonl.gz", b"no gzip", "[Nn]ot a gzipped file"),
        ("a.tei", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><TEI/>', "declares entities"),
        ("a.tsv", b"H\xe4user\tcase\nHaus\tcasa\n", "1 of its lines are not UTF-8"),
    ],
)
def test_another_file_says_what_it_is(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Damaged, match=why):
        read(tmp_path / name, languages=("en", "it"))


def test_languages_are_told_by_the_first_line_or_the_name(tmp_path: Path) -> None:
    write_lexicon(tmp_path / "freedict-eng-deu.tsv", ("pt-br", "it"), [Entry("a", "b")])
    assert languages_of(tmp_path / "freedict-eng-deu.tsv") == ("pt-br", "it")
    assert languages_of(Path("kaikki.de-it.jsonl.gz")) == ("de", "it")
    assert languages_of(Path("words.tsv")) is None
    assert tells_languages(Path("freedict-eng-deu.index"))
    assert not tells_languages(Path("my.de-it.tsv"))


@pytest.mark.parametrize("code", ["e n", "??", "", "xyzzy-q"])
def test_what_is_no_language_is_told(code: str) -> None:
    with pytest.raises(ConfigError, match="is no language"):
        two_letters(code)


@pytest.mark.skipif(not REAL.exists(), reason="the Debian package dict-freedict-deu-ita is not installed")
def test_a_dictionary_of_freedict_is_read_clean() -> None:
    couples, dropped = read(REAL)
    assert len(set(couples)) > 5_000
    assert {("Haus", "casa"), ("Verwandtschaft", "parentela")} <= set(couples)
    assert not [text for couple in couples for text in couple if set(text) & set("<>[](){}/;,")]
    assert sum(dropped.values()) < 50
