"""HTML that is escaped by construction: plain strings are text, only `Html` is taken as it is.

Texts of a report come from the open web, so no module of this package writes tags around them by hand.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

# What HTML cannot hold or UTF-8 cannot write: most control characters and halves of surrogate pairs.
_ILLEGAL = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


class Html(str):
    """A string that is HTML already."""

    __slots__ = ()


def escape(text: str) -> Html:
    """The text as HTML; what is HTML already stays as it is.

    >>> escape("a < b")
    'a &lt; b'
    >>> escape(escape("a < b"))
    'a &lt; b'
    """
    return text if isinstance(text, Html) else Html(html.escape(_ILLEGAL.sub("\ufffd", text)))


def element(name: str, *children: str, **attributes: str | int | None) -> Html:
    """An element. Underscores in attribute names stand for hyphens; an attribute that is None is left out.

    >>> element("td", "1 < 2", class_="number", aria_hidden=None)
    '<td class="number">1 &lt; 2</td>'
    """
    pairs = ((_attribute(key), value) for key, value in attributes.items() if value is not None)
    inside = "".join(f' {key}="{escape(str(value))}"' for key, value in pairs)
    return Html(f"<{name}{inside}>{join(children)}</{name}>")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def join(parts: Iterable[str], between: str = "") -> Html:
    """The parts one after the other."""
    return Html(escape(between).join(map(escape, parts)))


def lines(parts: Iterable[str]) -> Html:
    """The parts one a line, so that two reports can be compared line by line."""
    return Html("\n" + join(parts, "\n") + "\n")


def prose(sentence: str) -> Html:
    """A sentence in which backquotes mark what is typed.

    >>> prose("see `run.toml`")
    'see <code>run.toml</code>'
    """
    parts = enumerate(sentence.split("`"))
    return join(element("code", part) if number % 2 else part for number, part in parts)


def paragraph(sentence: str, class_: str | None = None) -> Html:
    """A paragraph of prose."""
    return element("p", prose(sentence), class_=class_)


def nothing(sentence: str) -> Html:
    """What stands in place of an empty part: that there is nothing, and what to check."""
    return paragraph(sentence, "nothing")


def section(key: str, title: str, about: str, *content: str) -> Html:
    """One section of the page: its title and what it is about, and beside them the content."""
    heading = element("h2", title, id=f"{key}-title")
    head = element("div", heading, paragraph(about), class_="about")
    body = element("div", lines(content), class_="content")
    return element("section", lines([head, body]), id=key, aria_labelledby=f"{key}-title")
