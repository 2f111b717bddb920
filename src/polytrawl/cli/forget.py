"""The command that makes a run forget pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from polytrawl.cli import FAILED, output
from polytrawl.cli.going import Dir, Json, ended_kindly
from polytrawl.cli.progress import make_progress

if TYPE_CHECKING:
    from polytrawl.forget.act import Forgotten
    from polytrawl.forget.plan import Plan
    from polytrawl.forget.proof import Proof
    from polytrawl.forget.target import Kind

_SHOWN = 10  # addresses and sentences that people are shown


def forget(
    folder: Dir,
    what: Annotated[
        str | None, typer.Argument(help="An address, a host or a regular expression.", metavar="URL|HOST|REGEX")
    ] = None,
    *,
    kind: Annotated[
        str | None, typer.Option("--as", help="What it is, if that is not clear: url, host, regex.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """Remove pages and all that was made of them, prove it, and never fetch them again."""
    from polytrawl.forget.act import forget as carry_out
    from polytrawl.forget.act import look
    from polytrawl.forget.target import read_target
    from polytrawl.run import open_run

    target = read_target(what, _kind(kind)) if what is not None else None
    run = open_run(folder)
    if dry_run and target:
        plan = look(run, target)
        output.as_json(_told(plan)) if json else _show_plan(plan)
        return
    progress = make_progress()
    with ended_kindly(f"polytrawl forget {folder}", progress.close):
        done = carry_out(run, target, progress, lambda plan: yes or _agreed(plan))
    output.as_json(done) if json else _show(done)
    if not done or not all(one.proof.holds for one in done):
        raise typer.Exit(FAILED)


def _kind(word: str | None) -> Kind | None:
    from polytrawl.errors import ConfigError
    from polytrawl.forget.target import Kind as Known

    try:
        found: Kind | None = msgspec.convert(word, Known | None)
    except msgspec.ValidationError:
        raise ConfigError(f"--as {word}: say url, host or regex") from None
    return found


def _told(plan: Plan) -> dict[str, object]:
    return {
        "meant": plan.target.in_words,
        "urls": plan.urls,
        "pages": len(plan.pages),
        "records": plan.records,
        "sentences": len(plan.sentences),
    }


def _show_plan(plan: Plan) -> None:
    print(f"meant: {plan.target.in_words}")
    print(f"{len(plan.urls)} addresses, {len(plan.pages)} pages")
    for url in plan.urls[:_SHOWN]:
        print(f"  {url}")
    if plan.urls[_SHOWN:]:
        print(f"  and {len(plan.urls) - _SHOWN} more; --dry-run --json lists all")
    gone = ", ".join(f"{number} {stage}" for stage, number in plan.records.items() if number)
    print(f"records that go, by stage: {gone or 'none'}; exports and report are written anew")


def _agreed(plan: Plan) -> bool:
    _show_plan(plan)
    if not sys.stdin.isatty():
        print("polytrawl: forget: nothing was changed; say --yes to forget without being asked", file=sys.stderr)
        return False
    return typer.confirm("Forget this for good?")


def _show(done: list[Forgotten]) -> None:
    for one in done:
        print(f"forgotten: {one.meant}: {one.pages} pages, {one.addresses} addresses")
        _show_proof(one.proof)
        for url in one.seeds:
            print(f"run.toml still names {url} as a seed: take it out; it is not fetched")
        for name in one.sources:
            print(f"your own {name} was not changed; if the page is in it, it is still there, but not read")
    if done and all(one.proof.holds for one in done):
        print("next: `polytrawl run` makes again what other pages have learned from it")


def _show_proof(proof: Proof) -> None:
    said = f"{proof.sentences} sentences were looked for in {proof.files} files"
    if proof.holds:
        print(f"{said}: none is left that only these pages said")
    else:
        print(f"{said}: {len(proof.left)} are LEFT that only these pages said:")
        for left in proof.left[:_SHOWN]:
            print(f"  {left.file}: {left.sentence}")
        print("delete these files if they are yours, and call it again without naming anything")
    if proof.shared:
        example = proof.examples[0]
        print(f"{proof.shared} stay because other pages say them, such as {example.sentence!r} on {example.url}")
    if proof.short:
        print(f"{proof.short} are too short to be looked for")
    if proof.linking:
        print(f"{proof.linking} other pages have links to these addresses, which stay as their authors wrote them")
