"""Close languages, scripts, tags and pages in two languages. All sentences are our own."""

from __future__ import annotations

import pytest

from polytrawl.language.base import Guess, Identifier
from polytrawl.language.identifiers.careful import Careful
from polytrawl.language.stage import Language
from polytrawl.records import Document, Paragraph, Score

CAREFUL = Careful()
SENTENCES = {
    "pt": [
        "Ontem fomos à praia com as crianças e voltámos muito tarde.",
        "Não sei onde deixei as chaves, mas acho que estão na cozinha.",
    ],
    "es": [
        "Ayer fuimos a la playa con los niños y volvimos muy tarde.",
        "No sé dónde he dejado las llaves, pero creo que están en la cocina.",
    ],
    "gl": [
        "Onte fomos á praia cos nenos e volvemos moi tarde á casa.",
        "Non sei onde deixei as chaves, pero coido que están na cociña.",
    ],
    "cs": [
        "Včera jsme byli u moře a vrátili jsme se velmi pozdě.",
        "Nevím, kde jsem nechal klíče, ale asi jsou v kuchyni.",
    ],
    "sk": [
        "Včera sme boli pri mori a vrátili sme sa veľmi neskoro.",
        "Neviem, kde som nechal kľúče, ale asi sú v kuchyni.",
    ],
    "da": [
        "I går var vi ved havet og kom meget sent hjem igen.",
        "Jeg ved ikke, hvor jeg har lagt nøglerne, måske i køkkenet.",
    ],
    "nb": [
        "I går var vi ved sjøen og kom veldig sent hjem igjen.",
        "Jeg vet ikke hvor jeg har lagt nøklene, kanskje på kjøkkenet.",
    ],
    "sv": [
        "I går var vi vid havet och kom mycket sent hem igen.",
        "Jag vet inte var jag har lagt nycklarna, kanske i köket.",
    ],
    "hr": [
        "Tko je jučer bio na kolodvoru i što je ondje vidio?",
        "Sljedeći tjedan putujemo vlakom, a u siječnju zrakoplovom.",
    ],
    "sr": [
        "Ko je juče bio na stanici i šta je tamo video?",
        "Sledeće nedelje putujemo vozom, a u januaru avionom, ako bude lepo vreme.",
    ],
    "bs": [
        "Ko je jučer bio na stanici i šta je tamo vidio prije kiše?",
        "Sljedeće sedmice putujemo vozom, a u augustu, ako bude lijepo vrijeme, avionom u Sarajevo.",
    ],
    "id": [
        "Kemarin kami pergi ke kantor naik mobil karena hujan deras.",
        "Apakah Anda sudah tahu bahwa rapat itu diadakan hari Kamis?",
    ],
    "ms": [
        "Semalam kami pergi ke pejabat naik kereta kerana hujan lebat.",
        "Adakah anda sudah tahu bahawa mesyuarat itu diadakan hari Khamis?",
    ],
}
GERMAN = "Der Hafen wurde im vergangenen Jahr erweitert, damit auch größere Schiffe dort anlegen können."
ITALIAN = "Il porto è stato ampliato l'anno scorso, perché anche le navi più grandi possano attraccare."


def document(*texts: str, declared: str = "") -> Document:
    paragraphs = tuple(Paragraph(text=text) for text in texts)
    return Document(
        id="d-1", page="g", url="http://a.test/", site="a.test", declared_language=declared, paragraphs=paragraphs
    )


def made_of(one: Document, *languages: str) -> list[Document]:
    return list(Language(languages=languages, identifier=CAREFUL).apply(one))


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, texts in SENTENCES.items() for text in texts])
def test_close_languages_are_told_apart(language: str, text: str) -> None:
    assert CAREFUL.identify(text).language == language


