"""Cookies, each host its own: what one host sets is never told to another, and nothing outlives the crawl."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp
    from yarl import URL

# Guesses: hosts beyond these begin a new session, and a host that sets more cookies than browsers keep loses them.
_MAX_HOSTS = 10_000
_MAX_COOKIES = 50
_MAX_CHARS = 4096  # of all cookies of a host: servers refuse longer headers
_UNDECODED = re.compile("[\ud800-\udfff]")  # stand for bytes that are no UTF-8, and cannot be sent back


class Cookies:
    """The cookies of a crawl."""

    def __init__(self) -> None:
        self._jars: OrderedDict[str, aiohttp.CookieJar] = OrderedDict()

    def header(self, url: URL) -> str:
        """The Cookie header for a URL; empty where there is nothing to tell."""
        jar = self._jars.get(_host(url))
        if jar is None:
            return ""
        found = [f"{one.key}={one.coded_value}" for one in jar.filter_cookies(url).values()]
        text = "; ".join(one for one in found if not _UNDECODED.search(one))
        return text if len(found) <= _MAX_COOKIES and len(text) <= _MAX_CHARS else ""

    def keep(self, url: URL, response: aiohttp.ClientResponse) -> None:
        """Remember what an answer sets."""
        if "Set-Cookie" not in response.headers:
            return
        jar = self._jar(_host(url))
        jar.update_cookies(response.cookies, url)
        if len(jar) > _MAX_COOKIES:
            jar.clear()

    def _jar(self, host: str) -> aiohttp.CookieJar:
        import aiohttp  # noqa: PLC0415 - slow to import

        if host not in self._jars:
            self._jars[host] = aiohttp.CookieJar(unsafe=True)  # hosts that are addresses have cookies as well
            if len(self._jars) > _MAX_HOSTS:
                self._jars.popitem(last=False)
        self._jars.move_to_end(host)
        return self._jars[host]


def _host(url: URL) -> str:
    return url.host_port_subcomponent or ""
