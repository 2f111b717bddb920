"""Sentences as blocks of bytes: one a line, words parted by spaces, nothing else in between.

A block ends at white space, most often at the end of a line, so that a line of any length needs no more memory than
others. Lines without words are none: in exported sentences they part documents. `<s>`, `</s>` and `<unk>` belong to
the models: where a text has them as words they are left out and counted.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import IO

from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.tokens import tokens

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["Text", "opened"]

_LOOKED_AT = 8192  # bytes that show what a file is
# Of these, bytes that are no UTF-8: some damage is met in all texts, and a text in another encoding has more. Guess.
_SHARE, _FEW = 0.01, 3

_BLOCK = 1 << 20  # bytes read at once. 1/4, 1, 4, 16 MB: 12 million words as numbers in 1.5, 1.5, 1.7, 2.0 s
_SPACE = b" \t\r\x0b\x0c"
_EMPTY_LINES = re.compile(rb"\n[ \t\r\x0b\x0c\n]*\n")
_OWN = re.compile(rb"(?<!\S)(?:<s>|</s>|<unk>)(?!\S)")
_BOM = b"\xef\xbb\xbf"


@dataclass
class Text:
    """Sentences from files, or from anywhere else, which can be read more than once."""

    files: tuple[Path, ...] = ()
    lines: Callable[[], Iterable[str]] | None = None  # in place of files
    tokenise: bool = False
    language: Lang = ""
    notes: dict[str, int] = field(default_factory=dict)  # what was put right, by what it is

    def blocks(self) -> Iterator[bytes]:
        """All of it; every file ends with a whole line."""
        self.notes.clear()
        for raw in self._sources():
            yield from self._clean(self._tokenised(raw) if self.tokenise else raw)

    def sentences(self) -> Iterator[str]:
        """Sentence by sentence."""
        for lines in _whole_lines(self.blocks()):
            yield from (line.decode() for line in lines)

    def _sources(self) -> Iterator[Iterator[bytes]]:
        if self.lines:
            yield ((line + "\n").encode("utf-8", "replace") for line in self.lines())
        for file in self.files:
            yield _pieces(file)

    def _clean(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        is_at_start = True  # of a line
        for piece in _cut_at_spaces(pieces):
            block = self._without_own(self._as_utf8(piece))
            block = _EMPTY_LINES.sub(b"\n", block)
            block = block.lstrip(_SPACE + b"\n") if is_at_start else block
            if block:
                is_at_start = block.endswith(b"\n") or (is_at_start and not block.strip())
                yield block
        if not is_at_start:
            yield b"\n"

    def _as_utf8(self, piece: bytes) -> bytes:
        try:
            piece.decode()
        except UnicodeDecodeError:
            made = piece.decode(errors="replace")
            self._note("bytes that are not UTF-8", made.count("�"))
            piece = made.encode()
        if b"\0" in piece:
            self._note("NUL characters", piece.count(b"\0"))
            piece = piece.replace(b"\0", b" ")
        return piece

    def _without_own(self, block: bytes) -> bytes:
        if b"<s>" in block or b"</s>" in block or b"<unk>" in block:
            block, number = _OWN.subn(b"", block)
            self._note("words <s>, </s> or <unk>", number)
            block = _EMPTY_LINES.sub(b"\n", block)
        return block

    def _note(self, what: str, number: int) -> None:
        if number:
            self.notes[what] = self.notes.get(what, 0) + number

    def _tokenised(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for lines in _whole_lines(pieces):
            yield b"".join(map(self._tokenised_line, lines))

    def _tokenised_line(self, line: bytes) -> bytes:
        return (" ".join(tokens(line.decode(errors="replace"), self.language or None)) + "\n").encode()


def _pieces(path: Path) -> Iterator[bytes]:
    with opened(path, allow_nul=True) as file:
        yield file.read(_BLOCK).removeprefix(_BOM)
        while piece := file.read(_BLOCK):
            yield piece
    yield b"\n"


@contextmanager
def opened(path: Path, *, allow_nul: bool = False) -> Iterator[IO[bytes]]:
    """A text to read, decompressed where its name says so; what is wrong with it is said in words.

    A file that begins like none is refused: one with NUL characters, or with many bytes that are not UTF-8. Who deals
    with single NUL characters can allow them; many are refused all the same.
    """
    try:
        with _open(path) as file:
            _check_text(path, file.peek(_LOOKED_AT)[:_LOOKED_AT], allow_nul=allow_nul)
            yield file
    except FileNotFoundError as err:
        raise ConfigError(f"{path}: there is no such file") from err
    except IsADirectoryError as err:
        raise ConfigError(f"{path}: this is a folder, neither a text file nor a run directory") from err
    except (gzip.BadGzipFile, EOFError, zlib.error, zstd.ZstdError) as err:
        raise ConfigError(f"{path}: cannot be decompressed: {err}") from err


def _check_text(path: Path, start: bytes, *, allow_nul: bool) -> None:
    nul = start.count(b"\0")
    text = getincrementaldecoder("utf-8")("replace").decode(start)  # a character may go on behind the start
    bad = text.count("\ufffd") - start.count("\ufffd".encode())
    most = max(_FEW, _SHARE * len(start))
    if nul > (most if allow_nul else 0):
        raise ConfigError(f"{path}: this is binary, or UTF-16; expected plain text in UTF-8: convert the file first")
    if bad > most:
        raise ConfigError(
            f"{path}: this is binary, or not UTF-8 (some {bad / len(start):.0%} of its first bytes are not); convert "
            "the file first, e.g. with iconv -t UTF-8"
        )


def _open(path: Path) -> BufferedReader:
    if path.suffix == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]  # reads like any file of bytes
    if path.suffix == ".zst":
        return zstd.open(path, "rb")  # type: ignore[return-value]  # so does this
    return path.open("rb")


def _cut_at_spaces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Blocks of about the same size that end at white space, at the end of a line where there is one."""
    held: list[bytes] = []
    size, wanted = 0, _BLOCK
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size < wanted:
            continue
        block = b"".join(held)
        end = block.rfind(b"\n") + 1 or max(block.rfind(b" "), block.rfind(b"\t")) + 1
        if end:
            yield block[:end]
        held, size = [block[end:]], len(block) - end
        wanted = max(_BLOCK, 2 * size)  # a word longer than a block is not looked through again and again
    yield b"".join(held)


def _whole_lines(pieces: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Lines, without their ends, as they become whole."""
    held: list[bytes] = []
    for piece in pieces:
        first, *others = piece.split(b"\n")
        held.append(first)
        if others:
            yield [b"".join(held), *others[:-1]]
            held = [others[-1]]
    if rest := b"".join(held):
        yield [rest]
