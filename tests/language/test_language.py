from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.errors import ConfigError
from polytrawl.language.base import Guess, Identifier
from polytrawl.language.identifiers.langid import LangId
from polytrawl.language.stage import Language
from polytrawl.plugin import all_classes, find
from polytrawl.records import Document, Paragraph, replace

GERMAN = "Der Hafen wurde im vergangenen Jahr erweitert, damit auch größere Schiffe dort anlegen können."
ITALIAN = "Il porto è stato ampliato l'anno scorso, perché anche le navi più grandi possano attraccare."
PORTUGUESE = "O porto foi ampliado no ano passado, para que também os navios maiores possam atracar ali."
FRENCH = "Le port a été agrandi l'année dernière afin que les plus grands navires puissent y accoster."
IDENTIFIER = LangId()


def document(*texts: str, declared: str = "", boilerplate: tuple[str, ...] = ()) -> Document:
    paragraphs = [Paragraph(text=text) for text in texts]
    paragraphs += [Paragraph(text=text, boilerplate=1.0, reason="boilerplate") for text in boilerplate]
    return Document(
        id="d-1",
        page="g-1",
        url="http://a.test/",
        site="a.test",
        declared_language=declared,
        paragraphs=tuple(paragraphs),
    )


def identified(one: Document, *languages: str) -> Document:
    [made] = Language(languages=languages, identifier=IDENTIFIER).apply(one)
    return made


def test_the_main_text_gives_the_language() -> None:
    made = identified(document(GERMAN, boilerplate=(FRENCH, FRENCH, FRENCH)), "de", "it")
    assert made.language == "de"
    assert made.language_score is not None
    assert made.language_score > 0.9
    assert made.reasons == ()


def test_a_document_in_a_language_not_asked_for_gets_a_reason() -> None:
    made = identified(document(FRENCH, declared="de"), "de", "it")
    assert (made.language, made.reasons) == ("fr", ("out-of-language",))


def test_a_document_without_main_text_has_no_language() -> None:
    for one in (document(), document(boilerplate=(GERMAN,))):
        made = identified(one, "de")
        assert (made.language, made.reasons) == ("und", ("no-text",))


def test_numbers_alone_have_no_language() -> None:
    made = identified(document("2024 + 17 = 2041", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21"), "de")
    assert (made.language, made.reasons) == ("und", ("out-of-language",))


def test_a_paragraph_in_another_language_is_marked_and_kept() -> None:
    made = identified(document(GERMAN, GERMAN, FRENCH, GERMAN), "de", "fr")
    assert [(one.language, one.reason) for one in made.paragraphs] == [
        ("de", ""),
        ("de", ""),
        ("fr", "out-of-language"),
        ("de", ""),
    ]


def test_a_short_paragraph_stays_undetermined_without_a_reason() -> None:
    made = identified(document(GERMAN, "Hello everybody"), "de")
    assert (made.paragraphs[1].language, made.paragraphs[1].reason) == ("und", "")


def test_boilerplate_keeps_its_own_reason() -> None:
    made = identified(document(GERMAN, boilerplate=(FRENCH,)), "de")
    assert (made.paragraphs[1].language, made.paragraphs[1].reason) == ("fr", "boilerplate")


def test_code_has_no_language_and_what_is_around_it_tells() -> None:
    code = "if (value == null) { return the_default(value); } // this is the default that is used for all of them"
    page = document(code, code, boilerplate=(GERMAN,))
    paragraphs = tuple(replace(one, kind="text" if one.reason else "pre") for one in page.paragraphs)
    made = identified(replace(page, title="Handbuch: Die Vorgaben", paragraphs=paragraphs), "de", "en")
    assert (made.language, made.reasons) == ("de", ())
    assert identified(page, "de", "en").language == "en"


def test_a_region_asked_for_is_kept_in_the_tag() -> None:
    assert identified(document(PORTUGUESE), "de", "pt-br").language == "pt-br"
    made = identified(document(PORTUGUESE, declared="pt-pt"), "pt-br", "pt-pt")
    assert (made.language, made.paragraphs[0].language, made.reasons) == ("pt-pt", "pt-pt", ())


def test_langid_chooses_among_its_candidates_only_when_told() -> None:
    assert IDENTIFIER.identify(ITALIAN).language == "it"
    assert LangId(candidates=("de", "fr")).identify(ITALIAN).language in ("de", "fr")
    with pytest.raises(ConfigError, match=r"language\.identifier\.candidates.*xx"):
        LangId(candidates=("de", "xx"))


@pytest.fixture(params=[cls.name for cls in all_classes() if cls.kind == "identifier"], scope="module")
def identifier(request: pytest.FixtureRequest) -> Identifier:
    if request.param == "cld2":
        pytest.importorskip("pycld2")
    return find(Identifier, request.param)()


@pytest.mark.parametrize("text", ["", " ", "123 456", "?!", "\x00\x01", "\ufffe", "a" * 100_000])
def test_every_identifier_answers_odd_texts_the_same_way_twice(identifier: Identifier, text: str) -> None:
    guess = identifier.identify(text)
    assert guess == identifier.identify(text)
    assert 0 <= guess.score <= 1
    assert guess.language == guess.language.lower()
    if not any(char.isalpha() for char in text):
        assert guess == Guess("und", 0.0)


@pytest.mark.parametrize(("text", "language"), [(GERMAN, "de"), (ITALIAN, "it"), (PORTUGUESE, "pt"), (FRENCH, "fr")])
def test_every_identifier_knows_common_languages(identifier: Identifier, text: str, language: str) -> None:
    assert identifier.identify(text).language == language


def test_langid_can_be_shipped_to_a_worker() -> None:
    assert pickle.loads(pickle.dumps(IDENTIFIER)).identify(GERMAN) == IDENTIFIER.identify(GERMAN)


@given(st.text(max_size=200))
def test_any_text_can_be_identified(text: str) -> None:
    made = identified(document(text), "de")
    assert made.language is not None
    assert len(made.paragraphs) == 1
