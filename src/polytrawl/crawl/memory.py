"""A number for each of very many URLs, in bounded memory."""

from __future__ import annotations

from typing import overload

from polytrawl.crawl.schema import fingerprint

_REMEMBERED = 1 << 19  # in each of two halves; some 100 MB in all, when full


class Memory:
    """Remembers numbers by URL; those that nobody asked for in a long time are forgotten."""

    def __init__(self, half: int = _REMEMBERED) -> None:
        self._half = half
        self._new: dict[int, float] = {}
        self._old: dict[int, float] = {}

    @overload
    def get(self, url: str, default: float = 0.0) -> float: ...

    @overload
    def get(self, url: str, default: None) -> float | None: ...

    def get(self, url: str, default: float | None = 0.0) -> float | None:
        """The number of a URL."""
        known = self._known(fingerprint(url))
        return default if known is None else known

    def set(self, url: str, number: float) -> None:
        """Remember a number."""
        self._remember(fingerprint(url), number)

    def raise_to(self, url: str, number: float) -> None:
        """Remember a number where nothing is known, or something smaller."""
        key = fingerprint(url)
        known = self._known(key)
        if known is None or number > known:
            self._remember(key, number)

    def _known(self, key: int) -> float | None:
        known = self._new.get(key)
        if known is None and key in self._old:
            known = self._old[key]
            self._remember(key, known)  # somebody asks for it: it must not be forgotten with its half
        return known

    def _remember(self, key: int, number: float) -> None:
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = number
