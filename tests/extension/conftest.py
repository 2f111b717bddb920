"""A small web on loopback, and browsers with the extension."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from browsed_web import served
from recorder import Recorder, browsers


@pytest.fixture(scope="module")
def web() -> Iterator[tuple[str, list[str]]]:
    with served() as found:
        yield found


@pytest.fixture(scope="module")
def start(web: tuple[str, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Recorder]]:
    with browsers(web, tmp_path_factory.mktemp("browser")) as start:
        yield start


@pytest.fixture(scope="module")
def shared(start: Callable[..., Recorder]) -> Recorder:
    """One browser for many tests: starting it takes longer than they do."""
    return start("shared")


@pytest.fixture
def recorder(shared: Recorder) -> Iterator[Recorder]:
    """A recorder that knows nothing yet, and in whose page nothing goes wrong."""
    shared.worker.evaluate("Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])")
    for page in shared.context.pages[1:]:
        page.close()
    shared.tab.goto("about:blank")
    made = Recorder(shared.context, shared.web, shared.asked)
    yield made
    assert made.wrong == []
