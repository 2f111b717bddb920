"""Texts of all kinds: what counts as a sentence and a word, and models of texts that hardly are any."""

from __future__ import annotations

import gzip
import sys
import tracemalloc
from pathlib import Path

import pytest

from lm_models import Slow, made_up, train, write
from polytrawl.errors import ConfigError
from polytrawl.lm.reading import Text, opened

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def sentences(path: Path, **options: object) -> list[str]:
    return [" ".join(one.split()) for one in Text((path,), **options).sentences()]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (b"a b\nc\n", ["a b", "c"]),
        (b"a b\nc", ["a b", "c"]),
        (b"\n\n a  b \t\n \r\n\n\nc\r\n\n", ["a b", "c"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"a\x0bb\x0cc\n", ["a b c"]),
        (b"", []),
        (b"\n \n\t\n", []),
        ("na\u00efve \u6f22\u5b57\u00a0x\u2028y\n".encode(), ["naïve 漢字 x y"]),
    ],
)
def test_lines_with_words_are_sentences(tmp_path: Path, given: bytes, wanted: list[str]) -> None:
    (tmp_path / "text").write_bytes(given)
    assert sentences(tmp_path / "text") == wanted


def test_spaces_that_are_not_of_ascii_part_no_words(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a\u00a0b\u2028c\u0085d e\n", encoding="utf-8")
    [line] = Text((tmp_path / "text",)).sentences()
    assert line.split(" ") == ["a\u00a0b\u2028c\u0085d", "e"]


def test_words_of_the_models_own_are_left_out_and_counted(tmp_path: Path) -> None:
    text = Text((write(tmp_path / "text", ["<s> a <unk> b </s>", "<s> </s>", "x<s> <S>"]),))
    assert [line.split() for line in text.sentences()] == [["a", "b"], ["x<s>", "<S>"]]
    assert text.notes == {"words <s>, </s> or <unk>": 5}
    path, counted = train(tmp_path, ["<s> a <unk> b </s>", "<s> </s>"], order=2)
    assert (counted.sentences, counted.tokens, counted.types) == (1, 2, 2)
    assert ("a", "b") in Slow(path).log10


def test_bytes_that_are_no_text_are_replaced_and_counted(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"a \xff\xfe b\0c\n")
    text = Text((tmp_path / "text",))
    assert [line.split() for line in text.sentences()] == [["a", "��", "b", "c"]]
    assert text.notes == {"bytes that are not UTF-8": 2, "NUL characters": 1}


def test_a_file_that_begins_like_no_text_is_refused(tmp_path: Path) -> None:
    def check(content: bytes, *, allow_nul: bool = False) -> None:
        for name, pack in (("a", bytes), ("a.gz", gzip.compress), ("a.zst", zstd.compress)):
            (tmp_path / name).write_bytes(pack(content))
            with opened(tmp_path / name, allow_nul=allow_nul) as file:
                assert file.read() == content

    text = "Straße ".encode() * 3000
    for good in (b"", text, text[1:], b"\xff\xfe a\n", text + bytes(100), text.replace(b"a", b"\xff", 20)):
        check(good)  # also where the first bytes end within a character, and where single ones are damaged
    check(b"a\0b" + text, allow_nul=True)
    for bad in (b"a\0b" + text, "Straße".encode("utf-16") * 20):
        with pytest.raises(ConfigError, match="a: this is binary, or UTF-16; expected plain text in UTF-8: convert"):
            check(bad)
    with pytest.raises(ConfigError, match="this is binary, or UTF-16"):
        check("Straße".encode("utf-16") * 20, allow_nul=True)
    with pytest.raises(ConfigError, match=r"not UTF-8 \(some 14% of its first bytes are not\); convert the file first"):
        check("Straße ".encode("latin-1") * 3000)


def test_compressed_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a b\n"))
    (tmp_path / "a.zst").write_bytes(zstd.compress(b"c\n"))
    assert list(Text((tmp_path / "a.gz", tmp_path / "a.zst")).sentences()) == ["a b", "c"]


def test_damaged_and_missing_files_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a b\n" * 1000)[:-20])
    (tmp_path / "b.zst").write_bytes(b"no such thing")
    for name in ("a.gz", "b.zst"):
        with pytest.raises(ConfigError, match="cannot be decompressed"):
            list(Text((tmp_path / name,)).blocks())
    with pytest.raises(ConfigError, match="no such file"):
        list(Text((tmp_path / "none.txt",)).blocks())


def test_tokenising_parts_words_from_punctuation(tmp_path: Path) -> None:
    path = write(tmp_path / "text", ["(Dell'acqua, no?)", "", "Sì."])
    assert sentences(path, tokenise=True, language="it") == ["( Dell' acqua , no ? )", "Sì ."]
    assert sentences(path) == ["(Dell'acqua, no?)", "Sì."]


def test_long_lines_are_cut_at_spaces_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from polytrawl.lm import reading

    lines = ["word " * 500 + "end", "x" * 5000, "", "short", "a\tb\t" * 300 + "c"]
    path = write(tmp_path / "text", lines)
    whole = sentences(path)
    for size in (7, 64, 1000):
        monkeypatch.setattr(reading, "_BLOCK", size)
        assert sentences(path) == whole == [" ".join(line.split()) for line in lines if line], size
        assert sentences(path, tokenise=True) == whole


def test_a_very_long_line_takes_no_more_memory_than_others(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("some words " * 3_000_000, encoding="utf-8")  # 33 MB
    tracemalloc.start()
    number = sum(block.count(b"words") for block in Text((path,)).blocks())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert number == 3_000_000
    assert peak < 33_000_000


def test_a_model_of_one_long_line(tmp_path: Path) -> None:
    line = " ".join(made_up(200))
    assert train(tmp_path, [line], chunk=64)[0].read_bytes() == train(tmp_path, [line])[0].read_bytes()


@pytest.mark.parametrize(
    "lines", [["a"], ["a b c d e f g"], ["x x x x x x x x"] * 3, ["x"] * 50, ["ü 漢 🙂 ́ א"], made_up(50)]
)
def test_models_of_hardly_any_text(tmp_path: Path, lines: list[str]) -> None:
    path, counted = train(tmp_path, lines)
    assert counted.sentences == len(lines)
    model = Slow(path)
    for line in lines:
        assert all(-6 < value <= 0 for value in model.sentence(line))


@pytest.mark.parametrize("lines", [[], ["", "  ", "<s> </s>"]])
def test_no_text_is_no_model(tmp_path: Path, lines: list[str]) -> None:
    with pytest.raises(ConfigError, match="there are no sentences with words"):
        train(tmp_path, lines)
    assert not list(tmp_path.glob("model*"))
