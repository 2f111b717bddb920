"""Faults: what nobody expected while one address was handled.

Whatever raises there costs that address and never the crawl: it is told by `explain`, its traceback is kept in
`errors.jsonl`, and the address is not tried again by itself. Only where most addresses fail so, on one host or on all,
it is not the addresses that are at fault: the host is given up like one in trouble, the crawl stops with words.
"""

from __future__ import annotations

import errno
import sqlite3
import traceback
from collections import Counter, deque
from pathlib import Path

import msgspec

from polytrawl.crawl.heading import plain
from polytrawl.errors import FetchError, PolytrawlError, StageError

FAULT = "fault"
_FILE = "errors.jsonl"
_LATELY = 100  # addresses; before that a share says little
_MAX_TRACEBACKS = 100  # of one kind and start: a server that provokes one at every address shall not fill the disk

# What says that the disk, or its store, is at fault: no other address would fare better.
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG, errno.EMFILE, errno.ENFILE})
_OF_A_VALUE = (sqlite3.DataError, sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.NotSupportedError)


class _Fault(msgspec.Struct, frozen=True):
    """A line of `errors.jsonl`, as the other stages write them, with its address."""

    id: str
    stage: str
    reason: str
    url: str
    traceback: str


class Faults:
    """The faults of one crawl."""

    def __init__(self, folder: Path, *, max_share: float) -> None:
        self._path = folder / _FILE
        self._max_share = max_share
        self._lately: deque[bool] = deque(maxlen=_LATELY)  # whether each of the last addresses was a fault
        self._kept: Counter[str] = Counter()

    def passed(self) -> None:
        """An address was handled as it should be, whatever came of it."""
        self._lately.append(False)

    def add(self, url: str, err: Exception) -> FetchError:
        """Keep what befell an address; gives it as the reason why there is no page."""
        self._lately.append(True)
        self.keep(url, FAULT, err)
        return FetchError(FAULT, plain(f"{type(err).__name__}: {err}"))

    def keep(self, url: str, reason: str, err: Exception) -> None:
        """Keep a traceback."""
        self._kept[reason] += 1
        if self._kept[reason] <= _MAX_TRACEBACKS:
            fault = _Fault(id="", stage="crawl", reason=reason, url=plain(url), traceback=traceback_of(err))
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(fault) + b"\n")

    def check(self) -> None:
        """Raise a `StageError` where most of the last addresses were faults."""
        faults = sum(self._lately)
        if faults > self._max_share * _LATELY:
            raise StageError(
                f"crawl: {faults} of the last {_LATELY} addresses failed in a way that nobody expected, more than "
                f"crawl.max_fault_share = {self._max_share:g} allows; tracebacks are in {self._path}; what was fetched "
                "is kept: mend the cause and run again, or go on with --set crawl.max_fault_share=1"
            )


def traceback_of(err: Exception) -> str:
    """The traceback of an error, without what cannot be written as UTF-8 or would speak to a terminal."""
    return "\n".join(map(plain, "".join(traceback.format_exception(err)).splitlines()))


def is_ours(err: Exception) -> bool:
    """Whether an error says that nothing can be handled any more: a full disk, a damaged store, a wrong config."""
    if isinstance(err, OSError):
        return err.errno in _DISK
    if isinstance(err, sqlite3.DatabaseError):
        return not isinstance(err, _OF_A_VALUE)
    return isinstance(err, PolytrawlError) and not isinstance(err, FetchError)
