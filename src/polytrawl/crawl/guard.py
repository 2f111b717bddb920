"""Which network addresses the crawl may talk to, so that a page on the web cannot make it read a private network."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple, TypeAlias

from polytrawl.errors import FetchError

PRIVATE_ADDRESS = "private-address"
NO_CONTACT = "no-contact"

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

# Cloud providers answer with secrets here, though the addresses count as public.
_METADATA = frozenset({ipaddress.ip_address("168.63.129.16"), ipaddress.ip_address("192.0.0.192")})
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_LOCAL_NAT64 = ipaddress.IPv6Network("64:ff9b:1::/48")  # which address it wraps depends on the network
_COMPATIBLE = ipaddress.IPv6Network("::/96")  # an old way to wrap an IPv4 address


def parse_address(host: str) -> _Address | None:
    """The address a host name spells; None where it is a name.

    >>> parse_address("[::1]"), parse_address("example.org")
    (IPv6Address('::1'), None)
    """
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def is_public(address: _Address) -> bool:
    """Whether the address belongs to the public internet; addresses that wrap another are judged by that one.

    >>> [is_public(ipaddress.ip_address(one)) for one in ("8.8.8.8", "10.0.0.1", "169.254.169.254", "2002:7f00:1::")]
    [True, False, False, False]
    """
    inner = _inner(address)
    if inner is not None:
        return is_public(inner)
    is_local = isinstance(address, ipaddress.IPv6Address) and (address.is_site_local or address in _LOCAL_NAT64)
    return address.is_global and not address.is_multicast and not is_local and address not in _METADATA


def _inner(address: _Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in _NAT64 or address in _COMPATIBLE:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def is_loopback(host: str) -> bool:
    """Whether the host is this very machine.

    >>> is_loopback("localhost."), is_loopback("127.0.0.2"), is_loopback("10.0.0.1")
    (True, True, False)
    """
    address, host = parse_address(host), host.rstrip(".").lower()
    return host == "localhost" or host.endswith(".localhost") or (address is not None and address.is_loopback)


class Guard(NamedTuple):
    """Who may be talked to: private addresses if allowed, public ones if the crawl says whom to contact."""

    allow_private: bool
    allow_public: bool

    def check(self, host: str, address: str) -> None:
        """Raise a `FetchError` for an address that is not allowed; `host` is the name that led to it."""
        parsed = parse_address(address)
        if parsed is None or not (self.allow_private or is_public(parsed)):
            raise FetchError(PRIVATE_ADDRESS, f"{host} is {address}; set crawl.allow_private to allow this")
        if not self.allow_public and is_public(parsed):
            raise FetchError(NO_CONTACT, f"{host} is {address} on the public web; set crawl.contact")

    def check_name(self, host: str) -> None:
        """Raise a `FetchError` for a name that may not be asked for where somebody else, a proxy, looks it up."""
        if is_loopback(host) and not self.allow_private:
            raise FetchError(PRIVATE_ADDRESS, f"{host} is this machine; set crawl.allow_private to allow this")
        if not self.allow_public and not is_loopback(host):
            raise FetchError(NO_CONTACT, f"{host} is taken to be on the public web; set crawl.contact")
