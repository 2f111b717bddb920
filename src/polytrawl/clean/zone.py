"""Where a block stands on its page: what the tags, classes and ids around it say.

Only markup is read, never words of a language, so it works for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypedDict

import msgspec

from polytrawl.clean.markup import kinds, tags, words
from polytrawl.records import replace

_KINDS = kinds()
_PLAIN, _NOISE_TAGS, _MAIN_TAGS, _WHOLE_PAGE = tags("plain"), tags("noise"), tags("main"), tags("whole_page")
_NOISE_ROLES = frozenset(words("roles", "noise"))
BLOCK_TAGS = frozenset(_KINDS) | _PLAIN | _NOISE_TAGS | tags("block")

_START, _END = r"(?:^|[\s_-])", r"(?=$|[\s_-])"
_NOISE_NAMES = re.compile(
    rf"{_START}(?:{'|'.join(words('names', 'noise'))}|(?:{'|'.join(words('names', 'noise_whole'))}){_END})"
)
_MAIN_NAMES = re.compile(rf"{_START}(?:{'|'.join(words('names', 'main'))})")
_POST_NAMES = re.compile(
    rf"{_START}(?:{'|'.join(words('names', 'post'))})(?:{_END}|\d|{'|'.join(words('names', 'post_endings'))})"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Signals(NamedTuple):
    """What the class or id of an element tells."""

    noise: bool
    main: bool
    post: bool


_NOTHING = Signals(noise=False, main=False, post=False)


@lru_cache(maxsize=16384)
def signals(names: str) -> Signals:
    """What the words in a class or id attribute tell.

    >>> signals("site-footer"), signals("postBody")
    (Signals(noise=True, main=False, post=False), Signals(noise=False, main=True, post=True))
    """
    parts = _CAMEL.sub("-", names[:500]).lower()  # longer ones are generated and tell nothing
    return Signals(*(bool(pattern.search(parts)) for pattern in (_NOISE_NAMES, _MAIN_NAMES, _POST_NAMES)))


class Zone(msgspec.Struct, frozen=True):
    """What holds for all text inside an element."""

    kind: str = "text"
    level: int = 0  # of a heading
    in_noise_tag: bool = False
    in_noise_name: bool = False
    in_main: bool = False  # inside <main>, <article>
    in_main_name: bool = False
    post: int = 0  # path of the nearest element that may hold a post; 0 when there is none
    is_preformatted: bool = False
    path: int = 0  # the same for elements with the same tags above them

    def enter(self, tag: str, attributes: Mapping[str, str | None], path: int) -> Zone:
        """The zone inside a block element."""
        zone = replace(self, path=path, **_kind(self, tag))
        if tag in _WHOLE_PAGE:
            return zone
        role = attributes.get("role") if attributes else None
        if tag in _MAIN_TAGS or role == "main":
            zone = replace(zone, in_main=True, in_noise_tag=False, in_noise_name=False)
        elif tag in _NOISE_TAGS or role in _NOISE_ROLES or (tag == "header" and not zone.in_main):
            zone = replace(zone, in_noise_tag=True)
        return _named(zone, attributes) if attributes else zone


class _Kind(TypedDict, total=False):
    kind: str
    level: int
    is_preformatted: bool


def _kind(zone: Zone, tag: str) -> _Kind:
    """The kind of text an element holds, where it changes it."""
    kind = _KINDS.get(tag)
    if kind == "heading":
        return {"kind": kind, "level": int(tag[1])}
    if kind:
        return {"kind": kind, "is_preformatted": kind == "pre"}
    # A <p> in a list item is still a list item; in a table cell it says that the table is there for the layout.
    if tag in _PLAIN or (tag == "p" and zone.kind == "cell"):
        return {"kind": "text", "is_preformatted": False}
    return {}


def _named(zone: Zone, attributes: Mapping[str, str | None]) -> Zone:
    """The zone with what class and id say about it."""
    found = [signals(value) for name in ("class", "id") if (value := attributes.get(name))]
    if any(one != _NOTHING for one in found):
        return replace(
            zone,
            in_noise_name=zone.in_noise_name or any(one.noise for one in found),
            in_main_name=zone.in_main_name or any(one.main for one in found),
            post=zone.path if any(one.post for one in found) else zone.post,
        )
    return zone
