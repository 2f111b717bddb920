"""The client of the API against a real server that misbehaves."""

from __future__ import annotations

import contextlib
import gzip
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from polytrawl.bootstrap.api.answers import Answers
from polytrawl.bootstrap.api.client import Client, Manners
from polytrawl.bootstrap.api.shapes import Link, Page
from polytrawl.bootstrap.api.source import ApiSource
from polytrawl.bootstrap.start import Options, bootstrap
from polytrawl.errors import ConfigError, StageError

MANNERS = Manners(allow_private=True, delay_s=0, first_wait_s=0, attempts=3)
OK, HTML = "application/json", "text/html"
MEMBERS = [{"ns": 0, "title": f"Flower {number}"} for number in range(1, 8)]


class Server:
    """Answers like an API with one category; `trouble` is asked first, and may answer in its place."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.trouble: Callable[[int], tuple[int, dict[str, str], bytes] | None] = lambda _number: None
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                question = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
                server.asked.append(question)
                server.headers.append(dict(self.headers))
                body = gzip.compress(json.dumps(answer_to(question)).encode())
                whole = 200, {"Content-Type": OK, "Content-Encoding": "gzip"}, body
                status, headers, body = server.trouble(len(server.asked)) or whole
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                with contextlib.suppress(ConnectionError):  # whoever asked may be killed
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.template = f"http://127.0.0.1:{self._server.server_port}/{{lang}}/api.php"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer_to(question: dict[str, str]) -> dict[str, object]:
    """What MediaWiki would say of a wiki with one category of seven pages, three of them in each answer."""
    if question.get("list") == "categorymembers":
        start = int(question.get("cmcontinue", "0"))
        found: dict[str, object] = {"query": {"categorymembers": MEMBERS[start : start + 3]}}
        return {**found, "continue": {"cmcontinue": str(start + 3)}} if start + 3 < len(MEMBERS) else found
    if question.get("prop") == "categoryinfo":
        page = {"ns": 14, "title": "Category:Flowers", "categoryinfo": {"pages": 7, "subcats": 0}}
        return {"query": {"pages": [page]}}
    pages = [{"ns": 0, "title": title, "pageid": 1} for title in question.get("titles", "").split("|")]
    return {"batchcomplete": True, "query": {"pages": pages}}


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.stop()


def go(server: Server, folder: Path, manners: Manners = MANNERS) -> list[str]:
    """The titles that a bootstrap finds."""
    source = ApiSource(folder / "answers.sqlite", template=server.template, manners=manners)
    try:
        found = bootstrap("flowers", ["en"], source=source, options=Options(texts=False))
    finally:
        source.close()
    return [term.title for term in found.terms]


TITLES = [member["title"] for member in MEMBERS]


def test_answers_in_parts_are_joined_and_requests_say_who_asks(server: Server, tmp_path: Path) -> None:
    assert sorted(go(server, tmp_path, MANNERS._replace(contact="me@example.org"))) == TITLES
    assert [one.get("cmcontinue") for one in server.asked if "cmtitle" in one] == [None, "3", "6"]
    assert all(one["maxlag"] == "5" and one["format"] == "json" for one in server.asked)
    assert all("me@example.org" in one["User-Agent"] and "gzip" in one["Accept-Encoding"] for one in server.headers)


@pytest.mark.parametrize(
    "answer",
    [
        (429, {"Retry-After": "0"}, b"slow down"),
        (503, {}, b"busy"),
        (200, {"Content-Type": OK, "Retry-After": "0"}, b'{"error":{"code":"maxlag","info":"Waiting for db1"}}'),
        (200, {"Content-Type": OK}, b'{"error":{"code":"ratelimited","info":"too many"}}'),
        (200, {"Content-Type": HTML}, b"<html>a proxy says hello</html>"),
        (200, {"Content-Type": OK}, b'{"query":{"pag'),
        (200, {"Content-Type": OK}, b"[]"),
        (200, {"Content-Type": OK, "Content-Encoding": "gzip"}, gzip.compress(b"{}" * 99)[:-9]),
    ],
)
def test_trouble_that_passes_is_waited_for(
    server: Server, tmp_path: Path, answer: tuple[int, dict[str, str], bytes]
) -> None:
    server.trouble = lambda number: answer if number in (2, 3) else None
    assert sorted(go(server, tmp_path)) == TITLES
    assert server.asked[1] == server.asked[2] == server.asked[3]


@pytest.mark.parametrize("places", ["3", "36"])
def test_a_server_that_goes_in_circles_is_told(server: Server, tmp_path: Path, places: str) -> None:
    def circle(number: int) -> tuple[int, dict[str, str], bytes]:
        going_on = {"query": {"categorymembers": []}, "continue": {"cmcontinue": places[number % len(places)]}}
        return 200, {"Content-Type": OK}, json.dumps(going_on).encode()

    server.trouble = circle
    answers = Answers(tmp_path / "answers.sqlite")
    client, parts = Client(server.template.replace("{lang}", "en"), answers, MANNERS), []
    with pytest.raises(StageError, match="does not come to an end of its answers"):
        parts.extend(client.query(list="categorymembers"))
    client.close()
    answers.close()
    assert len(parts) <= 1 + len(places)


def test_a_page_with_many_links_takes_time_by_their_number() -> None:
    page = Page(title="Rose", extlinks=[Link(url="https://a.example/")])
    before = page.extlinks
    page.join(Page(title="Rose", extlinks=[Link(url="https://b.example/")]))
    assert [link.url for link in before] == ["https://a.example/", "https://b.example/"]  # no copy for each part


def test_a_long_wait_that_a_server_asks_for_is_cut(server: Server, tmp_path: Path) -> None:
    server.trouble = lambda number: (429, {"Retry-After": "86400"}, b"") if number == 1 else None
    assert sorted(go(server, tmp_path, MANNERS._replace(longest_wait_s=0.01))) == TITLES


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((429, {"Retry-After": "0"}, b""), "http-429: Too Many Requests after 3 attempts"),
        ((200, {"Content-Type": HTML}, b"<html>no"), "no-json: text/html: b'<html>no' after 3 attempts"),
        ((403, {}, b""), "http-403: Forbidden;"),
        ((200, {}, b'{"error":{"code":"badvalue","info":"Unrecognized"}}'), "badvalue: Unrecognized;"),
        (
            (301, {"Location": "https://elsewhere.example/api.php"}, b""),
            "redirect: to https://elsewhere.example/api.php",
        ),
    ],
)
def test_trouble_that_stays_is_told_and_the_next_run_goes_on_from_there(
    server: Server, tmp_path: Path, answer: tuple[int, dict[str, str], bytes], said: str
) -> None:
    server.trouble = lambda number: answer if number > 3 else None
    with pytest.raises(StageError, match="what was answered so far is kept") as error:
        go(server, tmp_path)
    assert said in str(error.value)
    assert server.template.replace("{lang}", "en") in str(error.value)
    server.trouble = lambda _number: None
    before = server.asked[:3]
    server.asked.clear()
    assert sorted(go(server, tmp_path)) == TITLES
    assert not [one for one in server.asked if one in before]


def test_a_bootstrap_that_is_killed_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def kill(number: int) -> None:
        if number == 4:
            started[0].kill()
            started[0].wait()

    server.trouble = kill
    command = [sys.executable, "-m", "polytrawl", "bootstrap", "flowers", "--langs", "en", "--no-texts"]
    command += ["--wiki", server.template, "--allow-private", "--out", str(tmp_path)]
    started.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
    assert started[0].wait() == -signal.SIGKILL
    before = server.asked[:3]
    server.trouble = lambda _number: None
    server.asked.clear()
    assert sorted(go(server, tmp_path)) == TITLES
    assert server.asked
    assert not [one for one in server.asked if one in before]


@pytest.mark.parametrize(
    "body",
    [
        b'{"query":{"pages":{"1":{"title":"Category:Flowers"}}}}',  # of an old version
        b'{"query":[]}',
        b'{"query":{"pages":[7]}}',
        b'{"query":{"pages":[{"title":null}]}}',
        b'{"query":{"pages":[{"title":"Category:Flowers","categoryinfo":{"pages":"many"}}]}}',
    ],
)
def test_an_answer_of_another_shape_is_no_traceback(server: Server, tmp_path: Path, body: bytes) -> None:
    server.trouble = lambda _number: (200, {"Content-Type": OK}, body)
    with pytest.raises(StageError, match="an answer of another shape"):
        go(server, tmp_path)


def test_a_server_that_never_ends_is_left(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.bootstrap.api.client._CONTINUED", 5)
    endless = b'{"query":{"pages":[]},"continue":{"x":"y"}}'
    server.trouble = lambda _number: (200, {"Content-Type": OK}, endless)
    with pytest.raises(StageError, match="does not come to an end"):
        go(server, tmp_path)


def test_private_addresses_are_refused(server: Server, tmp_path: Path) -> None:
    with pytest.raises(StageError, match="private-address"):
        go(server, tmp_path, MANNERS._replace(allow_private=False))
    assert not server.asked


def test_wikipedia_is_not_asked_without_a_contact(tmp_path: Path) -> None:
    source = ApiSource(tmp_path / "answers.sqlite")
    with pytest.raises(ConfigError, match="its owners must be able to reach you"):
        source.wiki("en")
    source.close()


@pytest.mark.parametrize("template", ["https://en.wikipedia.org/w/api.php", "{lang}", ""])
def test_a_template_that_is_none_is_refused(tmp_path: Path, template: str) -> None:
    with pytest.raises(ConfigError, match="write the address of an API with {lang} in it"):
        ApiSource(tmp_path / "answers.sqlite", template=template)


def test_a_file_that_holds_no_answers_is_told(tmp_path: Path) -> None:
    (tmp_path / "answers.sqlite").write_bytes(b"something else, and long enough to be taken for a database" * 99)
    with pytest.raises(ConfigError, match="cannot be used for answers"):
        ApiSource(tmp_path / "answers.sqlite")


@pytest.mark.parametrize("word", ["", "  ", "a|b", "[[x]]", "#", "x" * 300])
def test_words_that_cannot_be_titles_are_refused_before_anything_is_asked(
    server: Server, tmp_path: Path, word: str
) -> None:
    source = ApiSource(tmp_path / "answers.sqlite", template=server.template, manners=MANNERS)
    with pytest.raises(ConfigError, match="cannot be the name of a category"):
        bootstrap(word, ["en"], source=source)
    source.close()
    assert not server.asked
