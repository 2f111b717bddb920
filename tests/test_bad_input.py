"""Bad input is data: a clear message or a counted reason, never a traceback, and nothing made before is lost."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from polytrawl.errors import StageError
from polytrawl.records import Dropped
from polytrawl.run import Run, new_run
from support import Quiet

ARTICLE = """<!doctype html><html lang="{lang}"><head><title>{title}</title></head><body><main><article>
<h1>{title}</h1><p>{text}</p></article></main></body></html>"""
ENGLISH = "Check every ladder before you climb it. A broken rung has cost many people their health. " * 3
GERMAN = "Prüfen Sie jede Leiter, bevor Sie hinaufsteigen. Eine kaputte Sprosse hat viele die Gesundheit gekostet. " * 3


@contextmanager
def served(answers: dict[str, tuple[int, str, bytes]]) -> Iterator[str]:
    """A server on loopback that gives these answers: path to status, content type and body."""

    class Reply(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, kind, body = answers.get(self.path, (404, "text/html", b"no"))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # the crawler may have had enough of it
                self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Reply)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def get(address: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """`polytrawl get` as a user runs it, with every connection going to the address."""
    sets = [
        f"--set={one}" for one in (f"crawl.connect_to={address}", "crawl.delay_s=0", "workers=1", "crawl.attempts=1")
    ]
    command = [sys.executable, "-m", "polytrawl", "get", "http://site.test/", "--langs", "en,de", "--out", str(folder)]
    done = subprocess.run([*command, *sets, *more], capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def page(lang: str, title: str, text: str) -> tuple[int, str, bytes]:
    return 200, "text/html; charset=utf-8", ARTICLE.format(lang=lang, title=title, text=text).encode()


def home(*links: str) -> tuple[int, str, bytes]:
    return page("en", "Home", ENGLISH + "".join(f'<a href="{link}">{link}</a> ' for link in links))


def reasons(folder: Path, stage: str) -> dict[str, str]:
    """Why each dropped URL fell out at a stage."""
    from polytrawl.rundir import RunDir

    return {one.url: one.reason for one in RunDir.open(folder).records(stage) if isinstance(one, Dropped)}


def test_a_refused_connection_says_what_to_look_at(tmp_path: Path):
    done = get("127.0.0.1:9", tmp_path / "run")
    assert done.returncode == 1
    assert "no page could be had: refused-connection (1); does a server run there" in done.stderr


def test_an_unknown_host_says_what_to_look_at(tmp_path: Path):
    done = get("no-such-host.invalid:80", tmp_path / "run", "--contact", "me@example.org")
    assert done.returncode == 1
    assert "unknown-host (1); is the host name spelt right" in done.stderr


def test_a_private_address_is_refused_unless_asked_for(tmp_path: Path):
    command = [sys.executable, "-m", "polytrawl", "get", "http://127.0.0.1:9/", "--langs", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False)
    assert (done.returncode, "set crawl.allow_private = true" in done.stderr) == (1, True), done.stderr


def test_an_empty_site_is_no_page(tmp_path: Path):
    with served({"/": (200, "text/html", b"")}) as address:
        done = get(address, tmp_path / "run")
    assert done.returncode in (0, 1)
    assert "empty" in done.stderr


def test_odd_pages_are_counted_with_their_reason_and_the_rest_goes_on(tmp_path: Path):
    answers = {
        "/": home("/en/a.html", "/de/a.html", "/byte.html", "/huge.html", "/film.mp4", "/gone.html", "/binary.html"),
        "/en/a.html": page("en", "Ladders", ENGLISH),
        "/de/a.html": page("de", "Leitern", GERMAN),
        "/byte.html": (200, "text/html", b"x"),
        "/huge.html": (200, "text/html", b"<p>" + b"text " * 10_000_000),
        "/film.mp4": (200, "video/mp4", b"\x00" * 1000),
        "/binary.html": (200, "text/html", bytes(range(256)) * 40),
    }
    with served(answers) as address:
        done = get(address, tmp_path / "run")
    assert done.returncode == 0, done.stderr
    crawl = {url.removeprefix("http://site.test"): reason for url, reason in reasons(tmp_path / "run", "crawl").items()}
    assert crawl == {"/huge.html": "too-large", "/film.mp4": "not-html", "/gone.html": "http-404"}
    assert len((tmp_path / "run" / "export" / "units.tsv").read_text().splitlines()) > 1


@pytest.fixture
def with_warc(demo: Run, tmp_path: Path) -> Path:
    [warc] = (demo.path / "crawl").glob("*.warc.gz")
    return Path(shutil.copy(warc, tmp_path / "pages.warc.gz"))


def run_warc(warc: Path, folder: Path) -> Run:
    run = new_run(folder, {"languages": ["en", "de", "it", "pt"], "warcs": [str(warc)], "workers": 1})
    run.go(Quiet())
    return run


def test_a_warc_gives_the_pages_that_a_crawl_gave(demo: Run, with_warc: Path, tmp_path: Path):
    run = run_warc(with_warc, tmp_path / "run")
    assert {pair.id for pair in run.pairs()} >= {pair.id for pair in demo.pairs()}


def test_an_unpacked_warc_will_do_too(with_warc: Path, tmp_path: Path):
    plain = tmp_path / "pages.warc"
    plain.write_bytes(gzip.decompress(with_warc.read_bytes()))
    assert len(list(run_warc(plain, tmp_path / "run").units())) > 150


def test_a_warc_cut_in_the_middle_gives_what_is_before_the_cut(with_warc: Path, tmp_path: Path):
    whole = with_warc.read_bytes()
    with_warc.write_bytes(whole[: len(whole) // 2 + 7])
    run = run_warc(with_warc, tmp_path / "run")
    counts = run.directory.finished("crawl").counts
    assert counts["torn-record"] == 1
    assert 20 < counts[""] < 70


def test_a_missing_or_foreign_input_is_named(tmp_path: Path):
    (tmp_path / "text.warc").write_text("this is no WARC")
    for name, message in (("none.warc.gz", "none.warc.gz"), ("text.warc", "no page could be had")):
        command = [sys.executable, "-m", "polytrawl", "run", str(tmp_path / "run.toml")]
        (tmp_path / "run.toml").write_text(f'languages = ["en"]\nwarcs = ["{name}"]\n')
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode in (1, 2)
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_a_disk_that_turns_read_only_is_named_and_what_was_made_stays(tmp_path: Path):
    """A small file system of its own, mounted read-only in the middle; needs to be root."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", place], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("cannot mount a file system here: not root")
    try:
        answers = {"/": home("/en/a.html"), "/en/a.html": page("en", "Ladders", ENGLISH)}
        with served(answers) as address:
            assert get(address, place / "run", "--to", "clean").returncode == 0
            subprocess.run(["mount", "-o", "remount,ro", place], check=True)
            done = get(address, place / "run")
            other = get(address, place / "other")
        assert (done.returncode, "ead-only" in done.stderr) == (1, True), done.stderr
        assert (other.returncode, "cannot write here: Read-only file system" in other.stderr) == (1, True), other.stderr
        assert list((place / "run" / "clean").glob("part-*"))
        status = subprocess.run(
            [sys.executable, "-m", "polytrawl", "status", place / "run"], capture_output=True, text=True, check=True
        )
        assert "clean     complete" in status.stdout
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_full_disk_is_named_and_the_run_goes_on_when_there_is_room(tmp_path: Path):
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "none", place]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("cannot mount a file system here: not root")
    try:
        answers = {"/": home("/en/a.html", "/de/a.html"), "/en/a.html": page("en", "Ladders", ENGLISH)}
        answers["/de/a.html"] = page("de", "Leitern", GERMAN)
        with served(answers) as address:
            assert get(address, place / "run", "--to", "topic").returncode == 0
            fill = place / "fill"
            with pytest.raises(OSError, match="No space"):
                fill.write_bytes(b"x" * 40_000_000)
            done = get(address, place / "run")
            assert (done.returncode, "No space left" in done.stderr or "disk is full" in done.stderr) == (1, True), (
                done.stderr
            )
            assert "languages" in (place / "run" / "run.toml").read_text()
            fill.unlink()
            assert get(address, place / "run").returncode == 0
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_run_without_any_page_in_the_wanted_languages_ends_well(tmp_path: Path):
    with served({"/": page("en", "Ladders", ENGLISH)}) as address:
        done = get(address, tmp_path / "run", "--set", 'languages=["fi","hu"]')
    assert done.returncode == 0, done.stderr
    assert "0 documents, 0 page pairs, 0 units" in done.stdout
    assert "out-of-language" in done.stderr


def test_a_local_plugin_that_does_not_load_is_named(tmp_path: Path):
    (tmp_path / "bad.py").write_text("import nowhere_to_be_found")
    (tmp_path / "run.toml").write_text('languages = ["en"]\nseeds = ["http://a.test/"]\nplugins = ["bad.py"]\n')
    command = [sys.executable, "-m", "polytrawl", "run", str(tmp_path)]
    (tmp_path / "polytrawl.json").write_text('{"format": 1}')
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, "bad.py: ModuleNotFoundError" in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_the_stage_error_for_nothing_names_the_most_frequent_reason(tmp_path: Path):
    run = new_run(tmp_path / "run", {"languages": ["en"], "folders": [str(tmp_path)], "workers": 1})
    (tmp_path / "empty.html").write_text("")
    with pytest.raises(StageError, match="empty \\(1\\); the pages have no content"):
        run.go(Quiet())
