from __future__ import annotations

from polytrawl.crawl.scorers.anchor_words import AnchorWords
from polytrawl.crawl.scorers.breadth_first import BreadthFirst
from polytrawl.records import Document, Link

SOURCE = Document(id="d", page="g", url="http://a.test/", site="a.test")


def link(anchor: str = "", depth: int = 1) -> Link:
    return Link(source=SOURCE.url, target="http://a.test/x", anchor=anchor, depth=depth)


def test_shallow_links_come_before_deep_ones() -> None:
    scorer = BreadthFirst()
    assert scorer.score(link(depth=1), SOURCE) > scorer.score(link(depth=2), SOURCE)


def test_each_word_in_the_anchor_counts_once_whatever_its_case_and_punctuation() -> None:
    scorer = AnchorWords(words=("Vaccine", "trial", "straße"), weight=2.0)
    anchors = ("VACCINE: the vaccine", "A trial, a (vaccine).", "STRASSE", "trials", "")
    assert [scorer.score(link(anchor), SOURCE) for anchor in anchors] == [2.0, 4.0, 2.0, 0.0, 0.0]
