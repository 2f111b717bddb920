"""A page without what never becomes text: scripts, styles, drawings, comments. That is half of the usual page."""

from __future__ import annotations

import re

from polytrawl.clean.markup import COMMENT

# Each alternative takes what is never closed up to the end, as the standard does; but a drawing without an end stays.
# JSON-LD stays too: it tells about the page.
_NO_TEXT = re.compile(
    rf"<{COMMENT}(?:--!?>|\Z)|<!---?>"
    r"|<(?=[sS])(?:(?!script[^>]*\bld\+json)(script|style)\b[^<]*+(?:<(?!/\1\b)[^<]*+)*+(?:</\1\s*>)?"
    r"|svg\b[^<>]*+(?<!/)>[^<]*+(?:<(?!/?svg\b)[^<]*+)*+</svg>)",
    re.IGNORECASE,
)


def stripped(html: str) -> str:
    """The page without what never becomes text. Parsing it then takes half the time."""
    return _NO_TEXT.sub("", html)
