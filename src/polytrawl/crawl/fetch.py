"""One request: a URL in, an answer out, or the reason why there is none.

Redirects are not followed here. The crawl puts the target into its queue, so that every hop passes scope, robots.txt
and address checks. Another way to fetch (a browser, another HTTP library) needs no more than the one method.
"""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from polytrawl.crawl.guard import Guard, parse_address
from polytrawl.crawl.politeness import retry_after
from polytrawl.errors import ConfigError, FetchError

if TYPE_CHECKING:
    import aiohttp
    from yarl import URL

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OK = 200
# What may be different a little later; everything else is final.
_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
HTML_TYPES = ("text/html", "application/xhtml+xml")
# Of the body as aiohttp gives it, so of no use to who reads the stored answer.
_UNSTORED = frozenset({b"content-encoding", b"transfer-encoding", b"content-length"})


def media_type(content_type: str) -> str:
    """The type that a Content-Type header names, without its parameters.

    >>> media_type("Text/HTML; charset=utf-8")
    'text/html'
    """
    return content_type.partition(";")[0].strip().lower()


class Fetched(NamedTuple):
    """An answer: a page (status 200) or a redirect, whose target is in `location`."""

    url: str
    status: int
    content_type: str
    head: bytes  # status line and headers, as for the body without encodings
    body: bytes
    location: str = ""


class Wanted(NamedTuple):
    """What kind of answer is asked for."""

    max_bytes: int
    html_only: bool = True
    types: frozenset[str] = frozenset(HTML_TYPES)  # the kinds of files that count as pages
    cut: bool = False  # take the first max_bytes of a longer body, instead of none


class TryAgain(FetchError):
    """Trouble that may pass."""

    def __init__(self, reason: str, detail: str = "", wait_s: float | None = None) -> None:
        super().__init__(reason, detail)
        self.wait_s = wait_s  # what the server asked for


class Fetcher(Protocol):
    """Whoever can fetch."""

    async def fetch(self, url: str, wanted: Wanted) -> Fetched:
        """The answer; a `FetchError` with a reason where there is none."""


class HttpFetcher:
    """Fetches with aiohttp. To be made and closed inside the event loop."""

    def __init__(self, *, agent: str, connections: int, timeout_s: float, guard: Guard, connect_to: str = "") -> None:
        import aiohttp  # noqa: PLC0415 - slow to import

        self._guard = guard
        self._via = _split(connect_to) if connect_to else None
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=connections, resolver=_Resolver(guard)),  # type: ignore[arg-type]
            headers={"User-Agent": agent, "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"},
            timeout=aiohttp.ClientTimeout(total=timeout_s),
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()

    async def fetch(self, url: str, wanted: Wanted) -> Fetched:
        """The answer; a `FetchError` with a reason where there is none."""
        with _translated(url):
            target, options = self._request(url)
            async with self._session.get(target, allow_redirects=False, **options) as response:
                if response.status in _REDIRECTS:
                    return _redirect(url, response)
                _check(response, wanted)
                body = await _read(response, wanted)
                return Fetched(url, response.status, _content_type(response), _head(response, len(body)), body)

    def _request(self, url: str) -> tuple[URL, dict[str, Any]]:  # Any: aiohttp's keyword arguments
        from yarl import URL  # noqa: PLC0415 - slow to import

        target = URL(url, encoded=True)
        host = target.raw_host or ""
        if self._via is None:
            if parse_address(host) is not None:
                self._guard.check(host, host)  # a literal address never reaches the resolver
            return target, {}
        options: dict[str, Any] = {"headers": {"Host": target.host_port_subcomponent}}
        if target.scheme == "https":
            options["server_hostname"] = host
        return target.with_host(self._via[0]).with_port(self._via[1]), options


def _split(connect_to: str) -> tuple[str, int]:
    host, _, port = connect_to.rpartition(":")
    if not host or not port.isdecimal():
        raise ConfigError(f"crawl.connect_to: {connect_to!r} is no address; write it as host:port")
    return host.strip("[]"), int(port)


