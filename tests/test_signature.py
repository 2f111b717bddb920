"""Tests of signatures: what a stage imports is part of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import polytrawl
from polytrawl import signature
from polytrawl.crawl.scorers.hmm import Hmm
from polytrawl.plugin import names
from polytrawl.work import Stage

ROOT = Path(polytrawl.__file__).parent
# They change how a run goes and what it says, not what a stage makes of a record.
PLUMBING = {"callable_module.py", "errors.py", "files.py", "options.py", "plugin.py", "work.py"}
VIEWS = "views/"  # files that are exported: a new look of them is not worth making all again


def imported(path: Path) -> Iterator[str]:
    """The files of this package that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("polytrawl"):
            found = [node.module or "", *(f"{node.module}.{one.name}" for one in node.names)]
        else:
            found = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        for name in found:
            path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
            if name.startswith("polytrawl.") and path.exists():
                yield path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("stage", names(Stage))
def test_what_a_stage_imports_counts(stage: str) -> None:
    shared = set(signature._SHARED_CODE)
    waiting, seen = [path.relative_to(ROOT).as_posix() for path in (ROOT / stage).rglob("*.py")], set()
    while waiting:
        file = waiting.pop()
        if file in seen or file in PLUMBING or file.startswith(VIEWS):
            continue
        seen.add(file)
        assert file.startswith(f"{stage}/") or file in shared, f"{stage} imports {file}"
        waiting += imported(ROOT / file)


def test_files_of_a_plugin_count_by_their_contents(tmp_path: Path) -> None:
    digests = []
    for name, content in (("a", b"one"), ("b", b"one"), ("c", b"two")):
        (tmp_path / name).write_bytes(content)
        digests.append(signature.plugin_digest(Hmm, {"languages": ["en"], "model": str(tmp_path / name)}))
    assert digests[0] == digests[1] != digests[2]
