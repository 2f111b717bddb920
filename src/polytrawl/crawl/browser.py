"""Pages that are empty without their scripts, made readable by a browser.

Just those pages are given to an installed Chromium. It has no network of its own: every request of a page is answered
from the crawl's own fetcher, so that address checks hold, or refused. Scripts and data from the page's own host are
allowed as far as robots.txt allows them; other hosts, pictures, styles and anything but GET are not.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import shutil
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from polytrawl import urls
from polytrawl.crawl.fetch import Fetched, Fetcher, Wanted
from polytrawl.crawl.policy import origin_of
from polytrawl.errors import ConfigError, FetchError

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, Playwright, Request, Route

_log = logging.getLogger(__name__)

FAILED = "render-failed"

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # nothing is asked for behind the crawl's back
)
_WANTED_KINDS = ("document", "script", "xhr", "fetch")
_MAX_REQUESTS = 60  # of one page; guess
_MAX_HOPS = 3
_MAX_CACHED = 200  # scripts that several pages share are fetched once
_MAX_SCRIPT_BYTES = 5_000_000

# Guesses, seen on the start pages that React, Vue, Angular and Svelte make: no text, an empty element for the
# application, a word to those without JavaScript.
_FEW_CHARS = 250
_HARDLY_ANY_CHARS = 40
_TAG = re.compile(rb"<(?:(!--)|(/?)([a-z][a-z0-9-]*)[^<>]*>?)", re.IGNORECASE)
_UNSEEN = frozenset({b"script", b"style", b"noscript", b"template", b"svg", b"title"})
_ROOT = re.compile(
    rb"<(?:div|main|section)\b[^<>]*\bid=[\"']?(?:root|app|main|__next|__nuxt|svelte|application|react[\w-]*)\b[^<>]*>"
    rb"(?:\s|<!--[^<>]*-->)*</|<app-root\b",
    re.IGNORECASE,
)
_MAX_HINT = 2000
_MAX_LOOKED_AT = 1_000_000


def is_shell(body: bytes) -> bool:
    """Whether a page has scripts but hardly a text, and looks as if the scripts were to make it.

    >>> is_shell(b'<body><div id="root"></div><script src="x.js"></script></body>'), is_shell(b"<p>Some text.</p>")
    (True, False)
    """
    if len(body) > _MAX_LOOKED_AT or b"<script" not in body.lower():
        return False
    chars = _seen_chars(body)
    if chars > _FEW_CHARS:
        return False
    return chars <= _HARDLY_ANY_CHARS or bool(_ROOT.search(body)) or _has_hint(body)


def _seen_chars(body: bytes) -> int:
    """How much text a page shows, counted in bytes up to more than a few."""
    chars = last = 0
    hidden = b""
    while tag := _TAG.search(body, last):
        if not hidden:
            chars += len(body[last : tag.start()].strip())
        if chars > _FEW_CHARS:
            return chars
        last = tag.end()
        if tag[1]:
            last = body.find(b"-->", last)
            if last < 0:
                return chars
        elif hidden:
            hidden = b"" if tag[2] and tag[3].lower() == hidden else hidden
        elif not tag[2] and tag[3].lower() in _UNSEEN:
            hidden = tag[3].lower()
    return chars if hidden else chars + len(body[last:].strip())


def _has_hint(body: bytes) -> bool:
    """Whether the page has a word for those without JavaScript."""
    _, *parts = body.lower().split(b"<noscript", 3)
    return any(b"javascript" in part[:_MAX_HINT].partition(b"</noscript")[0] for part in parts)


def check_browser() -> None:
    """Refuse to start where the browser or its driver is missing."""
    if importlib.util.find_spec("playwright") is None:
        raise ConfigError("crawl.browser: this needs Playwright; install it with: pip install 'polytrawl[browser]'")
    if find_chromium() is None:
        raise ConfigError(f"crawl.browser: there is no {', '.join(_PROGRAMS)} on the PATH; install Chromium")


def find_chromium() -> str | None:
    """Where Chromium is; None where it is not."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


