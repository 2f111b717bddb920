"""The two shapes of work, and the two ends of the pipeline.

`Map`: one record in, some records out. `Group`: all records of one key together. Engines know just these two, and the
`Tally`, a `Map` over records whose marks have been counted, the `Study`, one that has read all records before, and the
`Assembly`, a `Group` of one key whose records are too many to be held; stages know nothing of workers or machines. The
crawl is a `Source`, the export a `Sink`. A stage is a dataclass like any plug-in: its fields are the keys of its table
in run.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from polytrawl.plugin import Plugin
from polytrawl.records import Document, Dropped, Page, Promise, Record, UrlPattern

In = TypeVar("In", bound=Record)


class Stage(Plugin, kind="stage"):
    """A step of the pipeline; its name is its word everywhere."""

    reads: ClassVar[tuple[str, ...]] = ()  # the stages whose folders it reads
    also: ClassVar[tuple[str, ...]] = ()  # folders beside those of stages that it reads where there are any

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Raise `ConfigError` for what types cannot say: options that do not fit together, files that are not there.

        Called with resolved options before anything starts; it must not load what `build` loads.
        """

    def keep_in(self, folder: Path) -> None:
        """A folder of the run in which it may keep what took long to make: a killed run need not make it again.

        Called in each worker before any work; on other machines the folder may not be there.
        """


class Map(Stage, Generic[In]):
    """One record in, some records out."""

    def apply(self, record: In) -> Iterable[Record]:
        """What becomes of one record."""
        raise NotImplementedError


class Marks(msgspec.Struct, frozen=True, array_like=True):
    """What of a record is counted: hashes of 64 bits."""

    whole: int  # of records that are the same in this, one is counted
    parts: list[int]


class Tally(Map[In]):
    """A `Map` with a second half: what its records have in common is counted by site, and each meets the counts.

    Neither half holds more than some records in memory; a site's counts are held while it is in its second half.
    """

    @classmethod
    def counts(cls, options: Mapping[str, Any]) -> bool:  # noqa: ARG003 - for those that know when not to
        """Whether there is a second half, with these resolved options; without one, it is a `Map` like any other."""
        return True

    def marks(self, record: Record) -> Marks | None:
        """What is counted of a record that `apply` gave; None when it takes no part."""
        raise NotImplementedError

    def weigh(self, record: Any, counts: Sequence[int]) -> Record:  # noqa: ANN401 - what `apply` gives
        """The record, seen beside the others of its site: how many have each part of its marks.

        On very large sites, what few records have may be counted as 0.
        """
        raise NotImplementedError


class Study(Map[In]):
    """A `Map` that reads all its records once before it is applied to any: what it learns, every worker knows."""

    @property
    def learns(self) -> bool:
        """Whether there is anything to learn; if not, it is a `Map` like any other."""
        return True

    def learn(self, records: Iterable[In]) -> Any:  # noqa: ANN401 - plain values or bytes, known to the stage alone
        """What is to be known from all records: they are a stream, and too many to be kept.

        It travels to all workers, so it should not be larger than some megabytes.
        """
        raise NotImplementedError

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of what was learned; called before `apply`, where there was anything to learn."""
        raise NotImplementedError


class Group(Stage, Generic[In]):
    """All records of one key together."""

    def key(self, record: In) -> str | None:
        """The group a record belongs to; None when it takes no part."""
        raise NotImplementedError

    def project(self, record: In) -> Record:
        """What of the record travels to its group: leave out what `gather` does not read."""
        return record

    def gather(self, key: str, records: Sequence[Any]) -> Iterable[Record]:
        """What comes of one group; records are sorted by id."""
        raise NotImplementedError

    # Groups that belong together although their keys differ: each tells what ties it to others, and is joined with them
    # before all that follows. Plain values, as JSON has them.

    @property
    def joins(self) -> bool:
        """Whether groups may have to be joined."""
        return False

    def ties(self, key: str, records: Sequence[Any]) -> Any:  # noqa: ANN401 - plain values, known to the stage alone
        """What ties this group to others."""
        raise NotImplementedError

    def join(self, ties: Mapping[str, Any]) -> Mapping[str, str]:
        """The new keys of groups that are joined with others; asked where there is more than one group."""
        raise NotImplementedError

    # What needs the whole run: each group tells something, all of it is summarised once, and every worker knows it
    # when it gathers. Plain values throughout, too.

    @property
    def surveys(self) -> bool:
        """Whether groups must know about each other."""
        return False

    def survey(self, key: str, records: Sequence[Any]) -> Any:  # noqa: ANN401 - plain values, known to the stage alone
        """What other groups should know about this one."""
        raise NotImplementedError

    def summarise(self, surveys: Sequence[Any]) -> Any:  # noqa: ANN401 - as above
        """What is to be remembered of all surveys."""
        raise NotImplementedError

    def inform(self, summary: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of the summary; called before `gather`, where there is more than one group."""
        raise NotImplementedError


