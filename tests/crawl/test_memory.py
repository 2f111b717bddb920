"""Tests of the numbers that strategies remember."""

from __future__ import annotations

from polytrawl.crawl.memory import Memory

A, B, C, D = "abcd"


def test_what_is_unknown_is_stored_also_where_it_is_little() -> None:
    memory = Memory()
    memory.raise_to(A, -2.0)
    assert memory.get(A, default=7.0) == -2.0
    memory.raise_to(A, -3.0)
    assert memory.get(A, default=7.0) == -2.0
    memory.raise_to(A, 1.0)
    assert memory.get(A) == 1.0


def test_what_somebody_asks_for_is_not_forgotten() -> None:
    memory = Memory(half=2)
    memory.set(A, 1.0)
    memory.set(B, 2.0)
    memory.set(C, 3.0)  # the first half is full: A and B are old
    memory.raise_to(A, 0.5)  # less than is known, but asked for
    memory.set(D, 4.0)  # the second half is full: B is forgotten
    assert [memory.get(url, default=0.0) for url in (A, B)] == [1.0, 0.0]
