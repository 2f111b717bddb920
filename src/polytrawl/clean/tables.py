"""What the compiled part must know beforehand, from `markup.toml` and from Unicode."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_int16
from functools import lru_cache

from polytrawl.clean.letters import classes
from polytrawl.clean.markup import kinds, tags, words
from polytrawl.clean.native import ElementKind, NameWord, Tables, library

__all__ = ["ELEMENTS", "KINDS", "TELLING", "tables"]

KINDS = ("text", "heading", "listitem", "cell", "caption", "pre")
# Elements that have a column of their own, and elements that say what all text inside is for.
_COLUMNS = (
    *("p", "div", "li", "td", "span", "section", "article", "dd", "dt", "h1", "h2", "h3", "h4", "body"),
    "blockquote",
)
TELLING = (
    *("nav", "footer", "aside", "header", "form", "button", "main", "article", "section", "table", "td", "ul", "li"),
    *("blockquote", "figure", "dl", "ol", "menu", "select", "noscript"),
)

_KIND_OF = kinds()
_PLAIN, _PHRASE, _VOID, _SKIPPED = tags("plain"), tags("phrase"), tags("void"), tags("skipped")
_BLOCK = (frozenset(_KIND_OF) | _PLAIN | tags("noise") | tags("block")) - _VOID
# As in `markup.h`.
_OPEN, _RULE, _BREAK, _LINK, _PICTURE, _FRAME, _SKIP = range(1, 8)
_MEANINGS = {
    **dict.fromkeys(_BLOCK, _OPEN),
    **dict.fromkeys(_SKIPPED, _SKIP),
    "a": _LINK,
    "br": _BREAK,
    "hr": _RULE,
    "img": _PICTURE,
    "area": _FRAME,
    "frame": _FRAME,
}
_FACTS = frozenset({"html", "base", "title", "meta", "link", "img", "time", "script"})
_FLAGS = (
    *(_VOID, tags("unescaped"), frozenset(tag for tag, kind in _KIND_OF.items() if kind == "pre"), tags("noise")),
    *(tags("main"), tags("whole_page"), _FACTS, _PHRASE, frozenset({"header"}), frozenset({"p"})),
    *(frozenset({"title", "script"}), frozenset({"script", "style"}), frozenset({"svg", "math"}), tags("raw")),
    *(tags("formatting"), tags("flat"), tags("control")),
)
# What names tell, under which key of the table they stand, and what may follow them; as in `markup.h`.
_NOISE, _MAIN, _POST, _AUTHOR = 1, 2, 4, 8
_ANYHOW, _WHOLE, _AS_POST, _AS_AUTHOR = range(4)
_NAMES = (
    *(("noise", _NOISE, _ANYHOW), ("noise_whole", _NOISE, _WHOLE), ("main", _MAIN, _ANYHOW)),
    *(("post", _POST, _AS_POST), ("author", _AUTHOR, _AS_AUTHOR)),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz{"  # with the sign behind z, where the words of z end

ELEMENTS = tuple(sorted(_BLOCK | _PHRASE | _VOID | _SKIPPED | _FACTS | frozenset().union(*_FLAGS)))


def _element(name: str) -> ElementKind:
    kind = _KIND_OF.get(name) or ("text" if name in _PLAIN else "")
    return ElementKind(
        name.encode(),
        sum(1 << bit for bit, those in enumerate(_FLAGS) if name in those),
        _MEANINGS.get(name, 0),
        KINDS.index(kind) if kind else -1,
        int(name[1]) if kind == "heading" else 0,
        TELLING.index(name) if name in TELLING else -1,
        _COLUMNS.index(name) if name in _COLUMNS else -1,
    )


def _names() -> list[NameWord]:
    found = sorted((word, tells, end) for key, tells, end in _NAMES for word in words("names", key))
    return [NameWord(word.encode(), tells, end) for word, tells, end in found]


def _listed(found: Iterable[str]) -> bytes:
    return "\0".join((*found, "")).encode()  # that of C ends the list


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables, made once."""
    names = _names()
    firsts = [sum(one.word < letter.encode() for one in names) for letter in _LETTERS]
    found = Tables(
        classes().ctypes.data,
        (ElementKind * len(ELEMENTS))(*map(_element, ELEMENTS)),
        len(ELEMENTS),
        *map(KINDS.index, ("text", "cell", "heading")),
        *map(TELLING.index, ("table", "li")),
        *(_listed(words(*key)) for key in (("roles", "noise"), ("names", "post_endings"), ("names", "author_endings"))),
        _listed(words("attributes", "facts")),
        *(_listed(words("profiles", key)) for key in ("folders", "queries", "parts")),
        (NameWord * len(names))(*names),
        (c_int16 * len(firsts))(*firsts),
    )
    library().prepare_tables(found)
    return found
