"""Comparability of corpora of which it is known: pages of MDN in Portuguese and English, by area, and made worse.

Each of 500 Portuguese pages of five areas is compared with its English version, with pages of its area, and with pages
of other areas. Then, as Li and Gaussier (2010) did, corpora of 50 pages on each side are made worse step by step: more
and more English pages of one area are replaced by pages of another one. All of it without any resource, and with
translations learned from paragraphs of pages that are not compared.

    .venv/bin/python benchmarks/comparable.py            # two minutes

It needs data/graph/mdn-pt-en.tar.bz2 in the folder that POLYTRAWL_DATA names (by default ../shared/data).
"""

from __future__ import annotations

import os
import random
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import polytrawl
from polytrawl.comparable.collection import Collection
from polytrawl.comparable.corpus import Rules, compare
from polytrawl.comparable.score import Comparer
from polytrawl.comparable.translations import Translations, translations
from polytrawl.records import Document, replace

DATA = Path(os.environ.get("POLYTRAWL_DATA", Path(__file__).parents[1] / "../shared/data")) / "graph/mdn-pt-en.tar.bz2"
AREAS = ("Web/JavaScript", "Web/API", "Web/CSS", "Web/HTTP", "Web/HTML")
EACH, HALF, TAUGHT = 100, 50, 600  # pages of an area, of a corpus, and that are learned from
LEAST, LONGEST = 500, 400  # characters of a page that is compared, and of a paragraph that is learned from
WANTED = 0.15  # what the exporter asks for
SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
ALL = Rules(min_score=0.0, max_ratio=1e9, balance=1.0)

Page = dict[str, Document]  # by language
Unit = tuple[str, str]


def pages() -> dict[str, list[Page]]:
    """Pages of each area, and under "" some that are only learned from."""
    with tarfile.open(DATA) as archive:
        files = {
            one.name.removeprefix("mdn-pt-en/"): archive.extractfile(one).read() for one in archive if one.isfile()
        }
    names = {row[1]: row[0] for row in (line.split("\t") for line in files["pages.tsv"].decode().splitlines())}
    chosen = sorted(url for url in names if "/pt-BR/" in url and url.replace("/pt-BR/", "/en-US/") in names)
    random.Random(1).shuffle(chosen)  # noqa: S311 - no secret
    found: dict[str, list[Page]] = defaultdict(list)
    for url in chosen:
        area = "/".join(url.split("/docs/")[1].split("/")[:2])
        group = area if area in AREAS and len(found[area]) < EACH else ""
        if group or len(found[""]) < TAUGHT:
            page = {
                language: replace(polytrawl.extract(files[names[at]], at), language=language)
                for language, at in (("pt", url), ("en", url.replace("/pt-BR/", "/en-US/")))
            }
            if min(len(one.text) for one in page.values()) > LEAST or not group:
                found[group].append(page)
    return found


def learned_from(some: Sequence[Page]) -> list[Unit]:
    """Paragraphs of pages with as many of them in both languages, each beside the other."""
    sides = [(page["pt"].main, page["en"].main) for page in some]
    every = [
        (a.text, b.text) for left, right in sides if len(left) == len(right) for a, b in zip(left, right, strict=True)
    ]
    return [unit for unit in every if len(unit[0]) < LONGEST and unit[0] != unit[1]]


def collection(language: str, some: Sequence[Page]) -> Collection:
    """The pages in a language."""
    made = Collection(language)
    for page in some:
        made.add(page[language])
    return made


class Compared:
    """Pages in both languages, compared by their numbers."""

    def __init__(self, some: Sequence[Page], units: Sequence[Unit]) -> None:
        sides = collection("pt", some), collection("en", some)
        known: Translations = translations((sides[0].words, sides[1].words), units)
        self.comparer = Comparer(known, (sides[0].weights(), sides[1].weights()))
        self.telling = [
            [self.comparer.telling(paper.tokens, paper.times, number) for paper in side.papers]
            for number, side in enumerate(sides)
        ]

    def score(self, left: int, right: int) -> float:
        """How comparable a Portuguese and an English page are."""
        return self.comparer.comparability(self.telling[0][left], self.telling[1][right])


def couples() -> Iterator[tuple[str, int, int]]:
    """Numbers of pages: with their translations, with others of the area, and of other areas."""
    for area in range(len(AREAS)):
        for page in range(EACH):
            own = area * EACH + page
            yield "translation", own, own
            for step in (7, 19, 31):
                yield "same area", own, area * EACH + (page + step) % EACH
            for step in (1, 2, 3):
                yield "other area", own, (area + step) % len(AREAS) * EACH + page


def chance(higher: Sequence[float], lower: Sequence[float]) -> float:
    """The chance that one of the first is higher than one of the second."""
    places = np.argsort(np.argsort([*higher, *lower])) + 1
    return (places[: len(higher)].sum() - len(higher) * (len(higher) + 1) / 2) / (len(higher) * len(lower))


def by_couples(found: dict[str, list[Page]], units: Sequence[Unit]) -> None:
    """Pages of known likeness."""
    compared = Compared([page for area in AREAS for page in found[area]], units)
    scores: dict[str, list[float]] = defaultdict(list)
    for kind, left, right in couples():
        scores[kind].append(compared.score(left, right))
    print(f"\n| pages | 5 % are below | median | 5 % are above | above {WANTED} |\n|---|---|---|---|---|")
    for kind, values in scores.items():
        low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
        print(f"| {kind} | {low:.3f} | {middle:.3f} | {high:.3f} | {np.mean(np.array(values) > WANTED):.0%} |")
    kinds = list(scores)
    for one, other in ((0, 1), (1, 2)):
        print(f"\nchance that {kinds[one]} > {kinds[other]}: {chance(scores[kinds[one]], scores[kinds[other]]):.3f}")


def by_corpora(found: dict[str, list[Page]], units: Sequence[Unit]) -> None:
    """Corpora that are made worse step by step."""
    print(f"\n| left, right, replaced by | measure | {' | '.join(f'{share:.0%}' for share in SHARES)} |")
    print(f"|---|---|{'---|' * len(SHARES)}")
    for area, other in zip(AREAS[2:], (*AREAS[3:], AREAS[2]), strict=True):
        for kind, base in (("translations", found[area][:HALF]), ("same area", found[area][HALF:])):
            rows = [_summary(found[area][:HALF], base, found[other], share, units) for share in SHARES]
            for name, values in zip(("score", "vocabulary"), zip(*rows, strict=True), strict=True):
                print(f"| {area}, {kind}, {other} | {name} | {' | '.join(f'{value:.3f}' for value in values)} |")


def _summary(
    left: Sequence[Page], right: Sequence[Page], bad: Sequence[Page], share: float, units: Sequence[Unit]
) -> tuple[float, float]:
    number = round(share * HALF)
    ours, theirs = collection("pt", left), collection("en", [*right[number:], *bad[:number]])
    made = compare(ours, theirs, translations((ours.words, theirs.words), units), ALL).summary
    return made.score_of_all or 0.0, made.vocabulary or 0.0


def main() -> None:
    """Print all tables."""
    if not DATA.exists():
        print(f"{DATA} is not here: nothing to measure", file=sys.stderr)
        return
    found = pages()
    units = learned_from(found[""])
    for name, own in (("no resource", []), (f"{len(units)} units of other pages", units)):
        print(f"\n## {name}")
        by_couples(found, own)
        by_corpora(found, own)


if __name__ == "__main__":
    main()
