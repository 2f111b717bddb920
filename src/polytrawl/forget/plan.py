"""The plan: all that belongs to the pages that are meant, found before anything is touched.

It lies in the run directory until all of it is gone, so that forgetting can go on after a kill. It holds the addresses
and sentences of the pages, so it goes last.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from polytrawl import shards
from polytrawl.errors import DamagedShard, RunMissing, StageError
from polytrawl.files import write_whole
from polytrawl.forget import tables
from polytrawl.forget.gone import head_of, is_gone, said_by
from polytrawl.forget.search import is_searchable, skeleton
from polytrawl.forget.target import Target
from polytrawl.forget.warcs import Cuts, find_cuts
from polytrawl.plugin import RECORDED, STAGES
from polytrawl.records import Page
from polytrawl.rundir import RunDir

__all__ = ["Plan", "make_plan", "read_plan", "write_plan"]

Meant = Callable[[str], bool]


class Plan(msgspec.Struct):
    """All that is to go."""

    id: str
    target: Target
    urls: list[str] = []  # every address that is known to the run and meant
    pages: list[str] = []  # ids
    documents: list[str] = []
    others: list[str] = []  # ids of page pairs and units
    records: dict[str, int] = {}  # how many records go, by stage
    sentences: dict[str, str] = {}  # what the pages said: letters -> as it stood there
    short: int = 0  # sentences that are too short to be looked for
    cuts: Cuts = Cuts()
    complete: list[str] = []  # stages that were complete
    fresh: dict[str, list[str]] = {}  # stages, and those of their inputs from which they were made as these were

    @property
    def hosts(self) -> list[str]:
        """The hosts that are meant as a whole."""
        return [self.target.text] if self.target.kind == "host" else []


def read_plan(run: RunDir) -> Plan | None:
    """The plan of forgetting that was broken off; None where there is none."""
    try:
        return msgspec.json.decode(run.forgetting_file.read_bytes(), type=Plan)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as err:
        raise StageError(f"{run.forgetting_file}: not readable ({err}); delete it and forget again") from err


def write_plan(run: RunDir, plan: Plan) -> None:
    """Note what is to go; from now on the run is half forgotten."""
    write_whole(run.forgetting_file, msgspec.json.encode(plan))


def make_plan(run: RunDir, target: Target) -> Plan:
    """Look through the whole run; `RunMissing` where nothing in it is meant."""
    meant = lru_cache(maxsize=1 << 20)(target.matches)
    finder = _Finder(meant)
    folder = run.folder("crawl")
    for url, page in tables.addresses(folder):
        finder.see_address(url, page)
    for line in tables.judged(folder):
        finder.see(line)
    counts = {stage: finder.see_stage(run, stage) for stage in RECORDED}
    if not finder.urls:
        raise RunMissing(
            f"{run.path}: nothing to forget: {target.in_words} {'is' if target.kind == 'url' else 'are'} not known "
            "here; `crawl.exclude` keeps a crawl away from addresses that it has not met"
        )
    _hear_undocumented(run, finder)
    return Plan(
        id=secrets.token_hex(8),
        target=target,
        urls=sorted(finder.urls),
        pages=sorted(finder.pages),
        documents=sorted(finder.documents),
        others=sorted(finder.others),
        records=dict(Counter(counts)),
        sentences=finder.sentences,
        short=len(finder.short),
        cuts=find_cuts(folder, frozenset(finder.urls)),
        complete=[stage for stage in (*RECORDED, STAGES[-1]) if (found := run.manifest(stage)) and found.complete],
        fresh={stage: list(_fresh(run, stage)) for stage in STAGES[1:]},
    )


class _Finder:
    """Collects what belongs to the pages that are meant."""

    def __init__(self, meant: Meant) -> None:
        self._meant = meant
        self.urls: set[str] = set()
        self.pages: set[str] = set()
        self.documents: set[str] = set()
        self.others: set[str] = set()
        self.sentences: dict[str, str] = {}
        self.short: set[str] = set()
        self.documented: set[str] = set()  # ids of pages of which there is a document

    def see_address(self, url: str, page: str | None) -> None:
        """An address of the crawl, and the page there."""
        if self._meant(url):
            self.urls.add(url)
            self.pages.update([page] if page else ())

    def see_stage(self, run: RunDir, stage: str) -> int:
        """All records of a stage; how many belong to what is meant."""
        manifest = run.manifest(stage)
        try:
            names = sorted(manifest.shards) if manifest else ()
            return sum(self.see(line) for name in names for line in shards.read_lines(run.shard_path(stage, name)))
        except (DamagedShard, FileNotFoundError) as err:
            raise StageError(f"{err}; `polytrawl run {run.path}` makes it again, then forget") from err

    def see(self, line: bytes) -> bool:
        """One record; whether it goes."""
        head = head_of(line)
        if not is_gone(head, self._meant):
            return not self.documents.isdisjoint(head.members)
        self.urls.update(url for url in head.urls if url and self._meant(url))
        if head.record == "page":
            self.pages.add(head.id)
        elif head.record == "document":
            self.pages.add(head.page)
            self.documented.add(head.page)
            self.documents.add(head.id)
        elif head.record != "dropped":
            self.others.add(head.id)
        for sentence in said_by(shards.decode(line), self._meant):
            self.hear(sentence)
        return True

    def hear(self, sentence: str) -> None:
        """A sentence of a page."""
        letters = skeleton(sentence)
        if is_searchable(letters):
            self.sentences.setdefault(letters, sentence)
        elif letters:
            self.short.add(letters)


def _hear_undocumented(run: RunDir, finder: _Finder) -> None:
    """What is said by pages that were fetched, but not cleaned yet."""
    from polytrawl.clean.api import extract  # noqa: PLC0415 - slow to import

    missing = finder.pages - finder.documented
    if not missing or run.manifest("crawl") is None:
        return
    with run.page_reader() as reader:
        for page in _pages(run):
            if page.id in missing and isinstance(full := reader.fill(page), Page):
                document = extract(full.content, full.url)
                for sentence in said_by(document, lambda _: True):
                    finder.hear(sentence)


def _pages(run: RunDir) -> Iterator[Page]:
    manifest = run.manifest("crawl")
    for name in sorted(manifest.shards if manifest else ()):
        yield from run.pages(name)


def _fresh(run: RunDir, stage: str) -> Iterator[str]:
    """The inputs of a stage that are as they were when it was made."""
    manifest = run.manifest(stage)
    for source, digest in manifest.made_from.items() if manifest else ():
        found = run.manifest(source)
        if found and digest == found.digest:
            yield source
