"""How the crawl behaves: who it says it is, and how long it leaves a host alone."""

from __future__ import annotations

import importlib.metadata
import time
from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import ada_url

from polytrawl.crawl.guard import is_loopback, is_public, parse_address
from polytrawl.errors import ConfigError

PRODUCT = "polytrawl"  # the name that robots.txt files can address

# Guesses: a site that asks for longer than a minute between pages means crawlers no good, and one page a minute is
# still polite; a host that wants to be left alone for more than five minutes is asked again after five.
MAX_DELAY_S = 60.0
MAX_PAUSE_S = 300.0

# What speaks against a host as a whole, not against one of its pages.
_HOST_TROUBLE = frozenset(
    {"http-429", "http-502", "http-503", "http-504", "timeout", "connection-error", "refused-connection", "fault"}
)
_MAX_HOSTS = 100_000  # in trouble at the same time; the oldest are forgotten


def user_agent(contact: str) -> str:
    """The name under which the crawl asks, with the address of the person responsible."""
    try:
        version = importlib.metadata.version("polytrawl")
    except importlib.metadata.PackageNotFoundError:
        version = "0"
    return f"{PRODUCT}/{version} (+{contact})" if contact else f"{PRODUCT}/{version}"


def check_contact(contact: str, *, seeds: Iterable[str], connect_to: str) -> None:
    """Refuse to crawl the public web without saying whom its owners can write to."""
    if any(char in contact for char in "\r\n"):
        raise ConfigError("crawl.contact: line ends cannot stand here; give an e-mail address or a URL")
    if contact or stays_local(connect_to):
        return
    public = [seed for seed in seeds if not is_local(seed)]
    if public:
        raise ConfigError(
            f"crawl.contact: {public[0]} is on the public web and its owners must be able to reach you;"
            ' set an e-mail address or a URL, such as contact = "me@example.org" (--contact on the command line)'
        )


def stays_local(connect_to: str) -> bool:
    """Whether every connection goes to this very machine."""
    return bool(connect_to) and is_loopback(connect_to.rpartition(":")[0])


def is_local(url: str) -> bool:
    """Whether an address is in a private network, or on this very machine."""
    host = str(ada_url.URL(url).hostname)
    address = parse_address(host)
    return is_loopback(host) or (address is not None and not is_public(address))


class Clock:
    """Time that goes on evenly from the wall clock's at the start, whoever sets that in the meantime."""

    def __init__(self) -> None:
        # Zero stands for "never" where times are kept: a clock before 1970 is taken for one just behind it.
        self._ahead = max(time.time(), 1.0) - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970, about."""
        return self._ahead + time.monotonic()


class Pace(NamedTuple):
    """How long a host is left alone after an answer, and how often a URL is tried."""

    delay_s: float
    attempts: int
    factor: float = 0.0  # of the server's response time
    max_delay_s: float = MAX_DELAY_S
    max_pause_s: float = MAX_PAUSE_S

    def after_answer(self, crawl_delay_s: float | None) -> float:
        """Seconds from the end of one request to the start of the next: the larger of config and robots.txt."""
        return max(self.delay_s, min(crawl_delay_s or 0.0, self.max_delay_s))

    def adapted(self, delay_s: float, response_s: float) -> float:
        """The delay, longer where the server was slow to answer. Who wants no delay at all gets none."""
        if not self.delay_s:
            return delay_s
        return max(delay_s, min(self.factor * response_s, self.max_delay_s))

    def after_trouble(self, delay_s: float, attempt: int, retry_after_s: float | None) -> float:
        """Seconds to wait after a failure: what the host asked for, or twice as long after each attempt."""
        if retry_after_s is not None:
            return max(delay_s, min(retry_after_s, self.max_pause_s))
        return max(delay_s, min(delay_s * 2.0 ** min(attempt, 32), self.max_pause_s))


class Troubles:
    """How often each host failed in a row: it is left alone for longer each time, and given up in the end."""

    def __init__(self, *, give_up: int) -> None:
        self._give_up = give_up
        self._rows: OrderedDict[str, int] = OrderedDict()

    def failed(self, host: str, reason: str) -> int:
        """How many failures in a row this makes; none where it is the page that is at fault."""
        if reason not in _HOST_TROUBLE:
            self.answered(host)
            return 0
        self._rows[host] = self._rows.get(host, 0) + 1
        self._rows.move_to_end(host)
        if len(self._rows) > _MAX_HOSTS:
            self._rows.popitem(last=False)
        return self._rows[host]

    def answered(self, host: str) -> None:
        """The host is well."""
        self._rows.pop(host, None)

    def is_hopeless(self, host: str) -> bool:
        """Whether the host failed so often that nothing more is asked of it."""
        return bool(self._give_up) and self._rows.get(host, 0) >= self._give_up


def iso_time(now: float) -> str:
    """A time as records and WARC files write it: ISO 8601, UTC, whole seconds.

    >>> iso_time(0.0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
