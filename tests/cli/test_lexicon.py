"""The commands below `lexicon`, from dictionaries to an alignment that uses what they made."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from align.languages import Languages
from lexicon.dictionaries import write_dictd, write_dix, write_words
from polytrawl.cli.app import app
from polytrawl.errors import PolytrawlError
from polytrawl.lexicon.dictionary import read_dictionary
from polytrawl.lexicon.entries import Entry, read_lexicon, write_lexicon
from polytrawl.lexicon.side import Words
from polytrawl.run import Run


def call(*words: object) -> None:
    app(["lexicon", *map(str, words)], standalone_mode=False)


def pairs(path: Path) -> dict[tuple[str, str], Entry]:
    return {(one.source, one.target): one for one in read_lexicon(path)[1]}


def lexicon(path: Path, langs: str, *entries: str) -> Path:
    left, right = langs.split("-")
    write_lexicon(path, (left, right), [Entry(*entry.split("=")) for entry in entries])
    return path


def test_from_dictionaries_to_a_lexicon_that_is_judged(tmp_path: Path, capsys) -> None:
    german = write_dictd(
        tmp_path / "freedict-deu-ita.index", {"haus": "Haus\ncasa", "katze": "Katze\ngatto, <b>gatta</b>"}
    )
    english = lexicon(tmp_path / "en-de.tsv", "en-de", "house=Haus", "cat=Katze")
    french = [
        lexicon(tmp_path / "fr-en.tsv", "fr-en", "chat=cat"),
        lexicon(tmp_path / "it-fr.tsv", "it-fr", "gatto=chat"),
    ]
    made = tmp_path / "made" / "en-it.tsv"
    call("triangulate", german, english, *french, "--langs", "en,it", "--out", made)
    found = pairs(made)
    assert set(found) == {("house", "casa"), ("cat", "gatto"), ("cat", "gatta")}
    assert found["cat", "gatto"].origin == "pivot:de;pivot:fr"

    held_out = write_dix(tmp_path / "apertium-en-it.en-it.dix")
    call("import", held_out, write_words(tmp_path / "k.jsonl"), "--langs", "eng,ita", "--out", tmp_path / "gold.tsv")
    assert pairs(tmp_path / "gold.tsv")["house", "casa"].origin == "apertium:en-it;wiktionary:k"
    call("merge", made, tmp_path / "gold.tsv", "--langs", "it,en", "--out", tmp_path / "all.tsv")
    assert pairs(tmp_path / "all.tsv")["casa", "house"].support == 3
    call("filter", tmp_path / "all.tsv", "--min-support", 3, "--max-words", 1, "--out", tmp_path / "sure.tsv")
    assert set(pairs(tmp_path / "sure.tsv")) == {("casa", "house"), ("gatto", "cat")}
    capsys.readouterr()
    call("coverage", made, "--against", tmp_path / "gold.tsv", "--top", 100, "--json")
    told = json.loads(capsys.readouterr().out)
    assert told[0]["agreement"] == {"entries": 3, "judged": 3, "right": 2, "held_out": 7}
    assert [name for name, _ in told[0]["vocabulary"]] == ["top 100", "top 100"]
    call("coverage", made, "--against", tmp_path / "gold.tsv")
    assert "66.7%" in capsys.readouterr().out


@pytest.fixture
def corpus(tmp_path: Path) -> tuple[Languages, list[tuple[str, str]]]:
    languages = Languages(seed=4, words=80)
    return languages, [languages.sentence() for _ in range(300)]


def write_tsv(folder: Path, units: list[tuple[str, str]]) -> list[Path]:
    (folder / "a.tsv").write_text("".join(f"{ours}\t{theirs}\n" for ours, theirs in units))
    return [folder / "a.tsv"]


def write_turned_table(folder: Path, units: list[tuple[str, str]]) -> list[Path]:
    rows = "".join(f"{theirs}\t{ours}\tit\tde\n" for ours, theirs in units)
    (folder / "units.tsv").write_text(f"source\ttarget\tsource_language\ttarget_language\n{rows}")
    return [folder / "units.tsv"]


def write_tmx(folder: Path, units: list[tuple[str, str]]) -> list[Path]:
    one = '<tu><tuv xml:lang="it"><seg>{}</seg></tuv><tuv xml:lang="de-CH"><seg>{}</seg></tuv></tu>'
    body = "".join(one.format(theirs, ours) for ours, theirs in units)
    (folder / "a.tmx").write_text(f'<tmx version="1.4"><header/><body>{body}</body></tmx>')
    return [folder / "a.tmx"]


def write_cut_tmx(folder: Path, units: list[tuple[str, str]]) -> list[Path]:
    (path,) = write_tmx(folder, units)
    path.write_bytes(path.read_bytes()[:-40])
    return [path]


def write_moses(folder: Path, units: list[tuple[str, str]]) -> list[Path]:
    for side, language in enumerate(("de", "it")):
        (folder / f"a.{language}").write_text("".join(unit[side] + "\n" for unit in units))
    return [folder / "a.it", folder / "a.de"]


@pytest.mark.parametrize("write", [write_tsv, write_turned_table, write_tmx, write_cut_tmx, write_moses])
def test_parallel_texts_of_every_form_give_the_same_lexicon(tmp_path: Path, corpus, write, capsys) -> None:
    languages, units = corpus
    out = tmp_path / "lexicon.tsv"
    call("align", *write(tmp_path, units), "--langs", "de,it", "--method", "association", "--out", out)
    found = {(source.lower(), target.lower()) for source, target in pairs(out)}
    assert read_lexicon(out)[0] == ("de", "it")
    assert len(found & set(languages.words)) > 0.9 * len(found) > 50
    assert ("broken XML" in capsys.readouterr().err) == (write is write_cut_tmx)


def test_the_units_of_a_run_are_a_parallel_corpus(demo: Run, tmp_path: Path) -> None:
    call("align", demo.path, "--langs", "it,de", "--out", tmp_path / "a.tsv", "--method", "association")
    assert {entry.origin for entry in pairs(tmp_path / "a.tsv").values()} == {f"corpus:{demo.path.name}"}


def test_a_lexicon_is_a_dictionary_for_the_aligner(tmp_path: Path) -> None:
    languages = Languages(seed=8, words=300)
    texts = languages.pair(12)
    for name, lines in (("a.txt", texts.left), ("b.txt", texts.right)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    path = tmp_path / "lex.de-it.tsv"
    write_lexicon(path, ("it", "de"), [Entry(other, word, 0.9, "x") for word, other in languages.words])
    files = ["--left", str(tmp_path / "a.txt"), "--right", str(tmp_path / "b.txt"), "--langs", "de,it", "--sentences"]
    app(
        ["align", *files, "--dictionary", str(path), "--format", "vec", "--out", str(tmp_path / "o")],
        standalone_mode=False,
    )
    beads = [line.rpartition(":")[0] for line in (tmp_path / "o").read_text().splitlines()]
    assert beads == [f"[{n}]:[{n}]" for n in range(12)]
    with pytest.raises(PolytrawlError, match="it is it-de, and de-fr is wanted"):
        app(["align", *files, "--langs", "de,fr", "--dictionary", str(path)], standalone_mode=False)


def test_doubtful_entries_of_a_lexicon_weigh_less(tmp_path: Path) -> None:
    path = tmp_path / "lex.tsv"
    write_lexicon(path, ("de", "it"), [Entry("Haus", "casa", 0.8), Entry("Haus", "tetto", 0.2), Entry("Haus", "no", 0)])
    likely = read_dictionary(path).likely(Words(["haus"]), Words(["casa", "tetto", "no"]))
    assert likely.right.tolist() == [0, 1]
    assert np.allclose(likely.weights, [0.8, 0.2])


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["import", "none.tsv", "--langs", "en,it"], "none.tsv: No such file"),
        (["import", "none.tsv", "--langs", "en"], "--langs en: name the languages"),
        (["import", "words.tsv", "--langs", "en,i t"], "'i t' is no language"),
        (["import", "words.tsv", "--langs", "it,ita"], "--langs it,ita: a lexicon is between two languages"),
        (["merge", "words.tsv"], "neither its first line nor its name"),
        (["merge", "words.tsv", "fr-it.tsv", "--langs", "en,it"], "it is fr-it, and en-it is wanted"),
        (["triangulate", "fr-it.tsv", "--langs", "en,it"], "no language leads from en to it"),
        (["align", "none.tmx", "--langs", "en,it"], "none.tmx: no such file or run directory"),
        (["align", "a.en", "--langs", "en,it"], "two files side by side that end in their languages: corpus.en"),
        (["align", "a.en", "b.it", "--langs", "en,it"], "b.it: it ends after line 1, and the other file goes on"),
        (["align", "words.tsv", "--langs", "en,it", "--method", "giza"], "no such method 'giza'"),
        (["filter", "fr-it.tsv", "--list", "empty.txt"], "empty.txt: the list is empty"),
        (["filter", "fr-it.tsv", "--min-support", "9"], "no entries are left: 1 low-support"),
    ],
)
def test_mistakes_are_answered(tmp_path: Path, monkeypatch, words: list[str], why: str) -> None:
    monkeypatch.chdir(tmp_path)
    lexicon(tmp_path / "fr-it.tsv", "fr-it", "chat=gatto")
    for name, text in (("words.tsv", "house\tcasa\n"), ("a.en", "a\nb\n"), ("b.it", "a\n"), ("empty.txt", "")):
        (tmp_path / name).write_text(text)
    with pytest.raises(PolytrawlError) as told:
        call(*words, "--out", "out.tsv")
    assert why in str(told.value)
    assert not (tmp_path / "out.tsv").exists()


def test_a_lexicon_of_which_nothing_is_left_stays_as_it_was(tmp_path: Path) -> None:
    path = lexicon(tmp_path / "fr-it.tsv", "fr-it", "chat=gatto")
    with pytest.raises(PolytrawlError, match="no entries are left"):
        call("filter", path, "--min-support", 9, "--out", path)
    assert set(pairs(path)) == {("chat", "gatto")}
    assert [one.name for one in tmp_path.iterdir()] == ["fr-it.tsv"]


def test_long_entries_of_a_lexicon_are_left_out_by_import_and_kept_by_merge(tmp_path: Path) -> None:
    path = lexicon(tmp_path / "en-it.tsv", "en-it", "house=casa", "ice cream=gelato", "cat=un bel gatto")
    call("import", path, "--langs", "en,it", "--max-words", 1, "--out", tmp_path / "short.tsv")
    assert set(pairs(tmp_path / "short.tsv")) == {("house", "casa")}
    call("merge", path, "--out", tmp_path / "all.tsv")
    assert len(pairs(tmp_path / "all.tsv")) == 3


def test_a_cut_dictionary_is_told_and_its_beginning_kept(tmp_path: Path) -> None:
    path = write_dix(tmp_path / "a.dix")
    path.write_bytes(path.read_bytes()[:700])
    done = subprocess.run(
        [sys.executable, "-m", "polytrawl", "lexicon", "import", "a.dix", "--langs", "en,it", "--out", "o.tsv"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "a.dix: broken XML, or its end is missing" in done.stderr
    assert ("house", "casa") in pairs(tmp_path / "o.tsv")


def comparable_texts(folder: Path) -> tuple[Path, Path]:
    """Sixty sentences a side, none of which translates another, with names, numbers and cognates."""
    english, spanish = folder / "a.txt", folder / "b.txt"
    names = ("Haydn", "Mozart", "Berlioz")
    english.write_text("\n\n".join(f"The notation of {names[n % 3]} is here {n}." for n in range(60)), "utf-8")
    spanish.write_text("\n\n".join(f"La notación de {names[n % 3]} está aquí {n}." for n in range(60, 120)), "utf-8")
    return english, spanish


def test_a_lexicon_is_learned_from_comparable_texts_and_says_what_is_missing(tmp_path: Path, capsys) -> None:
    out = tmp_path / "learned.tsv"
    call("learn", *comparable_texts(tmp_path), "--langs", "en,es", "--out", out)
    assert ("notation", "notación") in pairs(out)
    assert "no seed lexicon" in capsys.readouterr().err


def test_learning_from_an_empty_side_or_a_missing_file_is_told(tmp_path: Path) -> None:
    english, _ = comparable_texts(tmp_path)
    empty = tmp_path / "empty.txt"
    empty.write_text("", "utf-8")
    for files, told in (((english, empty), "no sentences of es"), ((english, tmp_path / "x"), "no such file")):
        with pytest.raises(PolytrawlError, match=told):
            call("learn", *files, "--langs", "en,es", "--out", tmp_path / "out.tsv")
    with pytest.raises(PolytrawlError, match="two text files"):
        call("learn", english, "--langs", "en,es", "--out", tmp_path / "out.tsv")


def test_sentences_are_mined_into_a_table_of_units(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "en.txt").write_text("Haydn wrote 104 of them.\nNobody knows that today.\n", "utf-8")
    (folder / "es.txt").write_text("Eso fue muy tarde ayer.\nHaydn compuso 104 de ellas.\n", "utf-8")
    out = tmp_path / "units.tsv"
    command = ["mine", folder, "--langs", "en,es", "--out", out, "--min-margin", 0, "--min-score", 0]
    app([str(word) for word in command], standalone_mode=False)
    header, unit = (line.split("\t") for line in out.read_text("utf-8").splitlines())
    assert header[:2] == ["source", "target"]
    assert unit[:2] == ["Haydn wrote 104 of them.", "Haydn compuso 104 de ellas."]
    assert unit[-1] == "mined"
