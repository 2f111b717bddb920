"""Clusters of duplicates, when one of their documents is forgotten."""

from __future__ import annotations

from polytrawl.forget.clusters import without
from polytrawl.records import Cluster

# a is part of b, b is equal to c, and c is part of d.
CHAIN = Cluster(
    id="c-1", method="paragraphs", language="en", members=("a", "b", "c", "d"), sizes=(4, 7, 8, 20),
    within=("b", "c", "d", ""), equal=(False, True, False, False),
)  # fmt: skip


def test_what_a_document_is_part_of_moves_up() -> None:
    left = without(CHAIN, {"b", "d"})
    assert left is not None
    assert (left.members, left.sizes) == (("a", "c"), (4, 8))
    assert left.within == ("c", "")
    assert left.equal == (False, False)
    assert left.id != CHAIN.id


def test_equal_ones_stay_equal() -> None:
    triple = Cluster(
        id="c-2", method="exact", language="en", members=("a", "b", "c"), sizes=(5, 5, 5), within=("b", "c", ""),
        equal=(True, True, False),
    )  # fmt: skip
    left = without(triple, {"b"})
    assert left is not None
    assert (left.within, left.equal) == (("c", ""), (True, False))


def test_a_document_alone_is_no_cluster_unless_an_earlier_run_has_its_text() -> None:
    assert without(CHAIN, {"a", "b", "c"}) is None
    known = Cluster(
        id="c-3", method="exact", language="en", members=("a", "b"), sizes=(5, 5), within=("b", "old"),
        equal=(True, True), known=("old",),
    )  # fmt: skip
    left = without(known, {"b"})
    assert left is not None
    assert (left.members, left.within, left.equal) == (("a",), ("old",), (True,))
