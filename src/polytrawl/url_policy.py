"""Which parts of a URL do not tell pages apart: needless escapes, sessions, tracking, credentials.

Every rule here works on a URL that was parsed and written by the WHATWG standard, so that scheme, host, port and dot
segments are settled. A rule may leave two names for one page; it must never give two pages one name. Hence unknown
parameters, empty values, the order of parameters, trailing slashes and the case of paths stay as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

_ESCAPE = "%[0-9A-Fa-f]{2}"
# Not behind a stray % or %X: in %%34%31, decoding would give %41, which another reader takes for an A.
_PLAIN_ESCAPE = re.compile(f"(?<!%)(?<!%[0-9A-Fa-f]){_ESCAPE}")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

# As servers write them for browsers without cookies. Not behind a dot: what is left of "..;sid=1" would lead elsewhere.
_SESSION_IN_PATH = re.compile(r"(?<!\.)(?:;(?:jsessionid|phpsessid)=[^/;]*)+", re.IGNORECASE)
_TOKEN = re.compile(r"[0-9a-f]{32}|[0-9a-f]{40}|(?=[a-v]*[0-9])[0-9a-v]{26}", re.IGNORECASE)


class _Noise(NamedTuple):
    """The parameters that do not count."""

    values: dict[str, str]
    prefixes: tuple[str, ...]

    def has(self, parameter: str) -> bool:
        name, _, value = parameter.partition("=")
        name = name.lower()
        kind = self.values.get(name) or ("any" if name.startswith(self.prefixes) else "")
        return kind == "any" or (kind == "token" and _TOKEN.fullmatch(value) is not None)


@lru_cache(maxsize=1)
def _noise() -> _Noise:
    text = files(__package__).joinpath("url_policy.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")][1:]
    rows = dict(line.split("\t") for line in lines)
    prefixes = tuple(name.removesuffix("*") for name in rows if name.endswith("*"))
    return _Noise({name: value for name, value in rows.items() if not name.endswith("*")}, prefixes)


def _escapes() -> dict[str, str]:
    """Every escape, in any case, and what is written instead."""
    digits = "0123456789ABCDEFabcdef"
    pairs = ((f"%{high}{low}", int(f"{high}{low}", 16)) for high in digits for low in digits)
    return {escape: chr(byte) if byte in _UNRESERVED else escape.upper() for escape, byte in pairs}


_ESCAPES = _escapes()


def tidy(url: str) -> str:
    """An http URL in WHATWG form, without what does not tell pages apart.

    >>> tidy("http://me:secret@a.test/%7ejo%2fb;jsessionid=1F?id=&utm_source=x&b=%c3")
    'http://a.test/~jo%2Fb?id=&b=%C3'
    """
    if "@" in url:
        url = _without_credentials(url)
    if "%" in url:
        url = _PLAIN_ESCAPE.sub(lambda escape: _ESCAPES[escape[0]], url)
    address, _, query = url.partition("?")
    if ";" in address:
        path = address.find("/", len("https://"))  # even host names may have a semicolon
        address = address[:path] + _SESSION_IN_PATH.sub("", address[path:])
    if query:
        is_noise = _noise().has
        query = "&".join([one for one in query.split("&") if not is_noise(one)])
    return f"{address}?{query}" if query else address


def _without_credentials(url: str) -> str:
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
