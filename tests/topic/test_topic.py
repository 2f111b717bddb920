from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl import options
from polytrawl.errors import ConfigError
from polytrawl.plugin import all_classes, find
from polytrawl.records import Document, Paragraph, replace
from polytrawl.relevance.definition import Definition, Term
from polytrawl.relevance.terms import Lexicon
from polytrawl.topic.base import Classifier
from polytrawl.topic.classifiers.terms import Terms
from polytrawl.topic.stage import Topic

DEFINITION = Definition(
    (
        Term(100.0, "risk assessment", ("prevention",), "en"),
        Term(50.0, "ladder", ("falls",), "en"),
        Term(50.0, "helmets", ("falls", "equipment"), "en"),
        Term(100.0, "Arbeitsunfälle", ("accidents",), "de"),
        Term(100.0, "安全", ("general",), "zh"),
    )
)


def document(
    *texts: str, language: str = "en", title: str = "", description: str = "", keywords: tuple[str, ...] = ()
) -> Document:
    return Document(
        id="d-1",
        page="g-1",
        url="http://a.test/",
        site="a.test",
        language=language,
        title=title,
        description=description,
        keywords=keywords,
        paragraphs=tuple(Paragraph(text=text) for text in texts),
    )


def classified(one: Document, *, min_relevance: float = 0.01, min_terms: int = 1, min_score: float = 0.0) -> Document:
    classifier = Terms(min_relevance=min_relevance, min_terms=min_terms, min_score=min_score)
    classifier.prepare(DEFINITION)
    return classifier.classify(one)


def found(language: str, text: str) -> list[str]:
    lexicon = Lexicon(language, (term for term in DEFINITION.terms if term.language == language))
    return [term.text for term in lexicon.find(lexicon.stems(text))]


def test_relevance_is_the_weighted_share_of_terms() -> None:
    # Title: 2 words, "ladder" once; keywords: 2 words, "risk assessment" once; text: 6 words, "helmet" and "ladders".
    made = classified(document("A helmet helps on long ladders", title="Ladder rules", keywords=("risk assessment",)))
    p = 10 * 50 + 2 * 100 + 50 + 50
    assert made.relevance == round(p / (100 * (10 * 2 + 2 * 2 + 6)), 4) == 0.2667
    assert made.subtopics == ("falls", "prevention", "equipment")
    assert made.paragraphs[0].topic_terms == ("helmets", "ladder")
    assert made.reasons == ()


def test_the_score_of_the_paper_by_hand() -> None:
    # p = sum of n_ij * w_i * w_j. Weights of terms: risk assessment 100, ladder 50, helmets 50.
    one = document(
        "Ladders, helmets and a ladder.",  # ladder 2 * 50 * 1 + helmets 1 * 50 * 1 = 150
        "A risk assessment.",  # 1 * 100 * 1 = 100
        title="The ladder",  # 1 * 50 * 10 = 500
        description="Risk assessment for every helmet",  # 1 * 100 * 4 + 1 * 50 * 4 = 600
        keywords=("ladder", "helmet"),  # 1 * 50 * 2 + 1 * 50 * 2 = 200
    )
    p, m = 150 + 100 + 500 + 600 + 200, 3
    assert classified(one, min_score=p, min_terms=m).reasons == ()
    assert classified(one, min_score=p + 0.5).reasons == ("off-topic",)
    assert classified(one, min_terms=m + 1).reasons == ("off-topic",)


def test_only_the_main_text_makes_terms_different() -> None:
    one = document("ladder", title="helmets", description="risk assessment")
    assert classified(one, min_terms=1).reasons == ()
    assert classified(one, min_terms=2).reasons == ("off-topic",)


def test_terms_that_stem_together_are_one_term_of_the_highest_weight() -> None:
    classifier = Terms(min_terms=2)
    classifier.prepare(Definition((Term(60.0, "worker", (), "en"), Term(90.0, "workers", (), "en"))))
    made = classifier.classify(document("Workers help a worker"))
    assert made.relevance == (90 + 90) / (90 * 4)
    assert made.reasons == ("off-topic",)  # one term, found twice
    assert made.paragraphs[0].topic_terms == ("workers",)


NESTED = tuple(Term(1.0, text, (), "en") for text in ("a b c", "b", "b c", "c d", "a b c d e", "c"))


@given(st.lists(st.sampled_from("abcdex"), max_size=30))
def test_the_automaton_finds_what_plain_search_finds(stems: list[str]) -> None:
    lexicon = Lexicon("xx", NESTED)
    expected = [
        term.text
        for term in NESTED
        for start in range(len(stems))
        if stems[start : start + len(term.text.split())] == term.text.split()
    ]
    assert sorted(term.text for term in lexicon.find(stems)) == sorted(expected)


