"""The `evaluate sample` commands: things to judge, drawn by chance, and examples for the topic."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output

if TYPE_CHECKING:
    from polytrawl.evaluate.api import Drawn

app = typer.Typer(
    help="Draw documents, paragraphs, page pairs or units to judge, as a table and as a sheet for a browser.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Dir = Annotated[Path, typer.Argument(help="A run directory.")]
Confidence = Annotated[
    float, typer.Option(min=50, max=99.99, help="How sure the bounds are to hold the truth, in percent.")
]
Interval = Annotated[
    float, typer.Option(min=0.1, max=50, help="How far a share may be off to either side, in points of a percentage.")
]
Each = Annotated[bool, typer.Option("--each", help="The interval is to hold in every language, not only over all.")]
Size = Annotated[
    int | None, typer.Option(min=1, help="So many; by default as many as --confidence and --interval need.")
]
Seed = Annotated[int, typer.Option(help="Another number draws others.")]
Exported = Annotated[bool, typer.Option("--exported/--all", help="Draw from what is exported, or all that was found.")]
Out = Annotated[
    Path | None, typer.Option(help="Where to write it: a name that ends in .html or .tsv; by default both, in DIR.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


_ASKED = {
    "documents": "Documents: is it on the topic, and is its language right?",
    "paragraphs": "Paragraphs: is it main text or boilerplate, and is its language right?",
    "pairs": "Page pairs: are they parallel, comparable, or neither?",
    "units": "Units: does each side say what the other says?",
}


def _command(kind: str) -> Callable[..., None]:
    """The command that draws things of a kind; all have the same options."""

    def draw(  # noqa: PLR0913 - one argument per option
        folder: Dir,
        *,
        confidence: Confidence = 95,
        interval: Interval = 10,
        each: Each = False,
        size: Size = None,
        seed: Seed = 0,
        exported: Exported = True,
        out: Out = None,
        json: Json = False,
    ) -> None:
        from polytrawl.evaluate.api import write_sample
        from polytrawl.evaluate.draw import Plan
        from polytrawl.run import open_run

        plan = Plan(confidence, interval, seed, size, each)
        drawn = write_sample(open_run(folder), kind, plan, exported=exported, out=out)
        output.as_json(drawn) if json else _show(kind, drawn, seed)

    return draw


for _kind, _about in _ASKED.items():
    app.command(_kind, help=_about)(_command(_kind))


def _show(kind: str, drawn: Drawn, seed: int) -> None:
    output.table(("", "drawn", "of"), [(name, *numbers) for name, numbers in drawn.strata.items()])
    print(f"\n{drawn.drawn} of {drawn.population} {kind} drawn, with seed {seed}")
    print(*drawn.files, sep="\n")
    print(f"next: judge them in the browser, then: polytrawl evaluate judged {kind}-judged.tsv")
    print("or fill in the columns judged_ of the table, and give that")


@app.command()
def examples(
    folder: Dir,
    *,
    size: Annotated[int, typer.Option(min=1, help="So many documents.")] = 20,
    json: Json = False,
) -> None:
    """Documents for `topic.examples`: not by chance, but those from which the topic's classifier learns most."""
    from polytrawl.evaluate.examples_sheet import write_examples
    from polytrawl.rundir import RunDir

    files, number, judged = write_examples(RunDir.open(folder), size)
    if json:
        output.as_json({"files": files, "documents": number, "judged": judged})
        return
    print(f"{number} documents to judge" + (f", and {judged} that are judged" if judged else ""))
    print(*files, sep="\n")
    print("next: judge them in the browser and take the table away, or write yes or no in the column judgement;")
    print("the classifier `learned` learns from that:")
    print(f"polytrawl run {folder} --from topic --set topic.classifier=learned --set topic.examples={files[0]}")
