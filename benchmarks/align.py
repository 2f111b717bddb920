"""Sentence alignment on texts with gold alignments, by aligner, beside nltk's Gale-Church; and how time grows.

    strict   F1 of beads that are the same as in the gold
    lax      F1 of beads that share a sentence on both sides with one of the gold
    pooled   the aligner has learned from all texts of the set, as in a run; alone: from each text by itself

The speed is sentences of the longer side for each second of CPU time on one core, of aligning and, before that, of
learning from a pool, of which `lexical` takes at most 6 000 sentences for two languages. `mt` translates with Apertium
(Debian package apertium-eng-spa) and is left out without it; its speed is without the translator's own time;
dictionaries are those of FreeDict (Debian packages dict-freedict-*). The last tables align generated texts: pages with
paragraphs, and long texts with sentences missing on both sides. At the end a real site is crawled, paired, aligned and
exported, and its units are judged.

Texts and gold are read from the folder that POLYTRAWL_DATA names, scores come from the tool in POLYTRAWL_TOOLS (else
../shared/data and ../shared/tools). nltk is installed once, into an environment in build/bench.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from served_sites import Shape, crawled

from polytrawl.align.api import make_aligner
from polytrawl.align.base import Aligner, Block, Text
from polytrawl.align.plain import by_sentence

_ROOT = Path(__file__).parent.parent
_DATA = Path(os.environ.get("POLYTRAWL_DATA") or _ROOT.parent / "shared" / "data") / "align"
_TOOLS = Path(os.environ.get("POLYTRAWL_TOOLS") or _ROOT.parent / "shared" / "tools") / "align"
_CACHE = _ROOT / "build" / "bench"

_NOTHING_S = 0.001
_MISSING = 0.03  # share of sentences, and of paragraphs, that a generated text lacks
# Aligners by the name that is printed: the table of options, the sets (all where none is named), whether it is pooled.
_ALIGNERS: dict[str, tuple[dict[str, Any], tuple[str, ...], bool]] = {
    "lexical, pooled": ({"use": "lexical"}, (), True),
    "lexical, alone": ({"use": "lexical"}, (), False),
    "with FreeDict": ({"use": "lexical", "dictionary": "freedict"}, (), True),
    "FreeDict, alone": ({"use": "lexical", "dictionary": "freedict"}, (), False),
    "length, pooled": ({"use": "length"}, (), True),
    "length, alone": ({"use": "length"}, (), False),
    "mt (Apertium)": ({"use": "mt", "command": "apertium eng-spa"}, ("en-es",), True),
}


# The dictionaries of each set: Debian packages dict-freedict-*.
_FREEDICT = {"text+berg": "deu-fra", "de-it": "deu-ita", "en-fr": "eng-fra", "en-es": "eng-spa"}


class Pair(NamedTuple):
    """Two texts and their gold."""

    left: Text
    right: Text
    gold: list[Any]


Measured = tuple[list[Any], float, float]  # beads, and the CPU time of learning and of aligning


def _score_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", _TOOLS / "score.py")
    if spec is None or spec.loader is None or not (_TOOLS / "score.py").exists():
        sys.exit(f"{_TOOLS / 'score.py'} is not there; set POLYTRAWL_TOOLS to the folder that holds align/")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _sets(tool: ModuleType) -> dict[str, list[Pair]]:
    if not _DATA.exists():
        sys.exit(f"{_DATA} is not there; set POLYTRAWL_DATA to the folder that holds align/")
    berg = _DATA / "textberg-dev"
    sets = {"text+berg": [_pair(tool, berg / "dev.de", berg / "dev.fr", berg / "dev.defr", "de-fr")]}
    for folder in sorted((_DATA / "flores-docs").iterdir()):
        golds = sorted(folder.glob("*.gold"))
        sets[folder.name] = [
            _pair(tool, gold.with_suffix(".src"), gold.with_suffix(".tgt"), gold, folder.name) for gold in golds
        ]
    return sets


def _pair(tool: ModuleType, left: Path, right: Path, gold: Path, languages: str) -> Pair:
    sides = [
        by_sentence(path.read_text(encoding="utf-8"), language).text
        for path, language in zip((left, right), languages.split("-"), strict=True)
    ]
    return Pair(sides[0], sides[1], tool.read(str(gold), "vec"))


def _sentences(pairs: list[Pair]) -> int:
    return sum(max(len(pair.left.sentences), len(pair.right.sentences)) for pair in pairs)


def _ours(aligner: Aligner, pairs: list[Pair], *, is_pooled: bool) -> Measured:
    aligner.check()
    started = time.process_time()
    if is_pooled and aligner.learns:
        aligner.inform(aligner.learn((pair.left, pair.right) for pair in pairs))
    learned = time.process_time()
    found = [[(bead.left, bead.right) for bead in aligner.align(pair.left, pair.right)] for pair in pairs]
    return found, learned - started, time.process_time() - learned


def _nltk(pairs: list[Pair]) -> Measured:
    file = _CACHE / "align-texts.json"
    file.write_text(json.dumps([(pair.left.sentences, pair.right.sentences) for pair in pairs]), encoding="utf-8")
    script = Path(__file__).with_name("peers_align.py")
    command = [str(_CACHE / "align/bin/python"), str(script), str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    answer = json.loads(done.stdout)
    beads = [[(tuple(ours), tuple(theirs)) for ours, theirs in one] for one in answer["beads"]]
    return beads, 0.0, answer["cpu_s"]


def _prepare() -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    if not (_CACHE / "align.done").exists():
        subprocess.run([sys.executable, "-m", "venv", _CACHE / "align"], check=True)  # noqa: S603 - ours
        subprocess.run([_CACHE / "align/bin/pip", "install", "-q", "nltk", "numpy"], check=True)  # noqa: S603 - ours
        (_CACHE / "align.done").touch()


def _quality(tool: ModuleType, names: list[str]) -> None:
    """Print a row for each aligner: strict and lax F1 for each set, and speed over all."""
    sets = _sets(tool)
    print(f"{'strict / lax F1':18}" + "".join(f"{name:>16}" for name in sets) + f"{'sentences/s':>13}{'learning':>10}")
    for name in names:
        cells, count, learning_s, cpu_s = [], 0, 0.0, 0.0
        for title, pairs in sets.items():
            measured = _measured(name, title, pairs)
            if measured is None:
                cells.append(f"{'-':>16}")
                continue
            figures = tool.score([pair.gold for pair in pairs], measured[0])
            cells.append(f"{figures['strict_f1']:>9.3f} /{figures['lax_f1']:.3f}")
            count, learning_s, cpu_s = count + _sentences(pairs), learning_s + measured[1], cpu_s + measured[2]
        speeds = [f"{count / taken:.0f}" if taken > _NOTHING_S else "-" for taken in (cpu_s, learning_s)]
        print(f"{name:18}" + "".join(cells) + f"{speeds[0]:>13}{speeds[1]:>10}", flush=True)


def _measured(name: str, title: str, pairs: list[Pair]) -> Measured | None:
    if name == "nltk":
        return _nltk(pairs)
    options, wanted, is_pooled = _ALIGNERS[name]
    if (wanted and title not in wanted) or not shutil.which(str(options.get("command", "true")).split()[0]):
        return None
    if "dictionary" in options:
        index = Path(f"/usr/share/dictd/freedict-{_FREEDICT[title]}.index")
        if not index.exists():
            return None
        options = options | {"dictionary": str(index)}
    aligner = make_aligner(options)
    _ours(aligner, pairs[:1], is_pooled=False)  # modules are loaded
    return _ours(make_aligner(options), pairs, is_pooled=is_pooled)


def _generated(blocks: int, rng: random.Random) -> tuple[Text, Text]:
    """A page and its translation: paragraphs and sentences missing and merged on both sides."""
    sides: tuple[list[Block], list[Block]] = ([], [])
    for _ in range(blocks):
        kind = rng.choice(["text"] * 6 + ["heading", "listitem", "listitem"])
        lengths = [max(5, int(rng.lognormvariate(4.5, 0.5))) for _ in range(1 if kind != "text" else rng.randint(1, 7))]
        ours = ["x" * length for length in lengths if rng.random() > _MISSING]
        theirs = ["y" * max(4, int(1.08 * n + rng.gauss(0, 2.2) * n**0.5)) for n in lengths if rng.random() > _MISSING]
        for side, sentences in zip(sides, (ours, theirs), strict=True):
            if sentences and rng.random() > _MISSING:
                side.append(Block(kind, tuple(sentences)))
    return Text("de", tuple(sides[0])), Text("it", tuple(sides[1]))


def _growth() -> None:
    """Print the speed by the size of texts: lengths alone, then words."""
    rng = random.Random(1)  # noqa: S311 - texts, no secrets
    rows = [("200 pages of 15 paragraphs", [_generated(15, rng) for _ in range(200)])]
    rows += [(f"1 text of {size} paragraphs", [_generated(size, rng)]) for size in (700, 2000, 7000)]
    rows += [("the same without paragraphs", [tuple(map(_flat, pair)) for pair in rows[-1][1]])]
    _grown("length", rows)
    _grown("lexical", [(f"1 text of {size} sentences", [_spoken(size, rng)]) for size in (2500, 5000, 10_000, 20_000)])


def _grown(name: str, rows: list[tuple[str, list[Any]]]) -> None:
    print(f"\n{name + ', generated':28}{'sentences':>10}{'CPU s':>8}{'sentences/s':>13}{'MB':>7}")
    for title, texts in rows:
        started = time.process_time()
        aligner = make_aligner(name)
        for left, right in texts:
            aligner.align(left, right)
        cpu_s = time.process_time() - started
        count = sum(max(len(left.sentences), len(right.sentences)) for left, right in texts)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{title:28}{count:>10}{cpu_s:8.2f}{count / cpu_s:13.0f}{peak:7}", flush=True)


def _spoken(size: int, rng: random.Random) -> tuple[Text, Text]:
    """A text of made-up words and its translation, with sentences missing on both sides."""
    words = [(_word(rng, "bdgklm", "aei"), _word(rng, "fhprtvz", "ouy")) for _ in range(5000)]
    weights = [1 / (number + 3) for number in range(len(words))]
    sides: tuple[list[str], list[str]] = ([], [])
    for _ in range(size):
        chosen = rng.choices(words, weights, k=rng.randint(6, 30))
        for number, side in enumerate(sides):
            if rng.random() > _MISSING:
                side.append(" ".join(word[number] for word in chosen) + ".")
    return Text("xa", (Block("text", tuple(sides[0])),)), Text("xb", (Block("text", tuple(sides[1])),))


def _word(rng: random.Random, onsets: str, vowels: str) -> str:
    return "".join(rng.choice((onsets, vowels)[number % 2]) for number in range(2 * rng.randint(2, 3)))


def _flat(text: Text) -> Text:
    return Text(text.language, (Block("text", text.sentences),))


def _whole_way() -> None:
    """Print how good the units of a site are that is crawled, paired, aligned and exported."""
    folder = crawled(Shape("guide", "native"), ["instguide"], to="export", languages=("de", "it"))
    memory = folder / "export" / "de-it.tmx"
    blocks = _DATA / "instguide.de-it.tsv"
    command = [sys.executable, _TOOLS / "score_tmx.py", "--blocks", blocks, "--langs", "de,it", memory]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - a tool of the user's
    print(f"\nGerman and Italian installation guide, from crawl to TMX: {done.stdout.strip()}", flush=True)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="*", help="aligners to measure")
    given = parser.parse_args()
    _prepare()
    _quality(_score_tool(), given.only or [*_ALIGNERS, "nltk"])
    _growth()
    _whole_way()


if __name__ == "__main__":
    main()
