"""A small web on loopback for a real browser: two topics with a list each, and corners that are hard to record."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NUMBER = 8  # pages of a topic
_COMMON = "the of and to in is for on with as by this that are from at be or it was"
_WORDS = {
    "ice": "glacier moraine meltwater snow crevasse valley winter summit rock avalanche alpine ridge",
    "ball": "football match goal referee penalty league stadium coach striker season trophy defender",
    "portal": "welcome news weather today contents contact editors archive letters puzzles travel",
}
_CORNERS = {
    "/frames": '<iframe src="/ice/7"></iframe><p>A page with another one in it.</p>',
    "/anchors": '<a id="down" href="#end">down</a><p id="end">The end.</p>',
    "/script": "<button onclick=\"history.pushState({}, '', '/script?view=2')\">next</button>",
    "/a,b": "<p>A comma in the address.</p>",
}


def text(topic: str, seed: int) -> str:
    """Sentences of a topic; the same for the same seed."""
    draw = random.Random(f"{topic} {seed}")
    words = (draw.choice((_WORDS[topic] if draw.random() < 0.5 else _COMMON).split()) for _ in range(160))
    return "".join(f"<p>{' '.join(next(words) for _ in range(40)).capitalize()}.</p>" for _ in range(4))


def page(path: str) -> str | None:
    """The page at a path."""
    corner, _, _ = path.partition("?")
    if corner in _CORNERS:
        return _html("corner", _CORNERS[corner])
    if path == "/":
        # Football comes first, so that a crawl in order of finding does not meet the glaciers first by chance.
        return _html("portal", text("portal", 0) + _links("/ball/", "/ice/"))
    topic, _, number = path[1:].partition("/")
    if topic not in ("ice", "ball") or not (number == "" or number in map(str, range(NUMBER))):
        return None
    if number:
        return _html(topic, text(topic, int(number)) + _links(f"/{topic}/{(int(number) + 1) % NUMBER}", "/"))
    return _html(topic, text(topic, NUMBER)[:300] + _links(*(f"/{topic}/{at}" for at in range(NUMBER))))


def _links(*targets: str) -> str:
    here = "".join(f'<li><a href="{one}">{one}</a></li>' for one in targets)
    return f"<ul>{here}</ul>" + "".join(f'<a class="new" target="_blank" href="{one}">new</a> ' for one in targets)


def _html(title: str, body: str) -> str:
    return f'<!doctype html><html lang="en"><title>{title}</title><link rel="icon" href="data:,"><body>{body}</body>'


class _Reply(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/ice/3")
            body = b""
        else:
            made = page(self.path)
            self.send_response(200 if made else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            body = (made or "").encode()
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.asked.append(self.path)

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


@contextmanager
def served() -> Iterator[tuple[str, list[str]]]:
    """The address of the web, and the paths that were asked for."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Reply)
    server.daemon_threads = True
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server.asked
    finally:
        server.shutdown()
        server.server_close()
