"""What the command `evaluate crawl` does, for Python."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from polytrawl import options
from polytrawl.crawl.base import LinkScorer
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.contest import GAMMA, Contest, Make, Terms, hold
from polytrawl.evaluate.crawl.page import render
from polytrawl.evaluate.crawl.recorded import read_labels, state_of
from polytrawl.evaluate.crawl.training import train, write_model
from polytrawl.evaluate.crawl.web import Web
from polytrawl.files import write_json, write_whole
from polytrawl.options import Context, build
from polytrawl.plugin import find
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.query import Query
from polytrawl.relevance.resource import open_resource
from polytrawl.relevance.texts import file_of, is_url

__all__ = ["compare", "open_web", "train", "write_contest", "write_model"]

BUDGET = 300


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What a user asks for."""

    strategies: Sequence[str]
    seeds: Mapping[str, Sequence[str]]
    query: Sequence[str]  # words, files, or addresses of pages of the web
    languages: Sequence[str] = ("en",)
    budget: int = BUDGET
    gamma: float = GAMMA
    labels: Path | None = None
    relevant: Sequence[str] = ()  # labels that make a page relevant, with all that stands below them
    resource: Path | None = None
    options: Mapping[str, Mapping[str, Any]] = {}  # of strategies
    at_once: int = 1


def open_web(path: Path, cache: Path | None = None) -> Web:
    """The recorded web at a path; parsed pages are kept beside it, or in the folder for temporary files."""
    if cache is None:
        cache = path / "evaluate" / "web.parsed" if path.is_dir() else path.with_name(f"{path.name}.parsed")
        try:
            cache.parent.mkdir(exist_ok=True)
            cache.with_name(cache.name + ".tmp").touch()
        except OSError:  # the web is one that may only be read
            cache = Path(tempfile.gettempdir()) / f"polytrawl-{path.name}.parsed"
    return Web.read(path, cache)


def compare(path: Path, task: Task, *, web: Web | None = None) -> Contest:
    """Let strategies crawl the recorded web at a path."""
    web = web or open_web(path)
    texts, taken = _query(web, task.query)
    terms = Terms(
        budget=task.budget,
        seeds={name: web.found(seeds, f"{name} seeds") for name, seeds in task.seeds.items() if seeds},
        query=texts,
        skipped=taken,
        gamma=task.gamma,
        labels=" ".join(task.relevant) if task.labels else "",
        at_once=task.at_once,
    )
    if not terms.seeds:
        raise ConfigError("evaluate crawl: there are no seeds; give --good URL, --bad URL, or both")
    made = {name: _maker(name, task, texts) for name in task.strategies}
    for make in made.values():
        make().prepare()  # so that what is missing is told before an hour of work, not after
    about = msgspec.json.encode((state_of(path), task.options, task.languages, str(task.resource or ""))).decode()
    return hold(web, terms, made, _judge(task, texts), _relevant(web, task), about)


def write_contest(found: Contest, folder: Path, name: str) -> list[Path]:
    """The page with curves, and all figures as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    page, figures = folder / "crawl.html", folder / "crawl.json"
    write_whole(page, render(found, name))
    write_json(figures, msgspec.to_builtins(found))
    return [page, figures]


def _query(web: Web, written: Sequence[str]) -> tuple[list[str], list[str]]:
    """The texts of a query, and the pages of the web that they were taken from."""
    texts: list[str] = []
    taken: list[str] = []
    for one in written:
        if is_url(one):
            [url] = web.found([one], "--query")
            taken.append(url)
            texts.append(text_of(web[url]))
        else:
            path = file_of(one)
            texts.append(path.read_text(encoding="utf-8", errors="replace") if path else one)
    if not texts:
        raise ConfigError("evaluate crawl: there is no query; give --query with words, a file or an address")
    return texts, taken


def _maker(name: str, task: Task, texts: Sequence[str]) -> Make:
    kind = find(LinkScorer, name)
    known = {one.name for one in options.options(kind)}
    given: dict[str, Any] = {"query": list(texts), "resource": str(task.resource) if task.resource else None}
    table = {key: value for key, value in given.items() if key in known and value}
    table.update(task.options.get(name, {}))
    context = Context(shared={"languages": list(task.languages)}, folder=Path.cwd())
    resolved = options.resolve(kind, table, where=name, context=context)
    return lambda: build(kind, resolved)


def _judge(task: Task, texts: Iterable[str]) -> Query:
    """Who says how near pages are: the query by single words, whatever a strategy counts (section 4.2.1)."""
    idf = open_resource(task.resource) if task.resource else generic_idf(task.languages[0])
    query = Query.of(texts, idf=idf)
    if not query:
        raise ConfigError("--query: there are no words in it that count")
    return query


def _relevant(web: Web, task: Task) -> set[str] | None:
    if task.labels is None:
        return None
    found = set()
    for url, labels in read_labels(task.labels).items():
        if not task.relevant or any(_is_below(label, one) for label in labels for one in task.relevant):
            found.add(web.find(url))
    if not found - {None}:
        raise ConfigError(f"--labels: {task.labels} makes no page of the web relevant; see --relevant")
    return {url for url in found if url}


def _is_below(label: str, one: str) -> bool:
    return label == one or label.startswith(f"{one}/")
