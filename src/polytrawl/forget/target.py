"""What is to be forgotten: one address, all of a host, or all addresses that a regular expression finds."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from polytrawl.crawl.place import place_of
from polytrawl.errors import ConfigError
from polytrawl.urls import normalise

__all__ = ["Kind", "Target", "read_target"]

Kind: TypeAlias = Literal["url", "host", "regex"]
_HOST = re.compile(r"(?:[\w-]+\.)*[\w-]+(?::\d+)?|\[[0-9a-fA-F:.]+\](?::\d+)?")


class Target(msgspec.Struct, frozen=True, dict=True):
    """What is meant."""

    kind: Kind
    text: str

    def matches(self, url: str) -> bool:
        """Whether a normalised URL is meant."""
        match self.kind:
            case "url":
                return url == self.text
            case "host":
                return place_of(url).host == self.text
        return self._pattern.search(url) is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.text)

    @property
    def in_words(self) -> str:
        """What is meant, so that nobody is surprised."""
        match self.kind:
            case "url":
                return f"the address {self.text}"
            case "host":
                return f"all addresses of the host {self.text}"
        return f"all addresses in which the regular expression {self.text} finds something"


def read_target(text: str, kind: Kind | None = None) -> Target:
    """What a text means: with `://` and no sign of an expression an address, a bare name a host, all else a regex."""
    kind = kind or _guess(text)
    if kind == "url":
        url = normalise(text)
        if url is None:
            raise ConfigError(f"forget: {text!r} is no address; write it as https://HOST/PATH")
        return Target(kind, url)
    if kind == "host":
        if not _HOST.fullmatch(text):
            raise ConfigError(f"forget: {text!r} is no host; write it as www.example.org, or with its port")
        return Target(kind, text.lower())
    try:
        re.compile(text)
    except re.error as err:
        raise ConfigError(f"forget: {text!r} is no regular expression: {err}") from err
    return Target(kind, text)


def _guess(text: str) -> Kind:
    if re.match(r"[a-z][a-z0-9+.-]*://", text, re.IGNORECASE):
        return "url"
    return "host" if _HOST.fullmatch(text) else "regex"
