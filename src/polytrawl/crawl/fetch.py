"""One request: a URL in, an answer out, or the reason why there is none.

Redirects are not followed here. The crawl puts the target into its queue, so that every hop passes scope, robots.txt
and address checks. Another way to fetch (a browser, another HTTP library) needs no more than the one method.
"""

from __future__ import annotations

import errno
import socket
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from polytrawl.crawl.body import ENCODINGS, Room, read_body
from polytrawl.crawl.cookies import Cookies
from polytrawl.crawl.guard import Guard, is_loopback, parse_address
from polytrawl.crawl.heading import Heading, plain, retry_after
from polytrawl.errors import ConfigError, FetchError

if TYPE_CHECKING:
    import aiohttp
    from aiohttp.abc import AbstractResolver
    from yarl import URL

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OK = 200
_MAX_PORT = 65535
NOT_MODIFIED = 304
# What may be different a little later; everything else is final.
_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
HTML_TYPES = ("text/html", "application/xhtml+xml")
_ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
# Of the body as it was sent, so of no use to who reads the stored answer, which is decoded.
_UNSTORED = frozenset({b"content-encoding", b"transfer-encoding", b"content-length"})
_MAX_URL = 8000  # what servers are asked to take (RFC 9110, 4.1); longer ones are traps
_MAX_FIELD = 65536  # of one header: some sites have content policies of 20 KB
_DNS_SECONDS = 300


def media_type(content_type: str) -> str:
    """The type that a Content-Type header names, without its parameters.

    >>> media_type("Text/HTML; charset=utf-8")
    'text/html'
    """
    return content_type.partition(";")[0].strip().lower()


class Fetched(NamedTuple):
    """An answer: a page (status 200), a redirect, whose target is in `location`, or "not modified" (304)."""

    url: str
    status: int
    content_type: str
    head: bytes  # status line and headers, as for the body without encodings
    body: bytes
    location: str = ""
    request: bytes = b""  # what was asked: request line and headers
    seconds: float = 0.0  # from the question to the end of the answer
    etag: str = ""  # these two can be asked with the next time
    modified: str = ""


class Wanted(NamedTuple):
    """What kind of answer is asked for."""

    max_bytes: int  # of the decoded body
    html_only: bool = True
    types: frozenset[str] = frozenset(HTML_TYPES)  # the kinds of files that count as pages
    cut: bool = False  # take the first max_bytes of a longer body, instead of none
    etag: str = ""  # of the answer that is here already: only another one is wanted
    modified: str = ""


class Network(NamedTuple):
    """How connections are made."""

    connections: int = 8
    timeout_s: float = 30.0  # for all of a request
    connect_timeout_s: float = 10.0
    read_timeout_s: float = 20.0  # without a single byte
    connect_to: str = ""
    proxy: str = ""
    cookies: bool = True


