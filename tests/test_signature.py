"""Tests of signatures: what a stage imports is part of its own."""

from __future__ import annotations

import ast
import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

import polytrawl
from lexicon.dictionaries import write_dictd
from polytrawl import signature
from polytrawl.align.aligners.lexical import Lexical
from polytrawl.crawl.scorers.hmm import Hmm
from polytrawl.export.exporters.comparable import Comparable
from polytrawl.pair.pairers.content import Content
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


@pytest.mark.parametrize("kind", [Lexical, Content, Comparable])
def test_both_files_of_a_dictd_dictionary_count(tmp_path: Path, kind: type) -> None:
    index = write_dictd(tmp_path / "freedict-deu-ita.index")
    before = signature.plugin_digest(kind, {"dictionary": str(index)})
    index.with_suffix(".dict.dz").write_bytes(gzip.compress(b"other articles"))
    assert signature.plugin_digest(kind, {"dictionary": str(index)}) != before
    by_articles = signature.plugin_digest(kind, {"dictionary": str(index.with_suffix(".dict.dz"))})
    index.write_text("")
    assert signature.plugin_digest(kind, {"dictionary": str(index.with_suffix(".dict.dz"))}) != by_articles
