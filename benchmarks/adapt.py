"""Does a crawled corpus help translation? English to Spanish, from Debian's manuals to engraving music.

Seven manuals are served on this machine, crawled, paired and aligned by polytrawl, and parted (see `adapt_data`); then
`polytrawl adapt` makes all systems, tunes them, and translates 200 sentences. After its table the same test is decoded
by thot, and the best system is written as a directory for Moses, which is checked.

    python benchmarks/adapt.py [--method mert|pro] [--no-thot]

Sites are read with the tools in POLYTRAWL_TOOLS (else ../shared/tools); the seed lexicon is FreeDict's English-Spanish
dictionary (Debian package dict-freedict-eng-spa), which is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import adapt_data
import msgspec

from polytrawl.adapt.contest import Terms, hold
from polytrawl.adapt.outcome import Outcome
from polytrawl.adapt.systems import written
from polytrawl.phrases.check import check_moses
from polytrawl.phrases.moses import write_moses
from polytrawl.translate.engines.base import Asked, make_engine

_CACHE = adapt_data.CACHE
_FREEDICT = Path("/usr/share/dictd/freedict-eng-spa.index")
# What has to be reached: LM surely better than BL, LMPT at least as good as LM, PAR 5 points above BL.
_GAIN = 5.0


def main() -> None:
    """Make the texts, run the experiment, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--method", default="mert")
    parser.add_argument("--no-thot", action="store_true")
    asked = parser.parse_args()
    began = time.monotonic()
    texts = adapt_data.texts()
    crawled = time.monotonic()
    command = [sys.executable, "-m", "polytrawl", "adapt", *_options(texts), "--method", asked.method]
    subprocess.run([*command, "--out", _CACHE / "out"], check=True)  # noqa: S603 - ours
    done = time.monotonic()
    print(f"texts in {crawled - began:.0f} s, experiment in {done - crawled:.0f} s")
    outcome = msgspec.json.decode((_CACHE / "out" / "adapt.json").read_bytes(), type=Outcome)
    _speeds(outcome)
    _moses(_best(outcome))
    if not asked.no_thot:
        _thot(outcome, texts)
    sys.exit(_told(outcome))


def _options(texts: Path) -> list[str | Path]:
    files = {"generic": "generic.tsv", "parallel": "parallel.tsv", "tune": "tune.tsv", "test": "test.tsv"}
    files |= {"source-text": "comparable.en.txt", "target-text": "comparable.es.txt"}
    given = [part for option, name in files.items() for part in (f"--{option}", texts / name)]
    return [
        "--langs",
        "en,es",
        *given,
        *(["--lexicon", _FREEDICT] if _FREEDICT.exists() else []),
    ]


def _best(outcome: Outcome) -> str:
    assert outcome.contest  # noqa: S101 - there is a test
    found = outcome.contest.systems
    return max(found, key=lambda name: found[name]["BLEU"].score)


def _speeds(outcome: Outcome) -> None:
    for one in outcome.systems:
        print(f"{one.name}: {len(one.tokens) / one.seconds:.0f} sentences/s on {os.cpu_count()} cores, stack 20")


def _moses(name: str) -> None:
    folder = _CACHE / "moses"
    made = write_moses(_CACHE / "out" / "systems" / name, folder)
    problems = check_moses(folder)
    print(f"{name} for Moses: {sum(made.tables.values()):,} phrase pairs in {len(made.tables)} tables, "
          f"{len(made.lms)} language models, {len(problems)} problems")  # fmt: skip


def _thot(outcome: Outcome, texts: Path) -> None:
    """The test by another decoder: one table, one trigram model, its own untuned weights."""
    folder = _CACHE / "out" / "test"
    sources = (folder / "en.txt").read_text(encoding="utf-8").splitlines()
    began = time.monotonic()
    tokens = list(make_engine("thot", Asked(model=str(_CACHE / "out" / "systems" / "BL"))).translate(sources))
    seconds = time.monotonic() - began
    units = [line.split("\t") for line in (texts / "test.tsv").read_text(encoding="utf-8").splitlines()]
    raw, references = ([unit[side] for unit in units] for side in (0, 1))
    own = next(one.lines for one in outcome.systems if one.name == "BL")
    contest = hold({"BL": own, "thot": written(tokens, "es", folder, raw)}, [references], Terms(metrics=["BLEU"]))
    scores = {name: f"{found['BLEU'].score:.1f}" for name, found in contest.systems.items()}
    print(f"thot on the table and model of BL: BLEU {scores['thot']} beside {scores['BL']}, "
          f"{len(sources) / seconds:.1f} sentences/s")  # fmt: skip


def _told(outcome: Outcome) -> int:
    """Print which floors are not met; how many."""
    assert outcome.contest  # noqa: S101 - there is a test
    found = {name: one["BLEU"] for name, one in outcome.contest.systems.items()}
    gain = found["PAR"].score - found["BL"].score
    missed = {
        "LM is not surely better than BL": not found["LM"].against["BL"].is_better,
        "LMPT is below LM": found["LMPT"].score < found["LM"].score,
        f"PAR gains {gain:.1f} BLEU, not {_GAIN:.0f}": gain < _GAIN,
    }
    for text, is_missed in missed.items():
        if is_missed:
            print(f"floor not met: {text}")
    return sum(missed.values())


if __name__ == "__main__":
    main()
