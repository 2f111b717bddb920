"""A number for each of very many URLs, in bounded memory."""

from __future__ import annotations

from polytrawl.crawl.schema import fingerprint

_REMEMBERED = 1 << 19  # in each of two halves; some 100 MB in all, when full


class Memory:
    """Remembers numbers by URL; those that nobody asked for in a long time are forgotten."""

    def __init__(self, unknown: float = 0.0) -> None:
        self._unknown = unknown
        self._new: dict[int, float] = {}
        self._old: dict[int, float] = {}

    def get(self, url: str) -> float:
        """The number of a URL; that of unknown ones where there is none."""
        key = fingerprint(url)
        return self._new.get(key, self._old.get(key, self._unknown))

    def set(self, url: str, number: float) -> None:
        """Remember a number."""
        if len(self._new) >= _REMEMBERED:
            self._old, self._new = self._new, {}
        self._new[fingerprint(url)] = number

    def raise_to(self, url: str, number: float) -> None:
        """Remember a number where it is greater than what is known."""
        if number > self.get(url):
            self.set(url, number)

    def lower_to(self, url: str, number: float) -> None:
        """Remember a number where it is less than what is known."""
        if number < self.get(url):
            self.set(url, number)
