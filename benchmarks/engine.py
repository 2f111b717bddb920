"""What the engine costs: the same Map as a plain loop, and on the local engine with one and two workers.

The work is real: documents through the language stage's identifier. The peer is the loop anyone would write. Printed
are wall time, CPU time of all processes, and both as ratios to the loop. Repeat with `make bench`.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from polytrawl import options, shards
from polytrawl.demo import DemoWeb
from polytrawl.engine import make_engine
from polytrawl.engine.base import Job
from polytrawl.engine.shapes import Task, run_map
from polytrawl.language.stage import Language
from polytrawl.manifest import Manifest
from polytrawl.records import Document, Paragraph
from polytrawl.rundir import RunDir

_DOCUMENTS = 4_000
_SHARD = 1_000


class _Silent:
    def begin(self, stage: str, total: int | None) -> None: ...
    def advance(self, done: int, counts: object) -> None: ...
    def end(self, note: str) -> None: ...
    def say(self, line: str) -> None: ...


def _documents() -> list[Document]:
    """The texts of the demo web over and over, each time as another document."""
    pages = [page for page in DemoWeb.load().pages.values() if page.blocks]
    made = []
    for number in range(_DOCUMENTS):
        page = pages[number % len(pages)]
        paragraphs = tuple(Paragraph(text=text) for block in page.blocks for text in block.units["en"])
        made.append(
            Document(id=f"d-{number}", page="g", url=f"http://a.test/{number}", site="a.test", paragraphs=paragraphs)
        )
    return made


def _cpu_s() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    wall, cpu = time.monotonic(), _cpu_s()
    work()
    return time.monotonic() - wall, _cpu_s() - cpu


def _loop(run: RunDir, inputs: Manifest, table: dict[str, object]) -> None:
    stage = options.build(Language, table)
    for name in sorted(inputs.shards):
        records = (
            made for record in shards.read_records(run.shard_path("clean", name)) for made in stage.apply(record)
        )
        shards.write_shard(run.path / "loop" / f"{name}.zst", records)


def _engine(run: RunDir, inputs: Manifest, table: dict[str, object], workers: int) -> None:
    engine = make_engine("local", workers)
    manifest = Manifest(stage="language", signature=str(workers))
    run.folder("language")
    task = Task(
        run=run,
        engine=engine,
        progress=_Silent(),
        job=Job("language", "apply", table),
        manifest=manifest,
        inputs=inputs,
        max_error_share=0,
    )
    run_map(task, lambda shard: run.lines("clean", shard))
    engine.close()


def main() -> None:
    """Measure and print the table."""
    table = options.resolve(Language, {}, where="language", context=options.Context(shared={"languages": ["en"]}))
    with tempfile.TemporaryDirectory() as folder:
        run = RunDir.create(Path(folder))
        documents = _documents()
        inputs = Manifest(stage="clean", signature="", complete=True)
        for start in range(0, _DOCUMENTS, _SHARD):
            name = f"{start:05d}"
            writer = shards.write_shard(run.shard_path("clean", name), documents[start : start + _SHARD])
            inputs.shards[name] = run.describe("clean", name, writer, input="")
        found = {"plain loop": _timed(lambda: _loop(run, inputs, table))}
        for workers in (1, 2):
            found[f"local, {workers} worker(s)"] = _timed(lambda workers=workers: _engine(run, inputs, table, workers))
    wall, cpu = found["plain loop"]
    print(f"{_DOCUMENTS} documents through the language stage, {os.cpu_count()} cores")
    print(f"{'':20} {'wall s':>8} {'CPU s':>8} {'wall/loop':>10} {'CPU/loop':>10}")
    for name, figures in found.items():
        print(f"{name:20} {figures[0]:8.2f} {figures[1]:8.2f} {figures[0] / wall:10.2f} {figures[1] / cpu:10.2f}")


if __name__ == "__main__":
    main()
