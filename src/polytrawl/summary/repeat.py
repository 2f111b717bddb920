"""What is needed to make a run again: versions, all options, and the command."""

from __future__ import annotations

import importlib.metadata
import platform
import re

from polytrawl import options
from polytrawl.config import Config
from polytrawl.plugin import find
from polytrawl.summary.rows import Repeat
from polytrawl.work import Stage

__all__ = ["repeat_of", "without_passwords"]

_COMMAND = "mkdir again && cp DIR/resolved.toml again/run.toml && polytrawl run again"
_PASSWORD = re.compile(r"(?<=//)[^/\s\"']+@")  # of a proxy, or of a seed


def repeat_of(config: Config) -> Repeat:
    """The options with which stages were run, and what runs them here. A report is shown around: no passwords."""
    classes = {cls for name, table in config.stages.items() for cls in options.parts(find(Stage, name), table)[0]}
    libraries = sorted({library for cls in classes for library in getattr(cls, "libraries", ())})
    return Repeat(
        polytrawl=_version("polytrawl"),
        python=platform.python_version(),
        libraries={name: _version(name) for name in libraries},
        command=_COMMAND,
        config=without_passwords(config.to_toml()),
    )


def without_passwords(text: str) -> str:
    """A text with addresses in it, without who may log in there.

    >>> without_passwords("https://ann:se@cret@a.test/b@c")
    'https://...@a.test/b@c'
    """
    return _PASSWORD.sub("...@", text)


def _version(library: str) -> str:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
