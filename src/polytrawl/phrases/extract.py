"""Phrase tables from sentence pairs whose words are aligned: extraction and scores, from lists to a file."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.lexicon.symmetrise import Bitext, Link
from polytrawl.phrases.estimate import Estimator
from polytrawl.phrases.occurrences import Corpus, Counts, Pairs, counted, occurrences
from polytrawl.phrases.side import Phrases, Side
from polytrawl.phrases.spans import LONGEST, link_text
from polytrawl.phrases.table import writing_table

__all__ = ["Extracted", "extract", "linked"]


class Extracted(msgspec.Struct, frozen=True):
    """What a table was made of, and what it has."""

    file: str
    sentences: int
    links: int
    sources: int  # different phrases
    targets: int
    pairs: int
    discount: float  # of Kneser-Ney smoothing; 0 without it
    dropped: dict[str, int]


def extract(
    bitext: Bitext, links: Iterable[Sequence[Link]], out: Path, *, longest: int = LONGEST, smoothing: str = "none"
) -> Extracted:
    """Write the phrase table of sentence pairs, each with the links between its words."""
    if not 1 <= longest <= LONGEST:
        raise ConfigError(f"phrases have from 1 to {LONGEST} words, not {longest}")
    corpus, dropped = linked(bitext, links)
    phrases = Phrases(corpus.sides[0], longest), Phrases(corpus.sides[1], longest)
    estimator = Estimator(Counts(len(phrases[0])), Counts(len(phrases[1])), smoothing)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".polytrawl-phrases-") as folder:
        parts = [_kept(path, estimator) for path in occurrences(corpus, phrases, Path(folder), longest)]
        with writing_table(out) as file:
            for path in parts:
                file.writelines(line.encode("utf-8", "replace") for line in _lines(_loaded(path), phrases, estimator))
    sources, targets = (int(np.count_nonzero(one.seen)) for one in (estimator.sources, estimator.targets))
    made = (len(bitext), corpus.source.size, sources, targets, estimator.pairs, estimator.discount)
    return Extracted(str(out), *made, dict(dropped))


def linked(bitext: Bitext, links: Iterable[Sequence[Link]]) -> tuple[Corpus, Counter[str]]:
    """The corpus in numbers; links outside of a sentence are an error, pairs without any are counted."""
    if not bitext:
        raise ConfigError("there are no sentence pairs with words on both sides; a phrase table needs at least one")
    left, right = (Side.of([pair[side] for pair in bitext]) for side in (0, 1))
    every = list(links)
    if len(every) != len(bitext):
        raise ConfigError(f"there are {len(bitext):,} sentence pairs, and links of {len(every):,}")
    dropped, places = Counter[str](), []
    starts = zip(left.starts.tolist(), right.starts.tolist(), strict=True)
    for number, (pair, found, (ours, theirs)) in enumerate(zip(bitext, every, starts, strict=False), start=1):
        dropped["no-links"] += not found
        for i, j in sorted(set(found)):
            if not (0 <= i < len(pair[0]) and 0 <= j < len(pair[1])):
                raise ConfigError(f"sentence pair {number}: the link {i}-{j} is outside of its words")
            places.append((ours + i, theirs + j))
    if not places:
        raise ConfigError(f"no words of the {len(bitext):,} sentence pairs are linked, so there are no phrases")
    columns = np.array(places, np.int64)
    return Corpus((left, right), columns[:, 0], columns[:, 1]), +dropped


def _kept(path: Path, estimator: Estimator) -> Path:
    """Count the pairs of a file and put them into its place."""
    pairs = counted(path)
    estimator.add(pairs)
    made = path.with_suffix(".npz")
    np.savez(made, **pairs._asdict())
    path.unlink()
    return made


def _loaded(path: Path) -> Pairs:
    with np.load(path) as arrays:
        return Pairs(**{name: arrays[name] for name in Pairs._fields})


def _lines(pairs: Pairs, phrases: tuple[Phrases, Phrases], estimator: Estimator) -> Iterator[str]:
    """Lines in the order of their bytes."""
    spelled, ranks = [], []
    for own, column in zip(phrases, (pairs.source, pairs.target), strict=True):
        different, found = np.unique(column, return_inverse=True)
        spelled.append(np.array(own.texts(different), object)[found])
        ranks.append(own.ranks(different)[found])
    order = np.lexsort((ranks[1], ranks[0]))
    scores = estimator.forth(pairs), np.exp(pairs.forth), estimator.back(pairs), np.exp(pairs.back)
    seen = estimator.targets.seen[pairs.target], estimator.sources.seen[pairs.source], pairs.seen
    columns = (*spelled, *scores, pairs.links, *seen)
    text = cache(link_text)
    for source, target, f, lf, e, le, links, ce, cf, c in zip(*(one[order].tolist() for one in columns), strict=True):
        yield f"{source} ||| {target} ||| {f:.6g} {lf:.6g} {e:.6g} {le:.6g} ||| {text(links)} ||| {ce} {cf} {c}\n"
