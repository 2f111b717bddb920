"""`polytrawl new KIND NAME`: a plug-in class that works, and a test that passes, to start from.

The templates are in `new/`, one file per kind: the class, and below the line its test.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template

from polytrawl.errors import ConfigError, did_you_mean

_CUT = "---- test ----\n"


def kinds() -> list[str]:
    """The kinds of plug-in that can be begun this way: all of them."""
    return sorted(path.name.removesuffix(".txt") for path in files("polytrawl.cli").joinpath("new").iterdir())


def write_plugin(kind: str, name: str, folder: Path) -> tuple[Path, Path]:
    """Write the module and its test; existing files are never overwritten."""
    if kind not in kinds():
        raise ConfigError(f"{kind!r} is no kind of plug-in{did_you_mean(kind, kinds())}")
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name):
        raise ConfigError(f"{name!r} cannot be a plug-in's name; use small letters, digits and hyphens: my-{kind}")
    module = name.replace("-", "_")
    paths = folder / f"{module}.py", folder / f"test_{module}.py"
    for path, text in zip(paths, _texts(kind, name, module), strict=True):
        if path.exists():
            raise ConfigError(f"{path}: is there already; choose another name")
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return paths


def _texts(kind: str, name: str, module: str) -> tuple[str, str]:
    template = files("polytrawl.cli").joinpath("new", f"{kind}.txt").read_text(encoding="utf-8")
    words = {"Class": "".join(part.capitalize() for part in re.split("[-_]", name)), "name": name, "module": module}
    code, test = (Template(part).substitute(words) for part in template.split(_CUT))
    return code, test
