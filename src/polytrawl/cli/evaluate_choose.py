"""The command `evaluate choose`: test sentences that favour no system."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.adapt.chosen import Candidate, Receipt


def choose(  # noqa: PLR0913 - one argument per option
    candidates: Annotated[
        Path, typer.Argument(help="Held-out sentences: document, tab, sentence, and perhaps tab, translation.")
    ],
    *,
    corpora: Annotated[
        list[str] | None,
        typer.Option(help="Texts that systems are made from, a sentence a line.", metavar="NAME=FILE"),
    ] = None,
    lang: Annotated[str, typer.Option(help="The language of the sentences.")] = "und",
    terms: Annotated[
        Path | None, typer.Option(help="Terms, one a line, of which a sentence must have one; from none of the texts.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Sentences wanted.")] = 100,
    fewest_words: Annotated[int, typer.Option(min=1, help="In a sentence.")] = 4,
    most_words: Annotated[int, typer.Option(min=1, help="In a sentence.")] = 22,
    seed: Annotated[int, typer.Option(min=0, help="Of the draw.")] = 1,
    out: Annotated[Path, typer.Option(help="The folder of test set, spare sentences and receipt.")] = Path("test-set"),
    json: Json = False,
) -> None:
    """Choose test sentences that favour no system, with a receipt."""
    from polytrawl.adapt.chosen import Choice
    from polytrawl.adapt.chosen import choose as chosen
    from polytrawl.characters import table_row
    from polytrawl.files import write_json, write_whole
    from polytrawl.lexicon.basic import listed_words
    from polytrawl.lm.reading import Text

    choice = Choice(
        number=number,
        seed=seed,
        fewest_words=fewest_words,
        most_words=most_words,
        language=lang.strip().lower(),
        terms=listed_words(terms) if terms else (),
    )
    texts = _named(corpora or ())
    found = chosen(_read(candidates), {name: Text((path,)).sentences() for name, path in texts.items()}, choice)
    if not found.sentences:
        output.as_json(found.receipt) if json else _show(found.receipt)
        print(
            "polytrawl: no sentence is chosen, so nothing is written; give more candidates, or allow other lengths",
            file=sys.stderr,
        )
        raise typer.Exit(1)
    out.mkdir(parents=True, exist_ok=True)
    for name, some in (("test", found.sentences), ("spare", found.spare)):
        write_whole(out / f"{name}.tsv", "".join(map(table_row, some)))
    write_json(out / "receipt.json", found.receipt)
    if json:
        output.as_json(found.receipt)
        return
    _show(found.receipt)
    print(f"\n{out}")


def _named(corpora: Iterable[str]) -> dict[str, Path]:
    from polytrawl.adapt.lines import named_file

    found: dict[str, Path] = {}
    for given in corpora:
        name, path = named_file(given, "--corpora")
        if name in found:
            raise ConfigError(f"--corpora {given}: {name} is {found[name]} already; give each text a name of its own")
        found[name] = path
    return found


def _read(path: Path) -> Iterator[Candidate]:
    from polytrawl.adapt.chosen import Candidate
    from polytrawl.adapt.lines import read_lines

    for place, line in enumerate(read_lines(path), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip():
            continue
        if len(cells) < 2 or not cells[0] or not cells[1]:  # noqa: PLR2004 - document and sentence
            raise ConfigError(f"{path}, line {place}: expected a document, a tab and a sentence")
        yield Candidate(*cells[:3])


def _show(receipt: Receipt) -> None:
    print(f"{receipt.chosen} of {receipt.candidates} sentences chosen, from {receipt.chosen_documents} documents")
    if 0 < receipt.chosen < receipt.wanted:
        print(f"{receipt.wanted} were wanted; give more candidates, or allow other lengths")
    if receipt.reasons:
        print()
        output.table(("left out", "sentences"), receipt.reasons.items())
    if receipt.corpora:
        print()
        rows = [
            (name, one.sentences, one.has_sentences, f"{one.knows_before:.1%}", f"{one.knows_after:.1%}")
            for name, one in receipt.corpora.items()
        ]
        output.table(("text", "sentences", "of the candidates", "words known", "of those chosen"), rows)
