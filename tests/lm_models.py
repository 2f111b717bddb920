"""What tests of language models share: corpora, training in one line, and a slow scorer by the definition."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from polytrawl.lm.builtin import Counted, train_builtin
from polytrawl.lm.chunk import MOST
from polytrawl.lm.reading import Text
from polytrawl.lm.space import Space
from polytrawl.lm.train import thresholds_of

needs_kenlm = pytest.mark.skipif(
    importlib.util.find_spec("kenlm") is None, reason="kenlm is not installed: pip install 'polytrawl[mt]'"
)


def write(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def train(
    folder: Path, lines: Iterable[str], order: int = 5, prune: str = "", *, chunk: int = MOST, memory: int = 10**9
) -> tuple[Path, Counted]:
    text, out = Text(lines=lambda: lines), folder / "model.arpa"
    return out, train_builtin(text, out, thresholds_of(prune, order), Space(memory, folder), chunk)


def made_up(sentences: int, seed: int = 1, words: int = 400) -> list[str]:
    """Sentences in which words follow words by some rule, frequent ones and rare ones."""
    dice = random.Random(seed)
    made = []
    for _ in range(sentences):
        number = min(int(dice.paretovariate(0.7)), words)
        line = []
        for _ in range(dice.randint(1, 25)):
            line.append(f"w{number}")
            is_new = dice.random() < 0.4
            number = min(int(dice.paretovariate(0.7)), words) if is_new else (number * 7 + dice.randint(0, 2)) % words
        made.append(" ".join(line))
    return made


class Slow:
    """An ARPA file as dictionaries, scored as its format is described: the longest n-gram, or back off."""

    def __init__(self, path: Path) -> None:
        self.log10: dict[tuple[str, ...], float] = {}
        self.weight: dict[tuple[str, ...], float] = {}
        order = 0
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.endswith("-grams:"):
                order = int(line[1:-7])
            elif order and line and not line.startswith("\\"):
                first, words, *last = line.split("\t")
                gram = tuple(words.split(" "))
                assert len(gram) == order
                self.log10[gram] = float(first)
                self.weight[gram] = float(last[0]) if last else 0.0
        self.order = order

    def words(self) -> list[str]:
        return [gram[0] for gram in self.log10 if len(gram) == 1]

    def score(self, context: tuple[str, ...], word: str) -> float:
        if (word,) not in self.log10:
            word = "<unk>"
        context = context[len(context) - self.order + 1 :] if len(context) >= self.order else context
        backed = 0.0
        while (*context, word) not in self.log10:
            backed += self.weight.get(context, 0.0)
            context = context[1:]
        return backed + self.log10[*context, word]

    def sentence(self, text: str) -> list[float]:
        words = ["<s>", *text.split(), "</s>"]
        known = [word if (word,) in self.log10 else "<unk>" for word in words]
        return [self.score(tuple(known[:at]), known[at]) for at in range(1, len(known))]
