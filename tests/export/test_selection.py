"""Selection: what is exported, and the reason for everything that is not."""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.export.selection import Rules, Selection
from polytrawl.records import Cluster, Document, PagePair, Paragraph, Record, SentencePair, UrlPattern, replace


class Shelf:
    """Records of stages, in memory."""

    def __init__(self, **stages: list[Record]) -> None:
        self._stages = {"topic": [], "dedup": [], "pair": [], "mine": [], "filter": [], **stages}

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


def linked(method: str, known: tuple[str, ...] = (), **within: tuple[int, str, bool]) -> Cluster:
    """A cluster of documents by name: size, the one that it is within, and whether that one is equal."""
    members = sorted(within)
    return Cluster(
        id=f"c-{members[0]}",
        method=method,
        language="en",
        members=tuple(f"d-{name}" for name in members),
        sizes=tuple(within[name][0] for name in members),
        within=tuple(f"d-{within[name][1]}" if within[name][1] else "" for name in members),
        equal=tuple(within[name][2] for name in members),
        known=known,
    )


def test_of_near_duplicates_the_longest_is_kept_and_the_reason_is_told():
    pages = [document(name) for name in ("x", "longer", "part")]
    near = linked("paragraphs", x=(9, "longer", True), longer=(10, "", False), part=(3, "x", False))
    made = select(Shelf(topic=pages, dedup=[near]))
    assert [made.reason(one) for one in pages] == ["duplicate-of:d-longer", "", "duplicate-of:d-longer"]
    assert made.why_kept(pages[1]) == "it is the longest"
    assert made.why_kept(pages[0]) == ""


def test_a_near_duplicate_in_a_page_pair_is_kept_for_the_longer_one():
    short, long, partner = document("short"), document("long"), document("p")
    near = linked("paragraphs", short=(9, "long", True), long=(10, "", False))
    made = select(Shelf(topic=[short, long, partner], dedup=[near], pair=[pair(short, partner)]))
    assert made.reason(long) == "duplicate-of:d-short"
    assert made.why_kept(short) == "it stands in a page pair"
    assert len(list(made.pairs())) == 1


def test_a_part_in_a_page_pair_is_kept_and_does_not_cost_the_whole():
    part, whole, other, partner = (document(name) for name in ("part", "whole", "other", "p"))
    near = linked("paragraphs", part=(3, "whole", False), whole=(30, "", False), other=(4, "whole", False))
    made = select(Shelf(topic=[part, whole, other, partner], dedup=[near], pair=[pair(part, partner)]))
    assert [made.reason(one) for one in (part, whole, other)] == ["", "", "duplicate-of:d-whole"]


def test_two_wholes_of_one_part_are_both_kept():
    names = ("one", "two", "part")
    near = linked("paragraphs", one=(30, "", False), two=(30, "", False), part=(3, "one", False))
    made = select(Shelf(topic=[document(name) for name in names], dedup=[near]))
    assert [one.id for one in made.documents()] == ["d-one", "d-two"]


def test_a_pair_of_parts_of_a_pair_is_a_duplicate():
    en, de, en_part, de_part = (document(name) for name in ("en", "de", "en-part", "de-part"))
    near = [
        linked("paragraphs", **{"en": (9, "", False), "en-part": (3, "en", False)}),
        linked("paragraphs", **{"de": (9, "", False), "de-part": (3, "de", False)}),
    ]
    made = select(Shelf(topic=[en, de, en_part, de_part], dedup=near, pair=[pair(en, de), pair(en_part, de_part, 0.7)]))
    assert made.counts["pairs"] == {"": 1, "duplicate": 1}
    assert made.counts["documents"] == {"": 2, "duplicate": 2}


def test_a_duplicate_of_a_page_that_is_not_wanted_is_kept():
    off, copy = document("off", "off-topic"), document("copy")
    near = linked("paragraphs", off=(10, "", False), copy=(9, "off", True))
    part = linked("paragraphs", **{"off-too": (10, "", False), "part": (2, "off-too", False)})
    made = select(Shelf(topic=[off, copy, document("off-too", "off-topic"), document("part")], dedup=[near, part]))
    assert [one.id for one in made.documents()] == ["d-copy", "d-part"]
    assert made.why_kept(copy) == "no other one is wanted"


def test_text_of_an_earlier_run_is_not_exported_again():
    old, again, part, new = (document(name) for name in ("old", "again", "part", "new"))
    near = linked("paragraphs", ("d-before",), old=(9, "before", True), again=(9, "old", True), part=(2, "old", False))
    made = select(Shelf(topic=[old, again, part, new], dedup=[near]))
    assert [made.reason(one) for one in (old, again, part, new)] == ["known:d-before"] * 3 + [""]
    assert made.counts["documents"] == {"": 1, "known": 3}


def test_a_page_that_is_fetched_again_is_known_under_its_own_id():
    old = document("old")
    near = linked("exact", ("d-old",), old=(1, "old", True))
    assert select(Shelf(topic=[old], dedup=[near])).reason(old) == "known:d-old"


def test_a_known_page_is_kept_with_a_translation_that_is_new():
    old, new, copy = document("old"), document("new"), document("copy")
    near = linked("exact", ("d-before",), old=(1, "before", True), copy=(1, "before", True))
    made = select(Shelf(topic=[old, new, copy], dedup=[near], pair=[pair(old, new)]))
    assert made.counts["pairs"] == {"": 1}
    assert [made.reason(one) for one in (old, new, copy)] == ["", "", "known:d-before"]


def test_a_pair_of_two_known_pages_is_known():
    left, right = document("l"), document("r")
    near = [linked("exact", ("d-a",), l=(1, "a", True)), linked("exact", ("d-b",), r=(1, "b", True))]
    made = select(Shelf(topic=[left, right], dedup=near, pair=[pair(left, right)]))
    assert made.counts["pairs"] == {"known": 1}
    assert made.counts["documents"] == {"known": 2}


def test_paragraphs_that_repeat_others_of_their_page_stay_with_a_reason():
    texts = ("one", "two", "one", "menu")
    paragraphs = tuple(Paragraph(text=text, reason="boilerplate" if text == "menu" else "") for text in texts)
    page = replace(document("a"), paragraphs=paragraphs)
    inside = Cluster(id="c-1", method="minhash", language="en", members=("d-a",), paragraphs=(0, 2))
    [made] = select(Shelf(topic=[page], dedup=[inside])).documents()
    assert [one.reason for one in made.paragraphs] == ["", "", "repeated", "boilerplate"]
    assert made.text == "one\ntwo"


def test_fetch_dates_are_told_only_when_asked_for():
    dated = Document(id="d", page="g", url="u", site="s", fetched_at="2026-01-01T00:00:00+00:00")
    shelf = Shelf(topic=[dated])
    assert next(select(shelf).documents()).fetched_at == ""
    assert next(Selection(shelf, Rules(), ("en",), fetch_dates=True).documents()).fetched_at == dated.fetched_at
