"""What tests share that is no fixture."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from polytrawl.run import Run

CHROMIUM = shutil.which("chromium")
NEEDS_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: make system (as root)"),
    pytest.mark.filterwarnings("ignore"),  # Playwright leaves its event loop to the end of the interpreter
]


class Quiet:
    """Progress that only remembers what it was told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def begin(self, stage: str, total: int | None) -> None: ...

    def advance(self, done: int, counts: object) -> None: ...

    def end(self, note: str) -> None:
        self.said.append(note)

    def say(self, line: str) -> None:
        self.said.append(line)


def exports(run: Run) -> dict[str, bytes]:
    """Every exported file and its bytes."""
    folder = run.path / "export"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def steps(call: Callable[[], object]) -> int:
    """Lines of Python that a call runs through: how its work grows, without a clock that a busy machine bends."""
    count = 0

    def line(_frame: FrameType, event: str, _value: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
