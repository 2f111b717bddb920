"""Every error polytrawl raises on purpose.

PolytrawlError
├── ConfigError      found before the run starts; says where, what, and the nearest right word
├── PluginError      a plug-in broke its contract; names the class
├── StageError       this stage cannot go on (disk full, input missing); the run stops, resumable
│   ├── DamagedShard a shard cannot be read to its end; it is made again
│   └── NothingFetched  a crawl brought no page at all; the reasons are on disk
├── RunBusy          another process works in the run directory
├── RunMissing       there is no run directory, or no result of that name in it
└── FetchError       network trouble; becomes `Dropped`

A bad page is data and never an exception: it becomes a `Dropped` record with a reason.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PolytrawlError(Exception):
    """An error whose text a user can act on: where, what, what to do."""


class ConfigError(PolytrawlError):
    """Something the user wrote cannot be understood."""


class PluginError(PolytrawlError):
    """A plug-in class does not keep its contract."""


class StageError(PolytrawlError):
    """A stage cannot go on; what is finished stays, and the run can be taken up again."""


class DamagedShard(StageError):
    """A shard ends too early or does not decode."""


class NothingFetched(StageError):
    """A crawl has ended without a page; why is known for each address."""


class RunBusy(PolytrawlError):
    """Another process holds the lock of the run directory."""


class RunMissing(PolytrawlError):
    """The run directory, or the record asked for, does not exist."""


class FetchError(PolytrawlError):
    """A page could not be fetched; `reason` is the word that is counted."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest right word, or the list of right words.

    >>> did_you_mean("max_page", ["max_pages", "delay_s"])
    "; did you mean 'max_pages'?"
    >>> did_you_mean("zzz", ["b", "a"])
    '; known: a, b'
    """
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(names)}" if names else ""
