"""Ways to start a run: from addresses, from a template, from the demo web."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from polytrawl.asking import folder_name, languages_of
from polytrawl.demo import DemoWeb, serve
from polytrawl.errors import ConfigError
from polytrawl.files import write_whole
from polytrawl.options import Option, options
from polytrawl.plugin import STAGES, Plugin, find
from polytrawl.records import SentencePair
from polytrawl.run import Run, new_run
from polytrawl.rundir import RunDir
from polytrawl.seed_lists import SeedList, read_list
from polytrawl.urls import host_of, normalise
from polytrawl.work import Stage

_TOLD = 5  # lines of a list that are no addresses
_JUDGED = 100  # units of the demo that are compared with the truth


def config_of(
    urls: list[str],
    langs: str,
    *,
    topic: Path | None,
    strategy: str | None,
    max_pages: int | None,
    contact: str | None,
) -> dict[str, Any]:
    """The run.toml that `polytrawl get` writes: only what the user gave."""
    crawl = {"strategy": strategy, "max_pages": max_pages, "contact": contact}
    table: dict[str, Any] = {
        "languages": languages_of(langs),
        "seeds": [_address(url) for url in urls],
        "crawl": {key: value for key, value in crawl.items() if value is not None},
    }
    if topic:
        table["topic"] = {"definition": str(topic.resolve())}
    return table


def _address(url: str) -> str:
    """The address with its scheme; people type `example.org`."""
    found = normalise(url if "://" in url else f"https://{url}")
    if found is None or not any(letter.isalnum() for letter in host_of(found)):
        raise ConfigError(f"{url}: not a web address; expected something like https://example.org/")
    return found


def starts_of(urls: list[str], seeds: Path | None) -> list[str]:
    """The addresses that a user typed and those of a list; lines of the list that are none are told."""
    found = read_list(seeds) if seeds else SeedList([], [])
    for where, text in found.unread[:_TOLD]:
        print(f"{where}: no web address, left out: {text}", file=sys.stderr)
    if len(found.unread) > _TOLD:
        print(f"and {len(found.unread) - _TOLD} more lines that are no web address", file=sys.stderr)
    starts = list(dict.fromkeys([*urls, *(one.url for one in found.urls)]))
    if not starts and seeds:
        raise ConfigError(f"--seeds {seeds}: no web address in it; write one a line, such as https://example.org/")
    if not starts:
        raise ConfigError("nowhere to start: give addresses, or --seeds with a file of them")
    return starts


def folder_for(start: str | Path | None) -> Path:
    """The run directory for a site, or for a list of addresses, when the user names none."""
    if isinstance(start, str):
        return Path("runs") / host_of(_address(start)).replace(":", "-")
    return Path("runs") / (start.resolve().stem if start else "run")


def folder_for_word(word: str) -> Path:
    """The run directory for a topic in a word, when the user names none.

    >>> str(folder_for_word("TCP/IP"))
    'runs/tcp-ip'
    """
    return Path("runs") / folder_name(word)


@contextmanager
def demo_run(out: Path, sets: Iterable[str]) -> Iterator[tuple[Run, DemoWeb]]:
    """A run over the demo web, which is served on loopback meanwhile."""
    web = DemoWeb.load()
    with serve(web) as server:
        crawl = {"connect_to": server.address, "delay_s": 0}
        table = {"languages": ["en", "de", "it", "pt"], "seeds": list(web.SEEDS), "crawl": crawl}
        table["topic"] = {"definition": str(web.topic_file)}
        yield new_run(out, table, sets=sets), web


def judge_demo(run: Run, web: DemoWeb) -> str:
    """How many of a fixed sample of exported units are true translations, in words."""
    units = sorted(run.units(), key=lambda unit: unit.id)[:_JUDGED]  # ids are hashes: a random but fixed sample
    right = sum(_is_true(unit, web) for unit in units)
    share = right / len(units) if units else 0.0
    return (
        f"truth: {right} of {len(units)} sampled units are true translations ({share:.0%}): the demo web knows its own"
    )


def _is_true(unit: SentencePair, web: DemoWeb) -> bool:
    languages = {"source_language": unit.source_language, "target_language": unit.target_language}
    return web.is_translation(unit.source, unit.target, **languages)


def write_template(folder: Path) -> Path:
    """A run.toml in which every option stands with its default and meaning, made from the options themselves."""
    directory = RunDir.create(folder)
    if directory.run_file.exists():
        raise ConfigError(f"{directory.run_file}: is there already; edit it, or choose another folder")
    write_whole(directory.run_file, "\n".join(_template()) + "\n")
    return directory.run_file


def _template() -> Iterator[str]:
    from polytrawl.config import Run as TopLevel

    yield "# A run of polytrawl. Only languages, seeds and crawl.contact are needed."
    yield "# Lines such as #workers = 0 show defaults."
    yield 'languages = ["en", "de"]'
    yield 'seeds = ["https://example.org/"]'
    yield from (line for one in options(TopLevel) if one.name not in {"languages", "seeds"} for line in _lines(one))
    for stage in STAGES:
        cls = find(Stage, stage)
        yield f"\n[{stage}]  # {(cls.__doc__ or '').strip().splitlines()[0]}"
        yield from (line for one in options(cls) if not one.shared for line in _lines(one))


def _lines(one: Option) -> Iterator[str]:
    if one.default is None and not one.required and one.type != Path | None:
        yield f"# {one.name}: {one.help}"
        return
    if one.help:
        yield f"# {one.help}"
    if one.name == "contact":
        yield 'contact = "you@example.org"'
    else:
        yield f"#{one.name} = {toml_value(one.default)}"


def toml_value(value: object) -> str:
    """A default as it would stand in a run.toml."""
    if value is None:
        return '"FILE"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Plugin):
        return f'"{value.name}"'
    if isinstance(value, tuple | list | frozenset | set):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str | Path) else str(value)
