"""Counts in the order in which people read them."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ranked"]


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """The same counts, the largest first; equal ones by name, so that equal runs tell them in the same order.

    >>> ranked({"it": 2, "de": 2, "en": 3})
    {'en': 3, 'de': 2, 'it': 2}
    """
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