class Sketch(Record, frozen=True, kw_only=True, tag="sketch"):
    """What an `Assembly` needs to know of one record: some hundred bytes, so that millions fit into memory."""

    key: str
    data: bytes
    numbers: tuple[int, ...] = ()  # known to the stage alone


class Assembly(Stage, Generic[In]):
    """All records together, each of them as a sketch: workers make the sketches, and one process settles them."""

    def sketch(self, record: In) -> Iterable[Record]:
        """The sketch of a record, if it takes part; other records that are given with it are kept as they are."""
        raise NotImplementedError

    def settle(self, sketches: Iterable[Sketch], folder: Path) -> Iterable[Record]:
        """What comes of all sketches: they are a stream, in the order of shards.

        A file that later runs can read may be left in the folder; it is made again whenever this is called again.
        """
        raise NotImplementedError


class Progress(Protocol):
    """Who wants to know how far a stage is. Counters are cumulative for the stage."""

    def begin(self, stage: str, total: int | None) -> None:
        """A stage starts; total is the number of records to come, if known."""

    def advance(self, done: int, counts: Mapping[str, int]) -> None:
        """So many records are done; counts by reason ("" are those kept)."""

    def end(self, note: str) -> None:
        """The stage is over; the note is its summary line."""

    def say(self, line: str) -> None:
        """One line for the user."""


class Verdict(msgspec.Struct, frozen=True):
    """What the judge found about a page during the crawl."""

    document: Document | None  # with language and relevance, for ranking links; None when there is no text
    # The clean stage's own result, kept so that no page is parsed twice; as a record, or encoded already.
    kept: Document | Dropped | bytes | None


class Judge(Protocol):
    """The clean, language and topic parts, as the crawl sees them."""

    signature: str

    def judge(self, page: Page) -> Verdict:
        """Language, relevance and links of a page."""


@runtime_checkable
class PoolJudge(Judge, Protocol):
    """A judge with worker processes of its own, so that a slow page holds up nobody."""

    async def judge_many(self, pages: Sequence[Page]) -> list[Verdict | Exception]:
        """The verdict on each page, or what went wrong with it."""


@runtime_checkable
class Annotator(Protocol):
    """A judge that can be asked again for what it does not keep."""

    standard: str  # signature of how it tells language and relevance

    def annotate(self, document: Document) -> Document:
        """A cleaned document with its language and relevance."""


class Source(Stage):
    """Brings pages into the run directory."""

    def collect(self, folder: Path, *, judge: Judge, progress: Progress) -> None:
        """Fetch what is still to be fetched; can be killed and called again."""
        raise NotImplementedError

    def records(self, folder: Path) -> Iterator[Page | Dropped]:
        """Everything fetched or refused so far, sorted by site and URL."""
        raise NotImplementedError

    def fate(self, folder: Path, url: str) -> str | None:
        """In words, why a URL that is not among the records was not fetched; None when it was never met."""
        raise NotImplementedError

    def kept(self, folder: Path, pages: Sequence[str], signature: str) -> Mapping[str, bytes]:
        """What the judge kept for these page ids under this signature, encoded."""
        raise NotImplementedError

    # Pages that nothing links to. Who cannot fetch takes no promises.

    def offer(self, folder: Path, promises: Sequence[Promise]) -> int:  # noqa: ARG002 - for those that can fetch
        """Take note of addresses to be tried by the next `collect`; gives how many of them are new and within limits.

        All of them are noted, or none: it can be killed and called again.
        """
        return 0

    def kept_promises(self, folder: Path) -> frozenset[str]:  # noqa: ARG002 - as above
        """The addresses, of all that were offered and new, at which there is a page as promised."""
        return frozenset()


class Shelf(Protocol):
    """Read access to the records of finished stages."""

    def records(self, stage: str) -> Iterator[Record]:
        """All records of a stage, in the order of its shards; none of what need not be there and is not."""

    def patterns(self) -> Sequence[UrlPattern]:
        """The URL patterns of the run, the most credible first."""


class Sink(Stage):
    """Writes what users take away."""

    def write(self, shelf: Shelf, folder: Path) -> dict[str, dict[str, int]]:
        """Write the files into an empty folder; gives counts by kind of record and reason ("" are those exported)."""
        raise NotImplementedError
