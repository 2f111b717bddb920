"""`polytrawl extract` as a user meets it: real processes, files, pipes, a server, and clear words for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest

from polytrawl.demo import DemoWeb

FORUM, MANUAL = "http://forum.safe-work.test/en/thread-17.html", "http://www.safe-work.test/en/ladders.html"


def extract(*words: object, cwd: Path, given: bytes | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", "extract", *map(str, words)]
    done = subprocess.run(command, capture_output=True, input=given, cwd=cwd, timeout=120, check=False)
    text = subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in text.stderr, text.stderr
    assert "a fault in polytrawl" not in text.stderr, text.stderr
    return text


@pytest.fixture
def folder(tmp_path: Path, demo_web: DemoWeb) -> Path:
    """A folder with a forum page, a manual page and a picture."""
    for name, url in (("forum.html", FORUM), ("manual.html", MANUAL)):
        parts = urlsplit(url)
        (tmp_path / name).write_bytes(demo_web.answer(parts.netloc, parts.path).body)
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    (tmp_path / "empty.html").touch()
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as served:
        thread = Thread(target=served.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def test_every_format_of_one_page_comes_to_stdout(folder: Path):
    text = extract("manual.html", cwd=folder)
    assert (text.returncode, text.stdout.splitlines()[0]) == (0, "Working safely on ladders")
    found = json.loads(extract("manual.html", "--format", "json", cwd=folder).stdout)
    assert (found["language"], found["text"] + "\n") == ("en", text.stdout)
    assert ET.fromstring(extract("manual.html", "--format", "xml", cwd=folder).stdout).tag.endswith("}cesDoc")
    assert ET.fromstring(extract("manual.html", "--format", "tei", cwd=folder).stdout).tag.endswith("}TEI")
    assert extract("manual.html", "--format", "md", cwd=folder).stdout.startswith("# Working safely on ladders\n")


def test_stdin_is_read(folder: Path):
    page = (folder / "forum.html").read_bytes()
    assert extract("-", cwd=folder, given=page).stdout == extract("forum.html", cwd=folder).stdout


def test_what_cannot_be_read_is_told_and_the_rest_is_written(folder: Path):
    done = extract("nowhere.html", "picture.html", "empty.html", "manual.html", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith("Working safely on ladders\n")
    assert done.stderr.splitlines() == [
        "polytrawl: nowhere.html: No such file or directory",
        "polytrawl: picture.html: not-html: text/html",
        "polytrawl: empty.html: empty",
    ]


def test_results_go_to_a_file_or_for_several_pages_to_a_folder(folder: Path):
    assert extract("manual.html", "-o", "one.xml", "--format", "xml", cwd=folder).stdout == ""
    assert ET.parse(folder / "one.xml")
    (folder / "copy").mkdir()
    (folder / "copy" / "manual.html").write_bytes((folder / "manual.html").read_bytes())
    done = extract("manual.html", "forum.html", "copy/manual.html", "-o", "out", "--format", "tei", cwd=folder)
    assert done.returncode == 0
    made = sorted(path.name for path in (folder / "out").iterdir())
    assert made == ["forum.tei.xml", "manual-2.tei.xml", "manual.tei.xml"]  # the two of one name are both there


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("manual.html", "--format", "txt"), "did you mean 'text'"),
        (("manual.html", "--kind", "forums"), "did you mean 'forum'"),
        (("manual.html", "forum.html", "--format", "xml"), "-o FOLDER"),
        (("manual.html", "forum.html", "-o", "empty.html"), "is no folder"),
        (("-", "-"), "give - once"),
        (("-", "--view"), "-o FILE.html"),
        (("https://example.org/",), "--contact"),
        ((), "Missing argument"),
    ],
)
def test_wrong_words_are_answered_with_the_right_ones(folder: Path, words: tuple[str, ...], message: str):
    done = extract(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_forum_is_read_as_a_thread(folder: Path):
    [thread] = extract("forum.html", "--kind", "forum", "--format", "json", cwd=folder).stdout.splitlines()
    posts = json.loads(thread)["posts"]
    assert len(posts) == 6
    assert all(post["date"].startswith("2024-03") for post in posts)


def test_a_url_is_fetched_but_not_from_private_addresses_unless_allowed(folder: Path, server: str):
    refused = extract(f"{server}/manual.html", cwd=folder)
    assert (refused.returncode, "give --allow-private" in refused.stderr) == (1, True)
    done = extract(f"{server}/manual.html", f"{server}/nowhere.html", "--allow-private", "--format", "json", cwd=folder)
    assert json.loads(done.stdout)["url"] == f"{server}/manual.html"
    assert (done.returncode, f"{server}/nowhere.html: http-404" in done.stderr) == (1, True)


def test_the_view_is_written_next_to_the_page_or_where_asked(folder: Path):
    done = extract("manual.html", "--view", cwd=folder)
    assert done.stdout.strip() == "manual.view.html"
    text = (folder / "manual.view.html").read_text(encoding="utf-8")
    assert text.count("<li class=") == 32
    given = (folder / "manual.html").read_bytes()
    assert extract("-", "--view", "-o", "shown/page.html", cwd=folder, given=given).returncode == 0
    assert (folder / "shown" / "page.html").exists()


@pytest.mark.parametrize("source", [".", "..", "/", ""])
def test_a_folder_is_no_page(folder: Path, source: str):
    done = extract(source, "--view", cwd=folder)
    assert (done.returncode, done.stderr) == (1, f"polytrawl: {source}: Is a directory\n")


def test_what_is_no_url_is_told_in_one_line(folder: Path):
    done = extract("http://[", cwd=folder)
    assert (done.returncode, done.stderr) == (
        1,
        "polytrawl: http://[: bad-url: expected something like https://example.org/\n",
    )


def test_a_page_is_not_overwritten_by_its_own_view(folder: Path):
    (folder / "odd.view.html").write_text("<p>A page of that name.</p>")
    before = (folder / "odd.view.html").read_bytes()
    extract("odd.view.html", "--view", cwd=folder)
    assert (folder / "odd.view.html").read_bytes() == before
