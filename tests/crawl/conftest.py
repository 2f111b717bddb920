"""A small web on the loopback address with a log of every request, and a judge that only looks for links.

Run as a program, this file crawls such a web: so tests can kill a crawl.
"""

from __future__ import annotations

import re
import socketserver
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

import pytest

from polytrawl import urls
from polytrawl.crawl.stage import Crawl
from polytrawl.options import Context, build, resolve
from polytrawl.records import Document, Dropped, Link, Page, make_id
from polytrawl.work import Verdict

_ASIDES = ("/.well-known/tdmrep.json", "/ai.txt", "/sitemap.xml")
_LINK = re.compile(rb'<a href="([^"]*)"(?: rel="([^"]*)")?>([^<]*)</a>')


class Answer(NamedTuple):
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = {"Content-Type": "text/html"}


class Visit(NamedTuple):
    host: str
    path: str
    agent: str
    began: float
    ended: float
    in_flight: int  # on the host, when it began


Site = dict[str, Answer | Callable[[], Answer]]


@dataclass
class Web:
    """Answers by host and path. What is not there is a 404."""

    sites: dict[str, Site] = field(default_factory=dict)
    log: list[Visit] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)  # host and path of files that need not be there, and were asked for
    sent: Counter[str] = field(default_factory=Counter)  # bytes of body that went out, by path
    port: int = 0
    delay_s: float = 0.0
    lock: Lock = field(default_factory=Lock)
    in_flight: Counter[str] = field(default_factory=Counter)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def answer(self, host: str, path: str) -> Answer:
        found = self.sites.get(host, {}).get(path, self.text("nothing here", 404))
        return found() if callable(found) else found

    @staticmethod
    def page(*targets: str, rel: str = "") -> Answer:
        """A page with links; their anchors are their targets."""
        attribute = f' rel="{rel}"' if rel else ""
        links = "".join(f'<a href="{target}"{attribute}>{target.strip("/")}</a>\n' for target in targets)
        return Answer(f"<html><body><p>{links}</p></body></html>".encode())

    @staticmethod
    def text(body: str | bytes, status: int = 200, **headers: str) -> Answer:
        """Any answer; underscores in names of headers stand for hyphens."""
        data = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Answer(data, status, {"Content-Type": "text/plain", **named})

    @staticmethod
    def redirect(target: str, status: int = 302) -> Answer:
        return Answer(b"", status, {"Location": target})

    def paths(self, host: str | None = None) -> list[str]:
        """What was asked for, in order, without robots.txt."""
        return [one.path for one in self.log if host in (None, one.host) and one.path != "/robots.txt"]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, web: Web) -> None:
        self.web = web
        super().__init__(("127.0.0.1", 0), _Reply)

    def server_bind(self) -> None:
        """Bind without a reverse name look-up."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", self.socket.getsockname()[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet about clients that close early."""


class _Reply(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = 30
    server: _Server

    def do_GET(self) -> None:
        web, host = self.server.web, self.headers.get("Host", "").partition(":")[0]
        with web.lock:
            web.in_flight[host] += 1
            in_flight = web.in_flight[host]
        began = time.time()
        if web.delay_s:
            time.sleep(web.delay_s)
        answer = web.answer(host, self.path)
        with web.lock:  # before the client can see the end of the answer
            web.in_flight[host] -= 1
            if self.path in _ASIDES:
                web.asides.append(host + self.path)
            else:
                web.log.append(
                    Visit(host, self.path, self.headers.get("User-Agent", ""), began, time.time(), in_flight)
                )
        self._write(answer, web)

    def _write(self, answer: Answer, web: Web) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if "Content-Length" not in answer.headers and "Transfer-Encoding" not in answer.headers:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        for start in range(0, len(answer.body), 65536):
            self.wfile.write(answer.body[start : start + 65536])
            self.wfile.flush()
            web.sent[self.path] += 65536
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@contextmanager
def serve(web: Web) -> Iterator[Web]:
    with _Server(web) as server:
        web.port = server.server_port
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield web
        finally:
            server.shutdown()
            thread.join()


class LinkJudge:
    """Finds links, and keeps a document without text."""

    signature = "links-1"

    def judge(self, page: Page) -> Verdict:
        found = _LINK.findall(page.content)
        links = tuple(
            Link(source=page.url, target=target.decode(), anchor=anchor.decode(), rel=rel.decode())
            for target, rel, anchor in found
        )
        document = Document(id=make_id("d", page.id), page=page.id, url=page.url, site=page.site, links=links)
        return Verdict(document, document)


class Quiet:
    """Remembers the last counts."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def begin(self, stage: str, total: int | None) -> None: ...

    def advance(self, done: int, counts: Mapping[str, int]) -> None:
        assert done == counts.get("", 0)
        self.counts = dict(counts)

    def end(self, note: str) -> None: ...

    def say(self, line: str) -> None: ...


@dataclass
class Run:
    """A crawl in a folder, called again with other options as often as wanted."""

    folder: Path
    options: dict[str, Any]
    shared: dict[str, Any]
    judge: Any = field(default_factory=LinkJudge)
    progress: Quiet = field(default_factory=Quiet)

    def make(self, **options: Any) -> Crawl:
        context = Context(shared={"seeds": [], "warcs": [], "folders": [], **self.shared})
        given = {"delay_s": 0.0, **self.options, **options}
        resolved = resolve(Crawl, given, where="crawl", context=context)
        Crawl.check(resolved)  # as configs do
        return build(Crawl, resolved)

    def collect(self, **options: Any) -> Run:
        self.make(**options).collect(self.folder, judge=self.judge, progress=self.progress)
        return self

    @property
    def records(self) -> list[Page | Dropped]:
        return list(self.make().records(self.folder))

    @property
    def pages(self) -> list[str]:
        return [one.url for one in self.records if isinstance(one, Page)]

    @property
    def reasons(self) -> dict[str, str]:
        return {one.url: one.reason for one in self.records if isinstance(one, Dropped)}


@pytest.fixture
def web() -> Iterator[Web]:
    with serve(Web()) as web:
        yield web


@pytest.fixture
def crawl(tmp_path: Path, web: Web) -> Callable[..., Run]:
    """Makes a crawl of the small web; every host name leads there."""

    def make(*seeds: str, **options: Any) -> Run:
        given = {"connect_to": web.address, **options}
        return Run(tmp_path / "crawl", given, {"seeds": [urls.normalise(seed) for seed in seeds]})

    return make


if __name__ == "__main__":
    address, seed, target, refresh_days = sys.argv[1:]
    options = {"connect_to": address, "connections_per_host": 4, "refresh_days": float(refresh_days)}
    Run(Path(target), options, {"seeds": [seed]}).collect()
