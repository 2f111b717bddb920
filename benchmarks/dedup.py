"""Duplicates among a million generated documents of 600 words, with duplicates at known overlaps; and datasketch.

For each method the stage is run as in a run: worker processes, shards on disk, index and all, in a process of its own.
Printed are wall and CPU time and the memory of all processes together, at a tenth of the documents and at all of them,
so that growth shows; recall of planted pairs above the threshold, by kind; and precision: of the links between members
of clusters, the share that is above the threshold, counted on the texts themselves. No pair is planted between Jaccard
.64 and .80; what `minhash` does there stands in docs/stages/dedup.md.

Beside datasketch: CPU time for each document of signatures and locality-sensitive hashing, the shingles given.

    make bench-dedup                                         # a million documents: half an hour, 8 GB of disk
    .venv/bin/python benchmarks/dedup.py --documents 20000   # a quick look
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import dedup_corpus as corpus
import numpy as np
from xxhash import xxh3_64_intdigest

from polytrawl import options, shards
from polytrawl.dedup.bands import alike
from polytrawl.dedup.signature import BANDS, signature
from polytrawl.dedup.stage import Dedup
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import words
from polytrawl.engine import make_engine
from polytrawl.engine.assembly import run_assembly
from polytrawl.engine.base import Job
from polytrawl.engine.shapes import Task
from polytrawl.manifest import Manifest
from polytrawl.records import Cluster
from polytrawl.rundir import RunDir

_CACHE = Path(__file__).parents[1] / "build/bench"
_SHARD = 1_000
_CHECKED = 5_000  # links whose texts are compared
_SHINGLE = 5
METHODS = ("exact", "paragraphs", "minhash")


class _Silent:
    def begin(self, stage: str, total: int | None) -> None: ...
    def advance(self, done: int, counts: object) -> None: ...
    def end(self, note: str) -> None: ...
    def say(self, line: str) -> None: ...


# the corpus


def _write_shard(path: str, start: int, end: int, documents: int) -> tuple[str, str, int]:
    # Variants stand far from their bases, as they do in a crawl: 7919 shares no factor with round numbers.
    numbers = (one * 7919 % documents for one in range(start, end))
    writer = shards.write_shard(Path(path), map(corpus.document, numbers))
    return path, writer.digest, writer.records


def _make_run(folder: Path, documents: int) -> RunDir:
    run = RunDir.create(folder)
    run.folder("topic")
    manifest = Manifest(stage="topic", signature="1", complete=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        parts = [
            (f"s-{start // _SHARD:05d}", start, min(start + _SHARD, documents)) for start in range(0, documents, _SHARD)
        ]
        made = [
            (name, pool.submit(_write_shard, str(run.shard_path("topic", name)), start, end, documents))
            for name, start, end in parts
        ]
        for name, future in made:
            _, digest, records = future.result()
            found = run.shard_path("topic", name).stat()
            state = {"records": records, "digest": digest, "size": found.st_size, "mtime_ns": found.st_mtime_ns}
            manifest.shards[name] = _state(state)
    run.save(manifest)
    return run


def _state(facts: dict[str, object]) -> object:
    from polytrawl.manifest import ShardState  # noqa: PLC0415 - beside its only use

    return ShardState(input="", **facts)  # type: ignore[arg-type]


# the stage


def _stage(folder: str, method: str) -> None:
    """Run the stage; in a process of its own."""
    run = RunDir.open(Path(folder))
    run.folder("dedup")
    table = options.resolve(Dedup, {"method": method}, where="dedup", context=options.Context())
    engine = make_engine("local", 2)
    manifest = Manifest(stage="dedup", signature=method)
    task = Task(
        run=run,
        engine=engine,
        progress=_Silent(),
        job=Job("dedup", "apply", table),
        manifest=manifest,
        inputs=run.finished("topic"),
        max_error_share=0,
    )
    run_assembly(task, lambda shard: run.lines("topic", shard))
    engine.close()
    manifest.complete = True
    run.save(manifest)
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(sum(usage.ru_utime + usage.ru_stime for usage in usages))


class _Watch(threading.Thread):
    """Looks at the memory of a process and all below it, twice a second."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._process = process
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            self.peak = max(self.peak, sum(map(_memory, _family(self._process))))
            time.sleep(0.5)


def _family(process: int) -> Iterator[int]:
    """A process and all below it."""
    below: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended in between
            continue
        below.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    while found:
        one = found.pop()
        yield one
        found += below.get(one, ())


