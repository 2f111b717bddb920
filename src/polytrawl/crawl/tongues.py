"""Links that say which language they lead to: by `hreflang`, or by the name or the code of a language in their text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from polytrawl.records import Lang, Link

_EDGES = " \t()[]{}<>|/:;,.…·•-–—›»«‹→*\"'"
_LONGEST_CODE = len("pt-br")
# The tables of the pair stage; only its data is shared, so that there is one list of names.
_TABLES = {"languages.tsv": " ", "names.tsv": "|"}


def leads_to(link: Link, languages: Sequence[Lang]) -> bool:
    """Whether a link says that it leads to a page in one of these languages."""
    wanted = {one.partition("-")[0] for one in languages}
    if link.hreflang and link.hreflang.partition("-")[0] in wanted:
        return True
    return not wanted.isdisjoint(_named(link.anchor)) if link.anchor else False


@lru_cache(maxsize=16384)
def _named(anchor: str) -> frozenset[Lang]:
    text = anchor.casefold().strip(_EDGES)
    code = text.partition("-")[0] if len(text) <= _LONGEST_CODE else ""
    return _names().get(text) or _names().get(code, frozenset())


@lru_cache(maxsize=1)
def _names() -> dict[str, frozenset[Lang]]:
    """The languages that each word names."""
    table: dict[str, set[Lang]] = {}
    for file, parting in _TABLES.items():
        text = resources.files("polytrawl.pair").joinpath("data", file).read_text(encoding="utf-8")
        for line in text.splitlines():
            code, _, rest = line.partition("\t")
            if not line.startswith("#"):
                for name in (code, *rest.replace("\t", parting).split(parting)):
                    table.setdefault(name.casefold(), set()).add(code)
    return {name: frozenset(codes) for name, codes in table.items() if name}
