"""KenLM's programs, where they are on the PATH: `lmplz` estimates, `build_binary` makes models that load at once."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from polytrawl.errors import ConfigError, StageError
from polytrawl.lm.arpa_write import written
from polytrawl.lm.builtin import Counted
from polytrawl.lm.discounts import FALLBACK, Discounts
from polytrawl.lm.reading import Text

__all__ = ["has_lmplz", "make_binary", "train_lmplz"]

_STATISTICS = re.compile(r"^(\d+) (\d+)(?:/(\d+))? D1=(\S+) D2=(\S+) D3\+=(\S+)$", re.MULTILINE)
_SUBSTITUTED = re.compile(r"Substituting fallback discounts for order (\d+)")  # counted from 0
_LEAST_MEMORY = 50_000_000  # with 20 MB lmplz gives up on 10 000 sentences, with 50 MB it does not


def has_lmplz() -> bool:
    """Whether lmplz can be started."""
    return shutil.which("lmplz") is not None


def train_lmplz(text: Text, out: Path, thresholds: Sequence[int], memory: int) -> Counted:
    """Write the model of a text; the text is given to lmplz as the built-in estimator reads it."""
    program = shutil.which("lmplz")
    if not program:
        raise ConfigError("lmplz is not on the PATH; build it from KenLM, or say --engine builtin")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".polytrawl-lm-") as folder:
        arpa = Path(folder) / "model.arpa"
        command = [program, "-o", str(len(thresholds)), "--prune", *map(str, thresholds), "--discount_fallback"]
        command += ["-S", f"{max(memory, _LEAST_MEMORY)}b", "-T", folder + "/", "--arpa", str(arpa)]
        said, sentences, tokens = _fed(command, text, Path(folder) / "said")
        with written(out) as file, arpa.open("rb") as made:
            shutil.copyfileobj(made, file, 1 << 20)
    return _counted(said, sentences, tokens)


def _fed(command: list[str], text: Text, log: Path) -> tuple[str, int, int]:
    """Run a program on the sentences; what it said, how many sentences and tokens there were."""
    sentences = tokens = 0
    with log.open("wb") as said, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said) as process:  # noqa: S603 - no shell
        assert process.stdin  # noqa: S101 - asked for
        try:
            for block in text.blocks():
                sentences, tokens = sentences + block.count(b"\n"), tokens + len(block.split())
                process.stdin.write(block)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended, and said why
    told = log.read_text(encoding="utf-8", errors="replace")
    if not sentences:
        raise ConfigError("there are no sentences with words in the text; a model needs at least one")
    if process.returncode:
        raise StageError(f"lmplz ended with {process.returncode}: {' '.join(told.split())[-300:]}")
    return told, sentences, tokens


def _counted(said: str, sentences: int, tokens: int) -> Counted:
    rows = [found.groups() for found in _STATISTICS.finditer(said)]
    bad = {int(order) for order in _SUBSTITUTED.findall(said)}
    discounts = [
        Discounts(FALLBACK, "lmplz could estimate none") if at in bad else Discounts(_numbers(row[3:]))
        for at, row in enumerate(rows)
    ]
    kept, seen = [int(row[1]) for row in rows], [int(row[2] or row[1]) for row in rows]
    return Counted(sentences, tokens, seen[0] - 3 if seen else 0, kept, seen, discounts)


def _numbers(texts: Sequence[str | None]) -> tuple[float, float, float]:
    one, two, three = (float(text or "nan") for text in texts)
    return one, two, three


def make_binary(arpa: Path, out: Path) -> None:
    """Write a model in the form that kenlm loads at once."""
    program = shutil.which("build_binary")
    if not program:
        raise ConfigError(f"{out}: build_binary is not on the PATH; build it from KenLM, or write an .arpa file")
    temporary = out.with_name(out.name + ".tmp")
    done = subprocess.run([program, str(arpa), str(temporary)], check=False, capture_output=True, text=True)  # noqa: S603 - no shell
    if done.returncode:
        temporary.unlink(missing_ok=True)
        raise StageError(f"build_binary ended with {done.returncode}: {' '.join(done.stderr.split())[-300:]}")
    temporary.replace(out)
