from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.decode import decode

ITALIAN = "<p>La città è già più vicina, perché il treno è arrivato. Così dicono.</p>"


def test_a_byte_order_mark_beats_every_claim() -> None:
    assert decode(codecs.BOM_UTF8 + ITALIAN.encode(), "text/html; charset=iso-8859-7") == ITALIAN
    assert decode(codecs.BOM_UTF16_LE + ITALIAN.encode("utf-16-le"), "text/html") == ITALIAN


def test_the_http_header_beats_the_page() -> None:
    html = '<meta charset="utf-8">' + ITALIAN
    assert decode(html.encode("cp1252"), "text/html; charset=windows-1252") == html


def test_the_page_beats_detection() -> None:
    html = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"><p>Łódź</p>'
    assert decode(html.encode("iso8859-2")) == html


def test_latin1_means_windows_1252_as_in_browsers() -> None:
    assert decode("<p>“10 €”</p>".encode("cp1252"), "text/html; charset=ISO-8859-1") == "<p>“10 €”</p>"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", ITALIAN * 3),
        ("iso8859-7", "<p>Η ασφάλεια στην εργασία είναι δικαίωμα όλων.</p>" * 3),
        ("cp1251", "<p>Осенью лес становится тихим, и слышно, как падают листья.</p>" * 3),
        ("shift_jis", "<p>山の上の小さな駅で、列車を待っていました。</p>" * 3),
        ("big5", "<p>清晨五點，採茶的人已經上山了。</p>" * 3),
    ],
)
def test_an_undeclared_encoding_is_detected(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_wrong_claim_gives_way_to_valid_utf8() -> None:
    polish = "<p>Łódź</p>"  # its second byte stands for nothing in windows-1252
    assert decode(polish.encode(), "text/html; charset=windows-1252") == polish


def test_an_unknown_label_is_ignored() -> None:
    assert decode(ITALIAN.encode(), "text/html; charset=klingon-8") == ITALIAN


def test_one_broken_byte_does_not_spoil_a_utf8_page() -> None:
    content = (ITALIAN * 20).encode() + b"\xff" + ITALIAN.encode()
    text = decode(content, "text/html; charset=utf-8")
    assert text is not None
    assert text.count("città") == 21
    assert text.count("\ufffd") == 1


def test_a_binary_file_is_no_text() -> None:
    assert decode(bytes(range(256)) * 40) is None


@given(
    st.binary(max_size=400), st.sampled_from(["", "text/html; charset=utf-8", "text/html; charset=big5", "charset="])
)
def test_any_bytes_can_be_decoded_or_refused(content: bytes, content_type: str) -> None:
    text = decode(content, content_type)
    assert text is None or text.encode().decode() == text


def test_a_fallback_is_for_pages_that_name_no_encoding_and_are_not_utf_8() -> None:
    greek = "<p>ναι</p>"  # too short to be detected
    assert decode(greek.encode("iso8859-7"), "text/html", "iso-8859-7") == greek
    assert decode(greek.encode(), "text/html", "iso-8859-7") == greek
    assert decode("<p>così</p>".encode("cp1252"), "text/html; charset=latin1", "iso-8859-7") == "<p>così</p>"
