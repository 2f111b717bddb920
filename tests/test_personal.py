"""Personal data: what is found, what only looks like it, and that masking leaves the rest as it is."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.personal import KINDS, find, mask

# Numbers are from examples of standards and from blocks reserved for tests.
FOUND = [
    ("Write to anna.maier+news@mail.example.org!", "Write to [email]!"),
    ("Scrivi a josé@exemplo.com.br, grazie.", "Scrivi a [email], grazie."),
    ("anna (at) example.org oder anna[at]example[dot]org", "[email] oder [email]"),
    ("IBAN: DE89 3704 0044 0532 0130 00, BIC folgt", "IBAN: [iban], BIC folgt"),
    ("Konto GB82WEST12345698765432.", "Konto [iban]."),
    ("Visa 4111 1111 1111 1111 exp. 12/30", "Visa [card] exp. 12/30"),
    ("carta 5555-5555-5555-4444", "carta [card]"),
    ("from 93.184.216.34 to 2606:2800:220:1:248:1893:25c8:1946.", "from [ip] to [ip]."),
    ("Rufen Sie +49 (0)30 901820-0 an.", "Rufen Sie [phone] an."),
    ("Tel.: 030/901820", "Tel.: [phone]"),
    ("Telefono 06 6982 0000", "Telefono [phone]"),
    ("☎ (0211) 123 456", "☎ [phone]"),
    ("Fax no. 555-0199-22", "Fax no. [phone]"),
    ("τηλ. 210 1234567", "τηλ. [phone]"),
]
NOT_FOUND = [
    "The meeting is on 12.03.2024 at 10:30:00.",
    "In 1999-2004 sales rose from 1 234 567 to 2.345.678,90 euros.",
    "Version 1.2.3 of the standard ISO 9001:2015 and EN 60079-14.",
    "Order 4111 1111 1111 1112 was sent.",  # Luhn's rule says no
    "DE89 3704 0044 0532 0130 01 is mistyped.",  # the checksum says no
    "std::vector and 12:30, 127.0.0.1 and ::1",
    "6.3.4.1. Networks such as 192.168.1.0 with 255.255.255.0 and fe80::1, ff02::1, see 2.10.1.4, since 06/1991",
    "Follow @polytrawl or see http://example.org/2024/05/123456789.",
    "0.123456789012 and +15 % and +1 234",
    "CO2 levels: 400-450 ppm, ratio 3:4:5",
    "ISBN 978-3-16-148410-0",
]


@pytest.mark.parametrize(("text", "masked"), FOUND)
def test_personal_data_is_masked_and_nothing_else(text: str, masked: str) -> None:
    assert mask(text) == masked
    assert {span.kind for span in find(text)} <= set(KINDS)


@pytest.mark.parametrize("text", NOT_FOUND)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert find(text) == []
    assert mask(text) == text


@given(st.text("+0123456789 ()-./@:abAB[]", max_size=80))
def test_spans_are_in_order_inside_the_text_and_apart(text: str) -> None:
    spans = find(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    assert all(0 <= one.start < one.end <= len(text) for one in spans)


@pytest.mark.parametrize("piece", ["1", "1 ", "a.", "a@", "1:", "(1", "AA11", "tel ", "+1 ", "::", "0/"])
def test_long_texts_made_to_be_slow_are_not(piece: str) -> None:
    begun = time.process_time()
    find(piece * (20_000 // len(piece)))
    assert time.process_time() - begun < 2
