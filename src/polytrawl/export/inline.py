"""Inline codes in plain text, for TMX level 2: what a translator must keep as it is and should not have to read.

A unit is the text of a page, so real markup is gone. What is left are codes that stood there as text, in manuals and
in templates that were not filled in: tags, character entities and placeholders. Addresses of pages are no codes: they
are read, and differ between languages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from polytrawl.views.xml import Xml, element, text

__all__ = ["segments"]

_CODE = re.compile(
    r"""
      <(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9:-]{0,30})(?P<rest>(?:\s[^<>]{0,300})?/?)>
    | &(?:[A-Za-z][A-Za-z0-9]{1,9}|\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6});
    | \{\{[^{}\n]{1,60}\}\} | \$\{[^{}\n]{1,60}\} | \{[A-Za-z_][\w.]{0,40}\} | \{\d{1,3}\} | \{%[^{}\n]{1,60}%\}
    | %\([A-Za-z_]\w{0,40}\)[sdif] | %\d{1,2}\$[sdif@]
    | (?<![\w%])%[sdif@](?![\w'’])      # "50 %d'augmentation" is no placeholder
    """,
    re.VERBOSE,
)
_VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


class _Code(NamedTuple):
    """A piece of a text; plain where it has no kind."""

    said: str
    kind: str = ""  # ph, bpt, ept, it
    number: int = 0  # joins a beginning to its end


def segments(source: str, target: str) -> tuple[Xml, Xml]:
    """Both texts as contents of `<seg>`, with their inline codes marked; what is the same code has the same `x`.

    >>> segments("%s <b>now</b>", "%s")
    ('<ph x="1">%s</ph> <bpt i="1" x="2">&lt;b&gt;</bpt>now<ept i="1">&lt;/b&gt;</ept>', '<ph x="1">%s</ph>')
    """
    known: dict[tuple[str, int], str] = {}
    left, right = (Xml("".join(_marked(_paired(list(_pieces(one))), known))) for one in (source, target))
    return left, right


def _pieces(content: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    at = 0
    for match in _CODE.finditer(content):
        yield content[at : match.start()], None
        yield match[0], match
        at = match.end()
    yield content[at:], None


def _paired(pieces: Sequence[tuple[str, re.Match[str] | None]]) -> list[_Code]:
    """Codes with their kinds: tags that have their end in the text, tags that have not, and all others."""
    made = [_Code(said, "ph" if match else "") for said, match in pieces]
    opened: list[tuple[str, int]] = []  # names and places of tags that wait for their end
    pairs = 0
    for place, (said, match) in enumerate(pieces):
        if match is None or not match["tag"] or _is_void(match):
            continue
        made[place] = _Code(said, "it")
        name = match["tag"].lower()
        if not match["end"]:
            opened.append((name, place))
        elif any(name == other for other, _ in opened):
            while opened[-1][0] != name:  # those between are never closed, or were not opened in here
                opened.pop()
            pairs += 1
            start = opened.pop()[1]
            made[start] = _Code(made[start].said, "bpt", pairs)
            made[place] = _Code(said, "ept", pairs)
    return made


def _is_void(match: re.Match[str]) -> bool:
    return not match["end"] and (match["tag"].lower() in _VOID or match["rest"].endswith("/"))


def _marked(codes: Sequence[_Code], known: dict[tuple[str, int], str]) -> Iterator[Xml]:
    """The pieces as XML; `known` are the numbers of codes, by text and how often it has come before."""
    seen: Counter[str] = Counter()
    for code in codes:
        if not code.kind:
            yield text(code.said)
            continue
        if code.kind == "ept":
            yield element("ept", code.said, i=str(code.number))
            continue
        seen[code.said] += 1
        order = known.setdefault((code.said, seen[code.said]), str(len(known) + 1))
        yield element(code.kind, code.said, **_attributes(code), x=order)


def _attributes(code: _Code) -> dict[str, str]:
    if code.kind == "bpt":
        return {"i": str(code.number)}
    return {"pos": "end" if code.said.startswith("</") else "begin"} if code.kind == "it" else {}
