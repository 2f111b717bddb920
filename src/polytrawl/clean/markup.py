"""The table of tags, roles and names in `markup.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

# A comment behind its "<", up to its end or to that of the page. `<!-->` and `<!--->` are whole: nothing is inside.
COMMENT = r"!--(?!-?>)[^-]*+(?:-(?!-!?>)[^-]*+)*+"

_TABLE: dict[str, dict[str, str]] = tomllib.loads(
    files(__package__).joinpath("markup.toml").read_text(encoding="utf-8")
)


def words(table: str, key: str) -> tuple[str, ...]:
    """The words of one entry.

    >>> words("tags", "main")
    ('article', 'main')
    """
    return tuple(_TABLE[table][key].split())


def tags(key: str) -> frozenset[str]:
    """The elements of one entry."""
    return frozenset(words("tags", key))


def kinds() -> dict[str, str]:
    """The kind of paragraph that an element makes."""
    return {tag: kind for kind in _TABLE["kinds"] for tag in words("kinds", kind)}