@given(st.lists(st.lists(st.sampled_from(["a", "B", "c", "d", "é", "安", "7", "x", "\0"])), max_size=6))
def test_weights_of_many_texts_at_once_are_those_of_each(texts: list[list[str]]) -> None:
    terms = [*NESTED, *(Term(weight, text, (), "en") for weight, text in ((3.0, "é 安"), (5.0, "7"), (7.0, "d")))]
    lexicon = Lexicon("xx", terms)
    written = [" ".join(text) for text in texts]
    for _ in range(2):  # the second time all words are known
        each = [sum(term.weight for term in lexicon.find(lexicon.stems(text))) for text in written]
        assert lexicon.weights(written) == each


def test_words_are_stemmed_and_folded_and_matched_whole() -> None:
    assert found("en", "LADDERS and a stepladder, Helmet") == ["ladder", "helmets"]
    assert found("de", "Ein Arbeitsunfall, viele ARBEITSUNFÄLLE") == ["Arbeitsunfälle", "Arbeitsunfälle"]


def test_terms_of_several_words_are_found_as_sequences() -> None:
    assert found("en", "Risk assessments: the risk of an assessment. Risk\nassessment!") == ["risk assessment"] * 2


def test_scripts_without_spaces_are_searched_too() -> None:
    assert found("zh", "注意安全，安全第一") == ["安全", "安全"]


def test_few_different_terms_or_low_relevance_are_off_topic() -> None:
    assert classified(document("ladder ladder ladder"), min_terms=2).reasons == ("off-topic",)
    assert classified(document("ladder, helmet " + "and other things " * 400), min_terms=2).reasons == ("off-topic",)
    assert classified(document("ladder, helmet"), min_terms=2).reasons == ()


def test_only_main_paragraphs_count() -> None:
    one = document("ladder and helmet", "something else")
    menu = replace(one, paragraphs=tuple(replace(part, reason="boilerplate") for part in one.paragraphs))
    made = classified(menu)
    assert (made.relevance, made.reasons) == (0.0, ("off-topic",))
    assert made.paragraphs[0].topic_terms == ()


def test_a_language_without_terms_is_left_alone() -> None:
    for language in ("fr", "und"):
        one = document("une échelle", language=language)
        assert classified(one) == one


def test_a_region_uses_the_terms_of_its_language() -> None:
    assert classified(document("ladder", language="en-gb")).relevance == 0.5


def test_without_a_definition_nothing_is_off_topic() -> None:
    one = document("whatever")
    assert list(Topic(classifier=Terms()).apply(one)) == [one]


def test_the_stage_hands_the_definition_to_its_classifier(tmp_path: Path) -> None:
    (tmp_path / "topic.tsv").write_text("100\tladder\tfalls\ten\n", encoding="utf-8")
    given_options = {"definition": "topic.tsv", "classifier": {"use": "terms", "min_terms": 1}}
    resolved = options.resolve(Topic, given_options, where="topic", context=options.Context(folder=tmp_path))
    [made] = options.build(Topic, resolved).apply(document("ladder"))
    assert (made.relevance, made.subtopics) == (1.0, ("falls",))


def test_a_bad_definition_is_found_when_the_stage_is_built(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        Topic(classifier=Terms(), definition=tmp_path / "missing.tsv")


@pytest.fixture(params=[cls.name for cls in all_classes() if cls.kind == "classifier"])
def classifier(request: pytest.FixtureRequest) -> Classifier:
    made = find(Classifier, request.param)()
    made.prepare(DEFINITION)
    return made


@pytest.mark.parametrize("text", ["", "\x00", "ladder " * 50_000, "§$%", "安全" * 1000])
def test_every_classifier_keeps_the_paragraphs_and_answers_twice_the_same(classifier: Classifier, text: str) -> None:
    one = document(text, "risk assessment", title=text[:100])
    made = classifier.classify(one)
    assert made == classifier.classify(one)
    assert [part.text for part in made.paragraphs] == [part.text for part in one.paragraphs]
    assert made.relevance is None or 0 <= made.relevance <= 1


def test_every_classifier_accepts_a_document_without_text(classifier: Classifier) -> None:
    assert classifier.classify(document()).paragraphs == ()


def test_the_recipe_of_a_classifier_can_be_shipped() -> None:
    assert pickle.loads(pickle.dumps(Terms(min_terms=2))) == Terms(min_terms=2)


@given(st.lists(st.text(max_size=60), max_size=5), st.sampled_from(["en", "de", "zh", "fr"]))
def test_relevance_is_a_share_whatever_the_text(texts: list[str], language: str) -> None:
    made = classified(document(*texts, language=language))
    assert made.relevance is None or 0 <= made.relevance <= 1
