"""The texts of the experiment in domain adaptation: English to Spanish, from Debian's manuals to engraving music.

Seven manuals are served on loopback, crawled, paired and aligned by polytrawl; their units and pages are parted:

    generic.tsv            units of six manuals about Debian
    test.tsv               200 units of pages of the LilyPond manual
    tune.tsv               units of other pages of it
    parallel.tsv           units of the rest of its pages
    comparable.en.txt      English pages of one half of the rest, a paragraph a line, an empty line behind each page
    comparable.es.txt      Spanish pages of the other half, so that no page is there with its translation

A sentence of the test, in either language, is in none of the other files, nor is one of the tuning in those after it:
neither alone nor within a longer text, nor with other case, numbers, spaces or signs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from served_sites import Shape, crawled

import polytrawl
from polytrawl.characters import table_row
from polytrawl.prepare.held_out import HeldOut
from polytrawl.records import Document, PagePair, SentencePair
from polytrawl.run import Run

SOURCE = "en"
GENERIC = ("instguide", "aptitude", "debref", "devref", "maintguide", "faq")
TEST_UNITS, TUNE_UNITS = 200, 400
_TEST_PAGES, _TUNE_PAGES = 60, 60  # of about 460
_SHORTEST, _LONGEST = 5, 22  # words of a sentence of the test; the dissertation drops those of 23 and more
_BIG = 20_000  # words: a page that holds a whole manual would be a translation of all pages of the other half

CACHE = Path(__file__).parent.parent / "build" / "bench" / "adapt"

Unit = tuple[str, ...]


class Texts(NamedTuple):
    """The pages of the domain, parted."""

    test: Sequence[PagePair]
    tune: Sequence[PagePair]
    rest: Sequence[PagePair]


def texts(target: str = "es", *, generic: bool = True) -> Path:
    """The folder of the texts from English to a language, made once; generic ones only where they are wanted."""
    folder = CACHE / f"{SOURCE}-{target}"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / f"comparable.{target}.txt").exists():
        _write_domain(folder, target)
    if generic and not (folder / "generic.tsv").exists():
        units = [tuple(line.split("\t")) for name in ("test", "tune") for line in _lines(folder / f"{name}.tsv")]
        generic_units = _in_order(_units(_run("generic", target, GENERIC)), target)
        _table(folder / "generic.tsv", _without(generic_units, _held(units, target), target))
    return folder


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _units(run: Run) -> list[SentencePair]:
    return [one for one in run.directory.records("filter") if isinstance(one, SentencePair) and not one.reasons]


def _write_domain(folder: Path, target: str) -> None:
    domain = _run("lilypond", target, ["lilypond"])
    units = _units(domain)
    pages = _parted(one for one in domain.directory.records("pair") if isinstance(one, PagePair))
    test = _drawn(_units_of(units, pages.test, target), TEST_UNITS)
    tune = _without(_drawn(_units_of(units, pages.tune, target), TUNE_UNITS), _held(test, target), target)
    held = _held([*test, *tune], target)
    _table(folder / "test.tsv", test)
    _table(folder / "tune.tsv", tune)
    _table(folder / "parallel.tsv", _without(_units_of(units, pages.rest, target), held, target))
    half = len(pages.rest) // 2
    _write_pages(folder / f"comparable.{SOURCE}.txt", [_side(one, SOURCE) for one in pages.rest[:half]], held)
    _write_pages(folder / f"comparable.{target}.txt", [_side(one, target) for one in pages.rest[half:]], held)


def _run(name: str, target: str, sites: Sequence[str]) -> Run:
    languages = (SOURCE, target)
    shape = Shape(f"{name}-{SOURCE}-{target}", "native", languages=languages)
    return polytrawl.open_run(crawled(shape, sites, to="filter", languages=languages))


def _parted(pairs: Iterable[PagePair]) -> Texts:
    found = [one for one in pairs if one.grade == "parallel" and len(one.left.text.split()) < _BIG]
    found.sort(key=lambda one: one.id)
    random.Random(1).shuffle(found)  # noqa: S311 - no secret
    held = _TEST_PAGES + _TUNE_PAGES
    return Texts(found[:_TEST_PAGES], found[_TEST_PAGES:held], found[held:])


def _units_of(units: Iterable[SentencePair], pages: Iterable[PagePair], target: str) -> Iterator[Unit]:
    wanted = {one.id for one in pages}
    return _in_order((one for one in units if one.pair in wanted), target)


def _in_order(units: Iterable[SentencePair], target: str) -> Iterator[Unit]:
    for one in units:
        yield one.texts if one.target_language == target else (one.texts[1], one.texts[0])


def _drawn(units: Iterable[Unit], number: int) -> list[Unit]:
    """Some units, each once, of usual length."""
    fit = [one for one in dict.fromkeys(units) if _SHORTEST <= len(one[0].split()) <= _LONGEST]
    random.Random(2).shuffle(fit)  # noqa: S311 - no secret
    return fit[:number]


def _held(units: Iterable[Unit], target: str) -> HeldOut:
    held = HeldOut()
    for unit in units:
        for text, language in zip(unit, (SOURCE, target), strict=True):
            held.add(text, language)
    return held


def _without(units: Iterable[Unit], held: HeldOut, target: str) -> list[Unit]:
    return [unit for unit in dict.fromkeys(units) if not held.has_any(unit, (SOURCE, target))]


def _side(pair: PagePair, language: str) -> Document:
    return pair.left if pair.left.language == language else pair.right


def _write_pages(file: Path, pages: Iterable[Document], held: HeldOut) -> None:
    lines = []
    for page in pages:
        texts = [one.text for one in page.main if not held.has(one.text, page.language or "")]
        lines += [*(" ".join(text.split()) for text in texts), ""]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(file: Path, units: Iterable[Unit]) -> None:
    file.write_text("".join(map(table_row, units)), encoding="utf-8")