def test_a_page_in_two_languages_becomes_two_documents() -> None:
    page = document(GERMAN, ITALIAN, GERMAN, ITALIAN, GERMAN, ITALIAN, GERMAN)
    german, italian = made_of(page, "de", "it")
    assert (german.id, german.language, italian.language) == ("d-1", "de", "it")
    assert german.id != italian.id
    assert german.page == italian.page
    assert [one.text for one in german.main] == [GERMAN] * 4
    assert [one.text for one in italian.main] == [ITALIAN] * 3
    assert {one.reason for one in german.paragraphs} == {"", "out-of-language"}
    assert [score.name for score in german.language_shares] == ["de", "it"]
    assert sum(score.value for score in german.language_shares) == pytest.approx(1, abs=0.001)


def test_a_part_in_a_language_not_asked_for_makes_no_document_of_its_own() -> None:
    [german] = made_of(document(GERMAN, ITALIAN, GERMAN, ITALIAN, GERMAN), "de")
    assert [one.reason for one in german.paragraphs] == ["", "out-of-language", "", "out-of-language", ""]
    assert german.language_shares[1] == Score(name="it", value=german.language_shares[1].value)


def test_a_quotation_makes_no_document_of_its_own() -> None:
    [german] = made_of(document(*[GERMAN] * 6, ITALIAN), "de", "it")
    assert german.language == "de"


def test_most_of_the_text_decides_not_its_beginning() -> None:
    stage = Language(languages=("de", "it"), identifier=CAREFUL, max_chars=100)
    made, *_ = stage.apply(document(ITALIAN, *[GERMAN] * 6))
    assert (made.language, made.paragraphs[0].reason) == ("de", "out-of-language")


@pytest.mark.parametrize(
    ("text", "language"),
    [("Ναι", "el"), ("ไทย", "th"), ("はい", "ja"), ("한국", "ko"), ("Kontakt", "und"), ("5 µm", "und")],
)
def test_short_blocks_have_the_language_of_their_script_or_none(text: str, language: str) -> None:
    [made] = made_of(document(GERMAN, GERMAN, text), "de")
    assert made.paragraphs[2].language == language
    assert (made.paragraphs[2].reason == "out-of-language") == (language != "und")


def test_chinese_is_asked_for_by_script_or_region() -> None:
    full, simple = (
        "這個國家的學校從來沒有這樣的問題，我們還會再來。",
        "这个国家的学校从来没有这样的问题，我们还会再来。",
    )
    [made] = made_of(document(full), "zh-hant", "zh-hans")
    assert (made.language, made.reasons) == ("zh-hant", ())
    [made] = made_of(document(simple), "zh-tw")
    assert (made.language, made.reasons) == ("zh-hans", ("out-of-language",))
    [made] = made_of(document(simple), "zh")
    assert (made.language, made.reasons) == ("zh", ())


def test_serbian_is_asked_for_by_script() -> None:
    latin, cyrillic = SENTENCES["sr"][1], "Следеће недеље путујемо возом, а у јануару авионом, ако буде лепо време."
    [made] = made_of(document(cyrillic), "sr-cyrl", "sr-latn")
    assert made.language == "sr-cyrl"
    [made] = made_of(document(latin), "sr-latn")
    assert (made.language, made.reasons) == ("sr-latn", ())


class Unsure:
    """Says Galician of all but one text, as sure as it is told to be. No plug-in, or it would be tested as one."""

    rank = Identifier.rank

    def __init__(self, score: float) -> None:
        self.score = score

    def identify(self, text: str) -> Guess:
        return Guess("pt" if "porto" in text else "gl", self.score if "porto" not in text else 1.0)


@pytest.mark.parametrize(("score", "language"), [(0.6, "pt"), (1.0, "gl")])
def test_an_unsure_guess_yields_to_the_language_of_the_document(score: float, language: str) -> None:
    page = document("O porto foi ampliado no ano passado, o porto é grande agora.", "Un texto curto de proba.")
    made, *_ = Language(languages=(), identifier=Unsure(score)).apply(page)
    assert made.paragraphs[1].language == language
