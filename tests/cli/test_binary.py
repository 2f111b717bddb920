"""Files that are no text, given where text is wanted: every command refuses them, and says so."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.errors import ConfigError

NOISE = random.Random(1).randbytes(3000)
NOT_TEXT = {
    "noise": NOISE,
    "noise without NUL": NOISE.replace(b"\0", b"\x9f"),
    "UTF-16": "Das Haus ist grün.\n".encode("utf-16") * 9,
    "Latin-1": "Das Haus ist grün, die Tür auch.\n".encode("latin-1") * 9,
}
COMMANDS = [
    ("prepare", "{bad}", "--langs", "de", "--out", "{out}"),
    ("lm", "train", "{bad}", "--out", "{out}.arpa", "--engine", "builtin"),
    ("phrases", "extract", "{good}", "{bad}", "--out", "{out}", "--method", "association"),
    ("phrases", "filter", "{bad}", "--out", "{out}"),
    ("lexicon", "learn", "{good}", "{bad}", "--langs", "de,it", "--out", "{out}"),
    ("lexicon", "align", "{good}", "{bad}", "--langs", "de,it", "--out", "{out}", "--method", "association"),
    ("mine", "{good}", "{bad}", "--langs", "de,it", "--out", "{out}"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2]))
@pytest.mark.parametrize("kind", NOT_TEXT)
def test_what_is_no_text_is_refused(tmp_path: Path, command: tuple[str, ...], kind: str):
    (tmp_path / "text.it").write_bytes(NOT_TEXT[kind])
    (tmp_path / "text.de").write_text("das haus ist grün\n" * 9, encoding="utf-8")
    names = {"good": tmp_path / "text.de", "bad": tmp_path / "text.it", "out": tmp_path / "out"}
    result = CliRunner().invoke(app, [word.format(**names) for word in command])
    assert isinstance(result.exception, ConfigError), result.output
    assert f"{tmp_path / 'text.it'}: this is binary, or " in str(result.exception)
    assert "convert the file first" in str(result.exception)
    assert not (tmp_path / "out").is_file()
