"""The demo web over real sockets on the loopback address."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse

import pytest

from polytrawl.demo import DemoWeb, Visit, serve

_WWW, _FORUM = "www.safe-work.test", "forum.safe-work.test"


@pytest.fixture
def log() -> list[Visit]:
    """A log for the server to fill."""
    return []


@pytest.fixture
def connection(web: DemoWeb, log: list[Visit]) -> Iterator[HTTPConnection]:
    """A connection to the served web."""
    with serve(web, log=log) as served:
        connection = HTTPConnection(served.address, timeout=10)
        yield connection
        connection.close()


def _ask(connection: HTTPConnection, host: str, path: str, *, method: str = "GET") -> tuple[HTTPResponse, bytes]:
    connection.request(method, path, headers={"Host": host})
    response = connection.getresponse()
    return response, response.read()


def test_the_host_header_chooses_the_site(web: DemoWeb, connection: HTTPConnection) -> None:
    for host in (_WWW, f"{_FORUM}:8080"):
        response, body = _ask(connection, host, "/en/thread-17.html")
        expected = web.answer(host, "/en/thread-17.html")
        assert (response.status, body) == (expected.status, expected.body)


def test_connections_are_kept_alive_and_quick(connection: HTTPConnection) -> None:
    _ask(connection, _WWW, "/en/index.html")
    socket, start = connection.sock, time.monotonic()
    for _ in range(50):
        _ask(connection, _WWW, "/en/index.html")
    assert connection.sock is socket
    # A delayed ACK would cost 40 ms per request, two seconds in all.
    assert time.monotonic() - start < 1.0


def test_head_gives_the_length_without_a_body(web: DemoWeb, connection: HTTPConnection) -> None:
    response, body = _ask(connection, _WWW, "/it/heat.html", method="HEAD")
    assert body == b""
    assert response.headers["Content-Length"] == str(len(web.answer(_WWW, "/it/heat.html").body))
    assert response.headers["Content-Type"] == "text/html; charset=windows-1252"


def test_answers_carry_no_date(connection: HTTPConnection) -> None:
    response, _ = _ask(connection, _WWW, "/en/noise.html")
    assert {name.lower() for name in response.headers} == {"content-type", "content-length"}


def test_redirects_are_sent_as_such(connection: HTTPConnection) -> None:
    response, _ = _ask(connection, _WWW, "/")
    assert (response.status, response.headers["Location"]) == (302, f"http://{_WWW}/en/index.html")


def test_the_server_also_works_as_a_proxy(web: DemoWeb, connection: HTTPConnection) -> None:
    _, body = _ask(connection, "ignored.test", f"http://{_FORUM}/de/thread-17.html")
    assert body == web.answer(_FORUM, "/de/thread-17.html").body


def test_visits_are_logged_in_order(connection: HTTPConnection, log: list[Visit]) -> None:
    _ask(connection, _WWW, "/robots.txt")
    _ask(connection, _FORUM, "/robots.txt")
    assert [visit[1:] for visit in log] == [(_WWW, "/robots.txt", 1), (_FORUM, "/robots.txt", 1)]
    assert log[0].time_s <= log[1].time_s


def test_visits_that_overlap_are_counted_per_host(web: DemoWeb, log: list[Visit]) -> None:
    def visit(address: str, host: str) -> None:
        connection = HTTPConnection(address, timeout=10)
        _ask(connection, host, "/robots.txt")
        connection.close()

    with serve(web, log=log, delay_s=0.3) as served, ThreadPoolExecutor(3) as pool:
        list(pool.map(visit, [served.address] * 3, [_WWW, _WWW, _FORUM]))
    assert sorted((entry.host, entry.in_flight_on_host) for entry in log) == [(_FORUM, 1), (_WWW, 1), (_WWW, 2)]


def test_the_address_names_loopback_and_port(web: DemoWeb) -> None:
    with serve(web) as served:
        assert served.address == f"127.0.0.1:{served.port}"
        assert served.port > 0
