"""The extension in a real Chromium, for tests of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from support import CHROMIUM

EXTENSION = Path(__file__).parents[1] / "extension"
_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass
class Recorder:
    """A browser with the extension, its page as the popup shows it, and a tab to browse in."""

    context: Any
    web: str
    asked: list[str]
    worker: Any = field(init=False)
    popup: Any = field(init=False)
    tab: Any = field(init=False)
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        workers = self.context.service_workers
        self.worker = workers[0] if workers else self.context.wait_for_event("serviceworker")
        self.tab = self.context.pages[0]
        self.popup = self.opened("page.html", width=400)
        self.tab.bring_to_front()

    def opened(self, page: str, *, width: int) -> Any:
        """A page of the extension in a tab; what goes wrong in it is remembered."""
        made = self.context.new_page()
        made.set_viewport_size({"width": width, "height": 600})
        made.on("console", lambda message: self.wrong.append(message.text))
        made.on("pageerror", lambda error: self.wrong.append(str(error)))
        made.goto(self.worker.url.replace("background.js", page))
        made.wait_for_selector("#counts:not(:empty)")
        return made

    def visit(self, *paths: str, tab: Any = None) -> None:
        """Go to pages in a tab."""
        for path in paths:
            (tab or self.tab).goto(self.web + path)

    def told(self, counts: str) -> None:
        """Wait until the popup tells these counts of visits, pages, and relevant pages."""
        from playwright.sync_api import expect

        expect(self.popup.locator("#counts")).to_have_text(counts)

    def until(self, expression: str) -> None:
        """Wait until something is true in the popup. Playwright's own way is against the policy of the page."""
        for _ in range(50):
            if self.popup.evaluate(expression):
                return
            self.popup.wait_for_timeout(100)
        pytest.fail(f"never true: {expression}")

    def saved(self, path: Path) -> list[str]:
        """The lines of the file that the popup saves, with paths instead of addresses."""
        with self.popup.expect_download() as download:
            self.popup.click("#save")
        download.value.save_as(path)
        return [line.replace(self.web, "") for line in path.read_text(encoding="utf-8").splitlines()]

    def badge_is(self, text: str) -> None:
        """Wait until this stands on the button while the tab for browsing is in front."""
        shown = "chrome.tabs.query({active: true}).then(([tab]) => chrome.action.getBadgeText({tabId: tab.id}))"
        self.until(f"{shown}.then((text) => text === {text!r})")


@contextmanager
def browsers(web: tuple[str, list[str]], place: Path) -> Iterator[Callable[..., Recorder]]:
    """Starts browsers with the extension in a profile; with `permissions`, as if the user had granted them."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra `browser` is not installed")
    with playwright.sync_playwright() as started:
        opened: list[Recorder] = []

        def start(profile: str, permissions: tuple[str, ...] = (), **options: Any) -> Recorder:
            folder = _with_permissions(place / "extension", permissions) if permissions else EXTENSION
            args = [f"--disable-extensions-except={folder}", f"--load-extension={folder}", "--headless=new", *_QUIET]
            options = {"executable_path": CHROMIUM, "headless": False, "args": args, **options}
            context = started.chromium.launch_persistent_context(place / profile, **options)
            opened.append(Recorder(context, *web))
            return opened[-1]

        yield start
        for one in opened:
            one.context.close()


def _with_permissions(folder: Path, permissions: tuple[str, ...]) -> Path:
    """A copy of the extension that need not ask: a test cannot click into the browser's own dialogues."""
    shutil.copytree(EXTENSION, folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["permissions"] += permissions
    del manifest["optional_permissions"]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder
