"""The commands below `topic`. `polytrawl topic DIR` itself runs the stage."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from polytrawl.cli import FAILED, output

if TYPE_CHECKING:
    from polytrawl.topic.survey import Survey

_STAGE = "run"
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


class StageGroup(TyperGroup):
    """A group whose first word may be left out: `polytrawl topic DIR` is `polytrawl topic run DIR`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # typer's own
        """Put the word in where another does not stand."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [_STAGE, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=StageGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run the topic stage alone (`polytrawl topic DIR`), or look at topics.",
)


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A file of topic terms.")], *, json: Json = False) -> None:
    """Tell how a topic definition is understood: its terms, those that stem together, and lines that are unclear."""
    from polytrawl.topic.survey import survey

    found = survey(file)
    output.as_json(found) if json else _show(found)
    if found.problems or not found.languages:
        raise typer.Exit(FAILED)


def _show(found: Survey) -> None:
    for language, one in found.languages.items():
        how = "stemmed" if one.is_stemmed else "no stemmer: only the forms written here are found"
        print(f"{language}: {one.terms} terms, {how}")
        output.table(("subtopic", "terms"), list(one.subtopics.items()))
        for group in one.together:
            print(f"  one term: {', '.join(group.terms)} (weight {group.weight:g})")
        print()
    for problem in found.problems:
        print(f"line {problem.line}: {problem.reason}\n  {problem.text}")
    print(f"{sum(one.terms for one in found.languages.values())} terms, {len(found.problems)} lines not understood")
