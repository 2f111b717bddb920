"""Where a block stands on its page: what the tags, classes and ids around it say.

Only markup is read, never words of a language, so it works for all of them.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from polytrawl.clean.markup import kinds, tags, words

_KINDS = kinds()
_PLAIN, _NOISE_TAGS, _MAIN_TAGS, _WHOLE_PAGE = tags("plain"), tags("noise"), tags("main"), tags("whole_page")
_NOISE_ROLES = frozenset(words("roles", "noise"))
PRE_TAGS = frozenset(tag for tag, kind in _KINDS.items() if kind == "pre")
BLOCK_TAGS = frozenset(_KINDS) | _PLAIN | _NOISE_TAGS | tags("block")

_POST_WORDS = words("names", "post")
_POST_NAMES = re.compile(
    rf"(?:^|[\s_-])(?:{'|'.join(_POST_WORDS)})"
    rf"(?:(?=$|[\s_-])|\d|{'|'.join(words('names', 'post_endings'))})"
)
_HIDDEN = re.compile(
    r'\shidden(?:=|\s|$)|\sstyle="[^"]*(?:display\s*:\s*none|visibility\s*:\s*hidden)|\saria-hidden="true"',
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
# Elements that say what their text is for; a bit for each.
TELLING = (
    *("nav", "footer", "aside", "header", "form", "button", "main", "article", "section", "table", "td", "ul", "li"),
    *("blockquote", "figure", "dl", "ol", "menu", "select", "noscript"),
)
_BITS = {tag: 1 << bit for bit, tag in enumerate(TELLING)}
_NAME = re.compile(r"[a-z]+")
_MAX_NAMES = 500  # characters of a class; longer ones are generated and tell nothing
_NO_NAMES: frozenset[str] = frozenset()


class Names(msgspec.Struct, frozen=True):
    """What the class and id of an element tell: the words in them, and whether it may hold a post."""

    words: frozenset[str] = _NO_NAMES
    is_post: bool = False


_NOTHING = Names()
_NO_ATTRIBUTES = (_NOTHING, "", False)


@lru_cache(maxsize=16384)
def names_of(text: str) -> Names:
    """The words in a class or id attribute.

    >>> sorted(names_of("site-footer postBody2").words), names_of("postBody").is_post
    (['body', 'footer', 'post', 'site'], True)
    """
    parts = text[:_MAX_NAMES]
    if not parts.islower():
        parts = _CAMEL.sub("-", parts).lower()
    may_be_post = any(word in parts for word in _POST_WORDS)
    return Names(frozenset(_NAME.findall(parts)), may_be_post and _POST_NAMES.search(parts) is not None)


class _Tag(msgspec.Struct, frozen=True):
    """What a tag says, whatever its attributes."""

    kind: str  # of the text inside; empty where it is that of the element above
    level: int
    bit: int
    is_noise: bool
    is_main: bool


def _tag(tag: str) -> _Tag:
    kind = _KINDS.get(tag) or ("text" if tag in _PLAIN else "")
    level = int(tag[1]) if kind == "heading" else 0
    return _Tag(kind, level, _BITS.get(tag, 0), tag in _NOISE_TAGS, tag in _MAIN_TAGS)


_TAGS = {tag: _tag(tag) for tag in BLOCK_TAGS}


class Zone(msgspec.Struct, frozen=True):
    """What holds for all text inside an element."""

    kind: str = "text"
    level: int = 0  # of a heading
    tag: str = ""  # of the element
    within: int = 0  # bits of the telling tags of the element and all above it
    is_noise: bool = False  # by tag or role, unless it is in the main part
    is_main: bool = False  # inside <main>, <article>
    names: frozenset[str] = _NO_NAMES  # words in the class and id of the element
    names_above: frozenset[str] = _NO_NAMES  # and of all above it, those of the whole page aside
    post: int = 0  # path of the nearest element that may hold a post; 0 when there is none
    is_hidden: bool = False
    depth: int = 0
    path: int = 0  # the same for elements with the same tags above them

    def enter(self, tag: str, written: str, path: int) -> Zone:
        """The zone inside a block element, whose tag is also given as it is written if it has attributes."""
        own = _TAGS[tag]
        kind, level = (own.kind, own.level) if own.kind else (self.kind, self.level)
        # A <p> in a list item is still a list item; in a table cell it says that the table is there for the layout.
        if kind == "cell" and tag == "p":
            kind = "text"
        named, role, hides = _attributes(written) if written and tag not in _WHOLE_PAGE else _NO_ATTRIBUTES
        is_main = self.is_main or own.is_main or role == "main"
        is_noise = own.is_noise or role in _NOISE_ROLES or (tag == "header" and not is_main)
        return Zone(
            kind,
            level,
            tag,
            self.within | own.bit,
            is_noise or (self.is_noise and (is_main == self.is_main)),
            is_main,
            named.words,
            self.names_above if self.names <= self.names_above else self.names_above | self.names,
            path if named.is_post else self.post,
            self.is_hidden or hides,
            self.depth + 1,
            path,
        )


def _attributes(written: str) -> tuple[Names, str, bool]:
    """What class and id of an element tell, its role, and whether it is hidden."""
    classes, own = value(written, ' class="'), value(written, ' id="')
    named = names_of(f"{classes} {own}") if classes or own else _NOTHING
    return named, value(written, ' role="') if "role=" in written else "", is_hidden(written)


def is_hidden(written: str) -> bool:
    """Whether an element is hidden, by its attributes."""
    return ("hidden" in written or "style" in written) and _HIDDEN.search(written) is not None


def value(written: str, start: str) -> str:
    """The value of an attribute that starts like this: in other values, quotation marks are escaped."""
    at = written.find(start)
    return written[at + len(start) : written.find('"', at + len(start))] if at >= 0 else ""
