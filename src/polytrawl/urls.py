"""URLs: parsing, joining, normalising, and the site a URL belongs to.

Parsing follows the WHATWG standard (ada-url), as browsers do. `url_policy` says what else does not tell pages apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import ada_url
from publicsuffixlist import PublicSuffixList

from polytrawl.url_policy import tidy

# What RFC 9110 (4.1) asks every server to take. Longer ones are data, loops or attacks.
MAX_LENGTH = 8000
# Before parsing: escapes can be three times as long as what they stand for, and a fragment may be long as well. So a
# picture of a megabyte in a data: link costs nothing.
_MAX_RAW_LENGTH = 8 * MAX_LENGTH

# A URL that parsing leaves as it is, but for its fragment. Nothing that could be a number, an encoded name or a dot
# segment: most links are so plain, and this takes a tenth of the time.
_PLAIN_PATH = r"(?:/[\w~-][\w.~-]*+)*+/?"
_PLAIN_QUERY = r"(?:\?[\w=&.~-]++)?"
_PLAIN_HOST = r"https?://(?:(?!xn--)[a-z0-9][a-z0-9-]*+\.)*+(?!xn--)[a-z][a-z0-9-]*+(?=/)"
_PLAIN = re.compile(rf"({_PLAIN_HOST}{_PLAIN_PATH}{_PLAIN_QUERY})(?:#.*)?", re.ASCII)
_PLAIN_FROM_ROOT = re.compile(rf"((?=/){_PLAIN_PATH}{_PLAIN_QUERY})(?:#.*)?", re.ASCII)
# Without a base only a whole address is one: most links of a page whose own address is not known are not.
_NOT_WHOLE = re.compile(r"\s*+(?![fhFH])[!-~]")
_PLAIN_ORIGIN = re.compile(_PLAIN_HOST, re.ASCII)

# What `tidy` may have to do with: escapes, queries, sessions, credentials.
_UNTIDY = re.compile("[%?;@]")
_ESCAPED = re.compile("(?:%[89A-F][0-9A-F])+")


def normalise(url: str, base: str | None = None) -> str | None:
    """The one name of a page, or None where the URL is no web address or too long for one.

    Absolute, in WHATWG form, without fragment, credentials, needless escapes, session and tracking parameters.

    >>> normalise("../b.html?utm_source=x#top", "HTTP://A.test:80/x/a.html")
    'http://a.test/b.html'
    >>> normalise("mailto:a@b.test") is None
    True
    """
    if len(url) > _MAX_RAW_LENGTH:
        return None
    if plain := _PLAIN.fullmatch(url):
        found: str | None = plain[1]
    elif base:
        found = _plain_path(url, base) or _parsed(url, base)
    else:
        found = None if _NOT_WHOLE.match(url) else _parsed(url, base)
    if not found or len(found) > MAX_LENGTH:
        return None
    return tidy(found) if _UNTIDY.search(found) and found.startswith("http") else found


def _plain_path(url: str, base: str) -> str:
    """The URL of a path from the root, without fragment, where no parser would change it."""
    origin = _plain_origin(base) if url[:1] == "/" else ""
    path = _PLAIN_FROM_ROOT.fullmatch(url) if origin else None
    return origin + path[1] if path else ""


@lru_cache(maxsize=4096)
def _plain_origin(base: str) -> str:
    found = _PLAIN_ORIGIN.match(base)
    return found[0] if found else ""


def _parsed(url: str, base: str | None) -> str | None:
    try:
        found = ada_url.join_url(base, url.strip()) if base else ada_url.normalize_url(url.strip())
    except ValueError:
        return None
    return str(found).partition("#")[0] if found.startswith(("http://", "https://", "file:")) else None


def readable(url: str) -> str:
    """A normalised URL for people: host and path in their own script. Not for fetching or comparing.

    >>> readable("http://xn--bcher-kva.example/%C3%BCber%20uns?q=%E9")
    'http://bücher.example/über%20uns?q=%E9'
    """
    start = url.find("://") + 3
    end = url.find("/", start)
    host = ada_url.idna_to_unicode(url[start:end]) if "xn--" in url[start:end] else url[start:end]
    return f"{url[:start]}{host}{_ESCAPED.sub(_in_script, url[end:])}"


def _in_script(escapes: re.Match[str]) -> str:
    try:
        text = bytes.fromhex(escapes[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return escapes[0]
    return text if text.isprintable() else escapes[0]


def host_of(url: str) -> str:
    """The host name with its port where it is not the default one; empty for files."""
    return str(ada_url.URL(url).host)


def path_of(url: str) -> str:
    """Path and query of a URL, as a server sees them."""
    parsed = ada_url.URL(url)
    return f"{parsed.pathname}{parsed.search}"


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()  # the bundled list; nothing is fetched


@lru_cache(maxsize=65536)
def site_of_host(host: str) -> str:
    """The site of a host: its registered domain, so that de.site.org and www.site.org are one site.

    >>> site_of_host("de.example.co.uk:8080"), site_of_host("127.0.0.1:80")
    ('example.co.uk', '127.0.0.1')
    """
    name = host if host.startswith("[") else host.partition(":")[0]
    if name.startswith("[") or name.replace(".", "").isdigit():
        return name.strip("[]").replace(":", "-")
    return _suffixes().privatesuffix(name) or name


def site_of(url: str) -> str:
    """The site a URL belongs to; saved files belong to the folder they come from."""
    parsed = ada_url.URL(url)
    if parsed.protocol == "file:":
        return str(parsed.pathname).lstrip("/").partition("/")[0] or "files"
    return site_of_host(parsed.host)


def joiner(base: str) -> Callable[[str], str | None]:
    """`normalise` for the links of one page, remembered: most of them stand on its neighbours as well.

    >>> join = joiner("http://a.test/x/a.html?c")
    >>> join("b.html"), join("?d")
    ('http://a.test/x/b.html', 'http://a.test/x/a.html?d')
    """
    folder = base.partition("?")[0].rpartition("/")[0] + "/"

    def join(url: str) -> str | None:
        # Where the path is missing, more than the folder of the base counts.
        return normalise(url, base) if url[:1] in _NO_PATH else _join(url, folder)

    return join


_NO_PATH = frozenset(("", *"?# \t\r\n\f\v"))


@lru_cache(maxsize=1 << 17)
def _join(url: str, folder: str) -> str | None:
    return normalise(url, folder)
