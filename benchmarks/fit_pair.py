"""Makes the weights by which the pair stage joins all evidence, and tells how good they are on sites held out.

    python benchmarks/fit_pair.py [--write]

Sites are crawled in two shapes: with languages in URLs and links between versions, and with none of it. Of the first
there are variants: with all claims of pairers, with some of them left out, and with the texts of one language under
each other's URLs, where claims are false. Both steps are logistic regressions, fitted by Newton's method.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tomli_w
from served_sites import (
    LANGUAGES,
    Gold,
    Score,
    Shape,
    crawled,
    documents_of,
    gold_of,
    named,
    scored,
    shuffled,
    without_some,
)

import polytrawl
from polytrawl.pair.copies import originals
from polytrawl.pair.couples import Couples
from polytrawl.pair.fusion import Claims, Step, Weighed, first_step, second_step, settled
from polytrawl.pair.groups import grouped
from polytrawl.pair.pairers.images import Images
from polytrawl.pair.pairers.links import Links
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.strays import strays
from polytrawl.pair.texts import Texts
from polytrawl.records import Document, Site

_TARGET = Path(polytrawl.__file__).parent / "pair" / "data" / "fusion.toml"
_MARKED = Shape("dir", "dir")
_BARE = Shape("opaque-bare", "opaque", switch="none", images="hash", strip=True)
_LEAST = (0.3, 0.4, 0.5)  # what the stage might emit; the second is its default
_RIDGE = 1.0
# Documents of a site that is taken in some languages and without some variants, to save time.
_LARGE, _SOME = 1500, ("en", "de", "it")
_PAIRERS = {"links": Links(), "urls": Urls(), "images": Images()}
_SOURCES = tuple(_PAIRERS)


class Case(NamedTuple):
    """One site in one variant."""

    site: str
    variant: str
    texts: Texts
    claims: Claims
    gold: Gold

    def labels(self, couples: Couples) -> tuple[np.ndarray, np.ndarray]:
        """Which couples are pairs, and of which that is known."""
        is_pair, is_known = [], []
        for left, right in couples.numbers():
            languages, urls = named(self.texts.documents[left], self.texts.documents[right])
            key = self.site, languages
            is_pair.append(urls in self.gold.pairs.get(key, ()))
            is_known.append(key in self.gold.pairs and urls not in self.gold.ignored.get(key, ()))
        return np.array(is_pair, bool), np.array(is_known, bool)


def _claims(documents: Sequence[Document], sources: Sequence[str]) -> Claims:
    numbers = {document.id: number for number, document in enumerate(documents)}
    site = Site(name="", documents=tuple(documents))
    return {
        name: {
            tuple(sorted((numbers[left], numbers[right]))): value
            for left, right, value in _PAIRERS[name].candidates(site)
        }
        for name in sources
    }


def _cases() -> list[Case]:
    found = []
    for shape in (_BARE, _MARKED):
        gold = gold_of(shape)
        for site, documents in documents_of(crawled(shape)).items():
            kept = _without_copies(
                documents if len(documents) <= _LARGE else [d for d in documents if d.language in _SOME]
            )
            found += _bare(site, kept, gold) if shape is _BARE else _marked(site, kept, gold)
    return found


def _without_copies(documents: list[Document]) -> list[Document]:
    """The documents that the product weighs: no copies, and no strays."""
    by_id = {
        name: {tuple(sorted((documents[left].id, documents[right].id))): value for (left, right), value in own.items()}
        for name, own in _claims(documents, _SOURCES).items()
    }
    original = originals(documents, by_id)
    kept = [one for one in documents if original[one.id] == one.id]
    away = strays(kept, by_id)
    return [one for one in kept if one.id not in away]


def _bare(site: str, documents: list[Document], gold: Gold) -> list[Case]:
    found = [Case(site, "bare", Texts(documents), {}, gold)]
    if len(documents) <= _LARGE:
        found.append(Case(site, "bare, 30 % missing", Texts(without_some(documents, 0.3)), {}, gold))
    return found


def _marked(site: str, documents: list[Document], gold: Gold) -> list[Case]:
    texts, claims = Texts(documents), _claims(documents, _SOURCES)
    found = [Case(site, "all claims", texts, claims, gold)]
    if len(documents) <= _LARGE:
        found += [Case(site, name, texts, {name: claims[name]}, gold) for name in _SOURCES if claims[name]]
    moved, whose = shuffled(documents, "de" if any(one.language == "de" for one in documents) else "it")
    return [*found, Case(site, "shuffled", Texts(moved), _claims(moved, _SOURCES), _moved_gold(gold, whose))]


def _moved_gold(gold: Gold, whose: Mapping[str, str]) -> Gold:
    """The pairs, where pages have the texts of others."""
    now_at = {text: url for url, text in whose.items()}
    moved = [
        {key: frozenset((now_at.get(a, a), now_at.get(b, b)) for a, b in pairs) for key, pairs in table.items()}
        for table in gold
    ]
    return Gold(*moved)


def _fit(cases: Sequence[Case], tables: Sequence[Weighed]) -> Step:
    rows, labels, weights = [], [], []
    for case, found in zip(cases, tables, strict=True):
        is_pair, is_known = case.labels(found.couples)
        rows.append(found.table[is_known])
        labels.append(is_pair[is_known])
        weights.append(np.full(is_known.sum(), 1 / np.sqrt(max(is_known.sum(), 1))))  # large sites count more, not all
    table, wanted, weight = np.vstack(rows), np.concatenate(labels).astype(float), np.concatenate(weights)
    return _newton(tables[0].names, table, wanted, weight * len(weight) / weight.sum())


def _newton(names: Sequence[str], table: np.ndarray, wanted: np.ndarray, weight: np.ndarray) -> Step:
    mean, deviation = table.mean(axis=0), table.std(axis=0) + 1e-9
    values = np.column_stack([np.ones(len(table)), (table - mean) / deviation])
    found = np.zeros(values.shape[1])
    for _ in range(40):
        likely = 1 / (1 + np.exp(-np.clip(values @ found, -30, 30)))
        slope = values.T @ (weight * (wanted - likely)) - _RIDGE * found
        bend = (values * (weight * likely * (1 - likely))[:, None]).T @ values + _RIDGE * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    weights = found[1:] / deviation
    return Step(float(found[0] - weights @ mean), dict(zip(names, map(float, weights), strict=True)))


def _score(case: Case, found: Weighed, least: float) -> Score:
    pairs = grouped(found.by_couple(), case.texts.names, least, case.texts.pages)
    documents = case.texts.documents
    told = [named(documents[left], documents[right]) for left, right in pairs]
    languages = {document.language for document in documents}
    scores = scored(case.site, told, case.gold)
    return sum((one for pair, one in scores.items() if languages.issuperset(pair.split("-"))), Score())


def _held_out(cases: Sequence[Case], tables: Sequence[Weighed]) -> list[Weighed]:
    """The tables with probabilities by weights from other sites."""
    steps = {}
    for site in {case.site for case in cases}:
        kept = [number for number, case in enumerate(cases) if case.site != site]
        steps[site] = _fit([cases[number] for number in kept], [tables[number] for number in kept])
    return [
        found._replace(probabilities=steps[case.site].probabilities(found.names, found.table))
        for case, found in zip(cases, tables, strict=True)
    ]


def _tell(title: str, cases: Sequence[Case], tables: Sequence[Weighed]) -> None:
    print(title)
    for variant in dict.fromkeys(case.variant for case in cases):
        chosen = [(case, found) for case, found in zip(cases, tables, strict=True) if case.variant == variant]
        for least in _LEAST:
            own = {case.site: _score(case, found, least) for case, found in chosen}
            whole = sum(own.values(), Score())
            by_site = "  ".join(
                f"{site} {one.precision:.3f}/{one.recall:.3f}" for site, one in own.items() if one.wanted
            )
            print(
                f"  {variant:20} {least} P {whole.precision:.3f}  R {whole.recall:.3f}  F1 {whole.f1:.3f}   {by_site}",
                flush=True,
            )


def main() -> None:
    """Fit, tell, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="fit on all sites and write the weights")
    arguments = parser.parse_args()
    cases = _cases()
    tables = [first_step(case.texts, case.claims, None) for case in cases]
    first = _fit(cases, tables)
    before = _held_out(cases, tables)
    _tell(f"first step, each site held out; {len(LANGUAGES)} languages", cases, before)
    for number in range(2):
        tables = [second_step(case.texts, case.claims, one, None) for case, one in zip(cases, before, strict=True)]
        second, before = _fit(cases, tables), _held_out(cases, tables)
        settled_tables = [settled(case.texts, one) for case, one in zip(cases, before, strict=True)]
        _tell(f"second step, round {number + 1}", cases, settled_tables)
    if arguments.write:
        steps = {"first": first, "second": second}
        table = {
            name: {
                "bias": round(step.bias, 4),
                "weights": {key: round(value, 4) for key, value in step.weights.items()},
            }
            for name, step in steps.items()
        }
        _TARGET.write_text(
            "# Made by benchmarks/fit_pair.py from nine sites in seven languages, the largest in three of them.\n"
            + tomli_w.dumps(table),
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
