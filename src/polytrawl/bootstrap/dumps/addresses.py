"""Addresses as newer wikis keep them: `https://com.example.www.` and `/path`."""

from __future__ import annotations

__all__ = ["address"]


def address(domain_index: str, path: str) -> str:
    """The address, with the parts of its host in their order again.

    >>> address("https://com.example.www.", "/a?b"), address("http://com.example.:8080", "/")
    ('https://www.example.com/a?b', 'http://example.com:8080/')
    >>> address("http://V4.127.0.0.1.", "/x"), address("http://V6.2001.db8.0.0.0.0.0.1.", "/")
    ('http://127.0.0.1/x', 'http://[2001:db8:0:0:0:0:0:1]/')
    """
    scheme, sign, host = domain_index.partition("://")
    name, _, port = host.partition(":")
    kind, _, rest = name.rstrip(".").partition(".")
    if kind == "V4":
        name = rest
    elif kind == "V6":
        name = f"[{rest.replace('.', ':')}]"
    else:
        name = ".".join(reversed(name.rstrip(".").split(".")))
    return f"{scheme}{sign}{name}{f':{port}' if port else ''}{path}"
