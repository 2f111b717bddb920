"""`polytrawl filter FILE`: anybody's bitext in, scores and reasons out; bad files get a reason."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

import pytest
from typer.testing import CliRunner

from filter.bitexts import units
from polytrawl.cli.app import app
from polytrawl.errors import ConfigError
from polytrawl.filter.bitext import Bitext

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header/><body>\n'


def table(folder: Path, number: int = 60) -> Path:
    path = folder / "units.tsv"
    rows = [f"{unit.source}\t{unit.target}\n" for unit in units(number)]
    path.write_text("".join(rows) + "Seite 12\tPagina 13\n", encoding="utf-8")
    return path


def memory(folder: Path, body: str) -> Path:
    path = folder / "units.tmx"
    path.write_text(f"{HEAD}{body}</body></tmx>\n", encoding="utf-8")
    return path


def unit(*texts: tuple[str, str]) -> str:
    return "<tu>" + "".join(f'<tuv xml:lang="{lang}"><seg>{text}</seg></tuv>' for lang, text in texts) + "</tu>\n"


def test_a_table_gets_scores_and_reasons(tmp_path: Path) -> None:
    path = table(tmp_path)
    told = CliRunner().invoke(app, ["filter", str(path), "--langs", "de,it"])
    assert told.exit_code == 0, told.output
    assert "61 units" in told.output
    assert "different-numbers" in told.output
    assert "0.9-1.0" in told.output
    header, *rows = (tmp_path / "units.filtered.tsv").read_text(encoding="utf-8").splitlines()
    last = dict(zip(header.split("\t"), rows[-1].split("\t"), strict=True))
    assert len(rows) == 61
    assert last["source"] == "Seite 12"
    assert "different-numbers" in last["reasons"]
    assert 0 <= float(last["adequacy"]) <= 1


def test_what_was_written_can_be_read_again(tmp_path: Path) -> None:
    path = table(tmp_path)
    CliRunner().invoke(app, ["filter", str(path), "--langs", "de,it"])
    again = list(Bitext(tmp_path / "units.filtered.tsv"))
    assert [one.source for one in again] == [one.source for one in Bitext(path, ("de", "it"))]
    assert {(one.source_language, one.target_language) for one in again} == {("de", "it")}


def test_only_the_good_ones_are_kept_when_asked(tmp_path: Path) -> None:
    path = table(tmp_path)
    command = ["filter", str(path), "--langs", "de,it", "--keep", "balanced", "--format", "tmx", "--json"]
    told = CliRunner().invoke(app, [*command, "-o", str(tmp_path / "good.tmx")])
    assert told.exit_code == 0, told.output
    summary = json.loads(told.stdout)
    kept = ET.parse(tmp_path / "good.tmx").findall(".//tu")
    assert summary["units"] == 61
    assert len(kept) == summary["kept"] < 61
    assert "Seite 12" not in {seg.text for seg in ET.parse(tmp_path / "good.tmx").iter("seg")}


def test_json_lines_hold_whole_units(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["filter", str(table(tmp_path)), "--langs", "de,it", "--format", "jsonl"])
    assert told.exit_code == 0
    [first, *_] = map(json.loads, (tmp_path / "units.filtered.jsonl").read_text(encoding="utf-8").splitlines())
    assert {score["name"] for score in first["scores"]} >= {"adequacy", "fluency-source", "fluency-target"}


def test_a_memory_is_read_with_inline_codes_and_several_languages(tmp_path: Path) -> None:
    body = unit(
        ("DE", 'Ein <bpt i="1">&lt;b&gt;</bpt><hi>Wort</hi><ept i="1">&lt;/b&gt;</ept>'), ("it_IT", "Una parola")
    )
    body += unit(("de", "Haus"), ("it", "Casa"), ("en", "House")) + unit(("de", "allein"))
    bitext = Bitext(memory(tmp_path, body))
    found = [(one.source, one.target, one.target_language) for one in bitext]
    assert found == [("Ein Wort", "Una parola", "it-it"), ("Haus", "Casa", "it"), ("Haus", "House", "en")]
    assert bitext.skipped == {"one-language-only": 1}
    chosen = Bitext(memory(tmp_path, body), ("en", "de"))
    assert [(one.source, one.target) for one in chosen] == [("House", "Haus")]


def test_where_rows_name_languages_those_that_are_wanted_are_taken_and_turned(tmp_path: Path) -> None:
    path = tmp_path / "units.tsv"
    rows = [("Haus", "Casa", "de", "it"), ("House", "Haus", "en", "de"), ("Porta", "Tür", "it", "de-AT")]
    head = "source\ttarget\tsource_language\ttarget_language\n"
    path.write_text(head + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    bitext = Bitext(path, ("de", "it"))
    assert [(one.texts, one.source_language) for one in bitext] == [
        (("Haus", "Casa"), "de"),
        (("Tür", "Porta"), "de-at"),
    ]
    assert bitext.skipped == {"other-languages": 1}
    assert [one.texts for one in Bitext(path, ("it", "de"))] == [("Casa", "Haus"), ("Porta", "Tür")]
    assert len(list(Bitext(path))) == 3
    with pytest.raises(ConfigError, match="in other languages than fr and es"):
        list(Bitext(path, ("fr", "es")))


def test_entities_of_others_are_refused(tmp_path: Path) -> None:
    bomb = '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">'
    for declared in (bomb, '<!ENTITY a SYSTEM "file:///etc/passwd">'):
        path = tmp_path / "bomb.tmx"
        path.write_text(f"<!DOCTYPE tmx [{declared}]><tmx><body><tu><tuv><seg>&a;</seg></tuv></tu></body></tmx>")
        with pytest.raises(ConfigError, match="declares the entity 'a'"):
            list(Bitext(path))


BAD = {
    "empty.tsv": (b"", "the file is empty"),
    "empty.tmx": (b"  \n", "the file is empty"),
    "binary.tsv": (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "binary"),
    "latin.tsv": ("Haus\tCasa\nTür\tPorta\n".encode("latin-1"), "line 2 is not UTF-8"),
    "one.tsv": (b"only one column\nand again\n", "no line has two texts"),
    "broken.tmx": (HEAD.encode() + b"<tu><tuv></tu>", "broken XML in line 4"),
    "illegal.tmx": (HEAD.encode() + b"<tu><tuv xml:lang='de'><seg>a\x01b</seg></tuv></tu>", "broken XML in line 4"),
    "other.tmx": (b"<html><body/></html>", "no <tmx>"),
    "cut.tmx": (HEAD.encode() + b"<tu>", "broken XML"),
    "charset.tmx": (b'<?xml version="1.0" encoding="no-such"?><tmx/>', "unknown encoding|cannot be decoded"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_get_a_reason(tmp_path: Path, name: str) -> None:
    content, reason = BAD[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigError, match=reason):
        list(Bitext(tmp_path / name, ("de", "it")))
    told = subprocess.run(
        [sys.executable, "-m", "polytrawl", "filter", str(tmp_path / name), "--langs", "de,it"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert told.stderr.startswith("polytrawl: ")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_table_must_say_its_languages(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["filter", str(table(tmp_path))])
    assert isinstance(told.exception, ConfigError)
    assert "--langs" in str(told.exception)


@pytest.mark.parametrize(("option", "value"), [("--langs", "de"), ("--format", "xls"), ("--keep", "some")])
def test_wrong_options_are_told(tmp_path: Path, option: str, value: str) -> None:
    told = CliRunner().invoke(app, ["filter", str(table(tmp_path)), "--langs", "de,it", option, value])
    assert isinstance(told.exception, ConfigError)
    assert option in str(told.exception)


def test_a_large_memory_is_read_in_little_memory(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "large.tmx"
    one = unit(("de", escape("Ein Satz & noch einer. " * 20)), ("it", escape("Una frase & un'altra. " * 20)))
    with path.open("w", encoding="utf-8") as file:
        file.write(HEAD)
        file.writelines(one for _ in range(20_000))
        file.write("</body></tmx>")
    assert path.stat().st_size > 15_000_000
    tracemalloc.start()
    assert sum(1 for _ in Bitext(path)) == 20_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3_000_000
