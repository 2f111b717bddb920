"""Text broken on purpose in many languages is repaired, and correct text is never changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.decode import decode
from polytrawl.mojibake import is_suspect, repaired

TEXTS = {
    "ar": "ذهب الأطفال إلى المدرسة في الصباح الباكر، ثم عادوا إلى البيت.",
    "bg": "Сутрин пазарът е пълен с хора, които купуват хляб и сирене.",
    "ca": "L’àvia va fer coques d’anís; després, tothom se’n va anar «a dormir».",
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl učitel a zavřel knihu.",
    "da": "På øen ligger en rød gård, hvor æblerne modnes i september.",
    "de": "Die Bäume blühen früh, sagt Jürgen: „Überall riecht es nach Frühling.“",
    "el": "Το πλοίο έφυγε από το λιμάνι νωρίς το πρωί και έφτασε το βράδυ.",
    "en": "It’s the café’s “naïve” menu – 5 € a cup…",
    "es": "¿Dónde está el niño? La señora preguntó: «¡Qué sé yo!», y se marchó.",
    "et": "Öösel sadas lund ja hommikul olid õunapuud täiesti valged.",
    "fa": "هر روز صبح پدربزرگ به باغ می‌رود و گل‌ها را آب می‌دهد.",
    "fi": "Järven jää kestää jo, ja lapset hiihtävät sen yli kouluun.",
    "fr": "« Où est passé l’été\u00a0? », demanda-t-elle\u00a0; ça l’a peinée, évidemment\u00a0: déjà l’hiver.",
    "he": "בבוקר הלכנו לשוק וקנינו לחם, גבינה ותפוחים.",
    "hi": "सुबह बच्चे नदी के किनारे चलते हुए स्कूल जाते हैं।",
    "hr": "Žaba čuči pod šljivom, a đak uči čitati naglas.",
    "hu": "Az öreg diófa alatt ülő fiú könyvet olvas, és tűnődik.",
    "is": "Það er gott að vera úti þegar sólin skín á fjöllin.",
    "it": "La città è già più vicina, perché il treno è arrivato: così dicono.",
    "ja": "山の上の小さな駅で、列車を待っていました。",
    "ka": "დილით ბაზარში ბევრი ხალხია და პური ცხელია.",
    "ko": "아침 일찍 시장에 가서 사과와 배추를 샀습니다.",
    "lt": "Šįryt miške radome daug grybų, o vaikai žaidė prie upės.",
    "lv": "Rīta agrumā zēns gāja uz skolu, un viņa suns skrēja līdzi.",
    "mt": "Il-ġurnata kienet sħuna ħafna u l-baħar kien ċar.",
    "nb": "Å få være på øya om våren er en gåve, sa læreren.",
    "nl": "Eén coöperatie heeft ideeën; de reünie is in België.",
    "pl": "Źródło tej rzeki leży w górach, gdzie śnieg topnieje dopiero w czerwcu; ciągną się łąki.",
    "pt": "A avó não quis o pão; «amanhã», disse, e à noite já dormia no sótão.",
    "ro": "Fântâna din grădină este veche și adâncă, iar țăranul coboară încet.",
    "ru": "Осенью лес становится тихим, и слышно, как падают листья.",
    "sk": "Dážď klopkal na okná, keď sa mäkký vankúš skotúľal zo stoličky.",
    "sl": "Žabe kvakajo ob ribniku, čeprav še ni poletje.",
    "sq": "Çdo mëngjes gjyshja pjek bukë të ngrohtë për të gjithë.",
    "sv": "På ön växer hallon, och ”bären är söta”, säger hon.",
    "th": "ตอนเช้าเด็กนักเรียนเดินไปโรงเรียนริมแม่น้ำ",
    "tr": "Bu sabah çarşıda yağmur yağıyordu, çocuklar şemsiyesizdi.",
    "uk": "Навесні прилітають птахи, і в саду знову чути їхній спів.",
    "vi": "Buổi sáng, bà tôi ra vườn hái rau và cho gà ăn.",
    "zh": "清晨五点，采茶的人已经上山了，雾还没有散去。",
}


def broken(text: str, encoding: str) -> str:
    """UTF-8 read as another encoding; where windows-1252 has no character, browsers put the control."""
    return "".join(_character(byte, encoding) for byte in text.encode())


def _character(byte: int, encoding: str) -> str:
    return bytes([byte]).decode(encoding, "ignore") or chr(byte)


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_broken_page_is_repaired(language: str, encoding: str, times: int) -> None:
    html = text = f"<p>{TEXTS[language]}</p>"
    for _ in range(times):
        html = broken(html, encoding)
    assert is_suspect(html.encode())
    assert repaired(html) == text


@pytest.mark.parametrize("language", TEXTS)
def test_a_correct_page_is_not_changed(language: str) -> None:
    for text in (TEXTS[language], TEXTS[language].upper(), TEXTS[language].replace(" ", "\u00a0")):
        assert repaired(text) == text


@pytest.mark.parametrize("language", TEXTS)
def test_a_broken_sentence_in_a_correct_page_is_repaired(language: str) -> None:
    around = "<p>Où est l’été ? Là-bas, déjà.</p><p>LIBERTÉ\u00a0!</p>" * 3
    mended = repaired(around + broken(TEXTS[language], "cp1252") + around)
    assert mended[: len(around)] == around == mended[-len(around) :]
    assert mended[len(around) : -len(around)] == TEXTS[language]


@pytest.mark.parametrize(
    "text",
    [
        "« le café\u00a0», « là\u00a0», voilà…», il a osé\u00a0»",
        "LIBERTÉ\u00a0! LIBERTÉ” CAFÉ» CAFÉ… CAFÉ™ CAFɮ CAFÉ—BAR",
        "AMANHû, IRMÔ, MANHÖTARDE, JOÃ\u00adZINHO, “AMANHÃ…”",
        "SMÅ” GÅ» PÅ… ”BÅ!” Å…nej, SÅ–SÅ",
        "3 Å² und 5 Å³, 1,5 Å±0,2, 20 mÅ\u00a0breit, 50 mÅ… 4 Å–5 Å",
        "„Ä“ und „Ü“ sind Umlaute; GERÄ\u00adTE, MÜ\u00adHE",
        "a hotărâ”…, a coborâ…”, hâlâ…”, hâlâ”",
        "BORД, ORЅ og MEл",
        "3×4, 3×… «×»",
        "A À Á Â Ã Ä Å Æ Ç È É Ê Ë Ì Í Î Ï Ð Ñ Ò Ó Ô Õ Ö × Ø Ù Ú Û Ü Ý Þ ß",
        "À\u00a0Á\u00a0Â\u00a0Ã\u00a0Ä\u00a0Å\u00a0Æ\u00a0Ç",
        "«Â» “Ã” ‘Å’ «à», «é», «â», »Ä«",
        "ESPAÑA, AÑO»; EL NIÑO™; SEÑ…",
        "Ça coûte 5\u00a0€\u00a0: à\u00a0«\u00a0prix d’été\u00a0»\u00a0– voilà\u00a0…",
        "50 °C, 3 µm, © 2024, § 5, ½ l, ¿qué?, ¡sí!",
        "🙂 👩‍👩‍👧 naïve œuvre Œuvre Ÿ",
    ],
)
def test_correct_text_that_looks_broken_is_not_changed(text: str) -> None:
    assert repaired(text) == text
    assert repaired(f"<p>{text}</p>") == f"<p>{text}</p>"


def test_broken_entities_are_repaired() -> None:
    assert repaired("caf&Atilde;&copy; &acirc;&euro;&ldquo; ni&#195;&#177;o") == "café – niño"
    assert repaired("caf&eacute;&nbsp;&raquo; &Acirc;ge &Atilde;") == "caf&eacute;&nbsp;&raquo; &Acirc;ge &Atilde;"
    assert is_suspect(b"caf&Atilde;&copy;")


def test_controls_that_windows_would_show_are_shown() -> None:
    assert repaired("It\x92s \x93so\x94 \x96 5 \x80") == "It’s “so” – 5 €"


def test_repair_can_be_switched_off() -> None:
    content = "<p>dÃ©jÃ\u00a0 vu</p>".encode()
    assert decode(content, repair=True) == "<p>déjà vu</p>"
    assert decode(content) == "<p>dÃ©jÃ\u00a0 vu</p>"


def test_utf_8_in_a_latin_1_page_is_repaired() -> None:
    content = "<p>Où est l’été ?</p>".encode("cp1252") + "<p>C’était déjà là-bas</p>".encode()
    assert (
        decode(content, "text/html; charset=iso-8859-1", repair=True)
        == "<p>Où est l’été ?</p><p>C’était déjà là-bas</p>"
    )


@given(st.text(alphabet=st.characters(codec="cp1252"), max_size=60))
def test_any_text_broken_or_not_can_be_looked_at(text: str) -> None:
    mended = repaired(text)
    assert len(mended) <= len(text)
    assert mended.isascii() == text.isascii()
