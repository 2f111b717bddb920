"""Selection: what is exported, and the reason for everything that is not."""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Cluster, Document, PagePair, Record, SentencePair, UrlPattern, replace


class Shelf:
    """Records of stages, in memory."""

    def __init__(self, **stages: list[Record]) -> None:
        self._stages = {"topic": [], "dedup": [], "pair": [], "filter": [], **stages}

    def records(self, stage: str) -> Iterator[Record]:
        return iter(self._stages[stage])

    def patterns(self) -> tuple[UrlPattern, ...]:
        return ()


def document(name: str, *reasons: str) -> Document:
    return Document(id=f"d-{name}", page=f"g-{name}", url=f"http://a.test/{name}", site="a.test", reasons=reasons)


def pair(left: Document, right: Document, probability: float = 0.9, *reasons: str) -> PagePair:
    return PagePair(id=f"p-{left.id}-{right.id}", left=left, right=right, probability=probability, reasons=reasons)


def unit(of: PagePair, source: str, *reasons: str, score: float = 0.9) -> SentencePair:
    return SentencePair(
        id=f"s-{of.id}-{source}",
        pair=of.id,
        source=source,
        target=source.upper(),
        source_language="en",
        target_language="de",
        source_url=of.left.url,
        target_url=of.right.url,
        source_page=of.left.page,
        target_page=of.right.page,
        score=score,
        reasons=reasons,
    )


def cluster(*members: Document) -> Cluster:
    ids = tuple(sorted(member.id for member in members))
    return Cluster(id=f"c-{ids[0]}", method="exact", language="en", members=ids)


def select(shelf: Shelf, **rules: object) -> Selection:
    return Selection(shelf, Rules(**rules), ("en", "de"))


def test_documents_with_a_reason_stay_out_and_take_their_pairs_and_units_with_them():
    good, off, other = document("good"), document("off", "off-topic"), document("other")
    pairs = [pair(good, other), pair(off, document("x"))]
    shelf = Shelf(
        topic=[good, off, other, document("x")], pair=pairs, filter=[unit(pairs[0], "a"), unit(pairs[1], "b")]
    )
    made = select(shelf)
    assert [one.id for one in made.documents()] == ["d-good", "d-other", "d-x"]
    assert [one.source for one in made.units()] == ["a"]
    assert made.counts["documents"] == {"": 3, "off-topic": 1}
    assert made.counts["pairs"] == {"": 1, "off-topic": 1}
    assert made.counts["units"] == {"": 1, "page-pair-not-wanted": 1}


def test_tolerated_reasons_do_not_stand_in_the_way():
    off, other = document("off", "off-topic"), document("other")
    one = pair(off, other)
    shelf = Shelf(topic=[off, other], pair=[one], filter=[unit(one, "a", "too-short", "length-ratio")])
    assert not list(select(shelf, tolerate=frozenset({"off-topic"})).units())
    everything = frozenset({"off-topic", "too-short", "length-ratio"})
    assert len(list(select(shelf, tolerate=everything).units())) == 1


def test_thresholds_are_reasons_too():
    left, right = document("l"), document("r")
    one = pair(left, right, 0.6)
    shelf = Shelf(topic=[left, right], pair=[one], filter=[unit(one, "a", score=0.2), unit(one, "b", score=0.8)])
    assert select(shelf, min_score=0.5).counts["units"] == {"": 1, "low-score": 1}
    assert select(shelf, min_probability=0.7).counts["pairs"] == {"low-probability": 1}


def test_pages_that_are_only_comparable_give_no_units_unless_asked_for():
    left, right = document("l"), document("r")
    one = replace(pair(left, right), grade="comparable")
    shelf = Shelf(topic=[left, right], pair=[one], filter=[unit(one, "a")])
    assert select(shelf).counts["units"] == {"comparable-pages": 1}
    assert len(list(select(shelf).pairs())) == 1
    assert len(list(select(shelf, unit_grades=frozenset({"comparable"})).units())) == 1


def test_of_equal_units_the_first_is_kept():
    left, right = document("l"), document("r")
    one = pair(left, right)
    units = [unit(one, "a", "too-short"), unit(one, "a"), unit(one, "a")]
    assert select(Shelf(topic=[left, right], pair=[one], filter=units)).counts["units"] == {
        "": 1,
        "too-short": 1,
        "duplicate-unit": 1,
    }


def test_of_duplicates_the_member_of_a_page_pair_is_kept():
    plain, paired, partner = document("a"), document("long-name"), document("p")
    shelf = Shelf(topic=[plain, paired, partner], dedup=[cluster(plain, paired)], pair=[pair(paired, partner)])
    made = select(shelf)
    assert made.reason(plain) == "duplicate-of:d-long-name"
    assert made.counts["documents"] == {"": 2, "duplicate": 1}


def test_both_sides_of_a_pair_are_kept_together():
    names = ("en-page", "de-page", "en-print", "de-print")
    en, de, en_print, de_print = (document(name) for name in names)
    shelf = Shelf(
        topic=[en, de, en_print, de_print],
        dedup=[cluster(en, en_print), cluster(de, de_print)],
        pair=[pair(en_print, de_print, 0.8), pair(en, de, 0.9)],
    )
    made = select(shelf)
    assert [(one.left.id, one.right.id) for one in made.pairs()] == [("d-en-page", "d-de-page")]
    assert made.counts["pairs"] == {"": 1, "duplicate": 1}


def test_among_duplicates_without_a_pair_the_shortest_address_is_kept():
    short, long = document("b"), document("a/print/b")
    made = select(Shelf(topic=[long, short], dedup=[cluster(short, long)]))
    assert [one.id for one in made.documents()] == ["d-b"]


def test_fetch_dates_are_told_only_when_asked_for():
    dated = Document(id="d", page="g", url="u", site="s", fetched_at="2026-01-01T00:00:00+00:00")
    shelf = Shelf(topic=[dated])
    assert next(select(shelf).documents()).fetched_at == ""
    assert next(Selection(shelf, Rules(), ("en",), fetch_dates=True).documents()).fetched_at == dated.fetched_at
