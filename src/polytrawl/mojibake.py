"""Repairs UTF-8 that was once read as windows-1252 or latin-1 and stored like that: "dÃ©jÃ " for "déjà", also twice.

A run of neighbouring non-ASCII characters is repaired only if all of it, taken as bytes, is valid UTF-8. That is not
enough: a French "« café »" with no-break spaces, "LIBERTÉ”" or "3 Å²" are valid UTF-8 by chance. So a run must also
hold what does not occur in correct text (see `_is_certain`). Where most of a page is broken, or all that stands between
two tags, the other runs that can be repaired are repaired too.

Tried on sentences in 40 languages: broken by either encoding, once or twice, all are repaired to the letter; as they
are, in capitals, or with no-break spaces only, none is changed. The rules were made on these sentences. Of 380 real
pages 21 were changed; of each the first change was looked at: 20 are right, one is a script that lists such text.
"""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import NamedTuple

from polytrawl.clean.native import library

# Bytes 80 to 9F mean letters and punctuation in windows-1252, C1 controls in latin-1. Here both stand as the latter.
_C1 = {ord(bytes([byte]).decode("cp1252", "ignore") or chr(byte)): byte for byte in range(0x80, 0xA0)}
_LINE_END = 0x85  # the only one of the controls that is still met
_FROM_C1 = {byte: char for char, byte in _C1.items() if byte not in (char, _LINE_END)}
_SPECIALS = "".join(map(chr, _C1))
_ANY = rf"\x80-\xff{re.escape(_SPECIALS)}"

_LEAD = re.compile("[\xc2-\xf4]")
_LEADS = r"&(?:A(?:tilde|circ|uml|ring)|acirc|ETH|Ntilde|I(?:circ|uml)|#(?:19[4-7]|20[6-9]|226));"
_LEAD_ENTITY = re.compile(_LEADS)
_RUN = re.compile(rf"[{_ANY}]+")
_ENTITY_RUN = re.compile(rf"(?:&(?:[a-zA-Z]{{2,8}}|#\d{{3,4}});|[{_ANY}]){{2,}}")

# Behind a capital letter, these do not occur in correct text; all other continuations do: quotes, dashes, spaces,
# soft hyphens, letters, "Å²".
_STRANGE = frozenset("\x80\x81\x83\x86\x87\x88\x89\x8d\x8f\x90\x98\x9d¡¢£¤¥¦¨¬¯¶¸¼½¾¿")
_CLOSING = frozenset("\x85\x91\x92\x93\x94\x95\x96\x97\x9b\xa0\xad»")
# General punctuation, €, ™, emoji, a byte order mark; and what is broken twice.
_CERTAIN = re.compile("\xe2\x80|\xe2\x82\xac|\xe2\x84\xa2|\xf0\x9f|\xef\xbb\xbf|\xc3[\x80-\xbf]\xc2[\x80-\xbf]")
_MAX_CHARS = 1_000_000  # longer pages are left as they are: one that is all broken takes a second per million
_MAX_ROUNDS = 3  # text broken more than twice has not been met
# A page is broken as a whole if so many of its runs can be repaired, two of them for sure. A correct page has letters
# that stand alone among ASCII, which cannot; a broken one has a few, such as a © from elsewhere.
_MOST, _MIN_CERTAIN = 0.9, 2


def is_suspect(content: bytes) -> bool:
    """Whether UTF-8 may hold something to repair. For a page of 160 KB it takes 0.02 ms, and most cost no more."""
    return bool(library().text_may_be_broken(content, len(content), content.isascii()))


def repaired(text: str) -> str:
    r"""The text, or the page, with what is surely broken put right.

    >>> repaired("dÃ©jÃ\xa0 vu â€“ vÃƒÂ©cu")
    'déjà vu – vécu'
    >>> repaired("« café\xa0», LIBERTÉ”, 3 Å²")
    '« café\xa0», LIBERTÉ”, 3 Å²'
    """
    if len(text) > _MAX_CHARS or not is_suspect(text.encode("utf-8", "replace")):
        return text
    if _LEAD_ENTITY.search(text):
        text = _ENTITY_RUN.sub(_without_entities, text)
    for _ in range(_MAX_ROUNDS):
        text, is_done = _once(text)
        if is_done:
            break
    return text


