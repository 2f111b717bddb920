"""Draw a sample of a run and write it down, as a sheet for the browser and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.evaluate import sheet
from polytrawl.evaluate.draw import Census, Plan, draw, sizes, take_census
from polytrawl.evaluate.kinds import KINDS, Kind, Population, Thing
from polytrawl.evaluate.origin import Origin, stages_of
from polytrawl.evaluate.sheet import Item, Sheet
from polytrawl.evaluate.tables import NOT_ASKED, as_line, cells_of, has_judgements
from polytrawl.files import write_whole
from polytrawl.report.wording import count
from polytrawl.run import Run

__all__ = ["FOLDER", "Drawn", "write_sample"]

FOLDER = "evaluate"
_FORMS = (".html", ".tsv")
_AFTER = (
    "Answers are kept in this browser while you work; when you are done, take them away as a table and let `polytrawl "
    "evaluate judged {file}` count them."
)


class Drawn(msgspec.Struct, frozen=True):
    """What was drawn, and where it is."""

    files: list[Path]
    drawn: int
    population: int
    strata: dict[str, tuple[int, int]]  # how many were drawn of how many


def write_sample(
    run: Run, kind: str, plan: Plan | None = None, *, exported: bool = True, out: Path | None = None
) -> Drawn:
    """Draw things to judge; without `out` both a sheet and a table are written, into the run directory."""
    about, plan = KINDS[kind], plan or Plan()
    files = _files(run, about, out)
    population = Population(run, is_exported=exported)
    census = take_census(about.things(population))
    if not census.strata:
        raise ConfigError(f"{run.path}: there are no {about.words} to judge; `polytrawl funnel {run.path}` tells why")
    things = draw(lambda: about.things(population), sizes(census.strata, plan), plan.seed)
    origin = _origin(run, about, plan, census, is_exported=exported)
    _write(files, origin, things, about.more(run))
    return Drawn(files, len(things), census.strata.total(), _strata(census, things))


def _files(run: Run, kind: Kind, out: Path | None) -> list[Path]:
    files = [out] if out else [run.directory.folder(FOLDER) / f"sample-{kind.name}{form}" for form in _FORMS]
    for path in files:
        if path.suffix not in _FORMS:
            raise ConfigError(f"--out: {path}: expected a name that ends in {' or '.join(_FORMS)}")
        if not path.parent.is_dir():
            raise ConfigError(f"--out: {path.parent}: there is no such folder")
        if path.suffix == ".tsv" and has_judgements(path):
            raise ConfigError(f"{path}: has judgements, which a new sample would erase; move it away first")
    return files


def _origin(run: Run, kind: Kind, plan: Plan, census: Census, *, is_exported: bool) -> Origin:
    return Origin(
        kind=kind.name,
        run=run.path.resolve().name,
        folder=str(run.path.resolve()),
        seed=plan.seed,
        confidence=plan.confidence,
        interval=plan.interval,
        is_exported=is_exported,
        stages=stages_of(run, kind, is_exported=is_exported),
        populations={name: dict(sorted(strata.items())) for name, strata in sorted(census.asked.items())},
    )


def _strata(census: Census, things: Sequence[Thing]) -> dict[str, tuple[int, int]]:
    drawn = [(thing.languages, thing.part) for thing in things]
    return {" ".join(filter(None, one)): (drawn.count(one), number) for one, number in sorted(census.strata.items())}


def _write(files: Sequence[Path], origin: Origin, things: Sequence[Thing], more: str) -> None:
    items = [_item(origin.about, thing) for thing in things]
    for path in files:
        write_whole(path, _table(origin, items) if path.suffix == ".tsv" else _page(origin, items, more))


def _item(kind: Kind, thing: Thing) -> Item:
    shown = thing.show()
    asks = {one.column: shown.asks[one.name] for one in kind.questions if one.name in thing.asked}
    return Item(thing.id, as_line(cells_of(thing, shown)), shown.content, asks)


def _table(origin: Origin, items: Sequence[Item]) -> str:
    questions = [one.column for one in origin.about.questions]
    rows = (
        "\t".join([item.row, *("" if column in item.asks else NOT_ASKED for column in questions)]) for item in items
    )
    return "\n".join([origin.line(), as_line(origin.about.columns), *rows]) + "\n"


def _page(origin: Origin, items: Sequence[Item], more: str) -> str:
    kind = origin.about
    file = f"{kind.name}-judged.tsv"
    of = max(sum(strata.values()) for strata in origin.populations.values())
    drawn = f"{count(len(items))} of {count(of)} {kind.words}, drawn by chance (seed {origin.seed})."
    return sheet.render(
        Sheet(
            run=origin.run,
            what=kind.words,
            about=" ".join(filter(None, (drawn, kind.about, more, _AFTER.format(file=file)))),
            answers={one.column: one.answers for one in kind.questions},
            lines=(origin.line(), as_line(kind.columns)),
            file=file,
            items=items,
        )
    )
