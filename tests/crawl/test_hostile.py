"""Servers that break the rules, by mistake or on purpose: each gets its reason, and the crawl goes on."""

from __future__ import annotations

import asyncio
import gzip
import resource
import socket
import ssl
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import brotli
import pytest

from polytrawl.crawl.body import zstd
from polytrawl.crawl.fetch import Fetched, HttpFetcher, Network, Wanted
from polytrawl.crawl.guard import Guard
from polytrawl.crawl.links import Links
from polytrawl.errors import FetchError
from polytrawl.records import Dropped

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

A = "http://a.test"
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
PAGE = OK + b"Content-Length: 4\r\n\r\n<p>x"
MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
CLOSE = b"Connection: close\r\n\r\n"

Script = bytes | Callable[[socket.socket], None]


@dataclass
class Hostile:
    """Answers every path with the bytes it is told, whatever they are."""

    scripts: dict[str, Script] = field(default_factory=dict)
    asked: list[bytes] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    tls: ssl.SSLContext | None = None
    port: int = 0

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def serve(self, listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        try:
            with connection, self.tls.wrap_socket(connection, server_side=True) if self.tls else connection as sock:
                sock.settimeout(10)
                while request := self._request(sock):
                    self.asked.append(request)
                    script = self.scripts.get(request.split(b" ")[1].decode(), MISSING)
                    if callable(script):
                        script(sock)
                        return
                    sock.sendall(script)
                    if b"Content-Length" not in script:
                        return
        except OSError:
            return  # the client has seen enough

    def _request(self, sock: socket.socket) -> bytes:
        data = b""
        while not data.endswith(b"\r\n\r\n"):
            piece = sock.recv(65536)
            if not piece:
                return b""
            data += piece
        return data

    def trickle(self, start: bytes, piece: bytes) -> Callable[[socket.socket], None]:
        """A byte now and then, for ever."""

        def script(sock: socket.socket) -> None:
            sock.sendall(start)
            while not self.over.wait(0.02):
                sock.sendall(piece)

        return script


@contextmanager
def listen(hostile: Hostile) -> Iterator[Hostile]:
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        hostile.port = listening.getsockname()[1]
        thread = Thread(target=hostile.serve, args=(listening,), daemon=True)
        thread.start()
        yield hostile
        hostile.over.set()
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with listen(Hostile()) as hostile:
        yield hostile


Crawler = Callable[..., "Run"]


def endless(sock: socket.socket) -> None:
    sock.sendall(OK + b"\r\n")
    while True:
        sock.sendall(b"<p>and so on " * 5000)


def bomb(size: int, encoding: str) -> bytes:
    """A page of zeros, compressed."""
    zeros = bytes(1 << 20)
    match encoding:
        case "gzip":
            packer = zlib.compressobj(9, wbits=31)
            body = b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()
        case "br":
            body = brotli.compress(bytes(size), quality=5)
        case _:
            body = zstd.compress(bytes(size))
    head = f"Content-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n"
    return OK + head.encode() + body


CASES: dict[str, tuple[Script, str]] = {
    "headers": (OK + b"".join(b"X-%d: y\r\n" % n for n in range(10_000)) + CLOSE, "bad-response"),
    "long-header": (OK + b"X: " + b"y" * 1_000_000 + b"\r\n" + CLOSE, "bad-response"),
    "status-line": (b"HELLO THERE\r\n\r\nContent-Length", "bad-response"),
    "status-number": (b"HTTP/1.1 abc OK\r\n\r\nContent-Length", "bad-response"),
    "status-odd": (b"HTTP/1.1 999 Whatever\r\nContent-Length: 0\r\n\r\n", "http-999"),
    "nothing": (lambda _: None, "connection-error"),
    "short": (lambda sock: sock.sendall(OK + b"Content-Length: 1000\r\n\r\n<p>x"), "truncated"),
    "negative": (OK + b"Content-Length: -5\r\n\r\n<p>x", "bad-response"),
    "two-lengths": (OK + b"Content-Length: 4\r\nContent-Length: 9\r\n\r\n<p>x", "bad-response"),
    "chunks": (OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\nContent-Length", "bad-response"),
    "pdf": (OK + b"Content-Length: 20\r\n\r\n%PDF-1.7 blah blah b", "not-html"),
    "png": (OK + b"Content-Length: 20\r\n\r\n\x89PNG\r\n\x1a\n" + bytes(12), "not-html"),
    "zip-in-gzip": (
        OK + b"Content-Encoding: gzip\r\n" + CLOSE + gzip.compress(b"PK\x03\x04" + bytes(40)),
        "not-html",
    ),
    "endless": (endless, "too-large"),
    "gzip-bomb": (bomb(300 << 20, "gzip"), "too-large"),
    "br-bomb": (bomb(100 << 20, "br"), "too-large"),
    "zstd-bomb": (bomb(100 << 20, "zstd"), "too-large"),
    "members": (OK + b"Content-Encoding: gzip\r\n" + CLOSE + gzip.compress(b"") * 5000, "bad-encoding"),
    "twice": (OK + b"Content-Encoding: gzip, br\r\n" + CLOSE + b"x" * 40, "bad-encoding"),
    "cut-gzip": (OK + b"Content-Encoding: gzip\r\n" + CLOSE + gzip.compress(b"<p>x" * 99)[:-9], "bad-encoding"),
    "bad-gzip": (OK + b"Content-Encoding: gzip\r\n" + CLOSE + b"\x1f\x8b\x08" + b"\xff" * 40, "bad-encoding"),
    "bad-br": (OK + b"Content-Encoding: br\r\n" + CLOSE + b"\xff" * 40, "bad-encoding"),
    "bad-location": (b"HTTP/1.1 302 Found\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n", "bad-redirect"),
    "long-location": (
        b"HTTP/1.1 302 Found\r\nLocation: /" + b"x" * 100_000 + b"\r\nContent-Length: 0\r\n\r\n",
        "bad-response",
    ),
    "self": (b"HTTP/1.1 302 Found\r\nLocation: /self\r\nContent-Length: 0\r\n\r\n", "redirect-loop"),
}


def test_each_trick_has_its_reason_and_the_crawl_goes_on(hostile: Hostile, crawl: Crawler) -> None:
    hostile.scripts = {f"/{name}": script for name, (script, _) in CASES.items()} | {"/good": PAGE}
    seeds = [f"{A}/{name}" for name in CASES]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run = crawl(*seeds, f"{A}/good", connect_to=hostile.address, attempts=1, host_attempts=0, timeout_s=10.0)
    run.collect(max_bytes=1_000_000)
    assert run.reasons == {f"{A}/{name}": reason for name, (_, reason) in CASES.items()}
    assert run.pages == [f"{A}/good"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000  # KB: no bomb went off


@pytest.mark.parametrize("place", ["head", "body", "chunk"])
def test_a_server_that_sends_a_byte_now_and_then_is_given_up(hostile: Hostile, crawl: Crawler, place: str) -> None:
    scripts = {
        "head": hostile.trickle(b"HTTP/1.1 200 OK\r\nX: ", b"y"),
        "body": hostile.trickle(OK + b"Content-Length: 100000\r\n\r\n", b"y"),
        "chunk": hostile.trickle(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\ny\r\n"),
    }
    hostile.scripts = {"/slow": scripts[place], "/good": PAGE}
    began = time.monotonic()
    run = crawl(f"{A}/slow", f"{A}/good", connect_to=hostile.address, attempts=1, timeout_s=0.4).collect()
    assert run.reasons == {f"{A}/slow": "timeout"}
    assert run.pages == [f"{A}/good"]
    assert time.monotonic() - began < 5


def test_an_answer_that_stands_still_is_given_up_before_its_time_is_over(hostile: Hostile, crawl: Crawler) -> None:
    hostile.scripts["/still"] = lambda sock: (sock.sendall(OK + b"Content-Length: 9\r\n\r\n<p>"), hostile.over.wait(9))[
        0
    ]
    began = time.monotonic()
    run = crawl(f"{A}/still", connect_to=hostile.address, attempts=1, read_timeout_s=0.2).collect()
    assert run.reasons == {f"{A}/still": "timeout"}
    assert time.monotonic() - began < 5


def test_a_longer_body_than_announced_is_cut_and_does_no_harm_to_the_next(hostile: Hostile, crawl: Crawler) -> None:
    hostile.scripts = {"/long": PAGE + b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad", "/good": PAGE}
    run = crawl(f"{A}/long", f"{A}/good", connect_to=hostile.address, attempts=2).collect()
    assert run.pages == [f"{A}/good", f"{A}/long"]


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd", "deflate", "raw", "utf-8"])
def test_every_encoding_is_decoded(hostile: Hostile, crawl: Crawler, encoding: str) -> None:
    html = b"<p>" + b"words " * 999
    raw = zlib.compressobj(wbits=-15)
    bodies = {
        "gzip": gzip.compress(html[:50]) + gzip.compress(html[50:]) + b"\0\0",
        "br": brotli.compress(html),
        "zstd": zstd.compress(html),
        "deflate": zlib.compress(html),
        "raw": raw.compress(html) + raw.flush(),
        "utf-8": html,
    }
    named = "deflate" if encoding == "raw" else encoding
    hostile.scripts["/"] = OK + f"Content-Encoding: {named}\r\n".encode() + CLOSE + bodies[encoding]
    assert fetch(hostile, f"{A}/").body == html


def fetch(hostile: Hostile, *urls: str, resolver: Any = None, guard: Guard | None = None, **network: Any) -> Fetched:
    """The last of some answers that one fetcher gives."""

    async def go() -> Fetched:
        options = Network(**{"connect_to": hostile.address, **network})
        trusting = Guard(allow_private=True, allow_public=True)
        fetcher = HttpFetcher(agent="x", guard=guard or trusting, network=options, resolver=resolver)
        try:
            return [await fetcher.fetch(url, Wanted(1_000_000)) for url in urls][-1]
        finally:
            await fetcher.close()

    return asyncio.run(go())


def test_a_url_of_100_kilobytes_is_not_asked_for(hostile: Hostile, crawl: Crawler) -> None:
    long = f"{A}/{'x' * 100_000}"
    hostile.scripts = {"/": OK + b'Content-Length: 100017\r\n\r\n<a href="/' + b"x" * 100_000 + b'">y</a>'}
    run = crawl(f"{A}/", connect_to=hostile.address).collect()
    assert run.pages == [f"{A}/"]
    assert run.reasons in ({long: "too-long-url"}, {})  # it may not even be queued


def test_a_million_links_on_one_page_are_bounded(hostile: Hostile, crawl: Crawler) -> None:
    links = b"".join(b'<a href="/%d">y</a>' % number for number in range(1_000_000))
    hostile.scripts = {"/": OK + b"Content-Length: %d\r\n\r\n" % len(links) + links}
    began = time.process_time()
    run = crawl(f"{A}/", connect_to=hostile.address, max_pages=1, max_bytes=50_000_000).collect()
    assert run.pages == [f"{A}/"]
    assert time.process_time() - began < 20
    assert run.make().fate(run.folder, f"{A}/{Links.MAX_LINKS - 1}")
    assert run.make().fate(run.folder, f"{A}/{Links.MAX_LINKS}") is None


@pytest.mark.parametrize(
    "rules",
    [
        b"User-agent: *\nDisallow: /shut\n" + b"# much ado\n" * 1_000_000,
        b"User-agent: *\nDisallow: /shut\n" + bytes(range(256)) * 40_000,
        b"\xff\xfe\x00\x01" * 1000 + b"\nUser-agent: *\nDisallow: /shut\n",
        b"User-agent: *\nDisallow: /shut\n" + b"Disallow: /" + b"*a" * 100_000 + b"b$\n",
    ],
    ids=["10 MB", "10 MB of bytes", "binary start", "pattern"],
)
def test_the_rules_in_a_robots_txt_that_is_huge_or_binary_are_kept(
    hostile: Hostile, crawl: Crawler, rules: bytes
) -> None:
    hostile.scripts = {
        "/robots.txt": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(rules) + rules,
        "/": PAGE,
        "/shut": PAGE,
    }
    began = time.process_time()
    run = crawl(f"{A}/", f"{A}/shut", connect_to=hostile.address).collect()
    assert run.pages == [f"{A}/"]
    assert run.reasons == {f"{A}/shut": "robots"}
    assert time.process_time() - began < 10


def test_a_sitemap_that_is_an_entity_bomb_is_refused(hostile: Hostile, crawl: Crawler) -> None:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bad = f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><urlset><url><loc>&a9;</loc></url></urlset>'.encode()
    rules = b"Sitemap: http://a.test/map.xml\nSitemap: http://a.test/bomb.xml.gz\n"
    hostile.scripts = {
        "/robots.txt": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(rules) + rules,
        "/map.xml": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(bad) + bad,
        "/bomb.xml.gz": bomb(200 << 20, "gzip"),
        "/": PAGE,
    }
    run = crawl(f"{A}/", connect_to=hostile.address).collect()
    assert run.pages == [f"{A}/"]
    assert run.reasons == {f"{A}/map.xml": "bad-sitemap", f"{A}/bomb.xml.gz": "too-large"}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tls")
    key, made = folder / "key.pem", folder / "made.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=a.test"]
    subprocess.run([*command, "-keyout", key, "-out", made], check=True, capture_output=True)
    return made, key


def test_certificates_that_nobody_vouches_for_are_a_tls_error(
    certificate: tuple[Path, Path], hostile: Hostile, crawl: Crawler
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with listen(Hostile(tls=context)) as safe:
        run = crawl("https://a.test/", connect_to=safe.address, attempts=1).collect()
    assert run.reasons == {"https://a.test/": "tls-error"}
    assert not safe.asked


def test_a_server_that_speaks_no_tls_is_a_tls_error(web: Web, crawl: Crawler) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def babble() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(9999)
                connection.sendall(b"HTTP/1.1 400 You speak TLS to me\r\n\r\n")

        thread = Thread(target=babble)
        thread.start()
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        run = crawl("https://a.test/", connect_to=address, attempts=1).collect()
        thread.join()
    assert run.reasons == {"https://a.test/": "tls-error"}


class Rebinding:
    """Names that lead to one address the first time, and to another from then on."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[dict[str, Any]]:
        address = self.addresses.pop(0) if len(self.addresses) > 1 else self.addresses[0]
        return [{"hostname": host, "host": address, "port": port, "family": socket.AF_INET, "proto": 0, "flags": 0}]

    async def close(self) -> None: ...


@pytest.fixture
def _public_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    # The one address that can be reached here counts as public, and all others as private.
    monkeypatch.setattr("polytrawl.crawl.guard.is_public", lambda address: str(address) == "127.0.0.1")


STRICT = Guard(allow_private=False, allow_public=True)


@pytest.mark.usefixtures("_public_loopback")
def test_a_name_that_turns_private_in_the_middle_of_a_redirect_chain_is_refused(
    hostile: Hostile, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver = Rebinding("127.0.0.1", "127.0.0.1", "127.0.0.2")
    monkeypatch.setattr("aiohttp.resolver.ThreadedResolver", lambda: resolver)
    step = b"HTTP/1.1 302 Found\r\nLocation: http://%s:%d/\r\nContent-Length: 0\r\n\r\n"
    hostile.scripts["/"] = step % (b"c.test", hostile.port)
    hostile.scripts["/start"] = step % (b"b.test", hostile.port)
    seed = f"http://a.test:{hostile.port}/start"
    run = crawl(seed, connect_to="", scope="any", contact="me@example.org").collect()
    assert run.reasons == {
        seed: "redirect",
        f"http://b.test:{hostile.port}/": "redirect",
        f"http://c.test:{hostile.port}/": "private-address",
    }


@pytest.mark.usefixtures("_public_loopback")
def test_connections_go_to_the_address_that_was_checked(hostile: Hostile) -> None:
    hostile.scripts["/"] = OK + CLOSE + b"<p>x"
    url = f"http://a.test:{hostile.port}/"
    resolver = Rebinding("127.0.0.1", "127.0.0.2")
    assert fetch(hostile, url, url, resolver=resolver, guard=STRICT, connect_to="").body == b"<p>x"
    assert resolver.addresses == ["127.0.0.2"]  # asked once, and the answer kept
    with pytest.raises(FetchError, match="private-address"):
        fetch(hostile, url, resolver=resolver, guard=STRICT, connect_to="")


@pytest.mark.parametrize("inner", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "::127.0.0.1", "169.254.169.254"])
def test_names_that_lead_to_private_addresses_are_refused(hostile: Hostile, inner: str) -> None:
    with pytest.raises(FetchError, match="private-address"):
        fetch(hostile, "http://a.test/", resolver=Rebinding(inner), guard=STRICT, connect_to="")


def test_private_hosts_are_refused_in_every_spelling(web: Web, crawl: Crawler) -> None:
    hosts = ("0177.0.0.1", "017700000001", "127.1", "127.0.0.1.", "localhost.", "LOCALHOST", "[::ffff:7f00:1]")
    hosts = (*hosts, "user:word@127.0.0.1", "example.org@127.0.0.1", "%31%32%37.0.0.1", "１２７.0.0.1")
    run = crawl(*(f"http://{host}:{web.port}/" for host in hosts), connect_to="", scope="any").collect()
    assert set(run.reasons.values()) == {"private-address"}
    assert not web.log


def test_what_stands_before_the_host_in_a_link_is_told_to_nobody(hostile: Hostile) -> None:
    hostile.scripts["/"] = PAGE
    fetch(hostile, "http://user:word@a.test/")
    assert b"Authorization" not in hostile.asked[0]
    assert b"\r\nHost: a.test\r\n" in hostile.asked[0]


def test_cookies_go_back_to_their_host_only(hostile: Hostile) -> None:
    cookie = b"Set-Cookie: a=1; Domain=test; Path=/\r\nSet-Cookie: b=2\r\n"
    hostile.scripts = {"/": OK + cookie + b"Content-Length: 4\r\n\r\n<p>x", "/b": PAGE}
    fetch(hostile, f"{A}/", f"{A}/b", "http://b.test/b", "http://sub.a.test/b")
    cookies = [b"Cookie: " in one for one in hostile.asked]
    assert cookies == [False, True, False, False]
    fetch(hostile, f"{A}/", f"{A}/b", cookies=False)
    assert b"Cookie: " not in hostile.asked[-1]


def test_a_host_that_sets_cookies_without_end_gets_none_back(hostile: Hostile) -> None:
    many = b"".join(b"Set-Cookie: c%d=%s\r\n" % (number, b"x" * 100) for number in range(100))
    hostile.scripts = {"/": OK + many + b"Content-Length: 4\r\n\r\n<p>x", "/b": PAGE}
    fetch(hostile, f"{A}/", f"{A}/b")
    assert b"Cookie: " not in hostile.asked[-1]


def test_a_proxy_is_asked_for_everything_but_private_hosts(hostile: Hostile, crawl: Crawler) -> None:
    hostile.scripts = {f"{A}/": PAGE, f"{A}/robots.txt": MISSING}
    proxied = {"connect_to": "", "proxy": f"http://{hostile.address}"}
    run = crawl(f"{A}/", "http://10.0.0.1/", "http://localhost/", "http://[::1]/", contact="me@example.org", **proxied)
    run.collect()
    assert run.pages == [f"{A}/"]
    assert set(run.reasons.values()) == {"private-address"}
    asked = [one.split(b" ")[1].decode() for one in hostile.asked]
    assert (asked[0], asked[-1]) == (f"{A}/robots.txt", f"{A}/")
    assert all(one.startswith(f"{A}/") for one in asked)
    with pytest.raises(FetchError, match="no-contact"):
        fetch(hostile, f"{A}/", guard=Guard(allow_private=True, allow_public=False), **proxied)


def test_a_host_in_trouble_is_given_up_and_others_are_crawled(hostile: Hostile, crawl: Crawler) -> None:
    busy = b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
    hostile.scripts = {f"/{number}": busy for number in range(9)} | {"/": PAGE}
    seeds = [f"{A}/{number}" for number in range(9)]
    run = crawl(*seeds, "http://b.test/", connect_to=hostile.address, attempts=2, host_attempts=6, connections=1)
    run.collect()
    assert run.pages == ["http://b.test/"]
    found = [one.reason for one in run.records if isinstance(one, Dropped)]
    assert sorted(found) == ["host-trouble"] * 6 + ["http-503"] * 3
    assert sum(one.split(b" ")[1] in {b"/", *(b"/%d" % number for number in range(9))} for one in hostile.asked) == 7
