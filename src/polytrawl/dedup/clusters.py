"""Clusters: documents that hang together, each beside the longer one that it is most like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from polytrawl.dedup.links import Links
from polytrawl.dedup.table import Table
from polytrawl.records import Cluster, Lang, make_id

__all__ = ["clusters_of"]


class _Member(NamedTuple):
    id: str
    size: int
    within: str
    equal: bool


def clusters_of(table: Table, links: Links, *, method: str, language: Lang, equal_from: float) -> Iterator[Cluster]:
    """The clusters of a language that have a new member, in the order of their longest ones."""
    groups: dict[int, list[int]] = defaultdict(list)
    for document, row in enumerate(table.row.tolist()):
        groups[links.root(row)].append(document)
    told = _Telling(table, links, equal_from)
    for group in groups.values():
        if len(group) > 1:
            known = tuple(sorted(table.ids[one] for one in group if table.is_known[one]))
            members = sorted(told.member(one) for one in group if not table.is_known[one])
            if members:
                yield _cluster(members, known, method, language)


class _Telling:
    """What is told of each document of a table."""

    def __init__(self, table: Table, links: Links, equal_from: float) -> None:
        self._table = table
        self._links = links
        self._equal_from = equal_from
        self._first: dict[int, int] = {}  # of the documents of a row
        for document, row in enumerate(table.row.tolist()):
            self._first.setdefault(row, document)

    def member(self, document: int) -> _Member:
        """The document, and the one that it is within."""
        row = int(self._table.row[document])
        name, size = self._table.ids[document], int(self._table.rows.sizes[row])
        first = self._first[row]
        if first != document:
            return _Member(name, size, self._table.ids[first], equal=True)
        parent = int(self._links.parent[row])
        if parent < 0:
            return _Member(name, size, "", equal=False)
        is_equal = bool(self._links.share[row] > self._equal_from)
        return _Member(name, size, self._table.ids[self._first[parent]], is_equal)


def _cluster(members: list[_Member], known: tuple[str, ...], method: str, language: Lang) -> Cluster:
    names = tuple(one.id for one in members)
    return Cluster(
        id=make_id("c", method, language, *names, *known),
        method=method,
        language=language,
        members=names,
        sizes=tuple(one.size for one in members),
        within=tuple(one.within for one in members),
        equal=tuple(one.equal for one in members),
        known=known,
    )
