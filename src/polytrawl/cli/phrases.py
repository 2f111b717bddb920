"""The commands below `phrases`: phrase tables are made, filtered, mixed, checked and given to Moses."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.phrases.reading import SentencePairs

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make phrase tables of parallel texts and lexicons, filter, mix and check them, and give them to Moses.",
)

Out = Annotated[Path, typer.Option("-o", "--out", help="The table to write, best ending in .gz.")]
Table = Annotated[Path, typer.Argument(help="A phrase table in the text format of Moses, perhaps .gz.")]


@app.command()
def extract(
    texts: Annotated[
        list[Path],
        typer.Argument(help="A folder of `polytrawl prepare`, or two prepared texts.", metavar="DIR|SOURCE TARGET"),
    ],
    out: Out,
    *,
    links: Annotated[Path | None, typer.Option(help="Word alignments to take, a line such as 0-0 1-2 each.")] = None,
    method: Annotated[str, typer.Option(help="eflomal, association, or auto: eflomal if it is installed.")] = "auto",
    longest: Annotated[int, typer.Option(min=1, max=7, help="Words of a phrase.")] = 7,
    smooth: Annotated[str, typer.Option(help="Of probabilities: none or kneser-ney.")] = "none",
    json: Json = False,
) -> None:
    """Align words of sentence pairs and write all phrase pairs with probabilities and lexical weights."""
    from polytrawl.cli.lexicon_corpus import method_of
    from polytrawl.phrases.extract import extract as extracted

    pairs, chosen = _pairs(texts, links), method_of(method)
    started = time.perf_counter()
    if pairs.bitext and links is None:
        _say(f"{len(pairs.bitext):,} sentence pairs, aligned by {chosen}")
    made = extracted(pairs.bitext, pairs.aligned(chosen), out, longest=longest, smoothing=smooth)
    dropped = dict(pairs.dropped) | made.dropped
    if json:
        output.as_json({"made": made, "dropped": dropped})
        return
    print(f"{made.sentences:,} sentence pairs, {made.links:,} links")
    print(f"{made.sources:,} source phrases, {made.targets:,} target phrases, {made.pairs:,} phrase pairs")
    print(f"left out or without links: {output.reasons(dropped) or 'none'}")
    print(f"{out}: in {time.perf_counter() - started:.1f} s")


@app.command()
def lexicon(  # noqa: PLR0913 - one argument per option
    file: Annotated[Path, typer.Argument(help="A lexicon, or translations.X-Y.tsv of `polytrawl bootstrap`.")],
    out: Out,
    *,
    prepared: Annotated[Path | None, typer.Option(help="A folder of `polytrawl prepare`, to do as there.")] = None,
    langs: Annotated[
        str, typer.Option(help="Source and target; by default as prepared, else as the lexicon has them.")
    ] = "",
    by: Annotated[str, typer.Option(help="What is the probability: score, or share of support.")] = "score",
    scores: Annotated[int, typer.Option(help="Scores of the table: 4 as others have, or 1.")] = 4,
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Let scores of one phrase add up to 1 at most.")
    ] = False,
    json: Json = False,
) -> None:
    """Write a lexicon, or titles of Wikipedia, as a phrase table."""
    from polytrawl.cli.lexicon import both_languages
    from polytrawl.language_tags import same_language
    from polytrawl.lexicon.entries import read_lexicon, read_lexicon_between
    from polytrawl.phrases.from_lexicon import lexicon_rows
    from polytrawl.phrases.table import line_of, write_lines
    from polytrawl.prepare.stage import Preparation, as_in

    own, _ = read_lexicon(file)
    languages = both_languages(langs) if langs else own
    preparation = as_in(prepared) if prepared else Preparation(languages, check_language=False)
    if not langs and len(preparation.languages) == len(own):
        languages = preparation.languages[0], preparation.languages[1]
    entries, sides = read_lexicon_between(file, languages), preparation.sides(languages)
    if not same_language(own[0], languages[0]):
        _say(f"{file} is {own[0]}-{own[1]}: its entries are turned")
    prepare = (lambda text: preparation.phrase(text, sides[0])), (lambda text: preparation.phrase(text, sides[1]))
    rows = lexicon_rows(entries, prepare, by=by, scores=scores, normalise=normalise)
    _report(out, write_lines(out, map(line_of, rows)), {}, json=json)


@app.command("filter")
def filter_(
    table: Table,
    out: Out,
    *,
    text: Annotated[Path | None, typer.Option(help="Keep phrases of this prepared source text only.")] = None,
    best: Annotated[int | None, typer.Option(min=1, help="Most targets of a source, by p(e|f).")] = None,
    min_probability: Annotated[float, typer.Option(min=0, max=1, help="Leave out lower p(e|f).")] = 0.0,
    sentences: Annotated[
        int | None, typer.Option(min=1, help="Of so many sentence pairs: leave out what may meet by chance.")
    ] = None,
    json: Json = False,
) -> None:
    """Choose pairs of a table: those of a text, the best of each source, those that are no accident."""
    from polytrawl.lm.reading import Text
    from polytrawl.phrases.choice import Choice, phrases_of
    from polytrawl.phrases.table import line_of, write_lines

    wanted = phrases_of(Text((text,)).sentences()) if text else None
    choice = Choice(wanted, best, min_probability, sentences)
    number = write_lines(out, map(line_of, choice.chosen(table)))
    _report(out, number, dict(+choice.dropped), json=json)


@app.command()
def mix(
    tables: Annotated[list[Path], typer.Argument(help="Two or more tables.", metavar="TABLE...")],
    out: Out,
    *,
    weights: Annotated[str, typer.Option(help="One for each table, e.g. 0.8,0.2; by default equal ones.")] = "",
    json: Json = False,
) -> None:
    """Interpolate tables into one."""
    from polytrawl.phrases.mix import mixed
    from polytrawl.phrases.table import line_of, write_lines

    try:
        given = [float(one) for one in weights.split(",")] if weights else []
    except ValueError as err:
        raise ConfigError(f"--weights {weights}: expected numbers with commas between, as in 0.8,0.2") from err
    _report(out, write_lines(out, map(line_of, mixed(tables, given))), {}, json=json)


@app.command()
def check(
    what: Annotated[Path, typer.Argument(help="A phrase table, or a directory for Moses.", metavar="TABLE|DIR")],
    *,
    json: Json = False,
) -> None:
    """Tell what is wrong with a table or with a directory for Moses, line by line."""
    from polytrawl.phrases.check import check_moses, check_table

    is_moses = what.is_dir() or what.suffix == ".ini"
    found = check_moses(what) if is_moses else list(check_table(what))
    if json:
        output.as_json([one._asdict() for one in found])
    for one in () if json else found:
        print(f"{one.file}, line {one.line}: {one.text}" if one.line else f"{one.file}: {one.text}")
    if found:
        raise typer.Exit(1)
    if not json:
        print(f"{what}: nothing is wrong")


@app.command()
def moses(
    model: Annotated[Path, typer.Argument(help="A folder with model.toml.", metavar="DIR")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The directory to write.")],
    *,
    binary: Annotated[
        bool | None, typer.Option("--binary/--arpa", help="Language models for KenLM to load at once, or as ARPA.")
    ] = None,
    json: Json = False,
) -> None:
    """Write a system as a working directory for Moses: moses.ini, tables and language models."""
    from polytrawl.phrases.moses import write_moses

    made = write_moses(model, out, binary=binary)
    if json:
        output.as_json(made)
        return
    rows = [(f"table {name}", f"{number:,} pairs") for name, number in made.tables.items()]
    rows += [(f"lm {name}", file) for name, file in made.lms.items()]
    output.table(("part", ""), rows)
    if not made.is_binary and made.lms and binary is None:
        _say("language models are ARPA files, for build_binary is not on the PATH")
    print(f"next: cd {out} && moses -f moses.ini < text, or polytrawl phrases check {out}")


def _pairs(texts: list[Path], links: Path | None) -> SentencePairs:
    from polytrawl.phrases.reading import read_pairs
    from polytrawl.prepare.annotations import read_prepared

    if len(texts) == 1 and texts[0].is_dir():
        languages = read_prepared(texts[0]).languages
        texts = [texts[0] / f"{language}.txt" for language in languages]
    if len(texts) != 2:  # noqa: PLR2004 - both sides
        raise ConfigError("expected a folder in which `polytrawl prepare` put two languages, or two text files")
    return read_pairs(texts[0], texts[1], links)


def _report(out: Path, number: int, dropped: dict[str, int], *, json: bool) -> None:
    if not number:
        raise ConfigError(f"no pairs are left{': ' + output.reasons(dropped) if dropped else ''}")
    if json:
        output.as_json({"file": out, "pairs": number, "dropped": dropped})
        return
    print(f"{number:,} phrase pairs in {out}" + (f"; left out: {output.reasons(dropped)}" if dropped else ""))


def _say(text: str) -> None:
    print(f"polytrawl: {text}", file=sys.stderr)
