"""Sentences translated by somebody else: a command that reads and writes lines, or a Python function.

Every sentence is translated once for each object: pages of a site repeat their sentences.
"""

from __future__ import annotations

import importlib
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, Queue
from threading import Thread
from typing import TypeAlias

from polytrawl.errors import ConfigError, StageError

Translate: TypeAlias = Callable[[Sequence[str]], Sequence[str]]

__all__ = ["Command", "Service", "Translate", "Translator", "by_function", "make_translator", "words_of"]

_TOLD = 200  # characters of what a command said when it failed


@dataclass
class Translator:
    """Translates sentences, and remembers them."""

    translate: Translate
    name: str
    _known: dict[str, str] = field(init=False, repr=False, default_factory=dict)

    def __call__(self, sentences: Sequence[str]) -> list[str]:
        """The translations, in the same order; nothing for a sentence without anything to translate."""
        lines = [" ".join(sentence.split()) for sentence in sentences]
        new = [line for line in dict.fromkeys(lines) if line and line not in self._known]
        if new:
            found = list(self.translate(new))
            if len(found) != len(new):
                raise StageError(
                    f"{self.name}: it gave {len(found)} translations for {len(new)} sentences; "
                    "it must answer every line with one line"
                )
            self._known.update(zip(new, map(str, found), strict=True))
        return [self._known.get(line, "") for line in lines]


def make_translator(command: str, function: str, *, timeout_s: float, keep_running: bool) -> Translator:
    """Who translates, by the options of a stage: a command, or a function where one is named."""
    if function:
        return Translator(by_function(function), f"function: {function!r}")
    run = Service(command, timeout_s) if keep_running else Command(command, timeout_s)
    return Translator(run, f"command: {command!r}")


def by_function(path: str) -> Translate:
    """The function that `package.module:name` names; it takes a list of sentences and gives their translations."""
    module, sign, name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), name) if sign else None
    except (ImportError, AttributeError) as err:
        raise ConfigError(f"function: {path!r} cannot be imported: {err}") from err
    if not callable(found):
        raise ConfigError(f'function: {path!r} is no function; write "package.module:name"')
    translate: Translate = found
    return translate


@dataclass(frozen=True)
class Command:
    """A command that is started anew for every call, and reads to the end before it answers."""

    line: str
    timeout_s: float

    def __call__(self, sentences: Sequence[str]) -> list[str]:
        """What the command writes for these lines."""
        try:
            done = subprocess.run(  # noqa: S603 - the user's own command
                words_of(self.line), input=_lines(sentences), capture_output=True, timeout=self.timeout_s, check=False
            )
        except subprocess.TimeoutExpired as err:
            raise _late(self.line, self.timeout_s, len(sentences)) from err
        except OSError as err:
            raise StageError(f"command: {self.line!r} cannot be started: {err.strerror}") from err
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip()[-_TOLD:] or "it said nothing"
            raise StageError(f"command: {self.line!r} failed with code {done.returncode}: {said}")
        return done.stdout.decode("utf-8", "replace").removesuffix("\n").split("\n")


@dataclass
class Service:
    """A command that is started once and answers every line at once."""

    line: str
    timeout_s: float
    _process: subprocess.Popen[bytes] | None = field(init=False, default=None)
    _answers: Queue[bytes] = field(init=False, repr=False, default_factory=Queue)

    def __call__(self, sentences: Sequence[str]) -> list[str]:
        """What the command answers to these lines."""
        process = self._process or self._start()
        assert process.stdin is not None  # noqa: S101 - it was asked for
        try:
            # Who answers line by line may stop reading while nobody takes its answers: a thread takes them.
            process.stdin.write(_lines(sentences))
            process.stdin.flush()
        except OSError as err:
            self.close()
            raise StageError(f"command: {self.line!r} ended before it had read all lines") from err
        return [self._answer(len(sentences)) for _ in sentences]

    def close(self) -> None:
        """End the command."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                words_of(self.line), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as err:
            raise StageError(f"command: {self.line!r} cannot be started: {err.strerror}") from err
        self._answers = Queue()
        Thread(target=_take, args=(self._process, self._answers), daemon=True).start()
        return self._process

    def _answer(self, count: int) -> str:
        try:
            answer = self._answers.get(timeout=self.timeout_s)
        except Empty as err:
            self.close()
            raise _late(self.line, self.timeout_s, count) from err
        if not answer:
            self.close()
            raise StageError(f"command: {self.line!r} ended before it had answered all lines")
        return answer.decode("utf-8", "replace").rstrip("\r\n")

    def __del__(self) -> None:
        self.close()


def _take(process: subprocess.Popen[bytes], answers: Queue[bytes]) -> None:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    try:
        for line in process.stdout:
            answers.put(line)
    except ValueError:  # closed while it was read
        pass
    answers.put(b"")


def words_of(line: str) -> list[str]:
    """The words of a command whose program is there."""
    try:
        words = shlex.split(line)
    except ValueError as err:
        raise ConfigError(f"command: {line!r} cannot be read: {err}") from err
    if not words or shutil.which(words[0]) is None:
        name = words[0] if words else line
        raise ConfigError(
            f"command: there is no program {name!r}; install it, or give its whole path "
            '(for English and Spanish: apt-get install apertium-eng-spa, then command = "apertium eng-spa")'
        )
    return words


def _lines(sentences: Sequence[str]) -> bytes:
    return "".join(f"{sentence}\n" for sentence in sentences).encode("utf-8", "replace")


def _late(line: str, timeout_s: float, count: int) -> StageError:
    return StageError(
        f"command: {line!r} took more than {timeout_s:g} s for {count} sentences; "
        "raise timeout_s, or take a faster command"
    )
