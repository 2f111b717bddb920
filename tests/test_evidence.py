"""Evidence in words: every source that polytrawl has, and any other by its name."""

from __future__ import annotations

import pytest

from polytrawl import evidence
from polytrawl.pair.base import Pairer
from polytrawl.plugin import all_classes
from polytrawl.records import Document, PagePair, Score

FUSED = ("links", "urls", "images", "shared-words", "shape", "neighbours", "lexicon")
OWN = sorted({cls.name for cls in all_classes() if issubclass(cls, Pairer) and cls.__module__.startswith("polytrawl.")})


@pytest.mark.parametrize("name", sorted({*FUSED, *OWN, "content"}))
def test_every_source_is_told_in_words_that_change_with_its_value(name: str) -> None:
    said = [evidence.in_words(Score(name=name, value=value)) for value in (0.9, 0.5, 0.1)]
    assert len({one.partition(": ")[2] for one in said}) == 3
    assert all(one.startswith(f"{name} 0.") and "{" not in one for one in said)
    assert evidence.about(name)


def test_a_source_that_is_not_known_is_told_by_its_name() -> None:
    assert evidence.in_words(Score(name="moon{phase}", value=0.5)) == "moon{phase} 0.50"
    assert evidence.about("moon{phase}") == ""


def test_the_strongest_comes_first_and_addresses_are_compared() -> None:
    left, right = (Document(id=x, page=x, url=f"http://a.test/{x}/p{{0}}?id=3", site="a.test") for x in ("de", "it"))
    scores = (Score(name="images", value=0.1), Score(name="urls", value=0.9), Score(name="links", value=0.9))
    found = evidence.reasons(PagePair(id="p", left=left, right=right, probability=1.0, evidence=scores))
    assert [one.split()[0] for one in found] == ["links", "urls", "images"]
    assert "differ only in de/it, as many addresses" in found[1]


@pytest.mark.parametrize(
    ("left", "right", "told"),
    [
        ("http://a.test/x?lang=de", "http://a.test/x?lang=it", "de/it"),
        ("http://de.a.test/x", "http://it.a.test/x", "de/it"),
        ("http://a.test/x", "http://a.test/it/x", "nothing/it"),
        ("http://a.test/x.html", "http://a.test/x.html.it", "nothing/it"),
        ("http://a.test/de/1", "http://a.test/it/2", ""),
        ("http://a.test/a/b/c", "http://a.test/", ""),
        ("http://a.test/a/b", "http://a.test/c", ""),
        ("http://a.test/", "http://a.test/", ""),
    ],
)
def test_where_alone_addresses_differ(left: str, right: str, told: str) -> None:
    assert evidence.address_difference(left, right) == told
