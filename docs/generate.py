"""Writes the pages that come from the program itself: `cli.md` from its help texts, `plugins.md` from its classes.

With `--check` it changes nothing, and exits with 1 when a page is not what would be written.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from typer.main import get_command

from polytrawl.cli.app import app
from polytrawl.cli.start import toml_value
from polytrawl.config import Run
from polytrawl.options import Option, options
from polytrawl.plugin import STAGES, Plugin, all_classes, kinds

FOLDER = Path(__file__).parent
WIDTH = 80  # of help texts, whatever the terminal
NOTE = "<!-- Written by docs/generate.py: edit the program, then run `python docs/generate.py`. -->"

# What Python calls a type, and what stands in a run.toml.
TYPES: dict[Any, str] = {str: "text", int: "whole number", float: "number", bool: "true or false", Path: "path"}
LIMITS = {"ge": "from {}", "gt": "above {}", "le": "to {}", "lt": "below {}", "min_length": "at least {}"}

CLI_HEAD = """# Commands

{note}

Every command prints its results to stdout and its talk to stderr.
Commands that report take `--json`.
Exit codes are 0 for success, 1 for a failure and 2 for wrong usage: see [Errors](errors.md).
"""

PLUGINS_HEAD = """# Plug-ins and options

{note}

Everything that can be chosen in a `run.toml` stands here.
First come the keys at its top, then the table of each stage, then the plug-ins of each kind.
`polytrawl plugins` prints the same list, without those of local files.
A plug-in is chosen by its name, or by a table with `use` when it has options:

```toml
[crawl.strategy]
use = "anchor-words"
words = ["safety", "helmet"]
```

Recipes tell how to write your own [link scorer](recipes/link-scorer.md), [filter](recipes/filter.md) and
[exporter](recipes/exporter.md).
`polytrawl new KIND NAME` writes a class that works and its test, for every kind below.
"""


def pages() -> dict[str, str]:
    """The generated pages by file name."""
    return {
        "cli.md": _page(_cli()),
        "plugins.md": _page(_plugins()),
    }


def _page(parts: Iterable[str]) -> str:
    return "\n".join(parts).rstrip() + "\n"


# Commands


def _cli() -> Iterator[str]:
    yield CLI_HEAD.format(note=NOTE)
    command = get_command(app)
    yield _help("polytrawl", "polytrawl", command)
    yield from _below(command, "")


def _below(group: Any, prefix: str) -> Iterator[str]:  # noqa: ANN401 - typer's own click
    """All commands of a group, and those of groups in it."""
    for name, inner in getattr(group, "commands", {}).items():
        yield _help(f"{prefix}{name}", f"polytrawl {prefix}{name}", inner)
        yield from _below(inner, f"{prefix}{name} ")


def _help(title: str, called: str, command: Any) -> str:  # noqa: ANN401 - typer's own click
    context = command.make_context(called, [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH)
    text = "\n".join(line.rstrip() for line in context.get_help().splitlines())
    return f"## {title}\n\n```text\n{text}\n```\n"


# Plug-ins


def _plugins() -> Iterator[str]:
    classes = list(all_classes())
    yield PLUGINS_HEAD.format(note=NOTE)
    yield "## Keys at the top of run.toml\n"
    yield _table(options(Run))
    yield "## Stages\n\nEach stage has a table of its name in `run.toml`; what the stage does stands on its own page.\n"
    stages = {cls.name: cls for cls in classes if cls.kind == "stage"}
    for name in STAGES:
        yield f"### {name}\n\n{_says(stages[name])}\n[More](stages/{name}.md).\n"
        yield _table(options(stages[name]))
    yield from _kinds(classes)


def _kinds(classes: list[type[Plugin]]) -> Iterator[str]:
    for kind, base in kinds().items():
        if kind == "stage":
            continue
        yield f"## Kind: {kind}\n\n{_says(base)}\n`{base.__module__}.{base.__qualname__}`\n"
        for cls in (cls for cls in classes if cls.kind == kind):
            yield f"### {cls.name}\n\n{_says(cls)}\n"
            yield _table(options(cls))


def _says(cls: type) -> str:
    """The docstring up to its first empty line, on one line."""
    return " ".join((cls.__doc__ or "").strip().partition("\n\n")[0].split())


def _table(found: Iterable[Option]) -> str:
    rows = [_row(one) for one in found if not one.shared]
    if not rows:
        return "No options.\n"
    return "\n".join(["| option | type | default | meaning |", "|---|---|---|---|", *rows, ""])


def _row(one: Option) -> str:
    default = "must be given" if one.required else "none" if one.default is None else f"`{toml_value(one.default)}`"
    return f"| `{one.name}` | {_cell(_type(one.type))} | {_cell(default)} | {_cell(one.help)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;") if "`" not in text else text.replace("|", "\\|")


def _type(hint: Any) -> str:  # noqa: ANN401 - a type or a typing form
    """A type in the words of TOML."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        limits = _limits(arguments[1:])
        return f"{_type(arguments[0])}, {limits}" if limits else _type(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type(part) for part in arguments if part is not type(None))
    if origin in (tuple, list, frozenset, set, dict):
        return f"table of {_type(arguments[1])}" if origin is dict else f"list of {_type(arguments[0])}"
    if origin is typing.Literal:
        return "text"
    if isinstance(hint, type) and issubclass(hint, Plugin):
        return f"[{hint.kind}](#kind-{hint.kind})"
    return TYPES.get(hint) or str(getattr(hint, "__name__", hint)).lower()


def _limits(found: Iterable[object]) -> str:
    metas = [one for one in found if isinstance(one, msgspec.Meta)]
    words = [
        text.format(f"{getattr(meta, key):g}") for meta in metas for key, text in LIMITS.items() if _set(meta, key)
    ]
    return " ".join(words)


def _set(meta: msgspec.Meta, key: str) -> bool:
    return getattr(meta, key) is not None


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Write the pages, or check that they are as they would be written."""
    stale = {name: text for name, text in pages().items() if _read(FOLDER / name) != text}
    if arguments == ["--check"]:
        for name in stale:
            sys.stderr.write(f"docs/{name} is not current; run: python docs/generate.py\n")
        return bool(stale)
    for name, text in stale.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        sys.stderr.write(f"docs/{name} is written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
