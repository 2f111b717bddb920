"""Which documents have the same text, as clusters tell it: groups of equal ones, and groups that are part of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from polytrawl.records import Cluster

__all__ = ["Copies"]


@dataclass
class Copies:
    """Groups of documents with equal text. A group that is mostly part of a longer text knows the group of that."""

    group: dict[str, str] = field(default_factory=dict)  # document id -> group
    size: dict[str, int] = field(default_factory=dict)  # document id -> how long it is
    above: dict[str, str] = field(default_factory=dict)  # group -> the group that it is part of
    known: dict[str, str] = field(default_factory=dict)  # group -> the document of an earlier run that has its text
    repeated: dict[str, set[int]] = field(default_factory=dict)  # document id -> paragraphs that repeat others of it

    @classmethod
    def read(cls, clusters: Iterable[Cluster]) -> Copies:
        """What clusters tell."""
        made = cls()
        for cluster in clusters:
            if cluster.paragraphs:
                made.repeated.setdefault(cluster.members[0], set()).update(cluster.paragraphs[1:])
            elif cluster.within:
                made._add(cluster)
            else:
                made.group.update(dict.fromkeys(cluster.members, cluster.id))
        return made

    def _add(self, cluster: Cluster) -> None:
        self.size.update(zip(cluster.members, cluster.sizes, strict=True))
        links = dict(zip(cluster.members, zip(cluster.within, cluster.equal, strict=True), strict=True))
        known = frozenset(cluster.known)
        for member in cluster.members:
            top = _top(member, links, known)
            self.group[member] = top
            within = links[top][0]
            if within in known:
                self.known[top] = within
            elif within:
                self.above[top] = _top(within, links, known)

    def text_before(self, document: str) -> str:
        """The document of an earlier run that has the text of this one; empty when its text is new."""
        group = self.group.get(document, "")
        chain = [group, *self.longer(group)]
        return next((self.known[one] for one in chain if one in self.known), "")

    def longer(self, group: str) -> Iterator[str]:
        """The groups that a group is part of, one within the other."""
        while group in self.above:
            group = self.above[group]
            yield group


def _top(member: str, links: dict[str, tuple[str, bool]], known: frozenset[str]) -> str:
    """The longest of the members that are equal to this one, each to the next; known documents are no members here."""
    path = []
    within, is_equal = links[member]
    while is_equal and within not in known:
        path.append(member)
        member = within
        within, is_equal = links[member]
    for passed in path:  # so that long chains are walked once
        links[passed] = (member, True)
    return member
