"""Records: what goes to disk comes back the same, and ids say where a record comes from."""

from hypothesis import given
from hypothesis import strategies as st

from polytrawl import shards
from polytrawl.records import (
    AnyRecord,
    Cluster,
    Document,
    Dropped,
    Link,
    Page,
    PagePair,
    Paragraph,
    Score,
    SentencePair,
    WarcRef,
    make_id,
    reason_of,
)

text = st.text(st.characters(codec="utf-8"), max_size=30)
score = st.floats(allow_nan=False, allow_infinity=False)
words = st.lists(text, max_size=3).map(tuple)
scores = st.lists(st.builds(Score, name=text, value=score), max_size=3).map(tuple)
paragraphs = st.builds(Paragraph, text=text, kind=text, language=st.none() | text, boilerplate=score, reason=text)
links = st.builds(Link, source=text, target=text, anchor=text, depth=st.integers(0, 9), score=st.none() | score)
refs = st.none() | st.builds(WarcRef, file=text, offset=st.integers(0, 2**60))
pages = st.builds(
    Page, id=text, url=text, site=text, warc=refs, content=st.binary(max_size=50), depth=st.integers(0, 99)
)
documents = st.builds(
    Document,
    id=text,
    page=text,
    url=text,
    site=text,
    title=text,
    language=st.none() | text,
    relevance=st.none() | score,
    paragraphs=st.lists(paragraphs, max_size=3).map(tuple),
    links=st.lists(links, max_size=3).map(tuple),
    reasons=words,
)
pairs = st.builds(PagePair, id=text, left=documents, right=documents, probability=score, evidence=scores)
units = st.builds(
    SentencePair,
    **dict.fromkeys(("id", "pair", "source", "target", "source_language", "target_language", "source_url"), text),
    **dict.fromkeys(("target_url", "source_page", "target_page"), text),
    scores=scores,
    reasons=words,
)
others = st.builds(Cluster, id=text, method=text, language=text, members=words) | st.builds(
    Dropped, id=text, stage=text, reason=text, url=text, detail=text
)
records = pages | documents | pairs | units | others


@given(records)
def test_every_record_survives_the_way_to_disk_and_back(record: AnyRecord):
    assert shards.decode(shards.encode(record)) == record


@given(records)
def test_a_record_is_one_line(record: AnyRecord):
    assert b"\n" not in shards.encode(record)


@given(records)
def test_a_dropped_record_is_known_by_how_its_line_begins(record: AnyRecord):
    assert shards.encode(record).startswith(b'{"record":"dropped"') == isinstance(record, Dropped)


@given(st.lists(text, min_size=1, max_size=4), st.lists(text, min_size=1, max_size=4))
def test_different_parts_give_different_ids(one: list[str], other: list[str]):
    assert (make_id("d", *one) == make_id("d", *other)) == (one == other)


def test_a_document_counts_under_its_first_reason_and_keeps_all():
    document = Document(id="d", page="g", url="u", site="s").but("out-of-language").but("off-topic").but("off-topic")
    assert document.reasons == ("out-of-language", "off-topic")
    assert reason_of(document) == "out-of-language"


def test_main_text_leaves_out_paragraphs_with_a_reason():
    menu = Paragraph(text="Home", reason="boilerplate")
    document = Document(id="d", page="g", url="u", site="s", paragraphs=(menu, Paragraph(text="Text.")))
    assert document.text == "Text."