_NETWORK = Network()


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

    def __init__(
        self, *, agent: str, guard: Guard, network: Network = _NETWORK, resolver: AbstractResolver | None = None
    ) -> None:
        import aiohttp  # noqa: PLC0415 - slow to import

        self._guard = guard
        self._via = split_address(network.connect_to)
        self._proxy = network.proxy
        self._cookies = Cookies() if network.cookies else None
        self._session = aiohttp.ClientSession(
            # Through a proxy, the only name that is looked up here is the proxy's own.
            connector=aiohttp.TCPConnector(
                limit=network.connections,
                # Ours has all that is called, without aiohttp's base class, which is slow to import.
                resolver=resolver if network.proxy else _Resolver(guard, resolver),  # type: ignore[arg-type]
                ttl_dns_cache=_DNS_SECONDS,
            ),
            headers={"User-Agent": agent, "Accept": _ACCEPT, "Accept-Encoding": ENCODINGS},
            timeout=aiohttp.ClientTimeout(
                total=network.timeout_s, sock_connect=network.connect_timeout_s, sock_read=network.read_timeout_s
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_field_size=_MAX_FIELD,
        )
        self._errors = (aiohttp.ClientError, aiohttp.http_exceptions.HttpProcessingError, OSError, ValueError)

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()

    async def fetch(self, url: str, wanted: Wanted) -> Fetched:
        """The answer; a `FetchError` with a reason where there is none."""
        began = time.monotonic()
        try:
            origin, target, options = self._request(url, wanted)
            async with self._session.get(target, allow_redirects=False, **options) as response:
                if self._cookies is not None:
                    self._cookies.keep(origin, response)
                answer = await _answer(url, response, wanted)
        except self._errors as err:
            raise _reason_for(err, url) from err
        return answer._replace(seconds=time.monotonic() - began)

    def _request(self, url: str, wanted: Wanted) -> tuple[URL, URL, dict[str, Any]]:  # Any: aiohttp's keywords
        """The URL asked for, the one to connect to, and the rest of the request."""
        from yarl import URL  # noqa: PLC0415 - slow to import

        if len(url) > _MAX_URL:
            raise FetchError("too-long-url", f"{len(url)} characters")
        origin = URL(url, encoded=True)
        if origin.raw_user is not None or origin.raw_password is not None:
            origin = origin.with_user(None)  # what stands in a link is no account of ours
        headers = _conditions(wanted)
        if self._cookies is not None and (cookie := self._cookies.header(origin)):
            headers["Cookie"] = cookie
        options: dict[str, Any] = {"headers": headers}
        if self._via is None:
            self._check(origin.raw_host or "")
            return origin, origin, {**options, "proxy": self._proxy} if self._proxy else options
        headers["Host"] = origin.host_port_subcomponent or ""
        if origin.scheme == "https":
            options["server_hostname"] = (origin.raw_host or "").rstrip(".")
        return origin, origin.with_host(self._via[0]).with_port(self._via[1]), options

    def _check(self, host: str) -> None:
        if parse_address(host) is not None:
            self._guard.check(host, host)  # a literal address never reaches the resolver
        elif self._proxy or is_loopback(host):
            self._guard.check_name(host)  # nor does a name that the proxy looks up


def check_network(connect_to: str, proxy: str) -> None:
    """Refuse addresses that cannot be read, and two ways at once."""
    split_address(connect_to)
    if proxy and connect_to:
        raise ConfigError("crawl.proxy: connections cannot go both there and to crawl.connect_to; unset one of them")


def split_address(connect_to: str) -> tuple[str, int] | None:
    """Host and port of an address; None where there is none."""
    if not connect_to:
        return None
    host, _, port = connect_to.rpartition(":")
    if not host or not port.isdecimal() or int(port) > _MAX_PORT:
        raise ConfigError(f"crawl.connect_to: {connect_to!r} is no address; write it as host:port")
    return host.strip("[]"), int(port)


def _conditions(wanted: Wanted) -> dict[str, str]:
    """The headers that ask for an answer only if it is another one than last time."""
    conditions = {"If-None-Match": wanted.etag, "If-Modified-Since": wanted.modified}
    return {name: value for name, value in conditions.items() if value}


class _Resolver:
    """Looks names up, and refuses those that lead to where the crawl may not go."""

    def __init__(self, guard: Guard, inner: AbstractResolver | None) -> None:
        from aiohttp.resolver import ThreadedResolver  # noqa: PLC0415 - slow to import

        self._guard = guard
        self._inner = inner or ThreadedResolver()

    async def resolve(self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC) -> list[Any]:
        """The addresses of a host, as aiohttp wants them; connections go to just these."""
        found = await self._inner.resolve(host, port, family)
        for one in found:
            self._guard.check(host, one["host"])
        return list(found)

    async def close(self) -> None:
        """Part of aiohttp's interface."""
        await self._inner.close()


async def _answer(url: str, response: aiohttp.ClientResponse, wanted: Wanted) -> Fetched:
    heading = Heading(response)
    if heading.status in _REDIRECTS:
        return _redirect(url, heading)
    is_unchanged = heading.status == NOT_MODIFIED and bool(wanted.etag or wanted.modified)
    if not is_unchanged:
        _check(heading, wanted)
    # What is said to be a web page must look like one; a PDF file that is wanted, and called so, need not.
    says_html = media_type(heading.content_type) in ("", *HTML_TYPES)
    room = Room(wanted.max_bytes, wanted.cut, wanted.html_only and says_html)
    encoding = heading.field("Content-Encoding")
    body = b"" if is_unchanged else await read_body(response.content.iter_any(), encoding, room)
    return Fetched(
        url,
        heading.status,
        heading.content_type,
        _head(response, len(body)),
        body,
        request=_sent(response),
        etag=heading.echo("ETag"),
        modified=heading.echo("Last-Modified"),
    )


def _redirect(url: str, heading: Heading) -> Fetched:
    if not heading.location:
        raise FetchError("bad-redirect", f"status {heading.status} without a Location")
    return Fetched(url, heading.status, heading.content_type, b"", b"", heading.location)


def _check(heading: Heading, wanted: Wanted) -> None:
    """Refuse by status, type and announced size, before the body is read."""
    if heading.status in _TRANSIENT:
        wait_s = retry_after(heading.field("Retry-After"), time.time())
        raise TryAgain(f"http-{heading.status}", heading.reason, wait_s)
    if heading.status != _OK:
        raise FetchError(f"http-{heading.status}", heading.reason)
    kind = media_type(heading.content_type)
    if wanted.html_only and kind and kind not in wanted.types:
        raise FetchError("not-html", heading.content_type)
    if not wanted.cut and heading.content_length > wanted.max_bytes:
        raise FetchError("too-large", f"{heading.content_length} bytes")


def _head(response: aiohttp.ClientResponse, length: int) -> bytes:
    version = response.version
    number = f"{version.major}.{version.minor}" if version else "1.1"
    lines = [f"HTTP/{number} {response.status} {response.reason or ''}".encode("utf-8", "surrogateescape")]
    lines += [name + b": " + value for name, value in response.raw_headers if name.lower() not in _UNSTORED]
    return b"\r\n".join([*lines, b"Content-Length: %d" % length, b"", b""])


def _sent(response: aiohttp.ClientResponse) -> bytes:
    """The request as it went out."""
    request = response.request_info
    lines = [f"{name}: {value}" for name, value in request.headers.items()]
    text = "\r\n".join([f"{request.method} {request.url.raw_path_qs} HTTP/1.1", *lines, "", ""])
    return text.encode("utf-8", "surrogateescape")


def _reason_for(err: Exception, url: str) -> FetchError:  # noqa: PLR0911 - a table
    """The reason that what aiohttp or the system raised stands for."""
    import aiohttp  # noqa: PLC0415 - slow to import

    text = plain(str(err))
    match err:
        case aiohttp.ClientConnectorDNSError():
            kind = TryAgain if err.os_error.errno == socket.EAI_AGAIN else FetchError
            return kind("unknown-host", text)
        case aiohttp.ClientSSLError() | aiohttp.ServerFingerprintMismatch():
            return FetchError("tls-error", text)
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            return TryAgain("proxy-error", text)
        case aiohttp.ClientConnectorError():
            is_refused = err.os_error.errno == errno.ECONNREFUSED
            return TryAgain("refused-connection" if is_refused else "connection-error", text)
        case TimeoutError():
            return TryAgain("timeout", text or "all of the request took too long")
        case aiohttp.ClientPayloadError():
            return TryAgain("truncated", text)
        case aiohttp.InvalidURL():
            return FetchError("bad-url", url)
        case aiohttp.ClientResponseError() | aiohttp.http_exceptions.HttpProcessingError():
            return FetchError("bad-response", text)
        case aiohttp.ClientError() | OSError():
            return TryAgain("connection-error", f"{type(err).__name__}: {text}")
    return FetchError("bad-url", f"{url}: {text}")
