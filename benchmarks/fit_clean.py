"""Makes the parameters of `polytrawl.clean.model`, and tells how good they are on sites they were not made from.

    fit_clean.py              cross-validate by site, print the table
    fit_clean.py --write      then fit on all pages, and write src/polytrawl/clean/model.npz

A block is content where most of its words stand in the gold text in the same order. Blocks weigh by the square root of
their share of the page's words. The linear step is logistic regression; each network is trained on what linear steps
of other sites say. The pages are those of `pages.py`; needs `pip install 'polytrawl[train]'`.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pages import GoldPage, mean, read_pages, score, words
from pages import tokens as words_of
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier

from polytrawl.clean.content import judge
from polytrawl.clean.features import Measured, means, measure
from polytrawl.clean.model import FILE, TYPES, Layer, Linear, Model, Scale, Types, outline, surroundings
from polytrawl.clean.parse import parsed
from polytrawl.clean.walk import Walk, walk

_FOLDS, _SEED = 5, 1
_GRAM = 4  # words in a row that must stand in the gold text
_NAME_SITES, _TYPE_NAME_SITES = 12, 25  # a word of a class counts when so many sites use it
_LINEAR_C, _TYPE_C = 0.03, 0.03
# Hidden units, penalty and rounds of each network. F1 of articles, threads and other pages with penalty .01 is .916,
# .840, .777; .3: .916, .863, .789; 1: .921, .855, .793; 3: .918, .854, .802; 10: .910, .837, .807; the last three:
# .921, .850, .806. Four that differ in their seed only are no better than one. Without the type of the page: .002 to
# .004 less. Boosted trees (120 of depth 6) have .912, .844, .801 and take ten times as long.
_NETS = (((48, 24), 1.0, 7), ((48, 24), 3.0, 6), ((48, 24), 10.0, 6))
_CUT = 0.5  # the default threshold of the extractor
_SAMPLE = Path(__file__).parent.parent / "tests" / "clean" / "sites"  # pages by which columns are known again
_OUT = Path(__file__).parent.parent / "src" / "polytrawl" / "clean" / FILE


class First(NamedTuple):
    """What the linear step says of a page, and of what types it seems to be."""

    guess: np.ndarray
    types: Mapping[str, float]


class Names(NamedTuple):
    """The words in classes and ids around a block."""

    own: frozenset[str]  # of its element
    above: frozenset[str]  # of all elements above that


class Example(NamedTuple):
    """A page to learn from."""

    gold: GoldPage
    walk: Walk
    title: str
    page: Measured
    names: list[Names]
    labels: np.ndarray
    fold: int


def _read(every: int) -> list[Example]:
    found = []
    for gold in list(read_pages())[::every]:
        tree = parsed(gold.html)
        seen, title = walk(tree), tree.css_first("title")
        if seen.texts:
            text = " ".join(title.text().split()) if title else ""
            labels = np.array(list(_labels(seen.texts, gold.gold_text)))
            fold = int(hashlib.sha256(f"{_SEED} {gold.site}".encode()).hexdigest(), 16) % _FOLDS
            found.append(Example(gold, seen, text, measure(seen, text), _names(seen), labels, fold))
    return found


def _names(seen: Walk) -> list[Names]:
    elements = seen.elements
    inside = [Names(frozenset(), frozenset())]
    for one in elements[1:]:
        around = inside[one.above]
        inside.append(Names(one.names, around.above | around.own))
    return [inside[number] for number in seen.element_of]


def _labels(texts: list[str], gold: str) -> Iterator[bool]:
    """Whether each block is content. What a page says twice and the gold text once is content once."""
    wanted = words_of(gold)
    grams = {tuple(wanted[at : at + _GRAM]) for at in range(len(wanted) - _GRAM + 1)}
    joined, seen = f" {' '.join(wanted)} ", Counter()
    for text in texts:
        found = words_of(text)
        key = tuple(found)
        seen[key] += 1
        if len(found) < _GRAM:
            yield bool(found) and f" {' '.join(found)} " in joined
        elif seen[key] > 1 and joined.count(f" {' '.join(found[:12])} ") < seen[key]:
            yield False
        else:
            inside = [False] * len(found)
            for at in range(len(found) - _GRAM + 1):
                if key[at : at + _GRAM] in grams:
                    inside[at : at + _GRAM] = [True] * _GRAM
            yield sum(inside) > len(found) / 2


def _weights(examples: list[Example]) -> np.ndarray:
    found = np.sqrt(np.concatenate([one.page.words / one.page.words.sum() for one in examples]))
    return found / found.mean()


def _scale(values: np.ndarray) -> Scale:
    return Scale(_single(values.mean(axis=0, dtype=float)), _single(np.maximum(values.std(axis=0, dtype=float), 1e-6)))


def _single(values: np.ndarray) -> np.ndarray:
    """Single precision, without the weights of 1e-40 that the penalty leaves: processors are slow with them."""
    found = np.asarray(values, np.float32)
    return np.where(np.abs(found) < np.finfo(np.float32).tiny, np.float32(0), found)


def _frequent(examples: list[Example], sites: int) -> list[str]:
    """The words of classes and ids that enough sites use."""
    users = defaultdict(set)
    for one in examples:
        for name in frozenset().union(*(found.own | found.above for found in one.names)):
            users[name].add(one.gold.site)
    return sorted(name for name, found in users.items() if len(found) >= sites)


def _named(blocks: list[Names], names: dict[str, int]) -> sparse.csr_matrix:
    rows, columns = [], []
    for row, one in enumerate(blocks):
        for offset, words_here in ((0, one.own), (len(names), one.above)):
            for name in words_here:
                if name in names:
                    rows.append(row)
                    columns.append(offset + names[name])
    return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), (len(blocks), 2 * len(names)))


def _named_in(blocks: list[Names], names: dict[str, int]) -> np.ndarray:
    """Which of these words are in the classes and ids of a page."""
    found = frozenset().union(*(one.own | one.above for one in blocks))
    return np.array([name in found for name in names], np.float32)


def _fit_linear(examples: list[Example]) -> Linear:
    names = {name: number for number, name in enumerate(_frequent(examples, _NAME_SITES))}
    values = np.vstack([one.page.matrix for one in examples])
    scale = _scale(values)
    named = sparse.vstack([_named(one.names, names) for one in examples])
    inputs = sparse.hstack([sparse.csr_matrix(scale(values)), named]).tocsr()
    fitted = LogisticRegression(C=_LINEAR_C, max_iter=120)
    fitted.fit(inputs, np.concatenate([one.labels for one in examples]), sample_weight=_weights(examples))
    weights, width = fitted.coef_[0], values.shape[1]
    own, above = weights[width : width + len(names)], weights[width + len(names) :]
    return Linear(
        scale,
        _single(weights[:width]),
        float(fitted.intercept_[0]),
        dict(zip(names, own.tolist(), strict=True)),
        dict(zip(names, above.tolist(), strict=True)),
    )


def _fit_types(examples: list[Example]) -> Types:
    names = {name: number for number, name in enumerate(_frequent(examples, _TYPE_NAME_SITES))}
    outlines = np.array([outline(one.page) for one in examples])
    scale = _scale(outlines)
    inputs = np.hstack([scale(outlines), np.array([_named_in(one.names, names) for one in examples])])
    fitted = LogisticRegression(C=_TYPE_C, max_iter=300)
    fitted.fit(inputs, [TYPES.index(one.gold.page_type) for one in examples])
    return Types(scale, _single(fitted.coef_), _single(fitted.intercept_), names)


def _fit_nets(
    examples: list[Example], linear: Linear, firsts: dict[str, First]
) -> tuple[Scale, tuple[tuple[Layer, ...], ...]]:
    around = np.vstack([surroundings(one.page, *firsts[one.gold.id]) for one in examples])
    scale = _scale(around)
    columns = np.vstack([one.page.matrix for one in examples])
    scaled = np.hstack([linear.scale(columns), scale(around)])
    labels, weights = np.concatenate([one.labels for one in examples]), _weights(examples)
    nets = []
    for seed, (hidden, penalty, rounds) in enumerate(_NETS):
        fitted = MLPClassifier(hidden, alpha=penalty, batch_size=512, max_iter=rounds, random_state=_SEED + seed)
        fitted.fit(scaled, labels, sample_weight=weights)
        nets.append(tuple(Layer(*map(_single, layer)) for layer in zip(fitted.coefs_, fitted.intercepts_, strict=True)))
    return scale, tuple(nets)


def _firsts(linear: Linear, types: Types, examples: list[Example]) -> dict[str, First]:
    only = Model(linear, linear.scale, (), types)
    return {one.gold.id: First(only.guess(one.page), only.type_of(one.page)) for one in examples}


def _validate(examples: list[Example]) -> tuple[dict[str, First], dict[str, dict[str, float]]]:
    """What linear steps say of pages of other sites, and the scores of whole models on them."""
    parts = [
        ([one for one in examples if one.fold != fold], [one for one in examples if one.fold == fold])
        for fold in range(_FOLDS)
    ]
    fitted = [(_fit_linear(others), _fit_types(others)) for others, _ in parts]
    firsts: dict[str, First] = {}
    for made, (_, own) in zip(fitted, parts, strict=True):
        firsts |= _firsts(*made, own)
    scores, right, threads = defaultdict(list), 0, Counter()
    for (linear, types), (others, own) in zip(fitted, parts, strict=True):
        made = Model(linear, *_fit_nets(others, linear, firsts), types)
        for one in own:
            content = judge(one.walk, one.title, model=made)
            text = "\n".join(text for text, at in zip(one.walk.texts, content.scores, strict=True) if at <= _CUT)
            kind = one.gold.page_type if one.gold.page_type in ("article", "forum") else "other"
            scores[kind].append(score(words(text), words(one.gold.gold_text)))
            right += content.page_type == one.gold.page_type
            threads[one.gold.page_type == "forum", bool(content.posts)] += 1
    table = {kind: dict(mean(found)._asdict()) for kind, found in sorted(scores.items())}
    for kind, found in table.items():
        print(
            f"{kind:8} {len(scores[kind]):5} pages"
            f"  P {found['precision']:.3f}  R {found['recall']:.3f}  F1 {found['f1']:.3f}"
        )
    print(f"page type right: {right / len(examples):.3f}")
    print(
        f"threads seen as such {threads[True, True]}, missed {threads[True, False]};"
        f" others taken for threads {threads[False, True]}",
        flush=True,
    )
    return firsts, table


def _write(made: Model, table: dict[str, dict[str, float]], pages: list[GoldPage]) -> None:
    layers = len(made.nets[0])
    arrays = {
        f"net{net}_{key}{layer}": value
        for net, found in enumerate(made.nets)
        for layer, one in enumerate(found)
        for key, value in (("w", one.weights), ("b", one.bias))
    }
    for name, scale in (("first", made.first.scale), ("around", made.scale), ("type", made.types.scale)):
        arrays |= {f"{name}_mean": scale.mean, f"{name}_deviation": scale.deviation}
    arrays |= {
        "first_weights": made.first.weights,
        "first_bias": np.array([made.first.bias]),
        "first_names": np.array(list(made.first.names.values())),
        "first_names_above": np.array(list(made.first.names_above.values())),
        "type_weights": made.types.weights,
        "type_bias": made.types.bias,
    }
    lists = {
        "names": list(made.first.names),
        "names_above": list(made.first.names_above),
        "type_names": list(made.types.names),
        "nets": len(made.nets),
        "layers": layers,
        "about": {
            "data": _digest(pages),
            "features": means(path.read_text(encoding="utf-8") for path in sorted(_SAMPLE.glob("*/*.html"))),
            "seed": _SEED,
            "pages": len(pages),
            "cross_validated": table,
        },
    }
    packed = {name: np.asarray(value, np.float32) for name, value in arrays.items()}
    out = io.BytesIO()
    np.savez_compressed(out, lists=np.frombuffer(json.dumps(lists, sort_keys=True).encode(), np.uint8), **packed)
    _OUT.write_bytes(out.getvalue())
    print(f"{_OUT}: {len(out.getvalue())} bytes")


def _digest(pages: list[GoldPage]) -> str:
    return hashlib.sha256(
        "\n".join(sorted(f"{one.id} {len(one.html)} {len(one.gold_text)}" for one in pages)).encode()
    ).hexdigest()[:16]


def main() -> None:
    """Cross-validate, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="fit on all pages and write the parameters")
    parser.add_argument("--every", type=int, default=1, help="take every n-th page only, for a quick look")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # rounds are few on purpose: more of them fit the noise
    began = time.monotonic()
    examples = _read(arguments.every)
    firsts, table = _validate(examples)
    if arguments.write:
        linear = _fit_linear(examples)
        made = Model(linear, *_fit_nets(examples, linear, firsts), _fit_types(examples))
        _write(made, table, [one.gold for one in examples])
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
