"""Compiles the C files of the clean stage when polytrawl is built or installed.

They need nothing but a C compiler and its standard library: no headers of Python. Where the machine has no compiler,
pip fetches one for the time of the build (`ziglang`, a package of PyPI that carries clang), so a user needs none.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags

FOLDER = Path("src", "polytrawl", "clean", "native")
NAME = "compiled.bin"
# Products are never fused with sums: then all processors, and all compilers, give the same numbers.
FLAGS = ("-std=c11", "-O3", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wextra")


def compiler() -> list[str]:
    """The command of the compiler that this machine has: the one that CC names, else the usual ones. Empty for none."""
    named = shlex.split(os.environ.get("CC", ""))
    return named or next(([found] for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), [])


def compile_into(target: Path, folder: Path, *more: str) -> None:
    """Compile the files of a folder. Whoever uses the old file meanwhile keeps it."""
    # Without -mcpu, zig would make use of all that this very processor can do.
    command = compiler() or [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline"]
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        made = Path(scratch, NAME)
        subprocess.run([*command, *FLAGS, *more, "-o", made, *sorted(folder.glob("*.c")), "-lm"], check=True)  # noqa: S603 - ours
        made.replace(target)


class CompileHook(BuildHookInterface[Any]):  # Any: the configuration, which is not looked at
    """What hatchling calls, for packages and for editable installs alike."""

    def dependencies(self) -> list[str]:
        """The compiler, where there is none."""
        return [] if compiler() else ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's interface
        """Compile, and say that the package is for this kind of machine, though for all versions of Python."""
        folder = Path(self.root, FOLDER)
        compile_into(folder / NAME, folder)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{next(sys_tags()).platform}"
        build_data["artifacts"].append(str(FOLDER / NAME))
