"""Host and site of a URL, remembered: a crawl asks this for every link, and most links stay on a few hosts."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from polytrawl import urls


class Place(NamedTuple):
    """Where a URL belongs."""

    host: str
    site: str


def place_of(url: str) -> Place:
    """Host and site of a normalised URL.

    >>> place_of("http://de.example.co.uk:8080/x")
    Place(host='de.example.co.uk:8080', site='example.co.uk')
    """
    end = url.find("/", 8)  # the first slash after http:// or https://
    return _place_of(url if end < 0 or url.startswith("file:") else url[:end])


@lru_cache(maxsize=65536)
def _place_of(origin: str) -> Place:
    return Place(urls.host_of(origin), urls.site_of(origin))