def _memory(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended in between
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _measured(run: RunDir, method: str) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and gigabytes."""
    command = [sys.executable, __file__, "--stage", str(run.path), method]
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        watch = _Watch(process.pid)
        watch.start()
        said, _ = process.communicate()
        watch.is_over = True
    if process.returncode:
        raise SystemExit(f"the stage failed with {method}")
    return time.monotonic() - began, float(said), watch.peak / 2**20


# what was found


def _is_wanted(kind: corpus.Kind, method: str) -> bool:
    if method == "exact":
        return kind.overlap == kind.jaccard == 1
    return kind.overlap > 0.8 if method == "paragraphs" else kind.jaccard >= 0.8  # noqa: PLR2004 - the defaults


def _recall(run: RunDir, method: str, documents: int) -> tuple[Counter[str], Counter[str], list[tuple[str, str]]]:
    """Planted pairs by kind, those in one cluster, and the links between members."""
    home: dict[str, str] = {}
    links: list[tuple[str, str]] = []
    for cluster in run.records("dedup"):
        if isinstance(cluster, Cluster) and not cluster.paragraphs:
            home.update(dict.fromkeys(cluster.members, cluster.id))
            links += [(one, other) for one, other in zip(cluster.members, cluster.within, strict=True) if other]
    total: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for base, variant, kind in corpus.planted(documents):
        if _is_wanted(kind, method):
            total[kind.name] += 1
            one = home.get(corpus.name(base))
            found[kind.name] += one is not None and one == home.get(corpus.name(variant))
    return total, found, links


def _precision(links: list[tuple[str, str]], method: str, documents: int) -> float:
    """The share of links between texts that are above the threshold, in a sample."""
    chosen = random.Random(5).sample(links, min(_CHECKED, len(links)))  # noqa: S311 - a sample
    asked = {one for link in chosen for one in link}
    number = {name: one for one in range(documents) if (name := corpus.name(one)) in asked}
    right = sum(_is_right(number[one], number[other], method) for one, other in chosen)
    return right / max(1, len(chosen))


def _is_right(one: int, other: int, method: str) -> bool:
    first, second = ([words(text) for text in corpus.texts(number)] for number in (one, other))
    if method == "exact":
        return first == second
    if method == "paragraphs":
        left, right = ({tuple(text) for text in texts} for texts in (first, second))
        return len(left & right) > 0.8 * min(len(left), len(right))
    left, right = (set(_shingles([word for text in texts for word in text])) for texts in (first, second))
    return len(left & right) >= 0.8 * len(left | right)


def _shingles(found: list[str]) -> list[str]:
    return [" ".join(found[start : start + _SHINGLE]) for start in range(len(found) - _SHINGLE + 1)]


# datasketch


def _beside_datasketch(documents: int = 5_000) -> None:
    python = _CACHE / "dedup/bin/python"
    if not (_CACHE / "dedup.done").exists():
        _CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", _CACHE / "dedup"], check=True)  # noqa: S603 - ours
        subprocess.run([python, "-m", "pip", "install", "-q", "datasketch", "xxhash"], check=True)  # noqa: S603 - ours
        (_CACHE / "dedup.done").touch()
    shingled = [_shingles(words(" ".join(corpus.texts(number)))) for number in range(documents)]
    file = _CACHE / "dedup-shingles.json"
    file.write_text(json.dumps(shingled), encoding="utf-8")
    rows = {"polytrawl": _own(shingled)}
    script = Path(__file__).with_name("peers_dedup.py")
    for hashing in ("sha1", "xxhash"):
        done = subprocess.run([python, script, hashing, file], check=True, capture_output=True, text=True)  # noqa: S603 - ours
        rows[f"datasketch, {hashing}"] = json.loads(done.stdout)
    file.unlink()
    best = rows["polytrawl"]["signatures"] + rows["polytrawl"]["lsh"]
    print(f"\n{documents:,} documents, shingles given: CPU microseconds for each document")
    print(f"{'':20} {'signature':>10} {'LSH':>8} {'both':>8} {'polytrawl/peer':>15} {'pairs':>7}")
    for name, row in rows.items():
        both = row["signatures"] + row["lsh"]
        cells = " ".join(f"{one / documents * 1e6:{width}.0f}" for one, width in ((row["lsh"], 8), (both, 8)))
        print(f"{name:20} {row['signatures'] / documents * 1e6:10.0f} {cells} {best / both:15.2f} {row['pairs']:7}")


def _own(shingled: list[list[str]]) -> dict[str, float]:
    given = [[one.encode() for one in own] for own in shingled]
    began = time.process_time()
    made = [signature(np.fromiter(map(xxh3_64_intdigest, own), dtype=np.uint64, count=len(own))) for own in given]
    signed = time.process_time()
    sizes = np.array([len(own) for own in shingled])
    order = np.argsort(-sizes, kind="stable")
    values = np.concatenate([made[one] for one in order])
    links = alike(Rows(sizes[order], np.arange(len(made) + 1) * BANDS, values), 0.75)
    pairs = int((links.parent >= 0).sum())
    return {"signatures": signed - began, "lsh": time.process_time() - signed, "pairs": pairs}


# all of it


def _report(run: RunDir, method: str, documents: int) -> None:
    wall, cpu, memory = _measured(run, method)
    total, found, links = _recall(run, method, documents)
    recall = sum(found.values()) / max(1, sum(total.values()))
    precision = _precision(links, method, documents)
    cells = f"{wall / 60:7.1f} {cpu / documents * 1e3:9.3f} {memory:6.2f} {recall:8.4f} {precision:10.4f}"
    print(f"{documents:>9,} {method:12} {cells} {len(links):9,}")
    for name, number in total.items():
        print(f"{'':9} {'':12} {name:24} recall {found[name] / number:.4f} of {number:,} pairs", flush=True)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--sizes", type=int, nargs="*", help="these numbers of documents, in place of a tenth and all")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--stage", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--peer-only", action="store_true", help="only the part beside datasketch")
    args = parser.parse_args()
    if args.stage:
        _stage(*args.stage)
        return
    _beside_datasketch()
    sizes = () if args.peer_only else args.sizes or (max(1_000, args.documents // 10), args.documents)
    head = f"{'minutes':>7} {'CPU ms/d.':>9} {'GB':>6} {'recall':>8} {'precision':>10} {'links':>9}"
    print(f"\n{'documents':>9} {'method':12} {head}")
    for documents in sizes:
        with tempfile.TemporaryDirectory(prefix="bench-dedup-") as folder:
            run = _make_run(Path(folder), documents)
            for method in args.methods.split(","):
                _report(run, method, documents)


if __name__ == "__main__":
    main()