class Browser:
    """Renders pages, one at a time; started when first needed, to be closed inside the event loop."""

    def __init__(self, fetcher: Fetcher, *, agent: str, timeout_s: float, allows: Callable[[str], bool]) -> None:
        import asyncio  # noqa: PLC0415 - slow to import

        self._fetcher = fetcher
        self._agent = agent
        self._timeout_s = timeout_s
        self._allows = allows
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._cache: OrderedDict[str, Fetched] = OrderedDict()

    async def close(self) -> None:
        """End the browser."""
        if self._chromium:
            await self._chromium.close()
        if self._playwright:
            await self._playwright.stop()

    async def render(self, answer: Fetched) -> Fetched | None:
        """The answer with the page as its scripts have made it; None where that failed."""
        import asyncio  # noqa: PLC0415 - slow to import

        from playwright.async_api import Error  # noqa: PLC0415 - an extra

        async with self._lock:
            try:
                async with asyncio.timeout(self._timeout_s):
                    html = await self._render(answer)
            except (Error, TimeoutError) as err:
                _log.warning(
                    "crawl: %s could not be rendered: %s", answer.url, str(err).partition("\n")[0] or "timeout"
                )
                return None
        return _rendered(answer, html.encode("utf-8", "replace"))

    async def _render(self, answer: Fetched) -> str:
        import asyncio  # noqa: PLC0415 - slow to import

        context = await self._context()
        try:
            page = await context.new_page()
            await page.route("**/*", _Answers(self, answer).reply)
            # Idle means half a second without requests; the time limit around all this ends pages that never rest.
            await page.goto(answer.url, wait_until="networkidle", timeout=self._timeout_s * 1000)
            return await page.content()
        finally:
            await asyncio.shield(context.close())

    async def _context(self) -> BrowserContext:
        from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra

        if self._chromium is None or not self._chromium.is_connected():
            self._playwright = self._playwright or await async_playwright().start()
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses to run as root with it
            self._chromium = await self._playwright.chromium.launch(
                executable_path=find_chromium(), args=[*_FLAGS, *sandbox], headless=True
            )
        return await self._chromium.new_context(
            user_agent=self._agent, service_workers="block", accept_downloads=False, ignore_https_errors=True
        )

    async def fetch(self, url: str) -> Fetched:
        """A script or data for a page of the same host."""
        if url not in self._cache:
            if not self._allows(url):
                raise FetchError("robots", url)
            self._cache[url] = await self._fetch(url)
            while len(self._cache) > _MAX_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(url)
        return self._cache[url]

    async def _fetch(self, url: str) -> Fetched:
        target = url
        for _ in range(_MAX_HOPS):
            answer = await self._fetcher.fetch(target, Wanted(_MAX_SCRIPT_BYTES, html_only=False))
            if not answer.location:
                return answer
            target = urls.normalise(answer.location, target) or ""
            if origin_of(target) != origin_of(url) or not self._allows(target):
                break
        raise FetchError("too-many-redirects", url)


class _Answers:
    """Answers the requests of one page, one at a time as everywhere in the crawl."""

    def __init__(self, browser: Browser, answer: Fetched) -> None:
        import asyncio  # noqa: PLC0415 - slow to import

        self._browser = browser
        self._answer = answer
        self._lock = asyncio.Lock()
        self._number = 0

    async def reply(self, route: Route) -> None:
        """Answer a request, or refuse it."""
        async with self._lock:
            found = await self._find(route.request)
        if found is None:
            await route.abort()
        else:
            await route.fulfill(status=200, body=found.body, content_type=found.content_type)

    async def _find(self, request: Request) -> Fetched | None:
        url = urls.normalise(request.url) or ""
        if url == self._answer.url and request.is_navigation_request():
            return self._answer
        self._number += 1
        is_own = origin_of(url) == origin_of(self._answer.url)
        is_plain = request.method == "GET" and request.resource_type in _WANTED_KINDS
        if not is_own or not is_plain or request.is_navigation_request() or self._number > _MAX_REQUESTS:
            return None
        try:
            return await self._browser.fetch(url)
        except FetchError:
            return None


def _rendered(answer: Fetched, body: bytes) -> Fetched:
    """An answer that tells what was done to it."""
    status, *lines = answer.head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith((b"content-type:", b"content-length:"))]
    added = [b"Content-Type: text/html; charset=utf-8", b"Content-Length: %d" % len(body), b"X-Rendered-By: polytrawl"]
    head = b"\r\n".join([status, *kept, *added, b"", b""])
    return answer._replace(content_type="text/html; charset=utf-8", head=head, body=body)
