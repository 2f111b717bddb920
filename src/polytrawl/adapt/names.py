"""What the name of a system tells: the crawl, its seeds, and which domain data the system uses.

As in section 5.2 of Laranjeira's dissertation: `BL` has none, `WP-LM` the language model of Wikipedia articles,
`BFS-1G_GOOD-LMPT` language model and phrase table of a crawl from good seeds.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

__all__ = ["BASELINE", "KINDS", "SEEDS", "WIKIPEDIA", "Name", "parse", "wikipedia_for"]

BASELINE, WIKIPEDIA = "BL", "WP"
KINDS = ("LM", "PT", "LMPT")
SEEDS = ("BAD", "GOOD")
_LAST = re.compile(r"(?:^|[-_])(LMPT|LM|PT|GOOD|BAD)$")


class Name(NamedTuple):
    """The parts of a name; what it does not tell is empty."""

    crawl: str
    seeds: str = ""
    kind: str = ""


def parse(name: str) -> Name:
    """The parts, in whatever order seeds and kind stand at the end.

    >>> parse("BFS-1G_GOOD-LM"), parse("LM_BAD")
    (Name(crawl='BFS-1G', seeds='GOOD', kind='LM'), Name(crawl='', seeds='BAD', kind='LM'))
    """
    rest, found = name, Name("")
    while match := _LAST.search(rest):
        field = "seeds" if match[1] in SEEDS else "kind"
        if getattr(found, field):
            break
        found, rest = found._replace(**{field: match[1]}), rest[: match.start()]
    return found._replace(crawl=rest)


def wikipedia_for(kind: str, seeds: str, names: Collection[str]) -> str:
    """The system of Wikipedia that a column is compared with: of the same kind, else the one of no kind; or none."""
    known = {parse(name): name for name in names if parse(name).crawl == WIKIPEDIA}
    wanted = ((seeds, kind), ("", kind), (seeds, ""), ("", ""))
    return next((known[Name(WIKIPEDIA, *one)] for one in wanted if Name(WIKIPEDIA, *one) in known), "")
