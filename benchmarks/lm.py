"""The built-in estimator of language models beside lmplz: perplexities on the same data, and speed.

Text is what every installation has: the docstrings of the standard library and of the packages in this environment,
as sentences, each once, tokenised; the last 3000 are kept to be scored. And generated text, for size: words by Zipf's
law, half of which depend on the word before them. lmplz is run where it is on the PATH. Perplexities are those of the
built-in scorer, with unknown words. Times are wall clock and CPU of the estimators alone, ARPA file included.

    make bench-lm                                              # some minutes
    .venv/bin/python benchmarks/lm.py --sizes 1000,10000 --words 2000000
"""

from __future__ import annotations

import argparse
import ast
import random
import resource
import sysconfig
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from polytrawl.lm.outside import has_lmplz
from polytrawl.lm.perplexity import perplexity
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import BuiltIn
from polytrawl.lm.train import Trainer
from polytrawl.sentences import split
from polytrawl.tokens import tokens

_CACHE = Path(__file__).parents[1] / "build" / "bench" / "lm"
_HELD_OUT = 3_000
_SHORTEST = 15  # characters; what is shorter is mostly no sentence
_TYPES = 300_000


def _docstrings(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):  # files for tests of parsers
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (ast.get_docstring(node) or "").split("\n\n")


def _real(number: int) -> list[str]:
    """Different sentences, from files in random order."""
    folders = [Path(sysconfig.get_paths()[name]) for name in ("purelib", "stdlib")]
    files = sorted({file for folder in folders for file in folder.rglob("*.py")})
    random.Random(1).shuffle(files)  # noqa: S311 - no secret
    made: dict[str, None] = {}
    for file in files:
        for paragraph in _docstrings(file):
            for sentence in split(" ".join(paragraph.split()), "en"):
                if len(sentence) > _SHORTEST:
                    made[" ".join(tokens(sentence, "en"))] = None
        if len(made) >= number:
            break
    return list(made)[:number]


def _generate(path: Path, words: int) -> None:
    dice = np.random.default_rng(3)
    with path.open("w", encoding="utf-8") as file:
        for _ in range(0, words, 1_000_000):
            size = min(words, 1_000_000)
            free = np.minimum((1 / (1 - dice.random(size))) ** (1 / 0.9), _TYPES - 1).astype(np.int64)
            bound = (np.roll(free, 1) * 31 + dice.integers(0, 4, size)) % _TYPES
            line = [f"w{number:x}" for number in np.where(dice.random(size) < 0.5, free, bound).tolist()]  # noqa: PLR2004 - half
            ends = np.cumsum(dice.geometric(1 / 20, size // 15))
            for start, end in zip((0, *ends), (*ends, size), strict=True):
                if start < size:
                    file.write(" ".join(line[start:end]) + "\n")


def _prepare(sizes: list[int], words: int) -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    wanted = [_CACHE / f"{size}.txt" for size in sizes]
    if not all(path.exists() for path in (*wanted, _CACHE / "test.txt")):
        warnings.simplefilter("ignore", SyntaxWarning)  # in the files of others
        lines = _real(max(sizes) + _HELD_OUT)
        (_CACHE / "test.txt").write_text("\n".join(lines[-_HELD_OUT:]) + "\n", encoding="utf-8")
        for size, path in zip(sizes, wanted, strict=True):
            path.write_text("\n".join(lines[:-_HELD_OUT][:size]) + "\n", encoding="utf-8")
    if words and not (_CACHE / f"zipf-{words}.txt").exists():
        _generate(_CACHE / f"zipf-{words}.txt", words)


def _cpu() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _measure(name: str, prune: str, engine: str, test: Path | None) -> tuple[float, str]:
    """Perplexity, and what is printed of an engine."""
    out = _CACHE / f"{name}.{engine}.arpa"
    started, cpu = time.perf_counter(), _cpu()
    made = Trainer(prune=prune, engine=engine).train(Text((_CACHE / f"{name}.txt",)), out)
    seconds, cpu = time.perf_counter() - started, _cpu() - cpu
    found = perplexity(BuiltIn(out), Text((test,))).perplexity if test else float("nan")
    speeds = f"{made.counted.tokens / seconds / 1e3:8.0f} {made.counted.tokens / cpu / 1e3:8.0f}"
    out.unlink()
    return found, f"{engine:8} {made.counted.tokens:11,} {sum(made.counted.ngrams):11,} {found:11.4f} {speeds}"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000", help="sentences of real text")
    parser.add_argument("--words", type=int, default=20_000_000, help="of generated text; 0 for none")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    _prepare(sizes, args.words)
    engines = ["builtin", "lmplz"] if has_lmplz() else ["builtin"]
    columns = f"{'tokens':>11} {'n-grams':>11} {'perplexity':>11} {'k/s':>8} {'k/s CPU':>8}"
    print(f"{'text':14} {'pruned':10} {'engine':8} {columns}")
    names = [(str(size), prune, _CACHE / "test.txt") for size in sizes for prune in ("0", "0,0,1")]
    names += [(f"zipf-{args.words}", "0,0,1", None)] if args.words else []
    for name, prune, test in names:
        found = []
        for engine in engines:
            value, line = _measure(name, prune, engine, test)
            found.append(value)
            print(f"{name:14} {prune:10} {line}", flush=True)
        if len(found) > 1 and test:
            print(f"{'':25} {abs(found[0] / found[1] - 1):.5%} apart")
    if len(engines) == 1:
        print("lmplz is not on the PATH: nothing to compare with")


if __name__ == "__main__":
    main()
