"""Our sentence splitter against those on PyPI that need no model.

    own     sentences of our own in 31 languages, full of what is hard (tests/sentences.toml), one text a language
    flores  the items of FLORES documents in five languages that nobody merged, one text a document. Some items are
            two sentences: a cut inside an item counts as wrong for everybody, so no splitter can reach 1

The first set was written together with the rules, so it shows what the others leave out, not how well we do; the
misses on the second were looked at while the rules were made. F1 is over cuts: a cut is right where a sentence of the
gold ends. CPU time is that of the second set. A library that does not know a language is asked for English, as its
users would do. Peers are installed once, into an environment in build/bench. The second set needs the development
data (POLYTRAWL_DATA), and is left out without it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from peers_sentences import PEERS

from polytrawl.sentences import split

_ROOT = Path(__file__).parent.parent
_CACHE = _ROOT / "build" / "bench"
_UNSPACED = {"ja", "zh"}
_BEAD = re.compile(r"\[([\d, ]*)\]:\[([\d, ]*)\]")


class Gold(NamedTuple):
    """A text of one language as sentences."""

    language: str
    sentences: list[str]

    @property
    def text(self) -> str:
        """All sentences in one line."""
        return ("" if self.language in _UNSPACED else " ").join(self.sentences)


def _own() -> list[Gold]:
    table = tomllib.loads((_ROOT / "tests" / "sentences.toml").read_text(encoding="utf-8"))
    return [Gold(language, sentences) for language, sentences in table.items()]


def _flores() -> list[Gold]:
    made = []
    folder = Path(os.environ.get("POLYTRAWL_DATA", _ROOT.parent / "shared" / "data")) / "align" / "flores-docs"
    for gold in sorted(folder.glob("*/*.gold")):
        beads = [_numbers(found) for found in _BEAD.finditer(gold.read_text(encoding="utf-8"))]
        for side, (language, suffix) in enumerate(zip(gold.parent.name.split("-"), (".src", ".tgt"), strict=True)):
            lines = gold.with_suffix(suffix).read_text(encoding="utf-8").splitlines()
            # What stands alone in its bead may be two items that were merged, unless the other side is alone too.
            whole = [number for bead in beads for number in bead[side] if len(bead[side]) >= len(bead[1 - side])]
            made.append(Gold(language, [" ".join(lines[number].split()) for number in sorted(whole)]))
    return [one for one in made if len(one.sentences) > 1]


def _numbers(found: re.Match[str]) -> tuple[list[int], list[int]]:
    left, right = ([int(number) for number in part.split(",") if number.strip()] for part in found.groups())
    return left, right


def _cuts(sentences: list[str]) -> set[int]:
    """Where sentences end, counted in characters that are not white space; the end of the text is no cut."""
    return set(accumulate(len("".join(one.split())) for one in sentences if one.strip())) - {
        sum(len("".join(one.split())) for one in sentences)
    }


def _f1(golds: list[Gold], found: list[list[str]]) -> tuple[float, float, float]:
    right = wanted = made = 0
    for gold, sentences in zip(golds, found, strict=True):
        ours, theirs = _cuts(sentences), _cuts(gold.sentences)
        right, wanted, made = right + len(ours & theirs), wanted + len(theirs), made + len(ours)
    precision, recall = right / (made or 1), right / (wanted or 1)
    return precision, recall, 2 * precision * recall / (precision + recall or 1)


def _run(name: str, golds: list[Gold]) -> tuple[list[list[str]], float]:
    if name == "polytrawl":
        for gold in golds:
            split("A text.", gold.language)
        started = time.process_time()
        found = [split(gold.text, gold.language) for gold in golds]
        return found, time.process_time() - started
    file = _CACHE / "sentences-texts.json"
    file.write_text(json.dumps([(gold.language, gold.text) for gold in golds]), encoding="utf-8")
    script = Path(__file__).with_name("peers_sentences.py")
    command = [str(_CACHE / "sentences/bin/python"), str(script), name, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    answer = json.loads(done.stdout)
    return answer["sentences"], answer["cpu_s"]


def _prepare() -> None:
    _CACHE.mkdir(parents=True, exist_ok=True)
    if not (_CACHE / "sentences.done").exists():
        subprocess.run([sys.executable, "-m", "venv", _CACHE / "sentences"], check=True)  # noqa: S603 - ours
        # blingfire does not say that it needs numpy.
        subprocess.run([_CACHE / "sentences/bin/pip", "install", "-q", *PEERS, "numpy"], check=True)  # noqa: S603 - ours
        (_CACHE / "sentences.done").touch()


def main() -> None:
    """Measure and print the table."""
    _prepare()
    sets = {"own": _own(), "flores": _flores()}
    for name, golds in sets.items():
        languages = {one.language for one in golds}
        print(f"{name}: {sum(len(one.sentences) for one in golds)} sentences, {len(languages)} languages")
    print(f"{'':18} {'own P':>6} {'R':>6} {'F1':>6} {'flores P':>9} {'R':>6} {'F1':>6} {'sentences/s':>12}")
    for name in ("polytrawl", *PEERS):
        cells, speed = [], 0.0
        for golds in sets.values():
            if golds:
                found, cpu_s = _run(name, golds)
                speed = sum(len(one.sentences) for one in golds) / cpu_s
            cells += [f"{value:6.3f}" for value in _f1(golds, found)] if golds else ["     -"] * 3
        print(f"{name:18} {' '.join(cells[:3])} {cells[3]:>9} {' '.join(cells[4:])} {speed:12.0f}", flush=True)


if __name__ == "__main__":
    main()
