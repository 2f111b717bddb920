"""URLs: parsing, joining, normalising, and the site a URL belongs to.

Parsing follows the WHATWG standard (ada-url), as browsers do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import ada_url
from publicsuffixlist import PublicSuffixList

_SCHEMES = ("http:", "https:", "file:")


def normalise(url: str, base: str | None = None) -> str | None:
    """The absolute URL without its fragment, or None where it is not a web address.

    >>> normalise("../b.html#top", "HTTP://A.test:80/x/a.html")
    'http://a.test/b.html'
    >>> normalise("mailto:a@b.test") is None
    True
    """
    try:
        parsed = ada_url.URL(url.strip(), base) if base else ada_url.URL(url.strip())
    except ValueError:
        return None
    if parsed.protocol not in _SCHEMES:
        return None
    parsed.hash = ""
    return str(parsed.href).removesuffix("#")


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
