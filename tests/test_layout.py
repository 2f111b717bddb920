"""The layout: imports point one way, Ray stands in one file, start-up is fast, every name of the contract exists."""

from __future__ import annotations

import ast
import inspect
import re
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import polytrawl
from polytrawl.cli.app import app
from polytrawl.plugin import STAGES, find
from polytrawl.work import Stage

ROOT = Path(polytrawl.__file__).parent
REPOSITORY = ROOT.parent.parent
# What stands above the stages; no stage may import it.
UPPER = {
    "pipeline",
    "recovery",
    "findings",
    "sources",
    "ends",
    "judge",
    "one_page",
    "config",
    "signature",
    "run",
    "rundir",
    "summary",
    "explain",
    "evaluate",
    "report",
    "cli",
    "engine",
    "ledger",
    "forget",
    "demo",
    "sites",
}


def imported(path: Path) -> set[str]:
    """The polytrawl modules a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def top(name: str) -> str:
    return name.split(".")[1] if name.startswith("polytrawl.") else ""


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_imports_neither_another_stage_nor_what_stands_above(stage: str):
    for path in (ROOT / stage).rglob("*.py"):
        tops = {top(name) for name in imported(path)} - {stage}
        assert not tops & (set(STAGES) | UPPER), f"{path}: {tops}"


def test_records_import_nothing_of_ours():
    assert not {name for name in imported(ROOT / "records.py") if name.startswith("polytrawl")}


def test_views_import_no_stage_so_that_every_stage_may_use_them():
    for path in (*(ROOT / "views").rglob("*.py"), ROOT / "fingerprint.py"):
        assert not {top(name) for name in imported(path)} & set(STAGES), path


def test_ray_is_imported_in_one_file():
    users = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if "ray" in imported(path)}
    assert users == {"engine/ray.py"}


def test_help_takes_less_than_half_a_second_of_cpu():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "polytrawl", "--help"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5


def test_help_loads_nothing_heavy():
    code = "import sys; from polytrawl.cli import app; import polytrawl.cli.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"aiohttp", "numpy", "ray", "py3langid", "selectolax"} & set(loaded)


def test_every_stage_is_one_word_everywhere():
    commands = {command.name or command.callback.__name__ for command in app.registered_commands}
    commands |= {group.name for group in app.registered_groups}  # `polytrawl topic DIR` runs the stage all the same
    for stage in STAGES:
        assert find(Stage, stage).name == stage
        assert (ROOT / stage / "base.py").exists()
        assert (ROOT / stage / "stage.py").exists()
        assert stage in commands
        assert (REPOSITORY / "tests" / stage).is_dir()
        assert (REPOSITORY / "docs" / "stages" / f"{stage}.md").exists()


def test_the_commands_of_the_contract_exist():
    commands = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert {"get", "run", "init", "demo", "status", "report", "funnel", "explain", "plugins", "new"} <= commands
    get = next(command for command in app.registered_commands if command.callback.__name__ == "get")
    names = set(re.findall(r"--[a-z-]+", inspect.getsource(get.callback))) | set(
        inspect.signature(get.callback).parameters
    )
    assert {"langs", "out", "topic", "strategy", "max_pages", "last", "sets"} <= names


def test_the_make_targets_of_the_contract_exist():
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), flags=re.MULTILINE))
    assert {"setup", "system", "demo", "test", "check", "gate", "bench", "docs"} <= targets


def test_the_config_keys_of_the_contract_exist():
    from polytrawl.config import Run
    from polytrawl.options import options

    assert {"languages", "seeds", "workers", "engine"} <= {one.name for one in options(Run)}
    crawl = {one.name for one in options(find(Stage, "crawl"))}
    assert {"strategy", "max_pages", "max_seconds", "delay_s", "connections", "connections_per_host"} <= crawl
    assert {"scope", "connect_to", "allow_private", "contact"} <= crawl
    assert "definition" in {one.name for one in options(find(Stage, "topic"))}


def test_the_python_names_of_the_contract_can_be_called():
    import polytrawl.align.stage
    import polytrawl.pair.stage  # importing a stage binds its package to the name; it must stay callable

    assert all(callable(getattr(polytrawl, name)) for name in ("extract", "align", "pair", "open_run"))
    [unit] = polytrawl.align("Stop here.", "Halt hier an.", languages=("en", "de"), aligner="length")
    assert (unit.source, unit.target) == ("Stop here.", "Halt hier an.")
    assert polytrawl.pair([]) == []


@pytest.mark.parametrize("file", ["constraints.txt", "build-constraints.txt"])
def test_every_version_that_is_pinned_has_its_hashes_and_no_index_is_named(file):
    text = (REPOSITORY / file).read_text()
    assert re.fullmatch(r"([A-Za-z0-9._-]+==[A-Za-z0-9.+!]+( \\\n    --hash=sha256:[0-9a-f]{64})+\n)+", text)


def test_what_the_package_and_its_build_need_is_pinned():
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    build = project["build-system"]["requires"]
    extras = project["project"]["optional-dependencies"]
    # What needs a hub of models is tried by hand, and the web part is not there yet.
    named = [
        *project["project"]["dependencies"],
        *(one for name in extras if name not in ("embeddings", "web") for one in extras[name]),
    ]
    for file, wanted in (("build-constraints.txt", build), ("constraints.txt", named)):
        pinned = {one.lower() for one in re.findall(r"^(\S+)==", (REPOSITORY / file).read_text(), flags=re.MULTILINE)}
        assert {re.split("[<>=;! ]", one)[0].lower().replace("_", "-") for one in wanted} <= {
            one.replace("_", "-") for one in pinned
        }
    assert all("==" in one for one in build)
