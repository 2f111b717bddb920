"""The judge says the same in worker processes, and looks no closer than the crawl needs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from polytrawl import config as configs
from polytrawl import shards
from polytrawl.config import Config
from polytrawl.engine.local import LocalEngine
from polytrawl.judge import PageJudge, QuickJudge, WorkerJudge, make_judge
from polytrawl.records import Document, Page
from polytrawl.run import Run

HTML = b"<html><title>Safe work</title><p>Workers wear a helmet when they work on a roof, also in summer.</p><a href=b>"


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(2)
    yield engine
    engine.close()


@pytest.fixture
def config(demo_table: dict[str, Any], tmp_path: Path) -> Config:
    return configs.resolve(demo_table, folder=tmp_path)


def page(name: str, content: bytes = HTML) -> Page:
    return Page(id=f"g-{name}", url=f"http://a.test/{name}", site="a.test", content=content, content_type="text/html")


def with_crawl(config: Config, **options: Any) -> Config:
    return Config(config.run, {**config.stages, "crawl": {**config.stages["crawl"], **options}}, config.files)


def test_workers_give_the_same_verdict(config: Config, engine: LocalEngine) -> None:
    pages = [page("a"), page("empty", b" "), page("b", HTML * 3)]
    alone, many = PageJudge(config), WorkerJudge(config, engine)
    assert many.signature == alone.signature
    for one, verdict in zip(pages, asyncio.run(many.judge_many(pages)), strict=True):
        expected = alone.judge(one)
        assert not isinstance(verdict, Exception)
        assert verdict.document == expected.document
        assert isinstance(verdict.kept, bytes)
        assert shards.decode(verdict.kept) == expected.kept
    assert isinstance(alone.judge(pages[0]).document, Document)


def test_the_standard_changes_with_the_topic(config: Config, demo_table: dict[str, Any], tmp_path: Path) -> None:
    table = {**demo_table, "topic": {"query": ["safety at work"]}}
    other = PageJudge(configs.resolve(table, folder=tmp_path))
    assert other.standard != PageJudge(config).standard == PageJudge(config).standard
    assert other.signature == PageJudge(config).signature


def test_a_page_that_kills_its_worker_costs_only_itself(
    demo_table: dict[str, Any], engine: LocalEngine, tmp_path: Path
) -> None:
    (tmp_path / "deadly.py").write_text(
        """
import os
from dataclasses import dataclass
from polytrawl.clean.base import Extractor
from polytrawl.records import Document

@dataclass(kw_only=True)
class Deadly(Extractor, name="deadly"):
    def extract(self, page, html):
        if "deadly" in page.url:
            os._exit(3)
        return Document(id=page.id, page=page.id, url=page.url, site=page.site, title=html, links=())
"""
    )
    table = {**demo_table, "plugins": [str(tmp_path / "deadly.py")], "clean": {"extractor": "deadly"}}
    judge = WorkerJudge(configs.resolve(table, folder=tmp_path), engine)
    first, second, third = asyncio.run(judge.judge_many([page("a"), page("deadly"), page("b")]))
    assert isinstance(second, Exception)
    assert not isinstance(first, Exception)
    assert not isinstance(third, Exception)


def test_a_crawl_alone_looks_for_links_only(config: Config, engine: LocalEngine) -> None:
    def made(*, alone: bool, workers: int = 2, **options: Any) -> type:
        engine.workers = workers
        return type(make_judge(with_crawl(config, **options), engine, is_crawl_alone=alone))

    assert made(alone=True) is QuickJudge
    assert made(alone=False) is WorkerJudge
    assert made(alone=False, workers=1) is PageJudge
    assert made(alone=False, parse="text") is QuickJudge
    assert made(alone=True, parse="full") is WorkerJudge
    assert made(alone=True, saturation=5.0) is WorkerJudge


def test_a_strategy_that_reads_documents_gets_them(
    config: Config, engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from polytrawl.crawl.scorers.breadth_first import BreadthFirst

    monkeypatch.setattr(BreadthFirst, "reads", "document")
    assert isinstance(make_judge(config, engine, is_crawl_alone=True), WorkerJudge)


def test_after_a_crawl_alone_the_other_stages_do_the_rest(make_demo: Callable[..., Run], tmp_path: Path) -> None:
    from support import Quiet, exports

    run = make_demo(tmp_path / "run", last="crawl")
    whole = make_demo(tmp_path / "whole")
    run.go(Quiet())
    assert exports(run) == exports(whole)
