"""What the command `evaluate crawl` does, for Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from polytrawl import options
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.topical import Topical
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.contest import GAMMA, Contest, Make, Terms, hold
from polytrawl.evaluate.crawl.page import render
from polytrawl.evaluate.crawl.recorded import read_labels
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
from polytrawl.signature import plugin_digest

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
    leaves_out: bool = False  # strategies that cannot work with this query and resource, instead of refusing all


def open_web(path: Path, cache: Path | None = None) -> Web:
    """The recorded web at a path; parsed pages are kept beside it, where that may be written to."""
    if cache is None:
        cache = path / "evaluate" / "web.parsed" if path.is_dir() else path.with_name(f"{path.name}.parsed")
        folder = path if path.is_dir() else path.parent
        if not os.access(folder, os.W_OK) and not cache.exists():
            return Web.read(path)  # not kept elsewhere: who can write there could give us another web
    return Web.read(path, cache)


def compare(path: Path, task: Task, *, web: Web | None = None) -> Contest:
    """Let strategies crawl the recorded web at a path."""
    if not task.languages:
        raise ConfigError("evaluate crawl: there is no language; give --langs with the code of the query's, such as en")
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
    made, left_out = _makers(task, texts)
    relevant = _relevant(web, task)
    found = hold(web, terms, made, _judge(task, texts), relevant, _about(web, task, texts, relevant))
    return msgspec.structs.replace(found, left_out=left_out)


def _makers(task: Task, texts: Sequence[str]) -> tuple[dict[str, Make], dict[str, str]]:
    """Who makes each strategy, and why some are left out: told before an hour of work, not after."""
    made = {name: _maker(name, task, texts) for name in task.strategies}
    left_out: dict[str, str] = {}
    for name, make in made.items():
        try:
            make().prepare()
        except ConfigError as err:
            if not task.leaves_out:
                raise
            left_out[name] = str(err)
    if len(left_out) == len(made):
        raise ConfigError(next(iter(left_out.values()), "evaluate crawl: there is no strategy; give --strategy"))
    return {name: make for name, make in made.items() if name not in left_out}, left_out


def _about(web: Web, task: Task, texts: Sequence[str], relevant: Iterable[str] | None) -> str:
    """What else the figures depend on, by its contents: a copy of a file under another name changes nothing."""
    resource = xxhash.xxh3_64_hexdigest(task.resource.read_bytes()) if task.resource else ""
    strategies = [plugin_digest(find(LinkScorer, name), _resolved(name, task, texts)) for name in task.strategies]
    hits = None if relevant is None else sorted(relevant)
    return msgspec.json.encode((web.digest, strategies, task.languages, resource, hits)).decode()


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
    kind, resolved = find(LinkScorer, name), _resolved(name, task, texts)

    def make() -> LinkScorer:
        made = build(kind, resolved)
        if isinstance(made, Topical) and not made.query:
            made.ask_for(texts)
        return made

    return make


def _resolved(name: str, task: Task, texts: Sequence[str]) -> dict[str, Any]:
    """The options of a strategy. Ours get the query otherwise: as an option, a text could be taken for a file."""
    kind = find(LinkScorer, name)
    known = {one.name for one in options.options(kind)}
    given: dict[str, Any] = {"resource": str(task.resource) if task.resource else None}
    if not issubclass(kind, Topical):
        given["query"] = list(texts)
    table = {key: value for key, value in given.items() if key in known and value}
    table.update(task.options.get(name, {}))
    context = Context(shared={"languages": list(task.languages)}, folder=Path.cwd())
    return options.resolve(kind, table, where=name, context=context)


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
