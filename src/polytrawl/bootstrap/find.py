"""Which category a word means: the one that is called so, the one that a redirect leads to, or what a search finds."""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl.bootstrap.base import Candidate, Wiki
from polytrawl.errors import ConfigError

__all__ = ["UnclearCategory", "find_category"]

_LISTED = 10
_NO_TITLE = frozenset("#<>[]|{}\n\t\x00\x1f")
_MAX_BYTES = 255  # of a title


class UnclearCategory(ConfigError):
    """There is no category of that name, or several could be meant: `candidates` has them."""

    def __init__(self, message: str, candidates: Sequence[Candidate]) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


def find_category(wiki: Wiki, word: str) -> str:
    """The name of the category that a word means; `UnclearCategory` lists what could be meant."""
    name = " ".join(word.replace("_", " ").split())
    if not name or _NO_TITLE & set(name) or not _is_utf8(name) or len(name.encode()) > _MAX_BYTES:
        raise ConfigError(f"{word!r} cannot be the name of a category; give a word or a few, such as ballet")
    found = wiki.category(name)
    if found is not None:
        return found
    candidates = wiki.candidates(name)
    if not candidates:
        raise UnclearCategory(f"{wiki.language}: nothing is found for {name!r}; try another word, or its plural", ())
    if len(candidates) == 1:
        return candidates[0].name
    raise UnclearCategory(_told(wiki, name, candidates), candidates)


def _is_utf8(name: str) -> bool:
    """Whether the bytes that the user typed were UTF-8: what was not stands there as half a letter."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _told(wiki: Wiki, name: str, candidates: Sequence[Candidate]) -> str:
    listed = "".join(f"\n  {one.name} ({one.members} members)" for one in candidates[:_LISTED])
    more = f"\n  and {len(candidates) - _LISTED} more" if len(candidates) > _LISTED else ""
    return f"{wiki.language}: no category is called {name!r}; say which of these is meant:{listed}{more}"
