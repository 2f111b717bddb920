"""Real sentences in the bytes of the charsets of old pages: declared, undeclared, and declared wrongly."""

from __future__ import annotations

import pytest

from polytrawl.clean.decode import decode

# label: Python's name, and a sentence.
SENTENCES = {
    "windows-1250": (
        "cp1250",
        "Příliš mnoho lidí čeká na nádraží, protože vlak má zpoždění a nikdo neví, kdy přijede.",
    ),
    "windows-1251": (
        "cp1251",
        "Осенью лес становится тихим, и слышно, как падают листья на мокрую землю.",
    ),
    "windows-1252": (
        "cp1252",
        "L’été dernier, les élèves ont planté des pommiers derrière l’école : c’était très agréable.",
    ),
    "windows-1253": (
        "cp1253",
        "Η ασφάλεια στην εργασία είναι δικαίωμα όλων, και ‘Άλφα’ σημαίνει αρχή.",
    ),
    "windows-1254": (
        "cp1254",
        "Bu sabah çarşıda yağmur yağıyordu, ama çocuklar şemsiyesiz okula gidiyordu.",
    ),
    "windows-1255": (
        "cp1255",
        "בבוקר הלכנו לשוק וקנינו לחם, גבינה ותפוחים לכל המשפחה.",
    ),
    "windows-1256": (
        "cp1256",
        "ذهب الأطفال إلى المدرسة في الصباح الباكر رغم المطر الشديد.",
    ),
    "windows-1257": (
        "cp1257",
        "Šįryt miške radome daug grybų, o vaikai žaidė prie upės su šunimi.",
    ),
    "iso-8859-2": (
        "iso8859-2",
        "Źródło tej rzeki leży wysoko w górach, gdzie śnieg topnieje dopiero w czerwcu.",
    ),
    "iso-8859-7": (
        "iso8859-7",
        "Το πλοίο έφυγε από το λιμάνι νωρίς το πρωί και έφτασε στο νησί το βράδυ.",
    ),
    "iso-8859-5": (
        "iso8859-5",
        "Зимой река замерзает, и дети катаются на коньках до самого вечера.",
    ),
    "koi8-r": (
        "koi8-r",
        "Весной прилетают птицы, и в саду снова слышно их пение с раннего утра.",
    ),
    "koi8-u": (
        "koi8-u",
        "Навесні прилітають птахи, і в саду знову чути їхній спів із самого ранку.",
    ),
    "big5": (
        "big5",
        "清晨五點，採茶的人已經上山了，霧還沒有散去，鳥聲從竹林裡傳來。",
    ),
    "gb2312": (
        "gb18030",
        "早上五点，采茶的人已经上山了，雾还没有散去，鸟声从竹林里传来。",
    ),
    "gb18030": (
        "gb18030",
        "老师在黑板上写下“㐀”字，学生们都不认识，于是一起查字典。",
    ),
    "shift_jis": (
        "cp932",
        "山の上の小さな駅で、列車を待っていました。①番線に着くのは夕方です。",
    ),
    "euc-jp": (
        "euc_jp",
        "海の近くの町で、毎朝市場が開かれ、新しい魚が並びます。",
    ),
    "iso-2022-jp": (
        "iso2022_jp",
        "雨の日には本を読み、晴れの日には庭で花を育てます。",
    ),
    "euc-kr": (
        "cp949",
        "아침 일찍 시장에 가서 사과와 배추를 사고 돌아오는 길에 친구를 만났습니다.",
    ),
    "windows-874": (
        "cp874",
        "ตอนเช้าเด็กนักเรียนเดินไปโรงเรียนริมแม่น้ำพร้อมกับเพื่อนของเขา",
    ),
}
CASES = [(label, encoding, sentence) for label, (encoding, sentence) in SENTENCES.items()]
# Without a claim, nothing tells windows-1252 from other encodings of languages with few accents.
OTHER_SCRIPTS = [case for case in CASES if case[1] not in ("cp1250", "cp1252", "cp1254", "cp1257", "iso8859-2")]
ESCAPED = "iso-2022-jp"  # its bytes are ASCII, so they fit every claim


