"""The files that thot reads: phrase pairs with counts, and n-grams with counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from polytrawl.lm.arpa_read import Arpa, read_arpa
from polytrawl.translate.model import Model
from polytrawl.translate.table import read_table

__all__ = ["write_counts", "write_pairs"]

Pair = tuple[str, str]
_SEEN = 100.0  # how often a target phrase, or a context, is said to have been seen
_LONGEST = 3  # words of n-grams
# The share of an order in the mixture with those below; the probabilities of ARPA files are smoothed already. A guess
_SHARE = 0.9


def write_pairs(model: Model, folder: Path, prefix: Path) -> dict[Pair, float]:
    """Write the phrase pairs of all tables, by the first score of each: p(source | target)."""
    joint: dict[Pair, float] = {}
    for table in model.tables:
        for pairs, scores in read_table(folder / table.path, len(table.weights), model.search.longest):
            for pair, score in zip(pairs, np.exp(scores[:, 0]).tolist(), strict=True):
                if pair[1]:
                    joint[pair] = max(joint.get(pair, 0.0), _SEEN * score)
    seen: Counter[str] = Counter()
    for (_, target), count in joint.items():
        seen[target] += count  # type: ignore[assignment]  # counts need not be whole
    with prefix.with_name(f"{prefix.name}.ttable").open("w", encoding="utf-8") as file:
        for (source, target), count in joint.items():
            file.write(f"{target} ||| {source} ||| {max(seen[target], _SEEN):.8f} {count:.8f}\n")
    prefix.with_name(f"{prefix.name}.lambda").write_text("0.9 0.9\n")
    prefix.with_name(f"{prefix.name}.seglentable").write_text("")
    return joint


def write_counts(arpa: Path, path: Path) -> None:
    """Write the n-grams of an ARPA file with counts that have its probabilities."""
    model = read_arpa(arpa)
    order = min(len(model.levels), _LONGEST)
    with path.open("w", encoding="utf-8") as file:
        for gram, chance in _grams(model, order):
            if gram != "<s>":
                file.write(f"{gram} {_SEEN:.8f} {_SEEN * chance:.8f}\n")
    weights = " ".join([f"{_SHARE:.6f}"] * order)
    path.with_name(f"{path.name}.weights").write_text(f"{order} 1 0.000000 {weights}\n")


def _grams(model: Arpa, order: int) -> Iterator[tuple[str, float]]:
    """N-grams of up to some words, and the probability of their last word."""
    words = [word.decode("utf-8", "replace") for word in model.words]
    if len(words) < model.levels[0].key.size:
        words.append("<unk>")
    texts = words
    mask = (1 << model.word_bits) - 1
    for number, level in enumerate(model.levels[:order], 1):
        if number > 1:
            prefixes, lasts = (level.key >> model.word_bits).tolist(), (level.key & mask).tolist()
            texts = [f"{texts[prefix]} {words[last]}" for prefix, last in zip(prefixes, lasts, strict=True)]
        yield from zip(texts, (10.0**level.log10).tolist(), strict=True)
