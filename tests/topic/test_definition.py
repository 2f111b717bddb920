from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.relevance.definition import Definition, Term


def read(folder: Path, text: str) -> Definition:
    file = folder / "topic.tsv"
    file.write_text(text, encoding="utf-8")
    return Definition.read(file)


def test_columns_come_in_the_order_of_the_header(tmp_path: Path) -> None:
    made = read(
        tmp_path, "language\tterm\tweight\tsubtopic\nde\tArbeitsschutz\t100\tgeneral\nIT\tsicurezza  sul lavoro\t80\t\n"
    )
    assert made.terms == (
        Term(100.0, "Arbeitsschutz", ("general",), "de"),
        Term(80.0, "sicurezza sul lavoro", (), "it"),
    )
    assert made.languages == ("de", "it")


def test_without_a_header_they_come_in_the_usual_order(tmp_path: Path) -> None:
    assert read(tmp_path, "# mine\n\n90\tladder\tfalls;tools\ten\n").terms == (
        Term(90.0, "ladder", ("falls", "tools"), "en"),
    )


def test_lines_of_ilsp_fc_are_read(tmp_path: Path) -> None:
    made = read(tmp_path, "\ufeff100:occupational safety=general>en\n50:Lärm>de\n")
    assert made.terms == (Term(100.0, "occupational safety", ("general",), "en"), Term(50.0, "Lärm", (), "de"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no terms"),
        ("weight\tterm\tsubtopic\tlanguage\n", "holds no terms"),
        ("weight\tterm\tsubtopic\tlanguage\nhigh\tx\ty\ten\n", "line 2: the weight 'high' is not a number above 0"),
        ("weight\tterm\tsubtopic\tlanguage\n-1\tx\ty\ten\n", "line 2: the weight '-1'"),
        ("weight\tterm\tsubtopic\tlanguage\nnan\tx\ty\ten\n", "line 2: the weight 'nan'"),
        ("10\tx\ty\t\n", "line 1: 'x' has no language"),
        ("10\tx\n", "line 1: 'x' has no language"),
        ("10:x=y\n", "line 1: 'x' has no language"),
        ("10\t \ty\ten\n", "line 1: the term is missing"),
        ("weight\tterm\tlang\n1\tx\ten\n", "line 1: there is no column 'lang'; did you mean 'language'?"),
        ("weight\tterm\n1\tx\n", "line 1: the header lacks language"),
        ("just some words\n", "line 1: no tabs"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as err:
        read(tmp_path, text)
    assert "topic.tsv" in str(err.value)
    assert message in str(err.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"topic\.definition: .*missing\.tsv cannot be read"):
        Definition.read(tmp_path / "missing.tsv")
    (tmp_path / "binary.tsv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="must be a UTF-8 text file"):
        Definition.read(tmp_path / "binary.tsv")
