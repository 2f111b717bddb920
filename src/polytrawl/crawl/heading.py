"""The status line and headers of an answer, as text that can be stored, printed and sent again.

Servers send bytes: Latin-1 where UTF-8 was meant, control characters, numbers and dates that are none. Nothing behind
this file sees them. The bytes themselves go into the WARC as they came.
"""

from __future__ import annotations

import re
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp

# Control characters, which could end a line of a log or speak to the terminal that shows it.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_NOT_ASCII = re.compile(rb"[^\x21-\x7e]")
_LENGTH = re.compile("[0-9]{1,18}")  # of a body; more digits are none
_SECONDS = re.compile("[0-9]+")
_LONGEST_WAIT_S = 1e9  # of all that is asked for; how long is really waited, others decide


class Heading:
    """What stands before the body of an answer."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self.status = response.status
        self.reason = plain(response.reason or "")
        self._fields: dict[bytes, bytes] = {}
        for name, value in response.raw_headers:
            self._fields.setdefault(name.lower(), value)  # of those that come twice the first one holds

    def __contains__(self, name: str) -> bool:
        return name.lower().encode() in self._fields

    def field(self, name: str) -> str:
        """The value of a header; empty where there is none."""
        return decoded(self._fields.get(name.lower().encode(), b""))

    @property
    def content_type(self) -> str:
        """What the body is said to be."""
        return self.field("Content-Type")

    @property
    def content_length(self) -> int:
        """How long the body is said to be; 0 where that is not said, or cannot be."""
        value = self.field("Content-Length")
        return int(value) if _LENGTH.fullmatch(value) else 0

    @property
    def location(self) -> str:
        """Where a redirect leads: bytes beyond ASCII are escaped one by one, as browsers do, whatever they mean."""
        return _NOT_ASCII.sub(
            lambda found: b"%%%02X" % found[0][0], self._fields.get(b"location", b"").strip()
        ).decode()

    def echo(self, name: str) -> str:
        """A header that is sent back the next time; empty where it could not be sent as it came."""
        value = self.field(name)
        return value if value.isascii() else ""


def decoded(value: bytes) -> str:
    r"""The text of a header: UTF-8, or else Latin-1, on one line.

    >>> decoded("über".encode("latin-1")), decoded("über".encode()), decoded(b"\x1b[31mred")
    ('über', 'über', ' [31mred')
    """
    try:
        text = value.decode()
    except UnicodeDecodeError:
        text = value.decode("latin-1")
    return _CONTROLS.sub(" ", text)


def plain(text: str) -> str:
    """The same for text in which a library has put what it could not decode."""
    return decoded(text.encode("utf-8", "surrogateescape" if _is_escaped(text) else "replace"))


def _is_escaped(text: str) -> bool:
    """Whether all surrogates in a text stand for bytes."""
    return all("\udc80" <= char <= "\udcff" for char in text if "\ud800" <= char <= "\udfff")


def retry_after(value: str, now: float) -> float | None:
    """The seconds that a Retry-After header asks for; None where it cannot be read.

    >>> retry_after("120", 0.0), retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 0.0), retry_after("soon", 0.0)
    (120.0, 60.0, None)
    """
    if _SECONDS.fullmatch(value.strip()):
        return min(float(value), _LONGEST_WAIT_S)
    try:
        date = parsedate_to_datetime(value)
        return min(max(0.0, date.replace(tzinfo=date.tzinfo or UTC).timestamp() - now), _LONGEST_WAIT_S)
    except (ValueError, OverflowError, TypeError, IndexError):  # the parser of Python's library knows no bounds
        return None
