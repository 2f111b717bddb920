"""Tombstones: pages that were forgotten on request, and are not fetched again.

A page that was to be forgotten must not be named by the list of what was forgotten, so only digests are kept: of its
address, or of its host where a whole host was meant. They are salted for each run, so that the lists of two runs cannot
be compared. Who knows an address can still ask whether it is in the list; that is what the crawl does.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from pathlib import Path

import msgspec

from polytrawl.crawl.place import place_of
from polytrawl.errors import StageError
from polytrawl.files import write_json

__all__ = ["FILE", "Tombstones", "add_tombstones", "read_tombstones"]

FILE = "forgotten.json"
_DIGEST_BYTES = 16  # of a million addresses none has the digest of another one


class Tombstones(msgspec.Struct):
    """Digests of addresses and hosts."""

    salt: str = ""
    urls: set[str] = set()
    hosts: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self.urls or self.hosts)

    def has(self, url: str) -> bool:
        """Whether a normalised URL was forgotten, or its host."""
        if not self:
            return False
        return self.digest(url) in self.urls or self.digest(place_of(url).host) in self.hosts

    def digest(self, text: str) -> str:
        """The digest of an address or a host."""
        data = text.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=bytes.fromhex(self.salt), digest_size=_DIGEST_BYTES).hexdigest()


def read_tombstones(folder: Path) -> Tombstones:
    """The tombstones in the folder of a crawl."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Tombstones)
    except FileNotFoundError:
        return Tombstones()
    except (msgspec.DecodeError, UnicodeDecodeError) as err:
        # Going on without it would fetch again what its owner wanted to be gone.
        raise StageError(f"{path}: not readable ({err}); bring it back from a copy of the run") from err


def add_tombstones(folder: Path, urls: Iterable[str] = (), hosts: Iterable[str] = ()) -> None:
    """Add to the tombstones in the folder of a crawl; those that are there already change nothing."""
    found = read_tombstones(folder)
    found.salt = found.salt or secrets.token_hex(16)
    found.urls = {*found.urls, *map(found.digest, urls)}
    found.hosts = {*found.hosts, *map(found.digest, hosts)}
    write_json(folder / FILE, found)
