"""How many links pages are away from others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

__all__ = ["distances"]


def distances(links: Iterable[tuple[str, str]], goals: Iterable[str]) -> dict[str, int]:
    """The steps from each page to the nearest goal; those from which no way leads to one are left out.

    >>> distances([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("c", "e")], ["c"])
    {'c': 0, 'b': 1, 'a': 2, 'd': 3}
    """
    into: dict[str, list[str]] = {}
    for source, target in links:
        into.setdefault(target, []).append(source)
    found = dict.fromkeys(goals, 0)
    queue = deque(found)
    while queue:
        url = queue.popleft()
        for source in into.get(url, ()):
            if source not in found:
                found[source] = found[url] + 1
                queue.append(source)
    return found