class _Run(NamedTuple):
    """Neighbouring non-ASCII characters, and what they mean if they are broken."""

    match: re.Match[str]
    fixed: str
    is_certain: bool

    @classmethod
    def of(cls, match: re.Match[str]) -> _Run:
        """The run as found in a text."""
        plain = match[0].translate(_C1)
        fixed = _as_utf8(plain)
        return cls(match, fixed, bool(fixed) and _is_certain(plain, *_around(match)))


def _once(text: str) -> tuple[str, bool]:
    """The text repaired, and whether nothing is left that may be broken twice."""
    parts = _parts(text)
    is_all = _is_broken([run for part in parts for run in part], _MOST, _MIN_CERTAIN)
    pieces: list[str] = []
    done, is_last = 0, True
    for part in parts:
        is_wholly = is_all or _is_broken(part, 1, 1)
        for match, fixed, is_certain in part:
            is_chosen = fixed and (is_wholly or is_certain)
            pieces += (text[done : match.start()], fixed if is_chosen else match[0].translate(_FROM_C1))
            done = match.end()
            is_last = is_last and not (is_chosen and _LEAD.search(fixed))
    return "".join((*pieces, text[done:])), is_last


def _parts(text: str) -> list[list[_Run]]:
    """The runs between two tags each."""
    parts, end = list[list[_Run]](), 0
    for match in _RUN.finditer(text):
        if not parts or text.find("<", end, match.start()) >= 0:
            parts.append([])
        parts[-1].append(_Run.of(match))
        end = match.end()
    return parts


def _is_broken(runs: list[_Run], share: float, min_certain: int) -> bool:
    return sum(run.is_certain for run in runs) >= min_certain and sum(bool(run.fixed) for run in runs) >= share * len(
        runs
    )


def _without_entities(match: re.Match[str]) -> str:
    """A run in which characters are written as entities, in characters where it is broken for sure."""
    if "&" not in match[0]:
        return match[0]
    plain = unescape(match[0]).translate(_C1)
    is_broken = not plain.isascii() and _as_utf8(plain) and _is_certain(plain, *_around(match))
    return plain if is_broken else match[0]


def _around(run: re.Match[str]) -> tuple[str, str]:
    """Two characters before, and one behind."""
    return run.string[max(0, run.start() - 2) : run.start()], run.string[run.end() : run.end() + 1]


def _as_utf8(plain: str) -> str:
    """What the characters mean if they are bytes of UTF-8; empty where they are not, or mean nothing."""
    try:
        fixed = plain.encode("latin-1").decode()
    except UnicodeError:
        return ""
    return "" if any(unicodedata.category(char) in ("Cn", "Co") for char in fixed) else fixed


def _is_certain(plain: str, before: str, behind: str) -> bool:
    """Whether a run does not occur in correct text of any language.

    Letters of more than one sequence, and capital Â, Ã, Ä, Å, need one strange character among them. Without, these
    capitals give themselves away behind a small letter, and most at the beginning of a word in small letters.
    """
    if _CERTAIN.search(plain):
        return True
    strange = sum(char in _STRANGE for char in plain)
    if sum(char >= "\xc0" for char in plain) > 1:
        return strange > 0
    if plain[0] > "Å":
        return strange > 1
    if strange or _is_inside_word(plain[0], before):
        return True
    if plain[0] == "Â":
        return not before[-1:].isalpha() and (plain[1] not in _CLOSING or before[-1:] in tuple("0123456789.,;:!?)%"))
    return plain[0] != "Å" and not before[-1:].isalpha() and behind.islower() and plain[1] not in _CLOSING


def _is_inside_word(lead: str, before: str) -> bool:
    """Whether small letters stand before it. One before an Å is not enough: 20 mÅ is a length."""
    return before[-1:].islower() and (lead != "Å" or before[:1].isalpha())
