from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.records import Document
from polytrawl.relevance.corpus import read_corpus
from polytrawl.relevance.resource import Resource
from polytrawl.run import Run
from polytrawl.shards import zstd


def texts(*paths: Path, language: str = "en") -> list[str]:
    return [" ".join(text.split()) for text in read_corpus(paths, language)]


def test_lines_of_a_file_are_documents(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two\nthree\n", encoding="utf-8")
    assert texts(tmp_path / "a.txt") == ["one two", "three"]


def test_empty_lines_part_documents_where_there_are_any(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n\nthree\n\n\n", encoding="utf-8")
    assert [text for text in texts(tmp_path / "a.txt") if text] == ["one two", "three"]


def test_files_of_a_folder_are_documents(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.txt").write_text("one\n\ntwo\n", encoding="utf-8")
    (tmp_path / "b" / "c.txt.gz").write_bytes(gzip.compress(b"three"))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    assert texts(tmp_path) == ["one two", "three"]


def test_lines_of_json_are_documents_of_their_language(tmp_path: Path) -> None:
    lines = [{"text": "one", "language": "en"}, {"text": "eins", "language": "de"}, {"text": "two", "more": 1}, {}]
    content = "\n".join(map(json.dumps, lines)).encode()
    (tmp_path / "a.jsonl.zst").write_bytes(zstd.compress(content))
    assert texts(tmp_path / "a.jsonl.zst") == ["one", "two"]


def test_documents_of_a_run_are_those_in_the_language(demo: Run) -> None:
    found = texts(demo.path, language="it")
    wanted = [
        one
        for one in demo.directory.records("topic")
        if isinstance(one, Document) and one.language == "it" and set(one.reasons) <= {"off-topic"}
    ]
    assert len(found) == len(wanted) > 10


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.txt", None, "no such file"),
        ("bad.txt", b"\xff\xfe\xff", "cannot be read"),
        ("bad.jsonl", b"nothing\n", "line 1: not a JSON object"),
        ("bad.txt.gz", b"no gzip", "cannot be read"),
        ("damaged.txt.gz", b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 20, "cannot be read"),
        ("bad.txt.zst", b"no zstd", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        texts(tmp_path / name)


def test_a_folder_without_texts_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no text files"):
        texts(tmp_path)


def test_a_resource_of_a_run(demo: Run, tmp_path: Path) -> None:
    from polytrawl.relevance.build import write

    head = write(tmp_path / "it", read_corpus([demo.path], "it"), language="it")
    found = Resource(tmp_path / "it")
    assert found.hapax == math.log(head.documents)
    assert found.value("di") < found.value("sicurezza") < found.value("nonesistente") == found.hapax
    assert (tmp_path / "it").stat().st_size < 12 * head.size + 300


@pytest.mark.parametrize("content", ["one two\nthree\n\n", "\n \none two\nthree", "\ufeff\none two\nthree\n \n\n"])
def test_empty_lines_before_and_after_all_others_part_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.txt").write_text(content, encoding="utf-8")
    assert texts(tmp_path / "a.txt") == ["one two", "three"]


def test_blank_texts_are_no_documents(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n \n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("one\n\n\n\ntwo", encoding="utf-8")
    (tmp_path / "c.jsonl").write_text('{"text": " "}\n{"text": "three"}\n', encoding="utf-8")
    assert texts(tmp_path) == ["one two", "three"]
    assert texts(tmp_path / "a.txt", tmp_path / "b.txt") == ["one", "two"]
