"""How far a stage is: bars on a terminal, plain lines elsewhere. Both are fed by the same counters."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_LINE_EVERY_S = 10.0


def make_progress() -> Bars | Lines:
    """Bars on a terminal, lines elsewhere."""
    return Bars() if sys.stderr.isatty() else Lines()


class Lines:
    """One line per stage, and one every ten seconds of long ones."""

    def __init__(self) -> None:
        self._stage = ""
        self._total: int | None = None
        self._began = self._told = self._first = 0.0

    def begin(self, stage: str, total: int | None) -> None:
        """A stage starts, or another half of it."""
        self._began = self._told = time.monotonic()
        if stage != self._stage:
            self._first = self._began
        self._stage, self._total = stage, total

    def advance(self, done: int, counts: Mapping[str, int]) -> None:
        """So many records are done."""
        now = time.monotonic()
        if now - self._told >= _LINE_EVERY_S:
            self._told = now
            of = f" of {self._total}" if self._total else ""
            rate = done / (now - self._began)
            self.say(f"{self._stage}: {done}{of}, {rate:.0f}/s{_few(counts)}")

    def end(self, note: str) -> None:
        """The stage is over."""
        self.say(f"{note} ({time.monotonic() - self._first:.1f} s)")
        self._stage = ""

    def say(self, line: str) -> None:
        """One line for the user."""
        print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing is held open."""


class Bars:
    """A bar with rate and counts for the stage at work; a line for each finished one."""

    def __init__(self) -> None:
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._stage = ""
        self._began = self._first = 0.0

    def begin(self, stage: str, total: int | None) -> None:
        """A stage starts, or another half of it."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self.close()
        rate = TextColumn("{task.fields[rate]}")
        columns = (TextColumn("{task.description:9}"), BarColumn(), MofNCompleteColumn(), rate, TimeElapsedColumn())
        self._rich = Progress(*columns, console=Console(stderr=True), transient=True)
        self._rich.start()
        self._task = self._rich.add_task(stage, total=total, rate="")
        self._began = time.monotonic()
        if stage != self._stage:
            self._first = self._began
        self._stage = stage

    def advance(self, done: int, counts: Mapping[str, int]) -> None:
        """So many records are done."""
        if self._rich is None or self._task is None:
            return
        rate = done / max(time.monotonic() - self._began, 0.001)
        self._rich.update(self._task, completed=done, rate=f"{rate:.0f}/s{_few(counts)}")

    def end(self, note: str) -> None:
        """The stage is over."""
        self.close()
        self.say(f"{note} ({time.monotonic() - self._first:.1f} s)")
        self._stage = ""

    def say(self, line: str) -> None:
        """One line for the user."""
        if self._rich:
            self._rich.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._rich:
            self._rich.stop()
        self._rich = self._task = None


def _few(counts: Mapping[str, int]) -> str:
    """The most frequent reasons, short."""
    most = sorted(((number, reason) for reason, number in counts.items() if reason), reverse=True)[:3]
    return "".join(f", {number} {reason}" for number, reason in most)
