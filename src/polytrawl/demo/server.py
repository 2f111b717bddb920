"""The demo web on the loopback address: a threaded HTTP/1.1 server that keeps connections alive."""

import socketserver
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from polytrawl.demo.web import Answer, DemoWeb

_LOOPBACK = "127.0.0.1"


class Visit(NamedTuple):
    """One request as the server saw it begin."""

    time_s: float
    host: str
    path: str
    in_flight_on_host: int


@dataclass(frozen=True)
class Served:
    """Where the demo web can be reached."""

    port: int

    @property
    def address(self) -> str:
        """Host and port, as in a URL."""
        return f"{_LOOPBACK}:{self.port}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # The default of 5 makes a burst of new connections wait for a retry by the kernel.
    request_queue_size = 128

    def __init__(self, web: DemoWeb, port: int, log: list[Visit] | None, delay_s: float) -> None:
        self.web = web
        self.delay_s = delay_s
        self._log = log
        self._in_flight: Counter[str] = Counter()
        self._lock = Lock()
        super().__init__((_LOOPBACK, port), _Reply)

    def server_bind(self) -> None:
        """Bind without the reverse name look-up of the standard class, which can take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = _LOOPBACK, self.socket.getsockname()[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay quiet when a client goes away in the middle; a fault of the server itself is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as the base class got them

    @contextmanager
    def visit(self, host: str, path: str) -> Iterator[None]:
        """Count and log a request while it is answered."""
        with self._lock:
            self._in_flight[host] += 1
            if self._log is not None:
                self._log.append(Visit(time.monotonic(), host, path, self._in_flight[host]))
        try:
            yield
        finally:
            with self._lock:
                self._in_flight[host] -= 1


class _Reply(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in one write, and at once: else a delayed ACK costs 40 ms per request.
    wbufsize = -1
    disable_nagle_algorithm = True
    # Ends the threads of clients that forgot to close.
    timeout = 30
    server: _Server

    def do_GET(self) -> None:
        """Answer with head and body."""
        self._reply(with_body=True)

    def do_HEAD(self) -> None:
        """Answer with the head alone."""
        self._reply(with_body=False)

    def _reply(self, *, with_body: bool) -> None:
        host, path = self._asked()
        with self.server.visit(host, path):
            time.sleep(self.server.delay_s)
            answer = self.server.web.answer(host, path)
            self._write_head(answer)
            if with_body:
                self.wfile.write(answer.body)
            self.wfile.flush()

    def _asked(self) -> tuple[str, str]:
        """Host and path, also when the server is used as a proxy and the path is a URL."""
        if self.path.startswith("http://"):
            parts = urlsplit(self.path)
            return parts.hostname or "", parts.path or "/"
        return self.headers.get("Host", "").partition(":")[0].lower(), self.path

    def _write_head(self, answer: Answer) -> None:
        # Not send_response: it adds the current date, and the same request should give the same bytes.
        self.send_response_only(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Stay quiet: the log of visits tells more."""


@contextmanager
def serve(web: DemoWeb, port: int = 0, *, log: list[Visit] | None = None, delay_s: float = 0.0) -> Iterator[Served]:
    """The web on a loopback port while the context lasts; port 0 takes a free one.

    `log` is given every visit; `delay_s` makes each answer wait, so that visits can overlap.
    """
    with _Server(web, port, log, delay_s) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield Served(server.server_port)
        finally:
            server.shutdown()
            thread.join()
