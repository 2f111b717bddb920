"""What a page says about its use: `<meta name="robots">`, `X-Robots-Tag`, and the TDM Reservation Protocol.

Each signal is a short word on the document. A signal that the run honours keeps the document out of the export, with a
reason; the document itself stays. `nofollow` is the crawl's to honour.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from polytrawl.records import SIGNALS, Document, Page, replace

NOFOLLOW, NOINDEX, NOAI, NOIMAGEAI, TDM, _ = SIGNALS
# No image is taken, and links are no text: these two never keep a document out.
_AGAINST = tuple(signal for signal in SIGNALS if signal not in (NOFOLLOW, NOIMAGEAI))

_ROBOTS = ("robots", "polytrawl")
_WORDS: dict[str, tuple[str, ...]] = {
    "none": (NOINDEX, NOFOLLOW),
    **{word: (word,) for word in (NOFOLLOW, NOINDEX, NOAI, NOIMAGEAI)},
}
_SPLIT = re.compile(r"[,;\s]+")
# "otherbot: noindex" is for other robots; "unavailable_after: DATE" and "max-snippet: 5" are no names.
_ADDRESSEE = re.compile(r"\s*([a-z][\w.-]*)\s*:\s*", re.IGNORECASE)
_NO_NAMES = ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview")
_Headers = Iterable[tuple[str, str]]


def header_signals(headers: _Headers) -> Iterator[str]:
    """The signals in HTTP headers."""
    for name, value in headers:
        match name.lower():
            case "x-robots-tag":
                yield from _robots_tag(value)
            case "tdm-reservation" if value.strip() == "1":
                yield TDM


def _robots_tag(value: str) -> Iterator[str]:
    addressee = _ADDRESSEE.match(value)
    if addressee and addressee[1].lower() not in _NO_NAMES:
        if addressee[1].lower() not in _ROBOTS:
            return
        value = value[addressee.end() :]
    yield from _directives(value)


def meta_signals(metas: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The signals in the `<meta>` elements of a page, given by name and content."""
    for name, content in metas:
        if name in _ROBOTS:
            yield from _directives(content)
        elif name == TDM and content.strip() == "1":
            yield TDM


def signals_of(page: Page, metas: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """All signals of a page: its host's, its headers', and its own, given by name and content of its metas."""
    signals = {*page.consent, *header_signals(page.headers), *meta_signals(metas)}
    return tuple(signal for signal in SIGNALS if signal in signals)


def _directives(content: str) -> Iterator[str]:
    for word in _SPLIT.split(content.lower()):
        yield from _WORDS.get(word, ())


def with_consent(document: Document, signals: Iterable[str], honour: Collection[str]) -> Document:
    """The document with these signals, and a reason for each honoured one that forbids to use it."""
    found = {*document.consent, *signals}
    if not found:
        return document
    ordered = tuple(signal for signal in SIGNALS if signal in found)
    document = replace(document, consent=ordered)
    for signal in ordered:
        if signal in honour and signal in _AGAINST:
            document = document.but(f"opt-out:{signal}")
    return document
