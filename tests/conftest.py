"""What many tests share: the demo web on loopback, one finished run over it, and a guard against the network."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from polytrawl import plugin
from polytrawl.demo import DemoWeb, serve
from polytrawl.run import Run, new_run
from support import CHROMIUM, Quiet

# A suite that is run in the background inherits that Ctrl-C is ignored; its tests of Ctrl-C would see nothing.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What takes long on a busy machine is no fault of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever tries to leave this machine fails the test."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) else "127.0.0.1"
        if not str(host).startswith(("127.", "::1", "localhost")):
            pytest.fail(f"a test wanted to connect to {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def _own_plugins() -> Iterator[None]:
    """Plug-ins that a test makes are gone after it."""
    plugin.load_installed()
    before = dict(plugin._CLASSES)
    yield
    plugin._CLASSES.clear()
    plugin._CLASSES.update(before)


@pytest.fixture(scope="session")
def demo_web() -> DemoWeb:
    return DemoWeb.load()


@pytest.fixture(scope="session")
def demo_address(demo_web: DemoWeb) -> Iterator[str]:
    with serve(demo_web) as server:
        yield server.address


@pytest.fixture(scope="session")
def demo_table(demo_web: DemoWeb, demo_address: str) -> dict[str, Any]:
    """The config of a run over the demo web; without what is learned for the filter, which takes half of the time."""
    return {
        "languages": ["en", "de", "it", "pt"],
        "seeds": list(demo_web.SEEDS),
        "workers": 1,
        "crawl": {"connect_to": demo_address, "delay_s": 0},
        "topic": {"definition": str(demo_web.topic_file)},
        "filter": {"adequacy": False, "fluency": False},
    }


@pytest.fixture(scope="session")
def make_demo(demo_table: dict[str, Any]) -> Callable[..., Run]:
    """Makes a run over the demo web in a folder and runs all of it."""

    def make(path: Path, *sets: str, last: str = "export") -> Run:
        run = new_run(path, demo_table, sets=sets)
        run.go(Quiet(), last=last)
        return run

    return make


@pytest.fixture(scope="session")
def demo(make_demo: Callable[..., Run], tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One finished run over the demo web; tests must not change it."""
    return make_demo(tmp_path_factory.mktemp("demo") / "run")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser; modules that use it are marked with `NEEDS_BROWSER`."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=[*quiet, "--disable-sync"])
        yield opened
        opened.close()
