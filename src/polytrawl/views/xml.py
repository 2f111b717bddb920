"""XML that is well formed whatever stands in the texts: plain strings are text, only `Xml` is taken as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

# What XML 1.0 cannot hold, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = {"\r": "&#13;"}  # a bare one would be read as a line end


class Xml(str):
    """A string that is XML already."""

    __slots__ = ()


def text(content: str) -> Xml:
    r"""The text as XML, without the characters that XML cannot hold.

    >>> text("a < b\x00")
    'a &lt; b'
    """
    return content if isinstance(content, Xml) else Xml(escape(_ILLEGAL.sub("", content), _ENTITIES))


def element(name: str, *children: str, **attributes: str | None) -> Xml:
    """An element. An attribute that is None is left out; `xml_lang` and `xml_id` stand for `xml:lang` and `xml:id`.

    >>> element("p", "1 < 2", type="title", topic=None)
    '<p type="title">1 &lt; 2</p>'
    """
    pairs = ((_attribute(key), value) for key, value in attributes.items() if value is not None)
    head = name + "".join(f" {key}={quoteattr(_ILLEGAL.sub('', value))}" for key, value in pairs)
    inside = "".join(map(text, children))
    return Xml(f"<{head}>{inside}</{name}>" if inside else f"<{head}/>")


def _attribute(key: str) -> str:
    return key.replace("xml_", "xml:", 1) if key.startswith("xml_") else key


def optional(name: str, content: str) -> Xml:
    """An element; nothing where it would be empty."""
    return element(name, content) if text(content).strip() else Xml("")


def lines(parts: Iterable[str]) -> Xml:
    """The parts one a line, those that are empty left out."""
    found = [part for part in map(text, parts) if part]
    return Xml("\n" + "\n".join(found) + "\n") if found else Xml("")


def document(root: Xml) -> str:
    """A whole file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n'