def page(sentence: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><div id=x><h1>Page</h1><p>{sentence}</p></div></body></html>"


@pytest.mark.parametrize(("label", "encoding", "sentence"), CASES)
def test_what_the_server_or_the_page_declares_is_used(label: str, encoding: str, sentence: str) -> None:
    html = page(sentence)
    assert decode(html.encode(encoding), f"text/html; charset={label}") == html
    html = page(sentence, f'<meta charset="{label}">')
    assert decode(html.encode(encoding), "text/html") == html


@pytest.mark.parametrize(("label", "encoding", "sentence"), CASES)
def test_one_sentence_is_enough_to_detect_it(label: str, encoding: str, sentence: str) -> None:
    assert decode(page(sentence).encode(encoding), "text/html") == page(sentence)


@pytest.mark.parametrize(("label", "encoding", "sentence"), [case for case in CASES if case[0] != ESCAPED])
def test_it_is_detected_where_utf_8_is_declared_wrongly(label: str, encoding: str, sentence: str) -> None:
    assert decode(page(sentence).encode(encoding), "text/html; charset=utf-8") == page(sentence)


@pytest.mark.parametrize(("label", "encoding", "sentence"), [case for case in OTHER_SCRIPTS if case[0] != ESCAPED])
def test_it_is_detected_where_latin_1_is_declared_wrongly(label: str, encoding: str, sentence: str) -> None:
    assert decode(page(sentence).encode(encoding), "text/html; charset=iso-8859-1") == page(sentence)


@pytest.mark.parametrize(("label", "encoding", "sentence"), CASES)
def test_utf_8_is_recognised_where_it_is_declared_wrongly(label: str, encoding: str, sentence: str) -> None:
    assert decode(page(sentence).encode(), f"text/html; charset={label}") == page(sentence)


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("iso8859-2", "Dvacet žáků naší školy šlo včera do lesa sbírat houby a žaludy."),
        ("cp1250", "Dvacet žáků naší školy šlo včera do lesa sbírat houby a žaludy."),
        ("iso8859-2", "Mają duży dom na wsi, gdzie rosną jabłonie."),
        ("cp1250", "Mają duży dom na wsi, gdzie rosną jabłonie."),
        ("cp1250", "A kis ház előtt öreg diófa áll, alatta padok vannak, ahol ülni lehet."),
        ("cp1250", "Fântâna din grădină este foarte veche şi adâncă."),
        ("cp949", "안녕하세요"),
        ("cp949", "오늘은 날씨가 좋아서 공원에 갔습니다."),
    ],
)
def test_neighbours_are_told_apart(encoding: str, sentence: str) -> None:
    assert decode(page(sentence).encode(encoding)) == page(sentence)


def test_an_icelandic_page_is_latin_1_in_spite_of_its_many_accents() -> None:
    html = page("Það er gott að vera úti þegar sólin skín á fjöllin og áin rennur hægt til sjávar." * 3)
    assert decode(html.encode("cp1252"), "text/html; charset=iso-8859-1") == html


def test_no_break_spaces_before_guillemets_do_not_make_a_page_utf_8() -> None:
    html = page("« le café\xa0», « la clé\xa0»")  # é, no-break space and » are one character of UTF-8
    assert decode(html.encode("cp1252"), "text/html; charset=iso-8859-1") == html
    assert decode(html.encode("cp1252"), "text/html; charset=iso-8859-1", repair=True) == html


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_recognised(encoding: str) -> None:
    html = page("Η ασφάλεια στην εργασία είναι δικαίωμα όλων.")
    assert decode(html.encode(encoding), "text/html") == html
    assert decode(html.encode(encoding), "text/html; charset=utf-16be" if "be" in encoding else "") == html


@pytest.mark.parametrize(("label", "encoding", "sentence"), [case for case in OTHER_SCRIPTS if case[0] != ESCAPED])
def test_a_line_in_another_encoding_does_not_spoil_a_utf_8_page(label: str, encoding: str, sentence: str) -> None:
    before, after = page("Die Bäume blühen, und die Vögel singen früh."), "<p>Schöne Grüße aus Köln</p>"
    content = b"\n".join((before.encode(), f"<p>{sentence}</p>".encode(encoding), after.encode()))
    for content_type in ("text/html", "text/html; charset=utf-8"):
        assert decode(content, content_type) == f"{before}\n<p>{sentence}</p>\n{after}"


def test_a_page_cut_within_a_character_is_utf_8() -> None:
    content = page("Schöne Grüße aus Köln und Düsseldorf").encode() + "ü".encode()[:1]
    assert decode(content, "text/html; charset=iso-8859-1") == page("Schöne Grüße aus Köln und Düsseldorf")
