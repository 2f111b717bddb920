"""robots.txt by RFC 9309: what a host allows, how slowly it wants to be read, and where its sitemaps are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from polytrawl import urls
from polytrawl.crawl.fetch import Fetcher, TryAgain, Wanted
from polytrawl.crawl.politeness import PRODUCT
from polytrawl.errors import FetchError

if TYPE_CHECKING:
    from protego import Protego

REFUSED = "robots"
UNREACHABLE = "robots-unreachable"

_WANTED = Wanted(max_bytes=500 * 1024, html_only=False, cut=True)  # RFC 9309, 2.5
_MAX_REDIRECTS = 5  # RFC 9309, 2.3.1.2
# The page itself would fail in the same way, so the plainer word is used.
_PLAIN = frozenset({"unknown-host", "refused-connection", "private-address", "no-contact", "tls-error", "bad-url"})


class Robots:
    """The rules of one host."""

    def __init__(self, body: bytes) -> None:
        from protego import Protego  # noqa: PLC0415 - slow to import

        self._rules: Protego = Protego.parse(body.decode("utf-8-sig", "replace"))

    def allows(self, url: str) -> bool:
        """Whether a URL of this host may be fetched."""
        return bool(self._rules.can_fetch(url, PRODUCT))

    @property
    def delay_s(self) -> float | None:
        """The Crawl-delay, where one is given."""
        delay = self._rules.crawl_delay(PRODUCT)
        return delay if delay is not None and math.isfinite(delay) and delay >= 0 else None

    def sitemaps(self, base: str) -> list[str]:
        """The addresses of the sitemaps, in order."""
        found = (urls.normalise(one, base) for one in self._rules.sitemaps)
        return list(dict.fromkeys(one for one in found if one))


def robots_url(url: str) -> str:
    """Where the rules for a URL stand.

    >>> robots_url("http://a.test:8080/x?y")
    'http://a.test:8080/robots.txt'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/robots.txt"


async def fetch_robots(fetcher: Fetcher, url: str) -> bytes:
    """The robots.txt that holds for a URL. Empty, so that all is allowed, where the host says that it has none.

    A host that cannot answer (5xx, no connection) disallows everything: `TryAgain`, or a `FetchError` where
    another attempt would give the same. Status 429 counts as such, and not as the "no robots.txt" of other 4xx.
    """
    target = robots_url(url)
    try:
        for _ in range(_MAX_REDIRECTS + 1):
            answer = await fetcher.fetch(target, _WANTED)
            next_url = urls.normalise(answer.location, target) if answer.location else None
            if next_url is None:
                return answer.body
            target = next_url
    except TryAgain as err:
        raise TryAgain(_reason(err), f"{target}: {err}", err.wait_s) from err
    except FetchError as err:
        if err.reason.startswith("http-5") or not err.reason.startswith("http-"):
            raise FetchError(_reason(err), f"{target}: {err}") from err
    return b""  # no such file, or more redirects than the standard asks us to follow


def _reason(err: FetchError) -> str:
    return err.reason if err.reason in _PLAIN else UNREACHABLE
