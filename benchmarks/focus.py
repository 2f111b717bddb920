"""Crawl strategies on real webs with known topics: harvest rate beside an oracle, AvP curves, ranks and cost.

The webs and topics are those of `graph` in POLYTRAWL_DATA, unpacked by the tools in POLYTRAWL_TOOLS; pages are parsed
once and kept in `build/bench/focus`. Every strategy crawls every web from good and from bad seeds, in memory. With
`--real`, the strategy `yield` also crawls them as a user would, from a server on this machine whose log is scored.

    python benchmarks/focus.py [--strategies yield,SS-1G] [--topics health] [--real]
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from surfer import surf

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.distances import distances
from polytrawl.evaluate.crawl import api
from polytrawl.evaluate.crawl.contest import Contest, Result
from polytrawl.evaluate.crawl.replay import replay
from polytrawl.evaluate.crawl.web import Web
from polytrawl.records import Document, Link
from polytrawl.relevance import build
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.query import Query

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("POLYTRAWL_DATA") or ROOT.parent / "shared" / "data") / "graph"
TOOLS = Path(os.environ.get("POLYTRAWL_TOOLS") or ROOT.parent / "shared" / "tools") / "crawl"
WORK = ROOT / "build" / "bench" / "focus"
TWELVE = [
    "UC",
    "BFS-1G",
    "BFS-2G",
    "BFS-3G",
    "SS-1G",
    "SS-2G",
    "SS-3G",
    "MWEBFS-2G",
    "MWEBFS-3G",
    "MWESS-2G",
    "MWESS-3G",
    "HMM",
]
ALL = ["random", *TWELVE, "fish", "ilsp", "yield"]
BUDGET, TOPICS = 300, ("health", "storms", "http-pt")
MEAN, WORST = 0.85, 0.50  # floors of `yield`, as shares of the oracle's harvest
NEAR = 0.95  # and of its area under the AvP curve, as a share of the best published strategy's
PAGE_MS, SEQUENCES_MS, LINK_MS = 1.0, 3.0, 0.02  # CPU for a page, for one cut into n-grams, and for each link


class Topic(msgspec.Struct):
    """One topic of topics.json."""

    collection: str
    name: str
    labels: list[str]
    query: list[str]
    seeds: dict[str, list[str]]
    lang: str = "en"


class Cell(NamedTuple):
    """A topic, its web, and what came of it."""

    topic: Topic
    contest: Contest
    oracle: dict[str, float]  # harvest by seeds


@dataclass(kw_only=True)
class Oracle(LinkScorer):
    """Relevant pages first, then those nearest to one, then those that link to many."""

    values: Mapping[str, float]

    def score(self, link: Link, source: Document) -> float:  # noqa: ARG002 - part of the contract
        """What the page behind the link is worth."""
        return self.values.get(link.target, -99.0)


def unpacked(collection: str) -> Path:
    """The SQLite file of a collection."""
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / f"{collection}.sqlite"
    if not path.exists():
        with tarfile.open(DATA / f"{collection}.tar.bz2") as archive:
            archive.extractall(WORK, filter="data")
        subprocess.run([sys.executable, TOOLS / "unpack.py", WORK / collection, path], check=True)  # noqa: S603 - our own tools
    return path


def values_of(web: Web, relevant: set[str]) -> dict[str, float]:
    """What the oracle thinks of each page."""
    far = distances(((page.url, link.target) for page in web for link in page.links), sorted(relevant))
    hubs = {page.url: len({link.target for link in page.links} & relevant) for page in web}
    return {url: min(hubs[url], 90) / 100 - distance for url, distance in far.items()}


def resource_of(web: Web, collection: str, language: str) -> Path:
    """IDF and PMI of 500 random pages of a web."""
    path = WORK / f"{collection}.resource"
    if not path.exists():
        pages = sorted(web, key=lambda page: page.url)
        random.Random(0).shuffle(pages)  # noqa: S311 - a sample
        build.write(path, (text_of(page) for page in pages[:500]), language=language)
    return path


def held(topic: Topic, strategies: list[str]) -> Cell:
    """All strategies on one topic, from both sets of seeds."""
    path = unpacked(topic.collection)
    web = api.open_web(path)
    language = topic.lang.partition("-")[0]
    labels = WORK / f"{topic.name}.labels"
    labels.write_text("".join(f"{url}\tx\n" for url in _labelled(path, topic)), encoding="utf-8")
    resource = resource_of(web, topic.collection, language)
    options: dict[str, dict[str, Any]] = {
        name: {"resource": str(resource)} for name in TWELVE if name.endswith(("2G", "3G"))
    }
    if "HMM" in strategies:
        options["HMM"] = {"model": str(_trained(web, topic, language))}
    task = api.Task(
        strategies=strategies, seeds=topic.seeds, query=topic.query, languages=[language], budget=BUDGET,
        labels=labels, options=options,
    )  # fmt: skip
    contest = api.compare(path, task, web=web)
    taken = set(contest.terms.skipped)
    relevant = {name for url in labels.read_text().split("\tx\n") if url and (name := web.find(url))} - taken
    oracle = {}
    for seeds, urls in contest.terms.seeds.items():
        strategy = Oracle(values=values_of(web, relevant))
        order = [url for url in replay(web, strategy, urls, BUDGET + len(taken)).order if url not in taken][:BUDGET]
        oracle[seeds] = sum(url in relevant for url in order) / BUDGET
    return Cell(topic, contest, oracle)


def _labelled(path: Path, topic: Topic) -> Iterator[str]:
    from polytrawl.evaluate.crawl.recorded import read_labels  # noqa: PLC0415 - beside its one use

    for url, labels in read_labels(path).items():
        is_wanted = any(label == one or label.startswith(f"{one}/") for label in labels for one in topic.labels)
        if is_wanted and (topic.lang == "en" or f"/{topic.lang}/" in url):
            yield url


def _trained(web: Web, topic: Topic, language: str) -> Path:
    query = Query.of([text_of(web[url]) for url in web.found(topic.query, "query")], idf=generic_idf(language))
    sessions, model = WORK / f"{topic.name}.sessions", WORK / f"{topic.name}.hmm.json"
    surf(web, web.found(topic.seeds["good"], "seeds"), query, sessions)
    api.write_model(api.train(sessions, web, language)[0], model)
    return model


def show(cells: list[Cell], strategies: list[str]) -> list[float]:
    """The table; gives the shares of `yield`."""
    columns = [(cell, seeds) for cell in cells for seeds in ("good", "bad")]
    print(f"\nHR@{BUDGET} (share of the oracle), " + ", ".join(f"{c.topic.name} {s}" for c, s in columns) + ", mean")
    print("| oracle | " + " | ".join(f"{c.oracle[s]:.3f}" for c, s in columns) + " | |")
    for name in strategies:
        found = [_of(c, s, name).measures.harvest for c, s in columns]
        shares = [hr / c.oracle[s] for hr, (c, s) in zip(found, columns, strict=True)]
        told = (f"{hr:.3f} ({share:.2f})" for hr, share in zip(found, shares, strict=True))
        print(f"| {name} | " + " | ".join(told) + f" | {sum(shares) / len(shares):.2f} |")
    print("\nAUC of AvP (mean of the curve), then mean rank, CPU ms of scoring a page and its links, and the floor")
    for name in strategies:
        aucs = [f"{_of(c, s, name).measures.auc:.4f}" for c, s in columns]
        rank = sum(c.contest.average_ranks[name] for c in cells) / len(cells)
        cpu, floor = _cost(columns, name)
        print(f"| {name} | " + " | ".join(aucs) + f" | {rank:.2f} | {cpu:.2f} | {floor:.2f} |")
    return [_of(c, s, "yield").measures.harvest / c.oracle[s] for c, s in columns] if "yield" in strategies else []


def _cost(columns: list[tuple[Cell, str]], name: str) -> tuple[float, float]:
    """What scoring a page and its links takes, and what it may take, in ms of CPU."""
    results = [_of(cell, seeds, name) for cell, seeds in columns]
    page = SEQUENCES_MS if name.endswith(("2G", "3G")) else PAGE_MS
    links = sum(one.links for one in results) / len(results)
    return sum(one.cpu_ms for one in results) / len(results), page + LINK_MS * links


def missed(cells: list[Cell], strategies: list[str], shares: list[float]) -> list[str]:
    """The floors that are not met, in words."""
    columns = [(cell, seeds) for cell in cells for seeds in ("good", "bad")]
    costs = {name: _cost(columns, name) for name in strategies if name != "HMM"}
    found = [f"{name} takes {cpu:.2f} ms a page, not {most:.2f}" for name, (cpu, most) in costs.items() if cpu > most]
    if shares and (sum(shares) / len(shares) < MEAN or min(shares) < WORST):
        found.append(f"yield harvests {sum(shares) / len(shares):.3f} of the oracle, at worst {min(shares):.3f}")
    published = [name for name in strategies if name in TWELVE]
    if shares and published:
        ratios = [_of(c, s, "yield").measures.auc / _best(c, s, published) for c, s in columns]
        told = " ".join(f"{one:.2f}" for one in ratios)
        print(f"\nAUC of yield beside the best published: {told}, mean {sum(ratios) / len(ratios):.2f}")
        if min(ratios) < NEAR or sum(ratios) <= len(ratios):
            found.append(f"AUC of yield beside the best published: {told}")
    return found


def _best(cell: Cell, seeds: str, strategies: list[str]) -> float:
    return max(_of(cell, seeds, name).measures.auc for name in strategies)


def _of(cell: Cell, seeds: str, name: str) -> Result:
    return next(one for one in cell.contest.results if one.strategy == name and one.seeds == seeds)


def real(topic: Topic, oracle: Mapping[str, float]) -> list[float]:
    """`yield` as a user runs it, scored from the log of the server."""
    path, cache = unpacked(topic.collection), WORK / f"{topic.collection}.pkl"
    if not cache.exists():
        subprocess.run([sys.executable, TOOLS / "simulate.py", "parse", path, cache], check=True)  # noqa: S603 - as above
    shares = []
    for seeds in ("good", "bad"):
        log, out = WORK / f"{topic.name}-{seeds}.tsv", WORK / f"run-{topic.name}-{seeds}"
        log.unlink(missing_ok=True)
        shutil.rmtree(out, ignore_errors=True)
        command = [sys.executable, TOOLS / "serve_graph.py", path, "--port", "0", "--log", log]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - as above
            assert server.stdout  # noqa: S101 - it is a pipe
            address = server.stdout.readline().strip().removeprefix("http://")
            try:
                _crawl(topic, seeds, address, out)
            finally:
                server.terminate()
        names = ("--collection", topic.collection, "--topic", topic.name, "--log", log, "--n", str(BUDGET))
        score = [sys.executable, TOOLS / "simulate.py", "score", cache, DATA / "topics.json", *names]
        told = subprocess.run(score, check=True, capture_output=True)  # noqa: S603 - as above
        scored = msgspec.json.decode(told.stdout)
        found = scored[str(BUDGET)]
        shares.append(found["HR"] / oracle[seeds])
        print(
            f"real crawl, {topic.name} {seeds}: HR {found['HR']:.3f}, "
            f"{shares[-1]:.2f} of the oracle, AUC {found['AUC']}"
        )
    return shares


def _crawl(topic: Topic, seeds: str, address: str, out: Path) -> None:
    language = topic.lang.partition("-")[0]
    query = msgspec.json.encode(topic.query).decode()
    sets = (f"crawl.connect_to={address}", "crawl.delay_s=0", "crawl.connections=1", f"topic.query={query}")
    subprocess.run(  # noqa: S603 - as above
        [
            *(sys.executable, "-m", "polytrawl", "get", *topic.seeds[seeds], "--langs", language, "--out", out),
            *("--strategy", "yield", "--max-pages", str(BUDGET + len(topic.query)), "--to", "crawl"),
            *(part for one in sets for part in ("--set", one)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def main() -> int:
    """Run what was asked for; 1 where a floor is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strategies", default=",".join(ALL))
    parser.add_argument("--topics", default=",".join(TOPICS))
    parser.add_argument("--real", action="store_true")
    asked = parser.parse_args()
    topics = msgspec.convert(msgspec.json.decode((DATA / "topics.json").read_bytes())["topics"], list[Topic])
    strategies = asked.strategies.split(",")
    cells = [held(topic, strategies) for topic in topics if topic.name in asked.topics.split(",")]
    for cell in cells:
        print(*api.write_contest(cell.contest, WORK / cell.topic.name, cell.topic.name)[:1], cell.contest.signature)
    shares = show(cells, strategies)
    floors = missed(cells, strategies, shares)
    if asked.real:
        crawled = [share for cell in cells for share in real(cell.topic, cell.oracle)]
        mean, worst = sum(crawled) / len(crawled), min(crawled)
        print(f"real crawls with yield: mean {mean:.3f} of the oracle, worst {worst:.3f}")
        if mean < MEAN or worst < WORST:
            floors.append("real crawls with yield")
    print(*(f"floor not met: {one}" for one in floors), sep="\n")
    return 1 if floors else 0


if __name__ == "__main__":
    sys.exit(main())
