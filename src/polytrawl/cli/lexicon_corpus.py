"""Parallel corpora for the `lexicon align` command: runs, TMX and TSV files, and two files that run side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from polytrawl.errors import ConfigError, PolytrawlError
from polytrawl.filter.bitext import Bitext
from polytrawl.language_tags import same_language
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.gather import FileRead
from polytrawl.lm.reading import opened
from polytrawl.records import Lang, SentencePair
from polytrawl.run import open_run

__all__ = ["corpus_of", "method_of"]

_TABLES = (".tmx", ".tsv", ".txt")
_Pair = tuple[str, str]


def method_of(asked: str) -> str:
    """The method that was asked for; with `auto` the best one that is installed."""
    from polytrawl.lexicon.word_alignment import best_method

    return best_method() if asked == "auto" else asked


def corpus_of(paths: Sequence[Path], languages: tuple[Lang, Lang]) -> tuple[Corpus, FileRead]:
    """The sentence pairs of all that was named, and what came of reading it; of a broken file, what is before that."""
    corpus = Corpus(languages)
    name = "_".join(paths[0].resolve().stem.replace(";", "_").split())
    read = FileRead(" ".join(map(str, paths)), f"corpus:{name}")
    try:
        for source, target in _pairs(paths, languages):
            corpus.add(source, target)
    except ConfigError as err:
        if not len(corpus):
            raise
        read.problem = str(err)
    read.entries, read.dropped = len(corpus), dict(corpus.dropped)
    return corpus, read


def _pairs(paths: Sequence[Path], languages: tuple[Lang, Lang]) -> Iterator[_Pair]:
    for path in paths:
        if not path.exists():
            raise ConfigError(f"{path}: no such file or run directory")
    plain = [path for path in paths if path.is_file() and path.suffix.lower() not in _TABLES]
    if plain:
        yield from _side_by_side(plain, languages)
    for path in paths:
        if path.is_dir():
            yield from _of_units(open_run(path).units(), languages)
        elif path not in plain:
            yield from _of_units(_bitext(path, languages), languages)


def _bitext(path: Path, languages: tuple[Lang, Lang]) -> Bitext:
    """A file of units; where a table names no languages, its columns are in the order of those asked for."""
    if path.suffix.lower() != ".tmx":
        try:
            next(iter(Bitext(path)), None)
        except ConfigError:
            return Bitext(path, languages)
        return Bitext(path)
    return Bitext(path, languages)


def _of_units(units: Iterator[SentencePair] | Bitext, languages: tuple[Lang, Lang]) -> Iterator[_Pair]:
    for unit in units:
        own = unit.source_language, unit.target_language
        if all(map(same_language, own, languages)):
            yield unit.source, unit.target
        elif all(map(same_language, own[::-1], languages)):
            yield unit.target, unit.source


def _side_by_side(paths: Sequence[Path], languages: tuple[Lang, Lang]) -> Iterator[_Pair]:
    """Two files, a sentence a line, named after their languages: corpus.de and corpus.it."""
    found = [[path for path in paths if same_language(path.suffix[1:].lower(), one)] for one in languages]
    if len(paths) != 2 or [len(one) for one in found] != [1, 1]:  # noqa: PLR2004 - both sides
        names = " and ".join(f"corpus.{one}" for one in languages)
        raise ConfigError(
            f"{paths[0]}: expected a run directory, a .tmx or .tsv file, or two files side by side that end in their "
            f"languages: {names}"
        )
    left, right = found[0][0], found[1][0]
    with opened(left) as ours, opened(right) as theirs:
        for number, (source, target) in enumerate(zip_longest(ours, theirs), start=1):
            if source is None or target is None:
                short = left if source is None else right
                raise PolytrawlError(f"{short}: it ends after line {number - 1}, and the other file goes on")
            yield source.decode("utf-8", "replace").strip(), target.decode("utf-8", "replace").strip()
