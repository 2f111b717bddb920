"""Tags as the parser writes them, for the extractors of forums."""

from __future__ import annotations

import re
from collections.abc import Iterator

# The name of an attribute may hold a quotation mark, or begin with an equals sign: pages are full of slips.
_WHOLE_TAG = re.compile(r"""[^\s>]*+(?:\s=?[^\s=>]*+="[^"]*+")*+""")
# What the parser makes of `<!x>`, `</ x>` and `<?x>`, which may hold a "<"; other comments are gone before it reads.
_NO_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)
_HIDDEN = re.compile(
    r'\shidden(?:=|\s|$)|\sstyle="[^"]*(?:display\s*:\s*none|visibility\s*:\s*hidden)|\saria-hidden="true"',
    re.IGNORECASE,
)


def plain(written: str) -> str:
    """Text or a value without the entities that the parser writes; there are just these."""
    if "&" not in written:
        return written
    text = written.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&nbsp;", "\xa0")
    return text.replace("&amp;", "&")


def tags_of(html: str) -> Iterator[tuple[str, str, str]]:
    """The tags of a page in which every element is closed: the name, the tag as written, the text behind it."""
    pieces = _pieces(html)
    for piece in pieces:
        tag, _, text = piece.partition(">")
        if tag.count('"') & 1:
            tag, text = _whole(piece, pieces)
        if tag:  # else it is the rest of one with a "<" in its name
            yield tag.partition(" ")[0], tag, text


def _pieces(html: str) -> Iterator[str]:
    """What follows each "<" of the page."""
    if "<!--" in html or "<?" in html:
        html = _NO_TAG.sub("", html)
    pieces = iter(html.split("<"))
    next(pieces)
    return pieces


def _whole(piece: str, behind: Iterator[str]) -> tuple[str, str]:
    """The tag up to its end, and the text behind it, where angle brackets in the value of an attribute have cut it."""
    tag, _, rest = piece.partition(">")
    if _WHOLE_TAG.fullmatch(tag):
        return tag, rest
    parts, quotes = list[str](), 0
    while True:
        value, closing, rest = piece.partition(">")
        parts.append(value)
        quotes += value.count('"')
        if closing and not quotes & 1:
            return "".join(parts), rest
        parts.append(closing or "<")
        following = rest if closing else next(behind, None)
        if following is None:
            return "".join(parts), ""
        piece = following


def is_hidden(written: str) -> bool:
    """Whether an element is hidden, by its attributes."""
    return ("hidden" in written or "style" in written) and _HIDDEN.search(written) is not None


def value(written: str, start: str) -> str:
    """The value of an attribute that starts like this: in other values, quotation marks are escaped."""
    at = written.find(start)
    return written[at + len(start) : written.find('"', at + len(start))] if at >= 0 else ""
