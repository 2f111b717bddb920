"""Forgetting that is killed at any instant goes on, and ends as if it had not been."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from forget.conftest import OWN, TWINS, A, everything, holding
from polytrawl.errors import StageError
from polytrawl.forget.act import Forgotten
from polytrawl.run import Run, open_run
from support import Quiet

Forgets = Callable[..., Forgotten]
# A page that is in pairs, and one that holds the payload of two others.
WHAT = rf"^({A}/en/lathe\.html|{TWINS[0]})$"
# Every file is synced before it gets its name, and every cut in a WARC: the process ends at one of these.
KILLED = """
import os, sys
from pathlib import Path
sync, left = os.fsync, int(sys.argv[2])
def fsync(number):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    sync(number)
os.fsync = fsync
from polytrawl.forget.act import forget
from polytrawl.forget.target import read_target
from polytrawl.run import open_run
from polytrawl.work import Progress
class Quiet:
    def begin(self, *_): pass
    def advance(self, *_): pass
    def end(self, *_): pass
    def say(self, *_): pass
forget(open_run(Path(sys.argv[1])), read_target(sys.argv[3], "regex"), Quiet(), lambda _: True)
"""


def killed(run: Path, after: int) -> bool:
    """Forget, and be killed after so many files; whether that came before the end."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(run), str(after), WHAT], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 9), done.stderr
    return done.returncode == 9


def state(run: Path) -> dict[str, str]:
    """All that can be compared: not time stamps, salts and the order in which SQLite keeps things."""
    left_out = ("manifest.json", "forgotten.json", ".sqlite", "lock", "report.html", "resolved.toml")
    return {name: text for name, text in everything(run).items() if not name.endswith(left_out)}


def test_wherever_it_is_killed_it_goes_on(small: Run, tmp_path: Path, forget_in: Forgets):
    shutil.copytree(small.path, tmp_path / "whole")
    assert forget_in(open_run(tmp_path / "whole"), WHAT, "regex").proof.holds
    expected = state(tmp_path / "whole")
    after, kills = 0, 0
    while True:
        path = tmp_path / f"run-{after}"
        shutil.copytree(small.path, path)
        if not killed(path, after):
            break
        kills += 1
        _check_resumes(path, forget_in, expected)
        shutil.rmtree(path)
        after = 2 * after + 1  # most is decided at the beginning, and each one takes seconds
    assert kills > 4


def _check_resumes(path: Path, forget_in: Forgets, expected: dict[str, str]) -> None:
    run = open_run(path)
    if run.directory.forgetting_file.exists():
        with pytest.raises(StageError, match="polytrawl forget"):
            run.go(Quiet())
        done = forget_in(run, None)
    else:  # killed before the plan was on disk
        assert holding(path, OWN[f"{A}/en/lathe.html"])
        done = forget_in(run, WHAT, "regex")
    assert done.proof.holds
    assert state(path) == expected
