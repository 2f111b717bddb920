"""The docs speak of everything there is, and of nothing that is not there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command

from polytrawl import config
from polytrawl.cli.app import app
from polytrawl.options import options
from polytrawl.plugin import LOCAL, STAGES, all_classes, kinds

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "polytrawl"
PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")),
]


def _commands(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """All commands by what is typed, also those below a group."""
    for name, command in group.commands.items():
        yield prefix + name, command
        if hasattr(command, "commands"):
            yield from _commands(command, f"{prefix}{name} ")


COMMANDS: dict[str, Any] = dict(_commands(get_command(app)))
BASE = {"languages": ["en", "de"], "seeds": ["https://www.example.org/"]}

_FENCE = re.compile(
    r"(?P<run><!-- run -->\n)?^```(?P<language>\w+)(?P<rest>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_TITLE = re.compile(r'title="([^"]+)"')
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
# How the stages give a reason: Dropped(reason="x"), FetchError("x"), document.but("x"), _dropped(page, "x")...
_REASON = re.compile(
    r'(?:reason=|FetchError\(|TryAgain\(|\.but\(|_dropped\(page, |return \(?|settle\(queued, "\w+", |^[A-Z_]+ = )'
    r'"([a-z]+(?:-[a-z]+)+|robots|empty|timeout|redirect|undecodable)"',
    re.MULTILINE,
)


class Block(NamedTuple):
    """A fenced block of a page."""

    page: Path
    language: str
    title: str
    is_run: bool
    text: str


def blocks(page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(page.read_text(encoding="utf-8")):
        title = _TITLE.search(found["rest"])
        yield Block(page, found["language"], title[1] if title else "", bool(found["run"]), found["text"])


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def folder_with_files(page: Path, folder: Path) -> Path:
    """The titled Python blocks of a page, each in the file its title names."""
    for block in blocks(page):
        if block.language == "python" and block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
    return folder


def test_generated_pages_are_current() -> None:
    # In a process of its own: other tests register plug-ins of theirs.
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_has_a_page_that_links_to_its_options(stage: str) -> None:
    text = text_of(f"stages/{stage}.md")
    assert text.startswith(f"# {stage}\n")
    assert f"](../plugins.md#{stage})" in text
    assert "\n## Reasons\n" in text
    assert "\n## Limits\n" in text


@pytest.mark.parametrize("stage", STAGES)
def test_every_reason_in_the_code_of_a_stage_stands_on_its_page(stage: str) -> None:
    text = text_of(f"stages/{stage}.md")
    for path in (SOURCE / stage).rglob("*.py"):
        for reason in _REASON.findall(path.read_text(encoding="utf-8")):
            assert f"`{reason}`" in text, f"{path}: {reason}"


def test_every_command_and_option_is_told() -> None:
    text = text_of("cli.md")
    for name, command in COMMANDS.items():
        assert f"\n## {name}\n" in text
        for parameter in command.params:
            assert all(opt in text for opt in parameter.opts if opt.startswith("-"))


def test_every_key_at_the_top_is_told() -> None:
    text = text_of("config.md")
    for one in options(config.Run):
        assert f"\n`{one.name}`\n:   " in text


def test_every_plugin_kind_and_plugin_is_told() -> None:
    text = text_of("plugins.md")
    for kind in set(kinds()) - {"stage"}:
        assert f"\n## Kind: {kind}\n" in text
    for cls in all_classes():
        if cls.__module__.startswith("polytrawl.") and not cls.__module__.startswith(LOCAL):
            assert f"\n### {cls.name}\n" in text


def test_the_nine_stages_stand_in_the_readme_and_on_the_home_page() -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "index.md"):
        text = page.read_text(encoding="utf-8")
        assert all(f"| [{stage}](" in text for stage in STAGES)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            assert anchor in {slug(title) for title in _HEADING.findall(file.read_text(encoding="utf-8"))}, target


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9 _-]", "", title.lower()).strip().replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_toml_can_be_read_and_resolves(page: Path, tmp_path: Path) -> None:
    folder = folder_with_files(page, tmp_path)
    for block in blocks(page):
        if block.language == "toml":
            table = tomllib.loads(block.text)
            config.resolve(table if block.title == "run.toml" else {**BASE, **table}, folder=folder)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_in_shell_blocks_exist(page: Path) -> None:
    for block in blocks(page):
        if block.language in {"sh", "bash"}:
            for line in block.text.splitlines():
                check_command(line.partition("#")[0].split())


def check_command(words: list[str]) -> None:
    if words[:1] == ["make"]:
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert set(words[1:]) <= set(targets), words
    if words[:1] == ["polytrawl"] and not words[1].startswith("-"):
        called = next(name for end in (4, 3, 2) if (name := " ".join(words[1:end])) in COMMANDS)
        known = {opt for parameter in COMMANDS[called].params for opt in parameter.opts}
        assert {word for word in words[2:] if word.startswith("--")} <= known, words


RUN = [block for page in PAGES for block in blocks(page) if block.is_run]


@pytest.mark.parametrize("block", RUN, ids=lambda block: name_of(block.page))
def test_python_that_is_marked_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder_with_files(block.page, tmp_path))
    exec(compile(block.text, name_of(block.page), "exec"), {"__name__": "docs"})


def test_there_are_blocks_to_run() -> None:
    assert len(RUN) >= 5


def test_docs_use_one_sentence_a_line() -> None:
    for page in set(PAGES) - {ROOT / "docs" / "cli.md", ROOT / "docs" / "plugins.md"}:  # these are generated
        prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
        for line in prose.splitlines():
            if not line.startswith(("|", "<!--", "#")):
                assert not re.search(r"[a-z`)]\. +[A-Z]", line), f"{name_of(page)}: {line}"
