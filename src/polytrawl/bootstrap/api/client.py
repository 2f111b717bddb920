"""Questions to a MediaWiki API, one after the other, as its etiquette asks for.

Each request names us and a contact, asks to be refused when the servers lag (`maxlag`), takes compressed answers, and
waits as long as the server says, or longer and longer, before it is tried again. Everything goes through the fetcher of
the crawl, so that private addresses are refused. An answer that came is kept, and not asked for again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from polytrawl.bootstrap.api.answers import Answers
from polytrawl.bootstrap.api.shapes import Query, query_of
from polytrawl.crawl.consent import read_head
from polytrawl.crawl.fetch import Fetched, HttpFetcher, Network, TryAgain, Wanted
from polytrawl.crawl.guard import Guard
from polytrawl.crawl.heading import retry_after
from polytrawl.crawl.politeness import check_contact, user_agent
from polytrawl.errors import FetchError, StageError

__all__ = ["Client", "Manners"]

_log = logging.getLogger(__name__)
_MAX_BYTES = 64_000_000  # MediaWiki cuts its answers at 12 MB and goes on in the next
_CONTINUED = 100_000  # requests: no question takes as many, and a server that never ends is broken
# What MediaWiki says when it is busy; all else that it calls an error is our fault or final.
_BUSY = frozenset({"maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError"})
_Answer = dict[str, Any]  # Any: JSON, whose shape depends on the question


class Manners(NamedTuple):
    """How the API is asked."""

    contact: str = ""
    allow_private: bool = False
    delay_s: float = 0.1  # Wikimedia asks for one request at a time, not for pauses; a small one harms nobody
    attempts: int = 6
    first_wait_s: float = 2.0  # doubled each time: two minutes in all
    longest_wait_s: float = 60.0
    maxlag_s: int = 5  # what MediaWiki's documentation advises


class Client:
    """Asks one API."""

    def __init__(self, url: str, answers: Answers, manners: Manners) -> None:
        check_contact(manners.contact, seeds=[url], connect_to="")
        self._url, self._answers, self._manners = url, answers, manners
        self._runner = asyncio.Runner()
        self._fetcher: HttpFetcher | None = None
        self.asked = 0

    def close(self) -> None:
        """Close all connections."""
        if self._fetcher is not None:
            self._runner.run(self._fetcher.close())
        self._runner.close()

    def query(self, **question: str | int) -> Iterator[Query]:
        """The parts of an answer to `action=query`, each with what the one before it left out."""
        going_on: _Answer = {}
        before = set[bytes]()
        for _ in range(_CONTINUED):
            answer = self.ask({"action": "query", **question, **going_on})
            yield query_of(answer.get("query", {}), self._url)
            going_on = answer.get("continue") or {}
            if not isinstance(going_on, dict) or not going_on:
                return
            place = msgspec.json.encode(going_on, order="deterministic")
            if place in before:  # from here on it would say the same again
                break
            before.add(place)
        raise StageError(f"{self._url}: does not come to an end of its answers to {urlencode(question)}")

    def ask(self, question: Mapping[str, str | int]) -> _Answer:
        """One answer; a `StageError` where there is none, after all attempts."""
        fixed = {"format": "json", "formatversion": 2, "maxlag": self._manners.maxlag_s}
        url = f"{self._url}?{urlencode({**question, **fixed})}"
        kept = self._answers.get(url)
        if kept is not None:
            return _decoded(kept)
        body = self._runner.run(self._ask_until(url))
        self._answers.keep(url, body)
        return _decoded(body)

    async def _ask_until(self, url: str) -> bytes:
        wait_s = self._manners.first_wait_s
        for attempt in range(1, self._manners.attempts + 1):
            try:
                return await self._ask_once(url)
            except TryAgain as err:
                if attempt == self._manners.attempts:
                    raise self._gave_up(err, attempt) from err
                pause_s = min(self._manners.longest_wait_s, wait_s if err.wait_s is None else err.wait_s)
                _log.warning("%s: %s; again in %.0f s", self._url, err, pause_s)
                await asyncio.sleep(pause_s)
                wait_s *= 2
            except FetchError as err:
                raise self._gave_up(err, attempt) from err
        raise AssertionError("the last attempt returns or raises")

    def _gave_up(self, err: FetchError, attempts: int) -> StageError:
        tried = f" after {attempts} attempts" if attempts > 1 else ""
        return StageError(
            f"{self._url}: {err}{tried}; what was answered so far is kept, and the same command, without --fresh, "
            "goes on from there"
        )

    async def _ask_once(self, url: str) -> bytes:
        if self._fetcher is None:
            guard = Guard(allow_private=self._manners.allow_private, allow_public=bool(self._manners.contact))
            agent = user_agent(self._manners.contact)
            self._fetcher = HttpFetcher(agent=agent, guard=guard, network=Network(connections=1))
        elif self._manners.delay_s:
            await asyncio.sleep(self._manners.delay_s)
        self.asked += 1
        try:
            answer = await self._fetcher.fetch(url, Wanted(_MAX_BYTES, html_only=False))
        except FetchError as err:
            if err.reason == "bad-encoding":  # of a page it is final; of an API it is an answer that was cut
                raise TryAgain(err.reason, err.detail) from err
            raise
        if answer.location:
            raise FetchError("redirect", f"to {answer.location}; give that address with --wiki")
        _check(answer)
        return answer.body


def _check(answer: Fetched) -> None:
    """Raise what an answer with status 200 says is wrong."""
    try:
        said = _decoded(answer.body)
    except StageError as err:
        # A page of a proxy, or an answer that was cut: both may pass.
        raise TryAgain("no-json", f"{answer.content_type or 'no type'}: {answer.body[:80]!r}") from err
    error = said.get("error")
    if error is None:
        return
    code, info = (str(error.get(key, "")) for key in ("code", "info")) if isinstance(error, dict) else ("", str(error))
    if code in _BUSY:
        after = next((value for name, value in read_head(answer.head) if name.lower() == "retry-after"), "")
        raise TryAgain(code, info, retry_after(after, time.time()))
    raise FetchError(code or "error", info)


def _decoded(body: bytes) -> _Answer:
    try:
        found = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as err:
        raise StageError(f"no JSON: {err}") from err
    if not isinstance(found, dict):
        raise StageError("JSON, but no object")
    return found
