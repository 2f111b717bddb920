"""The `mine` command: parallel sentences out of comparable texts, or of the comparable pages of a run."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli.going import ended_kindly
from polytrawl.cli.lexicon_learn import Texts
from polytrawl.cli.progress import make_progress

if TYPE_CHECKING:
    from polytrawl.mine.store import Asked
    from polytrawl.records import SentencePair

_COLUMNS = ("source", "target", "source_language", "target_language", "score", "margin", "method")


def mine(
    texts: Texts,
    langs: Annotated[str, typer.Option(help="Their languages, e.g. en,es.")],
    *,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The table of units to write; a run keeps its units anyway.")
    ] = None,
    dictionary: Annotated[
        Path | None, typer.Option("--dictionary", "--lexicon", help="A lexicon or dictionary of the two languages.")
    ] = None,
    within: Annotated[bool, typer.Option("--within", help="Only within the n-th documents of both sides.")] = False,
    min_margin: Annotated[float, typer.Option(min=0, help="Leave out pairs that stand out less.")] = 1.4,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out pairs that share less.")] = 0.4,
) -> None:
    """Find sentences of two texts, or of a run's comparable pages, that are translations of each other."""
    from polytrawl.cli.lexicon import both_languages
    from polytrawl.errors import ConfigError
    from polytrawl.mine.store import Asked

    asked = Asked(both_languages(langs), dictionary, min_margin, min_score)
    if len(texts) == 1 and _is_run(texts[0]):
        if within:
            raise ConfigError("--within: in a run, sentences are mined within two pages anyway; leave it out")
        _of_run(texts[0], asked, out)
    elif out is None:
        raise ConfigError("say where the table of units should go: --out FILE")
    else:
        _of_texts(texts, asked, out, within=within)


def _is_run(folder: Path) -> bool:
    return any((folder / name).exists() for name in ("run.toml", "polytrawl.json"))


def _of_run(folder: Path, asked: Asked, out: Path | None) -> None:
    """Mine, and let the filter see what was found, so that an export has it."""
    from polytrawl.mine.store import mine_run
    from polytrawl.run import open_run

    run, progress = open_run(folder), make_progress()
    with ended_kindly(f"polytrawl mine {folder} --langs {','.join(asked.languages)}", progress.close):
        haul = mine_run(run, asked, progress)
        run.go(progress, first="filter", last="filter")
    if out:
        _write(out, haul.units)
    pages = len({unit.pair for unit in haul.units})
    was = "" if haul.is_new else ", as before"
    print(f"{len(haul.units):,} units of {pages:,} pairs of comparable pages are in {folder / 'mine'}{was}")
    print(f"next: polytrawl export {folder} --set export.mined=true")


def _of_texts(texts: list[Path], asked: Asked, out: Path, *, within: bool) -> None:
    from polytrawl.cli.comparable_texts import both_sides
    from polytrawl.lexicon.dictionary import read_dictionary
    from polytrawl.mine import Options, Sentences, units
    from polytrawl.mine import mine as mined

    known = read_dictionary(asked.dictionary, asked.languages) if asked.dictionary else None
    left, right = Sentences(asked.languages[0]), Sentences(asked.languages[1])
    for side, documents in zip((left, right), both_sides(texts, asked.languages), strict=True):
        for number, paragraphs in enumerate(documents):
            side.add(number, paragraphs)
    options = Options(min_margin=asked.min_margin, min_score=asked.min_score, within=within)
    found = units(mined(left, right, known, options), left, right)
    _write(out, found)
    print(f"{len(found):,} units of {len(left):,} and {len(right):,} sentences in {out}")
    if not known:
        print("polytrawl: no dictionary: only names, numbers and words written alike were known", file=sys.stderr)


def _write(out: Path, units: Iterable[SentencePair]) -> None:
    """The table of units."""
    from polytrawl.characters import table_row
    from polytrawl.files import write_whole

    rows = map(_row, units)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(map(table_row, (_COLUMNS, *rows))))


def _row(unit: SentencePair) -> Iterator[str]:
    yield from (*unit.texts, unit.source_language, unit.target_language)
    yield from (f"{unit.score:.4f}", f"{unit.scores[0].value:.3f}", unit.method)
