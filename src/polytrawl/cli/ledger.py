"""The commands that ask a run directory what became of things: funnel, show, select."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from polytrawl.cli import output
from polytrawl.cli.going import Dir, Json, Sets

if TYPE_CHECKING:
    from polytrawl.ledger.funnel import Funnels
    from polytrawl.ledger.select import Chosen, Part
    from polytrawl.ledger.show import Relative, Shown

_LONG = 200  # characters of a text or list that people are shown
_MOST = 20  # relatives that people are shown


def add_ledger(app: typer.Typer) -> None:
    """Give an app the commands."""
    for command in (funnel, show, select):
        app.command()(command)


def funnel(
    folder: Dir,
    *,
    by: Annotated[str | None, typer.Option(help="One funnel for each `language` or `site`.")] = None,
    json: Json = False,
) -> None:
    """Show how many pages went on at each stage, and why the others did not."""
    from polytrawl.errors import ConfigError
    from polytrawl.ledger.funnel import By, funnels
    from polytrawl.rundir import RunDir

    try:
        wanted = msgspec.convert(by, By | None)
    except msgspec.ValidationError:
        raise ConfigError(f"--by {by}: say `language` or `site`") from None
    found = funnels(RunDir.open(folder), wanted)
    if json:
        output.as_json(found if wanted else found.steps)
    else:
        _show_funnels(found)


def _show_funnels(found: Funnels) -> None:
    output.funnel(found.steps)
    for name, steps in found.by.items():
        print(f"\n{name}")
        output.funnel(steps)
    if found.steps:
        print(f"\nfor pages, `came` and `before` (fell out earlier) make up the {found.fetched} pages fetched")


def show(
    folder: Dir,
    what: Annotated[str, typer.Argument(help="A URL or an id.")],
    *,
    stage: Annotated[str, typer.Option(help="As this stage has it; by default the last one that does.")] = "",
    json: Json = False,
) -> None:
    """Show a record as it is stored, what it was made from, and what was made of it."""
    from polytrawl.errors import ConfigError, did_you_mean
    from polytrawl.ledger.show import show as find
    from polytrawl.plugin import MINE, STAGES
    from polytrawl.rundir import RunDir

    if stage and stage not in (*STAGES, MINE):
        raise ConfigError(f"--stage: {stage!r} is no stage{did_you_mean(stage, STAGES)}")
    found = find(RunDir.open(folder), what, stage)
    if json:
        output.as_json(found)
        return
    for number, one in enumerate(found):
        print("\n" * bool(number), end="")
        _show(one)


def _show(shown: Shown) -> None:
    record = msgspec.to_builtins(shown.record)
    print(f"{record.pop('record')} {record.pop('id')}  [{shown.stage}]")
    width = max(map(len, record), default=0)
    for name, value in record.items():
        rows = [_line(one) for one in value] if isinstance(value, list | tuple) else [_line(value)]
        print(f"  {name:{width}}  {rows[0] if rows else ''}")
        for row in rows[1:_MOST]:
            print(f"  {'':{width}}  {row}")
        if rows[_MOST:]:
            print(f"  {'':{width}}  and {len(rows) - _MOST} more; --json shows all")
    for name, relatives in (("made from", shown.parents), ("made of it", shown.children)):
        _show_relatives(name, relatives)


def _show_relatives(name: str, relatives: list[Relative]) -> None:
    print(f"  {name}" + ("" if relatives else ": nothing"))
    for one in relatives[:_MOST]:
        print(f"    {one.record} {one.id}  [{one.stage}]  {_line(one.said)}")
    if relatives[_MOST:]:
        print(f"    and {len(relatives) - _MOST} more; --json shows all")


def _line(value: object) -> str:
    if isinstance(value, dict):
        said = ", ".join(f"{name}={_line(one)}" for name, one in value.items() if one not in ("", None, ()))
    else:
        said = " ".join(str(value).split())
    return said if len(said) <= _LONG else f"{said[:_LONG]}..."


def select(
    folder: Dir,
    *,
    profile: Annotated[str | None, typer.Option(help="The profile; by default that of run.toml.")] = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """Show what an export would hold, and why the rest would be left out, without writing it."""
    from polytrawl.ledger.select import chosen
    from polytrawl.run import open_run

    given = [*(sets or ()), *([f"export.profile={profile}"] if profile else ())]
    found = chosen(open_run(folder, sets=given).would_export())
    if json:
        output.as_json(found)
        return
    _show_chosen(found)
    print(f"\nnothing was written; to write it: polytrawl export {folder}{_sets(given)}", file=sys.stderr)


def _sets(given: list[str]) -> str:
    return "".join(f" --set {one}" for one in given)


def _show_chosen(found: Chosen) -> None:
    print(f"profile {found.profile}\n")
    parts = {"documents": found.documents, "page pairs": found.pairs, "units": found.units}
    output.table(("of", "in", "kept", "left out"), [row for name, part in parts.items() for row in _rows(name, part)])


def _rows(name: str, part: Part) -> list[tuple[str, str, int, str]]:
    whole = (name, "all", part.kept, output.reasons(part.left_out))
    return [whole, *((name, language, number, "") for language, number in part.by.items())]
