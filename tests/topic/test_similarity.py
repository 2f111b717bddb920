from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.errors import ConfigError
from polytrawl.records import Document, Image, Paragraph, replace
from polytrawl.relevance import build
from polytrawl.relevance.definition import Definition, Example, Term
from polytrawl.relevance.generic import generic_idf
from polytrawl.run import new_run
from polytrawl.topic.classifiers.similarity import Similarity
from polytrawl.topic.classifiers.terms import Terms
from support import Quiet

QUERY = Definition(query=("Falls from ladders and scaffolds", "Stürze von Leitern und Gerüsten"))


def page(text: str, language: str = "en") -> Document:
    return Document(id="d", page="g", url="u", site="s", language=language, paragraphs=(Paragraph(text=text),))


def similarity(definition: Definition = QUERY, **options: object) -> Similarity:
    made = Similarity(**{"languages": ("en", "de"), **options})
    made.prepare(definition)
    return made


def test_relevance_is_the_cosine_by_hand() -> None:
    made = similarity(Definition(query=("ladder ladder scaffold",)))
    ladder, scaffold, bread = generic_idf("en").values(["ladder", "scaffold", "bread"])
    # Query (2 ladder, 1 scaffold), page (1 ladder, 1 bread): they share ladder.
    dot = 2 * ladder * ladder
    lengths = math.hypot(2 * ladder, scaffold) * math.hypot(ladder, bread)
    assert made.relevance(page("ladder bread")) == pytest.approx(dot / lengths, abs=1e-4)


def test_each_language_has_its_own_query() -> None:
    made = similarity()
    assert made.relevance(page("Stürze von Leitern und Gerüsten", "de")) == 1.0
    assert made.relevance(page("Falls from ladders and scaffolds")) == 1.0
    assert made.relevance(page("Stürze von Leitern und Gerüsten")) == 0.0
    assert made.relevance(page("chutes d'échelles", "fr")) is None


def test_far_pages_are_off_topic_and_near_ones_are_not() -> None:
    made = similarity(min_relevance=0.3)
    assert made.classify(page("Safe ladders: falls from ladders")).reasons == ()
    far = made.classify(page("How to bake bread"))
    assert (far.relevance, far.reasons) == (0.0, ("off-topic",))


def test_without_a_number_the_documents_tell_the_threshold(demo_table: dict[str, Any], tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", {**demo_table, "languages": ["en"]}, sets=["topic.classifier=similarity"])
    run.go(Quiet(), last="topic")
    found = [one for one in run.directory.records("topic") if isinstance(one, Document) and one.relevance is not None]
    off = {one.url for one in found if "off-topic" in one.reasons}
    pages = DemoWeb.load().pages.values()
    truly_off = {page.url(one) for page in pages for one in page.addresses if not page.on_topic}
    assert off == truly_off & {one.url for one in found}
    assert len(off) > 5


def test_texts_of_images_and_the_title_count() -> None:
    bare = page("See the picture")
    made = similarity()
    assert made.relevance(bare) == 0.0
    assert made.relevance(replace(bare, images=(Image(file_name="a.png", alt="ladders"),))) > 0
    assert made.relevance(replace(bare, title="Ladders")) > 0


def test_sequences_tell_apart_what_words_cannot() -> None:
    query = Definition(query=("machine translation of safety rules",))
    straight, mixed = page("machine translation of safety rules"), page("rules of machine safety translation")
    assert similarity(query).relevance(mixed) == 1.0
    by_pairs = similarity(query, n=2)
    assert by_pairs.relevance(straight) == 1.0
    assert by_pairs.relevance(mixed) == pytest.approx(0.5, abs=0.01)  # alpha .5: all words, no pair


def test_mwe_makes_expressions_count_more(tmp_path: Path) -> None:
    texts = [f"new york is part {word} of the long report" for word in ("one", "two", "six", "ten")] + ["york new"]
    build.write(tmp_path / "en", texts, language="en")
    query, text = Definition(query=("new york of the",)), page("in new york")
    plain = similarity(query, n=2, alpha=1.0, resources=(tmp_path / "en",))
    weighted = similarity(query, n=2, alpha=1.0, resources=(tmp_path / "en",), mwe=True)
    assert plain.relevance(text) != weighted.relevance(text)
    with pytest.raises(ConfigError, match="mwe needs"):
        Similarity(mwe=True)


def test_terms_and_examples_are_queries_too() -> None:
    assert similarity(Definition((Term(1.0, "ladder", (), "en"),))).relevance(page("ladder")) == 1.0
    judged = (Example(is_on_topic=True, text="the ladder falls"), Example(is_on_topic=False, text="the bread rises"))
    made = similarity(Definition(examples=judged))
    assert made.relevance(page("ladder falls")) > 0.9
    assert made.relevance(page("bread rises")) == 0.0


def test_terms_count_as_they_weigh() -> None:
    terms = (Term(300, "ice", (), "zxx"), Term(100, "snow", (), "zxx"))
    classifier = similarity(Definition(terms))
    # The query is ice three times and snow once: 3 / sqrt(10) for a page of ice, 1 / sqrt(10) for one of snow.
    assert classifier.relevance(page("ice", "zxx")) == pytest.approx(3 / 10**0.5, abs=1e-4)
    assert classifier.relevance(page("snow", "zxx")) == pytest.approx(1 / 10**0.5, abs=1e-4)


def test_a_language_is_known_however_it_is_spelled() -> None:
    said = Definition(query=("segurança no trabalho",))
    assert similarity(said, languages=("pt-br",)).relevance(page("segurança no trabalho", "pt")) == 1.0
    assert similarity(said, languages=("pt",)).relevance(page("segurança no trabalho", "pt-br")) == 1.0
    assert similarity(said, languages=("pt-br",)).relevance(page("sicurezza sul lavoro", "it")) is None
    for asked, found in (("pt", "pt-br"), ("pt-br", "pt"), ("pt-br", "pt-br")):
        terms = Definition((Term(1, "trabalho", (), asked),))
        assert similarity(terms).relevance(page("trabalho", found)) == 1.0
        classifier = Terms()
        classifier.prepare(terms)
        assert classifier.relevance(page("trabalho", found)) == 1.0
