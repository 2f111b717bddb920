"""Topic definitions in one more language."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.cli.app import app
from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry, write_lexicon
from polytrawl.relevance.definition import Definition, Term

TERMS = (
    "weight\tterm\tsubtopic\tlanguage\n100\tFlower\tplants;garden\ten\n"
    "50\tice age\t\ten\n80\trosa\t\tit\n50\trose\t\ten\n"
)
ENTRIES = [
    Entry("flower", "fiore", 0.9),
    Entry("flower", "fioritura", 0.5),
    Entry("flower", "fior", 0.3),
    Entry("flower", "farina", 0.1),
    Entry("rose", "rosa", 1.0),
    Entry("rose", "fiore", 0.25),
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "topic.tsv").write_text(TERMS, encoding="utf-8")
    write_lexicon(tmp_path / "lex.tsv", ("it", "en"), [entry.turned() for entry in ENTRIES])
    return tmp_path / "topic.tsv", tmp_path / "lex.tsv"


def test_terms_get_their_best_translations(files, tmp_path: Path, capsys) -> None:
    out = tmp_path / "both.tsv"
    words = ["lexicon", "translate", files[0], "--lexicon", files[1], "--langs", "en,it", "--out", out]
    app(list(map(str, words)), standalone_mode=False)
    terms = Definition.read(out).terms
    assert terms[:4] == Definition.read(files[0]).terms
    assert terms[4:] == (
        Term(90, "fiore", ("plants", "garden"), "it"),
        Term(50, "fioritura", ("plants", "garden"), "it"),
    )
    told = capsys.readouterr()
    assert "2 terms in it for 4 terms" in told.out
    assert "1 terms have no translation: ice age" in told.err


def test_a_definition_that_cannot_be_read_is_told(files, tmp_path: Path) -> None:
    files[0].write_text("no terms\n")
    with pytest.raises(ConfigError, match=r"topic\.tsv, line 1"):
        app(["lexicon", "translate", str(files[0]), "--lexicon", str(files[1]), "--out", "x"], standalone_mode=False)
