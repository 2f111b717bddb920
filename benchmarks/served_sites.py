"""Real multilingual sites on loopback, with known page pairs: served, crawled and scored.

The tools that download, unpack and serve them are not part of the project: they are in the folder `sites` of the folder
that the environment variable POLYTRAWL_TOOLS names (else ../shared/tools). Pages and runs are kept in build/bench/pair.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import polytrawl
from polytrawl.records import Document, replace

TOOLS = Path(os.environ.get("POLYTRAWL_TOOLS") or Path(__file__).parent.parent.parent / "shared" / "tools") / "sites"
CACHE = Path(__file__).parent.parent / "build" / "bench" / "pair"
LANGUAGES = ("en", "de", "it", "fr", "es", "pt", "el")
PAIRS = ("de-it", "en-de", "en-it", "en-fr", "en-es", "en-pt", "en-el")
SITES = ("udhr", "instguide", "aptitude", "debref", "devref", "maintguide", "faq", "lilypond", "gnucash")


class Shape(NamedTuple):
    """How the sites are served."""

    name: str
    urls: str
    switch: str = "asis"
    images: str = "keep"
    strip: bool = False
    hide: str = ""
    languages: Sequence[str] = LANGUAGES

    @property
    def options(self) -> list[str]:
        """For the server, and for the list of pairs."""
        chosen = ["--shape", self.urls, "--switch", self.switch, "--images", self.images]
        chosen += ["--langs", ",".join(self.languages)]
        return chosen + (["--strip-lang"] if self.strip else []) + (["--hide", self.hide] if self.hide else [])


class Gold(NamedTuple):
    """Known pairs by site and language pair, and those that count neither way."""

    pairs: Mapping[tuple[str, str], frozenset[tuple[str, str]]]
    ignored: Mapping[tuple[str, str], frozenset[tuple[str, str]]]


class Score(NamedTuple):
    """Precision and recall."""

    right: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: Score) -> Score:  # type: ignore[override] - of all numbers
        return Score(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """The share of what was found that is right."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of what there is that was found."""
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        return 2 * self.right / (self.found + self.wanted) if self.found + self.wanted else 0.0


def data() -> Path:
    """The pages, downloaded once."""
    if not TOOLS.exists():
        raise SystemExit(f"{TOOLS} is not there; set POLYTRAWL_TOOLS to the folder that holds sites/")
    folder = CACHE / "pages"
    if not (folder / "done").exists():
        subprocess.run(["bash", TOOLS / "get_debian.sh", folder], check=True)  # noqa: S603, S607 - a tool of the user's
        (folder / "done").touch()
    return folder


@contextmanager
def served(shape: Shape) -> Iterator[int]:
    """The sites on loopback; gives the port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [sys.executable, TOOLS / "serve.py", "--data", data(), "--port", str(port), *shape.options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - as above
    try:
        assert process.stdout  # noqa: S101 - asked for above
        for line in process.stdout:
            if "listening" in line:
                break
        yield port
    finally:
        process.terminate()
        process.wait()


def crawled(
    shape: Shape, sites: Sequence[str] = SITES, *, to: str = "topic", languages: Sequence[str] = LANGUAGES
) -> Path:
    """The run of a whole crawl of sites, made once.

    All sites are served whatever is crawled: the server's own choice of sites (`--sites`) fails on its list of them.
    """
    if unknown := set(sites) - set(SITES):
        raise SystemExit(f"--sites: {', '.join(sorted(unknown))}: no such site; there are {', '.join(SITES)}")
    folder = CACHE / "runs" / "-".join([shape.name, *(sites if set(sites) != set(SITES) else ())])
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        with served(shape) as port:
            # The server makes a page anew for every request, which takes seconds for the largest on a busy machine.
            patience = {f"crawl.{one}timeout_s": 600 for one in ("", "connect_", "read_")}
            sets = {"crawl.connect_to": f"127.0.0.1:{port}", "crawl.delay_s": 0, "crawl.connections_per_host": 4}
            sets |= patience
            command = [sys.executable, "-m", "polytrawl", "get", *(f"http://{site}.test/" for site in sites)]
            command += ["--langs", ",".join(languages), "--to", to, "--out", folder]
            command += [part for key, value in sets.items() for part in ("--set", f"{key}={value}")]
            began = time.monotonic()
            subprocess.run([*command, "--set", "crawl.max_pages=0"], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
            print(f"{folder.name}: crawled in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        (folder / "done").touch()
    return folder


def gold_of(shape: Shape) -> Gold:
    """The known pairs of the sites in a shape."""
    folder = CACHE / "gold" / shape.name
    command = [sys.executable, TOOLS / "gold.py", "--data", data(), *shape.options]
    command += ["--pairs", ",".join(PAIRS), "--no-port", "--out", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - as above
    tables: dict[str, dict[tuple[str, str], frozenset[tuple[str, str]]]] = {"gold": {}, "ignore": {}}
    for file in folder.glob("*.tsv"):
        site, languages, kind, _ = file.name.split(".")
        lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
        tables[kind][site, languages] = frozenset((line[0], line[1]) for line in lines)
    return Gold(tables["gold"], tables["ignore"])


def documents_of(folder: Path) -> dict[str, list[Document]]:
    """The documents of a run with text in one of the languages, by site."""
    found: dict[str, list[Document]] = defaultdict(list)
    for one in polytrawl.open_run(folder).directory.records("topic"):
        if isinstance(one, Document) and one.language in LANGUAGES and one.text.strip():
            found[one.site.partition(".")[0]].append(one)
    return {site: sorted(found[site], key=lambda one: one.id) for site in sorted(found)}


def named(left: Document, right: Document) -> tuple[str, tuple[str, str]]:
    """The language pair of two documents, and their URLs in the same order."""
    one, other = sorted((left, right), key=lambda document: LANGUAGES.index(document.language or ""))
    return f"{one.language}-{other.language}", (one.url, other.url)


def scored(site: str, found: Iterable[tuple[str, tuple[str, str]]], gold: Gold) -> dict[str, Score]:
    """How good the pairs of a site are, by language pair."""
    by_pair: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for languages, urls in found:
        by_pair[languages].add(urls)
    scores = {}
    for languages in PAIRS:
        wanted = gold.pairs.get((site, languages), frozenset())
        told = by_pair[languages] - gold.ignored.get((site, languages), frozenset())
        scores[languages] = Score(len(told & wanted), len(told), len(wanted))
    return scores


def without_some(documents: Iterable[Document], share: float) -> list[Document]:
    """Documents of which some are dropped at random, always the same."""
    drawn = random.Random(1)  # noqa: S311 - no secret
    return [one for one in documents if drawn.random() >= share]


def shuffled(documents: Iterable[Document], language: str) -> tuple[list[Document], dict[str, str]]:
    """Documents where those in one language have each other's texts, and whose text each URL has now."""
    every = list(documents)
    own = [one for one in every if one.language == language]
    others = list(own)
    random.Random(2).shuffle(others)  # noqa: S311 - no secret
    moved = {
        one.id: replace(one, paragraphs=other.paragraphs, title=other.title)
        for one, other in zip(own, others, strict=True)
    }
    return [moved.get(one.id, one) for one in every], {
        one.url: other.url for one, other in zip(own, others, strict=True)
    }
