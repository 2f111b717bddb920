"""Judged tables as people bring them back: read right, or refused with the line that is wrong."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.evaluate.origin import Origin
from polytrawl.evaluate.tables import Judgement, as_line, read_table

ORIGIN = Origin(
    kind="paragraphs",
    run="Über; alles",
    folder="/runs/a, b",
    seed=7,
    confidence=95,
    interval=10,
    is_exported=True,
    stages={"topic": "m-1 m-2"},
    populations={"text": {"de text": 50, "de boilerplate": 70}, "language": {"de text": 45}},
)
HEAD = ["paragraph", "stratum", "says", "url", "language", "text", "judged_text", "judged_language"]
ROWS = [
    ["d-1:0", "de text", "text", "http://a.test/", "de", 'Er sagte "ja"; größer, höher', "yes", "no"],
    ["d-1:1", "de boilerplate", "boilerplate", "http://a.test/", "de", "Menü", "No", "-"],
    ["d-2:5", "de text", "text", "http://b.test/", "de", '"Zitat', "", ""],
]
LINES = [[ORIGIN.line()], HEAD, *ROWS]
EXPECTED = {"d-1:0": {"text": "yes", "language": "no"}, "d-1:1": {"text": "no"}, "d-2:5": {}}


def saved(separator: str = "\t", *, quoting: int = csv.QUOTE_MINIMAL, end: str = "\r\n", pad: bool = True) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator=end)
    writer.writerows([*row, *[""] * (len(HEAD) - len(row))] if pad else row for row in LINES)
    return out.getvalue()


def answers(path: Path) -> dict[str, dict[str, str]]:
    return {name: row.answers for name, row in read_table(path).rows.items()}


@pytest.mark.parametrize(
    "data",
    [
        "\n".join(map(as_line, LINES)).encode(),
        saved(pad=False, end="\n").encode(),
        saved(",").encode("utf-8-sig"),
        saved(";").encode("utf-8-sig"),
        saved(";").encode("cp1252"),
        saved(";", quoting=csv.QUOTE_ALL).encode(),
        saved("\t").encode("utf-16"),
        ("sep=;\r\n" + saved(";")).encode("utf-8-sig"),
        saved("\t").replace("\r\n", "\r\n\r\n").encode(),
        saved("\t").replace("\tyes\t", "\t YES \t").replace("\tNo\t", "\tn\t").encode(),
    ],
    ids=[
        "ours",
        "lf",
        "excel-csv",
        "excel-semicolons",
        "excel-ansi",
        "libreoffice",
        "excel-unicode",
        "sep",
        "gaps",
        "case",
    ],
)
def test_what_programs_for_tables_save_is_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "judged.csv"
    path.write_bytes(data)
    assert answers(path) == EXPECTED
    assert read_table(path).origin == ORIGIN


def test_rows_may_be_sorted_and_columns_moved_or_added(tmp_path: Path) -> None:
    order = [7, 2, 0, 6, 1]
    moved = [[row[at] for at in order] + ["a note"] for row in [HEAD[:], *ROWS[::-1]]]
    moved[0][-1] = "Remarks"
    path = tmp_path / "judged.tsv"
    path.write_text(
        "\n".join(["\t".join(one) for one in moved[:1]] + [ORIGIN.line()] + ["\t".join(r) for r in moved[1:]])
    )
    assert answers(path) == EXPECTED


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: "", "no line begins with #polytrawl-sheet"),
        (lambda text: text.split("\n", 1)[1], "no line begins with #polytrawl-sheet"),
        (
            lambda text: text.replace("\tyes\t", "\tperhaps\t"),
            "line 3: judged_text 'perhaps'; expected yes, no or nothing",
        ),
        (lambda text: text.replace("\tjudged_text", "\tmine"), "line 2: no column 'judged_text'"),
        (lambda text: text.replace("paragraph\t", "\t"), "line 2: no column 'paragraph'"),
        (lambda text: text.replace("d-1:1", ""), "line 4: nothing stands in the column 'paragraph'"),
        (lambda text: text.replace("\tde boilerplate\t", "\tit\t"), "line 4: stratum 'it' is none of this sample"),
        (lambda text: text.replace("\t-", "\tyes"), "line 4: language is not asked of 'de boilerplate'"),
        (lambda text: text.replace("d-1:1", "d-1:0"), "line 4: d-1:0 is judged otherwise in line 3"),
        (lambda text: text.replace("seed=7", "seed=x"), "line 1: the line that tells where the sheet comes from"),
        (lambda text: text.replace("kind=paragraphs", "kind=words"), "line 1: there are no sheets of 'words'"),
        (lambda text: text.replace("=50", "=many"), "line 1: the line that tells where"),
        (lambda text: text.split("\n", 2)[0] + "\n" + text.split("\n", 2)[2], "line 2: no column 'paragraph'"),
        (lambda _: "document\turl\tjudgement\nd-1\thttp://a.test/\tyes\n", "chosen for what they teach"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, change: object, message: str) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text(change("\n".join(map(as_line, LINES))), encoding="utf-8")
    with pytest.raises(ConfigError) as told:
        read_table(path)
    assert message in str(told.value)
    assert str(path) in str(told.value)


def test_a_picture_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "judged.tsv"
    path.write_bytes(bytes(range(256)) * 50)
    with pytest.raises(ConfigError):
        read_table(path)


def test_a_workbook_is_to_be_saved_as_text(tmp_path: Path) -> None:
    path = tmp_path / "judged.xlsx"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(ConfigError, match="save it as CSV"):
        read_table(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_table(tmp_path / "none.tsv")


def test_what_is_read_knows_what_polytrawl_says(tmp_path: Path) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text("\n".join(map(as_line, LINES)), encoding="utf-8")
    row = read_table(path).rows["d-1:1"]
    assert row == Judgement("d-1:1", "de boilerplate", "boilerplate", {"text": "no"}, 4)