class _Resolver:
    """Looks names up, and refuses those that lead to where the crawl may not go."""

    def __init__(self, guard: Guard) -> None:
        from aiohttp.resolver import ThreadedResolver  # noqa: PLC0415 - slow to import

        self._guard = guard
        self._inner = ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Any]:
        """The addresses of a host, as aiohttp wants them; connections go to just these."""
        found = await self._inner.resolve(host, port, family)
        for one in found:
            self._guard.check(host, one["host"])
        return list(found)

    async def close(self) -> None:
        """Part of aiohttp's interface."""
        await self._inner.close()


def _redirect(url: str, response: aiohttp.ClientResponse) -> Fetched:
    location = response.headers.get("Location", "")
    if not location:
        raise FetchError("bad-redirect", f"status {response.status} without a Location")
    return Fetched(url, response.status, _content_type(response), b"", b"", location)


def _check(response: aiohttp.ClientResponse, wanted: Wanted) -> None:
    """Refuse by status, type and announced size, before the body is read."""
    if response.status in _TRANSIENT:
        wait_s = retry_after(response.headers.get("Retry-After", ""), time.time())
        raise TryAgain(f"http-{response.status}", response.reason or "", wait_s)
    if response.status != _OK:
        raise FetchError(f"http-{response.status}", response.reason or "")
    kind = media_type(_content_type(response))
    if wanted.html_only and kind and kind not in wanted.types:
        raise FetchError("not-html", _content_type(response))
    if not wanted.cut and (response.content_length or 0) > wanted.max_bytes:
        raise FetchError("too-large", f"{response.content_length} bytes")


async def _read(response: aiohttp.ClientResponse, wanted: Wanted) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > wanted.max_bytes:
            if not wanted.cut:
                raise FetchError("too-large", f"more than {wanted.max_bytes} bytes")
            return bytes(body[: wanted.max_bytes])
    return bytes(body)


def _content_type(response: aiohttp.ClientResponse) -> str:
    return response.headers.get("Content-Type", "")


def _head(response: aiohttp.ClientResponse, length: int) -> bytes:
    version = response.version
    number = f"{version.major}.{version.minor}" if version else "1.1"
    lines = [f"HTTP/{number} {response.status} {response.reason or ''}".encode("utf-8", "surrogateescape")]
    lines += [name + b": " + value for name, value in response.raw_headers if name.lower() not in _UNSTORED]
    return b"\r\n".join([*lines, b"Content-Length: %d" % length, b"", b""])


@contextmanager
def _translated(url: str) -> Iterator[None]:
    """Turn what aiohttp and the system raise into reasons."""
    import aiohttp  # noqa: PLC0415 - slow to import

    try:
        yield
    except aiohttp.ClientConnectorDNSError as err:
        kind = TryAgain if err.os_error.errno == socket.EAI_AGAIN else FetchError
        raise kind("unknown-host", str(err)) from err
    except (aiohttp.ClientSSLError, aiohttp.ServerFingerprintMismatch) as err:
        raise FetchError("tls-error", str(err)) from err
    except aiohttp.ClientConnectorError as err:
        is_refused = err.os_error.errno == errno.ECONNREFUSED
        raise TryAgain("refused-connection" if is_refused else "connection-error", str(err)) from err
    except TimeoutError as err:
        raise TryAgain("timeout", type(err).__name__) from err
    except aiohttp.InvalidURL as err:
        raise FetchError("bad-url", url) from err
    except (aiohttp.ClientResponseError, aiohttp.http_exceptions.HttpProcessingError) as err:
        raise FetchError("bad-response", str(err)) from err
    except (aiohttp.ClientError, OSError) as err:
        raise TryAgain("connection-error", f"{type(err).__name__}: {err}") from err
    except ValueError as err:
        raise FetchError("bad-url", f"{url}: {err}") from err
