"""What units have in common that differ in case, digits, spaces and punctuation only.

Of units that are alike the export keeps the best; here nothing is refused.
"""

from __future__ import annotations

import xxhash

from polytrawl.alike import folded
from polytrawl.records import Lang

__all__ = ["folded", "likeness"]


def likeness(languages: tuple[Lang, Lang], texts: tuple[str, str]) -> str:
    """64 bits in hexadecimal digits, the same for units that are alike."""
    parts = "\x1f".join((*languages, *map(folded, texts)))
    return xxhash.xxh3_64_hexdigest(parts.encode("utf-8", "surrogatepass"))
