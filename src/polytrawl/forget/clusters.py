"""Clusters of duplicates without the documents that are forgotten."""

from __future__ import annotations

from collections.abc import Collection

from polytrawl.records import Cluster, make_id, replace

__all__ = ["without"]

_FEWEST = 2  # members, unless a cluster tells of earlier runs or of repeated paragraphs


def without(cluster: Cluster, gone: Collection[str]) -> Cluster | None:
    """The cluster of the members that are left; None where it tells nothing any more."""
    left = [number for number, member in enumerate(cluster.members) if member not in gone]
    if not left or (len(left) < _FEWEST and not cluster.known and not cluster.paragraphs):
        return None
    members = tuple(cluster.members[number] for number in left)
    links = [_link(cluster, number, gone) for number in left] if cluster.within else []
    return replace(
        cluster,
        id=make_id("c", cluster.method, cluster.language, *members, *cluster.known),
        members=members,
        sizes=tuple(cluster.sizes[number] for number in left) if cluster.sizes else (),
        within=tuple(within for within, _ in links),
        equal=tuple(is_equal for _, is_equal in links),
    )


def _link(cluster: Cluster, number: int, gone: Collection[str]) -> tuple[str, bool]:
    """What a member is part of: where that is gone, what that one was part of."""
    within, is_equal = cluster.within[number], cluster.equal[number]
    while within in gone:
        place = cluster.members.index(within)
        within, is_equal = cluster.within[place], is_equal and cluster.equal[place]
    return within, is_equal and bool(within)
