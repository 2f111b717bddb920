"""A small crawled run of two hosts, copied for each test, and a search of its files that knows nothing of the proof."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crawl.conftest import Answer, Web, serve
from polytrawl.forget.act import Forgotten, forget
from polytrawl.forget.target import read_target
from polytrawl.run import Run, new_run, open_run
from support import Quiet

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

A, B = "http://a.test", "http://b.test"
TWINS = (f"{A}/twin-1.html", f"{A}/twin-2.html", f"{A}/twin-3.html")  # the same bytes
OWN = {  # what only one page says
    f"{A}/en/lathe.html": "Keep sleeves buttoned while the lathe in hall seven is turning.",
    f"{A}/de/lathe.html": "Halten Sie die Ärmel geschlossen, solange die Drehbank in Halle sieben läuft.",
    f"{A}/en/crane.html": "The yellow crane lifts at most \"four\" tonnes & never over people's heads.",
    f"{A}/de/crane.html": "Der gelbe Kran hebt höchstens \u201evier\u201c Tonnen & niemals über Köpfe hinweg.",
    f"{B}/en/oven.html": "Let the annealing oven cool down for nine hours before you sweep it.",
    f"{B}/de/oven.html": "Lassen Sie den Glühofen neun Stunden lang abkühlen, bevor Sie ihn fegen.",
}  # fmt: skip
SHARED = {"en": "Report every accident to the shift leader.", "de": "Melden Sie jeden Unfall dem Schichtleiter."}
_MORE = {
    "en": "Read these rules with care before you begin, and ask when something is not clear to you.",
    "de": "Lesen Sie diese Regeln sorgfältig, bevor Sie beginnen, und fragen Sie, wenn etwas unklar ist.",
}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#39;")


def _page(url: str, text: str) -> bytes:
    language = url.split("/")[3]
    other = "de" if language == "en" else "en"
    name = url.rpartition("/")[2]
    links = "".join(f'<a href="{one}">{one.rpartition("/")[2]}</a> ' for one in (*OWN, *TWINS))
    body = "".join(f"<p>{_escaped(one)}</p>" for one in (text, SHARED[language], _MORE[language]))
    head = f"<title>{name.partition('.')[0]} {language}</title>"
    head += f'<link rel="alternate" hreflang="{other}" href="/{other}/{name}">'
    return f'<html lang="{language}"><head>{head}</head><body>{body}<nav>{links}</nav></body></html>'.encode()


def small_web() -> Web:
    """Pages in two languages on two hosts, and three pages that are the same."""
    web = Web(sites={"a.test": {}, "b.test": {}})
    html = {"Content-Type": "text/html; charset=utf-8"}
    for url, text in OWN.items():
        host, path = url.removeprefix("http://").split("/", 1)
        web.sites[host][f"/{path}"] = Answer(_page(url, text), 200, html)
    twin = (
        b"<html lang=en><title>Twin</title><p>This page stands at three addresses, and it says so each time.</p></html>"
    )
    for url in TWINS:
        web.sites["a.test"][url.removeprefix(A)] = Answer(twin, 200, html)
    return web


@pytest.fixture(scope="session")
def web() -> Iterator[Web]:
    with serve(small_web()) as served:
        yield served


@pytest.fixture(scope="session")
def table(web: Web) -> dict[str, Any]:
    return {
        "languages": ["en", "de"],
        "seeds": [f"{A}/en/lathe.html", f"{B}/en/oven.html"],
        "workers": 1,
        "crawl": {"connect_to": web.address, "delay_s": 0, "connections": 1, "scope": "any"},
        "export": {
            "exporters": [
                *("tmx", "tsv", "jsonl", "text", "xml", "tei", "md", "moses", "html", "parquet"),
                *("sentences", "vertical", "comparable"),
            ]
        },
    }


@pytest.fixture(scope="session")
def small(table: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One finished run over the small web; tests must not change it."""
    run = new_run(tmp_path_factory.mktemp("small") / "run", table)
    run.go(Quiet())
    run.report()
    return run


@pytest.fixture
def copy(small: Run, tmp_path: Path) -> Run:
    """A run that a test may change."""
    shutil.copytree(small.path, tmp_path / "run")
    return open_run(tmp_path / "run")


@pytest.fixture
def forget_in() -> Callable[..., Forgotten]:
    """Forgets without asking."""

    def call(run: Run, what: str | None, kind: Any = None) -> Forgotten:
        target = read_target(what, kind) if what is not None else None
        return forget(run, target, Quiet(), lambda _: True)[-1]

    return call


def everything(path: Path) -> dict[str, str]:
    """The text of every file of a folder, unpacked; what escapes letters is taken back."""
    return {
        one.relative_to(path).as_posix(): _plain(one)
        for one in sorted(path.rglob("*"))
        if one.is_file() and not one.name.endswith(("-wal", "-shm"))
    }


def _plain(path: Path) -> str:
    text = _unpacked(path)
    for code, letter in (('\\"', '"'), ("&quot;", '"'), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")):
        text = text.replace(code, letter)
    return text


def _unpacked(path: Path) -> str:
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
    if path.suffix == ".zst":
        return zstd.decompress(path.read_bytes()).decode("utf-8", "replace")
    if path.suffix == ".sqlite":
        return _rows(path)
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        return "\n".join(str(value) for row in pq.read_table(path).to_pylist() for value in row.values())
    return path.read_bytes().decode("utf-8", "replace")


def _rows(path: Path) -> str:
    db = sqlite3.connect(path)
    texts: list[str] = [path.read_bytes().decode("utf-8", "replace")]  # what is deleted, but not swept
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in db.execute(f"SELECT * FROM {table}"):
            for value in row:
                is_packed = isinstance(value, bytes) and value.startswith(b"\x28\xb5\x2f\xfd")
                texts.append(zstd.decompress(value).decode() if is_packed else str(value))
    db.close()
    return "\n".join(texts)


def holding(path: Path, text: str) -> list[str]:
    """The files in which a text stands."""
    return [name for name, content in everything(path).items() if text in content]
