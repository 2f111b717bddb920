"""What the crawl and its store exchange, and the narrow face of the store itself.

`Frontier` keeps it in SQLite. Another store needs no more than the methods of `Store`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from polytrawl.crawl.harvest import Harvest
from polytrawl.crawl.history import History
from polytrawl.records import Lang, Page, Promise, WarcRef

# What is counted but not listed among the records: a crawl of one site sees links to half the web.
OUT_OF_SCOPE = "out-of-scope"
TOO_DEEP = "too-deep"


class Found(NamedTuple):
    """A URL to be added. A reason says why it is not to be fetched."""

    url: str
    score: float
    depth: int
    parent: str = ""
    kind: str = "page"
    hops: int = 0  # redirects that led here
    reason: str = ""


class Queued(NamedTuple):
    """A URL that is to be fetched now."""

    id: int
    url: str
    host: str
    site: str
    kind: str
    score: float
    depth: int
    parent: str
    hops: int
    attempts: int
    promised: Lang = ""  # the language a page must be in where no link led to it


class Host(NamedTuple):
    """Why a host is not asked any more; empty where it may be."""

    reason: str = ""
    detail: str = ""


class Stored(NamedTuple):
    """A page that stands in the WARC, and what the judge kept of it."""

    page: Page
    end: int  # where its record ends
    kept: bytes | None
    signature: str
    warc_end: WarcRef  # where the WARC ends


class Budget(NamedTuple):
    """How many requests one host gets. Zero means no limit."""

    in_all: int = 0
    now: int = 0  # since the crawl was started


NO_LIMIT = Budget()


class Store(Protocol):
    """Every URL the crawl has seen, what became of it, and which one is next."""

    counts: Counter[str]  # URLs by reason; "" are the pages
    asking: int  # requests under way
    asked: int  # requests in all, restarts included
    history: History  # what was answered before
    harvest: Harvest  # what the pages have brought

    def now(self) -> float:
        """The time by which hosts wait; nobody can set it."""

    def close(self) -> None:
        """Keep everything, and close."""

    def step(self) -> AbstractContextManager[None]:
        """All that is done inside is kept together, or not at all."""

    def keep(self) -> None:
        """Make what the last steps brought safe from a kill; happens by itself every now and then."""

    def add(self, found: Iterable[Found]) -> None:
        """Queue URLs that are new; the scores of those found again are combined."""

    def rescore(self, scores: Mapping[str, float]) -> None:
        """Give URLs that wait other scores; nothing happens to those that do not."""

    def promise(self, promises: Sequence[Promise]) -> int:
        """Queue URLs that no link led to before all others; gives how many of them are new."""

    def note_versions(self, versions: Mapping[str, Sequence[tuple[Lang, str]]]) -> None:
        """Keep what a sitemap says about the versions of pages in other languages."""

    def reconsider(self, rule: Callable[[str, int], str]) -> None:
        """Put the question to every URL that is waiting or was refused: a reason against it, or none."""

    def pop(self, now: float, per_host: int) -> Queued | None:
        """The best URL among the hosts that may be asked now; its host counts as being asked."""

    @property
    def is_waiting(self) -> bool:
        """Whether there is any URL in the queue."""

    def wake_at(self, per_host: int) -> float | None:
        """When the next host may be asked; None when there is nothing to wait for but what is in flight."""

    def free(self, queued: Queued, next_at: float) -> None:
        """The host has answered, and may be asked again at this time. The URL is still in our hands."""

    def spare(self, queued: Queued) -> None:
        """The host was not asked after all."""

    def land(self, queued: Queued) -> None:
        """The URL is not in flight any more; where it was not settled it is in the queue again."""

    def fetched(self, queued: Queued, stored: Stored) -> None:
        """The page is here."""

    def settle(self, queued: Queued, state: str, reason: str = "", detail: str = "") -> None:
        """There is no page at this URL, and why."""

    def unchanged(self, queued: Queued, now: float, detail: str = "") -> None:
        """The page that is here is still the page at this URL, or nothing better is known."""

    def forgive(self) -> None:
        """Queue again what failed for reasons that may have passed."""

    def again(self, hosts: Sequence[str], reasons: Sequence[str]) -> None:
        """Queue the URLs of these hosts that were given up for one of these reasons."""

    def refresh(self, before: float) -> None:
        """Queue the pages again that were last asked for before this time."""

    def retry(self, queued: Queued) -> None:
        """The URL stays in the queue after one more vain attempt."""

    def target_of(self, url: str) -> str | None:
        """Where a URL redirects to, if it is known to redirect."""

    def host(self, host: str) -> Host:
        """What is known of a host."""

    def keep_host(self, name: str, host: Host) -> None:
        """Keep what was learnt of a host."""

    def pause(self, host: str, until: float) -> None:
        """Ask the host no more before this time."""

    def resume(self, delay_s: float, max_pause_s: float) -> None:
        """Treat hosts that were asked before as if just asked; let none wait for longer than a host may have to."""

    def tally(self, reason: str) -> None:
        """Count something that is no URL: a plug-in's error."""

    def note(self, key: str, value: str) -> None:
        """Keep a small fact about the crawl."""

    def noted(self, key: str) -> str:
        """A fact kept by `note`; empty where there is none."""

    def note_warc_end(self, end: WarcRef) -> None:
        """Keep where the last page in the WARC ends."""

    def warc_end(self) -> WarcRef | None:
        """Where the last page in the WARC ends."""

    def forget_after(self, end: WarcRef) -> None:
        """Queue the pages again whose bytes do not stand before this place: a power cut took them."""
