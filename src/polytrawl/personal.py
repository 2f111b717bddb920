"""Personal data in a text: e-mail addresses, phone numbers, bank accounts, payment cards, IP addresses.

What has a checksum is believed only when it is right (IBAN mod 97, cards by Luhn's rule). Phone numbers have none: what
looks like one must have a plus sign or a national prefix, or be announced by a word or sign. Names and postal
addresses are not looked for.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["KINDS", "Span", "find", "mask"]

KINDS = ("email", "phone", "iban", "card", "ip")


class Span(NamedTuple):
    """A place in a text and what stands there."""

    kind: str
    start: int
    end: int


def find(text: str) -> list[Span]:
    """All personal data in a text, in its order; spans do not overlap.

    >>> find("Write to ann@example.org.")
    [Span(kind='email', start=9, end=24)]
    """
    found: list[Span] = []
    if not _WORTH_LOOKING.search(text):
        return found
    for kind, pattern, is_right in _FINDERS:
        for match in pattern.finditer(text):
            start, end = match.span("it")
            is_free = all(end <= other.start or other.end <= start for other in found)
            if is_free and is_right(match["it"]):
                found.append(Span(kind, start, end))
    return sorted(found, key=lambda span: span.start)


def mask(text: str) -> str:
    """The text with the kind, in square brackets, in place of each piece of personal data.

    >>> mask("Call +49 30 901820 or write to ann@example.org")
    'Call [phone] or write to [email]'
    """
    return "".join(_masked(text))


def _masked(text: str) -> Iterator[str]:
    at = 0
    for span in find(text):
        yield text[at : span.start]
        yield f"[{span.kind}]"
        at = span.end
    yield text[at:]


# Most texts have neither of these and need no closer look.
_WORTH_LOOKING = re.compile(r"@|\d\D{0,3}\d\D{0,3}\d|::|\((?:at|AT)\)|\[(?:at|AT)\]")

_GAP = r"[ \u00a0\u202f./-]"  # between groups of digits
# Words and signs that announce a phone number in some widespread languages.
_CALL = (
    r"(?:\b(?:tel|t[eé]l|telefon|telephone|t[eé]l[eé]phone|telefoon|telefono|tel[eé]fono|telefone|telefax|phone|mobile|"
    r"mobil|mob|cell|cellulare|fax|handy|rufnummer|hotline|whatsapp|m[oó]vil|telem[oó]vel|puh|puhelin|tlf|tfn|τηλ|"
    r"тел|телефон)\b|[☎☏✆📞📱])"
)
_LEAST_DIGITS, _MOST_DIGITS = 6, 15  # of a phone number; E.164 allows 15


def _is_iban(text: str) -> bool:
    """ISO 13616: with the first four characters at the end and letters as numbers, the rest by 97 is 1."""
    plain = re.sub(r"[\s-]", "", text)
    return 15 <= len(plain) <= 34 and int("".join(str(int(one, 36)) for one in plain[4:] + plain[:4])) % 97 == 1  # noqa: PLR2004 - the lengths in the register


def _is_card(text: str) -> bool:
    """Luhn's rule: every second digit from the right is doubled, and the sum of all digits ends in 0."""
    digits = [int(one) for one in text if one.isdigit()]
    doubled = [sum(divmod(2 * one, 10)) for one in digits[-2::-2]]
    is_varied = len(set(digits)) > 1  # sixteen equal digits are nobody's card
    return 13 <= len(digits) <= 19 and is_varied and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0  # noqa: PLR2004 - ISO 7812


def _is_ip(text: str) -> bool:
    """An address that can be somebody's: those of local networks, netmasks and examples in manuals are nobody's."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    # Section numbers (6.3.4.1) and versions look like addresses: all of some 1 700 finds in Debian's installation guide
    # in 19 languages were such, or not global. Of addresses drawn blindly 1 in 4 000 has fewer than two large parts.
    is_large = address.version != 4 or sum(int(part) >= 10 for part in text.split(".")) > 1  # noqa: PLR2004 - said above
    return address.is_global and not (address.is_multicast or address.is_reserved) and is_large


def _is_phone(text: str) -> bool:
    return _LEAST_DIGITS <= sum(map(str.isdigit, text)) <= _MOST_DIGITS and not _DATE.fullmatch(text)


def _always(_: str) -> bool:
    return True


_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}[ -]+\d{4}")
_AT, _DOT = r"(?:@|\s?[\[(]\s?(?:at|AT)\s?[\])]\s?)", r"(?:\.|\s?[\[(]\s?(?:dot|DOT)\s?[\])]\s?)"
# Where two claim one place, the one named first has it.
_FINDERS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        "email",
        re.compile(
            rf"(?<![\w.+-])(?P<it>\w[\w.+-]{{0,63}}{_AT}(?:[^\W_][\w-]{{0,62}}{_DOT}){{1,6}}[^\W\d_]{{2,24}})(?![\w@])"
        ),
        _always,
    ),
    ("iban", re.compile(r"(?<!\w)(?P<it>[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30})(?!\w)"), _is_iban),
    (
        "card",  # in one, in groups of four, or of four, six and five
        re.compile(
            r"(?<![\w.,+-])(?P<it>[2-6]\d{12,18}|[2-6]\d{3}([ \u00a0-])\d{4}\2\d{4}\2\d{4}(?:\2\d{3})?"
            r"|3[47]\d\d([ \u00a0-])\d{6}\3\d{5})(?![\w-]|[.,]\d|[ \u00a0]\d)"
        ),
        _is_card,
    ),
    ("ip", re.compile(r"(?<![\w.:])(?P<it>(?:\d{1,3}\.){3}\d{1,3})(?!\w|\.\d)"), _is_ip),
    ("ip", re.compile(r"(?<![\w.:])(?P<it>(?:[0-9a-fA-F]{1,4}:|::)(?:[0-9a-fA-F]{0,4}:?){1,8})(?![\w:])"), _is_ip),
    (
        "phone",
        re.compile(rf"(?<![\w.,/=#-])(?<!\d )(?P<it>(?:\+|00)[1-9](?:(?:\)|{_GAP}){{0,3}}\(?\d){{6,14}})(?!\w|[.,]\d)"),
        _is_phone,
    ),
    (
        "phone",
        re.compile(
            rf"{_CALL}[\s.:/-]{{0,4}}(?:(?:no|nr|n°|num|number)[.:]?\s?)?(?P<it>[+(]?\d(?:(?:\)|{_GAP}){{0,3}}\(?\d){{5,14}})(?!\w|[.,]\d)",
            re.IGNORECASE,
        ),
        _is_phone,
    ),
    (
        "phone",
        re.compile(
            rf"(?<![\w.,/=#-])(?P<it>\(0\d{{1,5}}\){_GAP}{{0,2}}\d(?:{_GAP}?\d){{3,9}}"
            r"|0\d{1,4} ?/ ?\d(?:[ -]?\d){4,9})(?!\w|[.,/]\d)"  # 06/1991 is a month
        ),
        _is_phone,
    ),
)
