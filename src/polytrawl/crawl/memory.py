"""A number for each of very many URLs, in bounded memory."""

from __future__ import annotations

from typing import overload

from polytrawl.crawl.schema import fingerprint

_REMEMBERED = 1 << 19  # in each of two halves; some 100 MB in all, when full


class Memory:
    """Remembers numbers by URL; those that nobody asked for in a long time are forgotten."""

    def __init__(self) -> None:
        self._new: dict[int, float] = {}
        self._old: dict[int, float] = {}

    @overload
    def get(self, url: str, default: float = 0.0) -> float: ...

    @overload
    def get(self, url: str, default: None) -> float | None: ...

    def get(self, url: str, default: float | None = 0.0) -> float | None:
        """The number of a URL."""
        key = fingerprint(url)
        return self._new.get(key, self._old.get(key, default))

    def set(self, url: str, number: float) -> None:
        """Remember a number."""
        if len(self._new) >= _REMEMBERED:
            self._old, self._new = self._new, {}
        self._new[fingerprint(url)] = number

    def raise_to(self, url: str, number: float) -> None:
        """Remember a number where it is greater than what is known."""
        if number > self.get(url):
            self.set(url, number)
