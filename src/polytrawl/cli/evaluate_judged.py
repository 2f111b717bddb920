"""The `evaluate judged` command: what judges said, as tables like those of section 5 of the ILSP-FC paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polytrawl.evaluate.agreement import Agreement
    from polytrawl.evaluate.intervals import Estimate
    from polytrawl.evaluate.judged import Answers, Judged, Row

_LISTED = 10  # differences between judges that are printed; JSON has all of them


def judged(
    sheets: Annotated[list[Path], typer.Argument(help="Tables of `evaluate sample` with judgements.")],
    *,
    run: Annotated[
        Path | None, typer.Option(help="The run directory, where it is not any more where the sample was drawn.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Count what readers said of samples, and tell what it means for the whole corpus."""
    from polytrawl.evaluate.api import by_judgements

    found = by_judgements(sheets, run)
    if json:
        output.as_json(found)
        return
    for place, one in enumerate(found):
        print("\n" * bool(place) + _title(one))
        _show(one)


def _title(one: Judged) -> str:
    which = "exported" if one.is_exported else "all that were found"
    seeds = ", ".join(map(str, one.seeds))
    return f"{one.run}: {one.kind}, {which}; {one.judged} of {one.drawn} judged (seed {seeds})"


def _show(one: Judged) -> None:
    for table in one.tables:
        print(f"\n{table.title}" + (": nothing was judged" if not table.rows[0].judged else ""))
        if table.rows[0].judged:
            _show_answers(one.kind, table)
    print(f"\nIn brackets and of all: the bounds that hold the truth with a confidence of {one.confidence:g} %.")
    for line in (*(line for agreement in one.agreements for line in _agreed(agreement)), *_run(one)):
        print(line)


def _show_answers(kind: str, table: Answers) -> None:
    first = table.rows[0]
    heads = ("", kind, "judged", *first.counts, *(head for share in first.shares for head in (share, "of all")))
    output.table(heads, [_cells(row) for row in table.rows])
    for line in (*_left_out(table), *_says(table)):
        print(line)


def _cells(row: Row) -> tuple[object, ...]:
    shares = (cell for share in row.shares.values() for cell in _share(share))
    return (row.name, row.population, row.judged, *row.counts.values(), *shares)


def _share(one: Estimate | None) -> tuple[str, str]:
    if one is None:
        return "-", "-"
    return f"{one.share:.1%} ({100 * one.low:.1f} to {100 * one.high:.1f})", f"{one.least} to {one.most}"


def _left_out(table: Answers) -> Iterator[str]:
    """Strata of which nobody knows anything."""
    if unseen := table.rows[0].unseen:
        names = ", ".join(f"{name} ({number})" for name, number in unseen.items())
        yield f"Nothing was judged of {names}: shares and bounds of `all` do not speak of them."


def _says(table: Answers) -> Iterator[str]:
    """The answers beside what polytrawl says, where that differs from thing to thing."""
    for says, answers in table.says.items() if len(table.says) > 1 else ():
        told = ", ".join(f"{number} {answer}" for answer, number in sorted(answers.items()))
        yield f"where polytrawl says {says}: {told}"


def _agreed(one: Agreement) -> Iterator[str]:
    beyond = "kappa is not defined: one answer only" if one.kappa is None else f"kappa {one.kappa:.2f}"
    yield f"\n{one.question}: {one.first} and {one.second} agree on {one.same} of {one.both} ({beyond})"
    if one.differ:
        yield f"where they differ, {one.second} counts:"
    for name, words in list(one.differ.items())[:_LISTED]:
        yield f"  {name}: {words[0]}, {words[1]}"
    if len(one.differ) > _LISTED:
        yield f"  and {len(one.differ) - _LISTED} more, which --json has"


def _run(one: Judged) -> Iterator[str]:
    if one.changed is None:
        yield f"\nThere is no run at {one.folder} to compare with; name it with --run DIR."
    elif one.changed:
        yield f"\nThe run has changed since the sample was drawn: {', '.join(one.changed)}."
        gone = "it is not finished" if one.gone is None else f"{one.gone} of {one.drawn} drawn are not in it any more"
        yield f"The figures are those of before; {gone}."
