"""The `align` command on two plain files: their sentence pairs, with no run directory."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from polytrawl.align.api import make_aligner
from polytrawl.align.base import Aligner, Bead
from polytrawl.align.formats import FORMATS, Alignment
from polytrawl.align.plain import Plain, by_paragraph, by_sentence
from polytrawl.config import overlaid
from polytrawl.errors import ConfigError, PolytrawlError, did_you_mean
from polytrawl.files import write_whole
from polytrawl.lexicon.dictionary import read_dictionary
from polytrawl.records import Lang

_WIDTH = 60  # characters of each side that an example shows


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    left: Path
    right: Path
    langs: str
    aligner: str | None
    dictionary: Path | None
    is_sentences: bool
    format: str
    out: Path | None
    sets: Sequence[str]


def align_files(request: Request) -> None:
    """Align two files, write the result, and tell people on stderr what was found."""
    if request.format not in FORMATS:
        raise ConfigError(f"--format: no such format {request.format!r}{did_you_mean(request.format, FORMATS)}")
    languages = both_languages(request.langs)
    aligner = _aligner(request)
    if request.dictionary:
        read_dictionary(request.dictionary, languages)  # one of other languages is told, as there are no others here
    left = read_plain(request.left, languages[0], is_sentences=request.is_sentences)
    right = read_plain(request.right, languages[1], is_sentences=request.is_sentences)
    found = Alignment(left, right, aligner.align(left.text, right.text))
    _write("".join(FORMATS[request.format](found)), request.out)
    _summary(found, request)


def both_languages(langs: str) -> tuple[Lang, Lang]:
    """The languages of both sides, as the user wrote them."""
    words = [word.strip().lower() for word in langs.split(",")]
    if len(words) != 2 or not all(words):  # noqa: PLR2004 - both sides
        raise ConfigError(f"--langs {langs}: name the languages of both files, as in --langs de,fr")
    return words[0], words[1]


def _aligner(request: Request) -> Aligner:
    table: dict[str, Any] = {"align": {"aligner": {}}}
    if request.aligner:
        table["align"]["aligner"]["use"] = request.aligner
    table = overlaid(table, request.sets)
    for name in (*table, *(f"align.{key}" for key in table["align"])):
        if name not in ("align", "align.aligner"):
            raise ConfigError(f"--set {name}: for two files, options begin with align.aligner, as in a run.toml")
    return make_aligner(table["align"]["aligner"], request.dictionary)


def read_plain(path: Path, language: Lang, *, is_sentences: bool) -> Plain:
    """A file as a text to align."""
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as err:
        raise PolytrawlError(f"{path}: {err.strerror or err}") from err
    text = _decode(path, content)
    return (by_sentence if is_sentences else by_paragraph)(text, language)


def _decode(path: Path, content: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 that says so; single wrong bytes are shown as such, and told."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    if b"\0" in content:
        raise PolytrawlError(f"{path}: is no text: it has zero bytes; extract its text first")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as err:
        line = content.count(b"\n", 0, err.start) + 1
        _say(
            f"{path}: line {line} is not UTF-8; bytes that cannot be read are shown as \ufffd; "
            f"next: iconv -f windows-1252 -t utf-8 {path}"
        )
        return content.decode("utf-8", "replace")


def _say(text: str) -> None:
    print(f"polytrawl: {text}", file=sys.stderr)


def _write(text: str, out: Path | None) -> None:
    data = text.encode("utf-8", "replace")
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, data)
        return
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:  # `| head`: whoever reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _summary(found: Alignment, request: Request) -> None:
    """What was found, in words, on stderr."""
    pairs = sorted(found.pairs(), key=lambda one: -one[0].score)
    kinds = Counter(f"{len(bead.left)}-{len(bead.right)}" for bead in found.beads)
    moved = sum(bead.is_moved for bead, *_ in pairs)
    lines = [
        f"sentences    {_both(found, [len(found.left.numbers), len(found.right.numbers)])}",
        f"beads        {', '.join(f'{number} {kind}' for kind, number in kinds.most_common()) or 'none'}"
        + (f"; {moved} in another order" if moved else ""),
        f"mean score   {_mean([bead.score for bead, *_ in pairs])}",
        f"not aligned  {_both(found, _alone(found.beads))}",
        *_examples(pairs),
        _next(request, bool(pairs)),
    ]
    print(*lines, sep="\n", file=sys.stderr)


def _both(found: Alignment, numbers: Sequence[int]) -> str:
    return f"{numbers[0]} {found.left.text.language}, {numbers[1]} {found.right.text.language}"


def _mean(scores: Sequence[float]) -> str:
    return f"{sum(scores) / len(scores):.3f}" if scores else "-"


def _alone(beads: Iterable[Bead]) -> list[int]:
    nulls = [bead for bead in beads if not bead.left or not bead.right]
    return [sum(len(bead.left) for bead in nulls), sum(len(bead.right) for bead in nulls)]


def _examples(pairs: Sequence[tuple[Bead, str, str]]) -> Iterable[str]:
    """The best pair, one from the middle and the worst."""
    places = dict.fromkeys((0, len(pairs) // 2, len(pairs) - 1)) if pairs else ()
    for place in places:
        bead, source, target = pairs[place]
        yield f"  {bead.score:.3f}  {_short(source)}  |  {_short(target)}"


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "\u2026"


def _next(request: Request, is_found: bool) -> str:  # noqa: FBT001 - whether there are pairs
    if not is_found:
        return "next: nothing was aligned; see whether both files have text, and whether they are translations"
    if request.out:
        return f"next: look at {request.out}"
    return "next: --out FILE keeps the result; --format tmx makes a translation memory"
