"""Text as sentences, and how long a text is when languages are compared.

The languages of the sentence-splitter package are cut by it, with repairs for what it gets wrong; all others by one
rule over Unicode sentence ends. Whatever the cut, no character is lost except white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Protocol

from polytrawl.records import Lang

__all__ = ["split", "width"]

# The package's languages, and close relatives that share the abbreviations of one of them.
_PACKAGE = "ca cs da de el en es fi fr hu is it lt lv nl no pl pt ro ru sk sl sv tr"
_KNOWN = frozenset(_PACKAGE.split())
_RELATIVES = {"nb": "no", "nn": "no", "gl": "pt"}

# The package needs time quadratic in the length of a word with full stops inside, cubic for a run of them: 800 stops
# took .4 s, "a.a.a..." of 8000 characters 4.6 s. At 100 it is 2 ms a word. Texts with longer words, mostly
# addresses, take the simple rule.
_LONG_WORD = re.compile(r"\S{100}")

# Headings and list items mostly have no stop before their end: they need no slow look.
_INNER_STOP = re.compile(r"[.!?;\u037e]\S* ")

# Abbreviations that never end a sentence, where the package's list has no entry or an entry that does not work.
_ABBREVIATIONS = {
    "de": "Abb Abs Abt Anm Art Aufl Bd bspw ca Fr Hr Hrsg inkl Kap lit Nr Pos Str Tab Tel vgl Vgl z zzgl",
    "el": "άρ αρ Αρ αριθ Αριθ κ κα κεφ Κεφ π.χ σελ τηλ Τηλ βλ Βλ δηλ",
    "en": "approx Approx Art art Ch ch Eq Figs incl Sec sec Tab Tel",
    "es": "art Art arts Arts cap Cap fig Fig núm Núm pág Pág págs Sr Sra tel Tel",
    "fr": "art Art cf chap Chap fig Fig p tél Tél",
    "it": "all All art Art artt Artt cap Cap cfr Cfr co fig Fig lett n nn pag Pag pagg par Par sez Sez sig tab Tab tel",
    "nl": "art Art blz Blz nr Nr tel Tel",
    "pt": "art Art arts Arts cap Cap fig Fig n núm pág Pág págs Sr Sra tel Tel",
}
# Pairs of single letters that belong together: "z. B.", "d. h.", "p. es.", "e. g.".
_LETTERS = re.compile(r"(?:^|[\s(])[^\W\d_]{1,2}\.$")
_NEXT_LETTERS = re.compile(r"[^\W\d_]{1,2}\.")
_LAST_WORD = re.compile(r"([^\s(\[\"'«„“]+)\.$")
_NUMBER = re.compile(r"(?:^|\s)\d{1,3}\.$")
# Languages that write ordinals with a full stop; the package knows this of German alone, and up to 99.
_ORDINAL_LANGUAGES = frozenset({"cs", "da", "de", "fi", "hu", "no", "sk", "sl"})

# Question mark in Greek: `;`, U+037E or (after normalisation) U+003B.
_GREEK_QUESTION = re.compile(r"(?<=[;\u037e]) ")
_OPENING = "\"'(\u2018\u201c\u00ab"

# Ends of sentences. Full-width, Devanagari, Ethiopic, Burmese, Khmer and Tibetan stops end a sentence by themselves;
# `.`, `!`, `?`, `…`, Arabic and Armenian stops do when white space and no small letter follow.
_CLOSING = r"[\"'\u2019\u201d\u00bb\u203a)\]\u300d\u300f\uff09\u3011\u300b]*+"
_STOPS = r".!?\u2026\u061f\u06d4\u0589"
_END = re.compile(
    rf"[\u3002\uff01\uff1f\uff61\u0964\u0965\u1362\u1367\u104b\u17d4\u0f0d]+{_CLOSING}"
    rf"|(?<![{_STOPS}])[{_STOPS}]++{_CLOSING}(?= )"  # starts at the first of a run and never goes back: linear
)
# An initial, a list number, or a title that most languages of Europe share.
_INITIAL = re.compile(r"(?:^|[\s(.])(?:[^\W\d_]|\d{1,2}|Dr|Mr|Mrs|Prof|St)\.$")

# Characters that say as much as several letters of an alphabet: Han 3 times, kana, Hangul and Ethiopic twice. Guess.
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SYLLABLES = re.compile("[\u3040-\u30ff\uac00-\ud7af\u1200-\u137f]")


class _Splitter(Protocol):
    def split(self, text: str) -> list[str]: ...


def split(text: str, language: Lang) -> list[str]:
    """The sentences of a text, white space made single spaces.

    >>> split("Siehe Nr. 5 vom 3. Mai. Danach, z. B. im Juni, nicht mehr.", "de")
    ['Siehe Nr. 5 vom 3. Mai.', 'Danach, z. B. im Juni, nicht mehr.']
    >>> split("你好。再见!", "zh")
    ['你好。', '再见!']
    """
    text = " ".join(text.split())
    code = language.partition("-")[0]
    code = _RELATIVES.get(code, code)
    if code not in _KNOWN or _LONG_WORD.search(text):
        return _split_by_rule(text)
    if not _INNER_STOP.search(text):
        return [text] if text else []
    pieces = (piece.strip() for piece in _splitter(code).split(text))
    sentences = _join(filter(None, pieces), code)
    return [part for sentence in sentences for part in _split_greek(sentence)] if code == "el" else sentences


def width(text: str) -> int:
    """The length of a text in characters, those of denser scripts counted more than once.

    >>> width("sicher"), width("安全")
    (6, 6)
    """
    if text.isascii():
        return len(text)
    return len(text) + 2 * len(_HAN.findall(text)) + len(_SYLLABLES.findall(text))


@cache
def _splitter(code: str) -> _Splitter:
    from sentence_splitter import SentenceSplitter  # noqa: PLC0415 - slow to load

    made: _Splitter = SentenceSplitter(language=code)
    return made


@cache
def _abbreviations(code: str) -> frozenset[str]:
    return frozenset(_ABBREVIATIONS.get(code, "").split())


def _join(pieces: Iterable[str], code: str) -> list[str]:
    """Put together what was cut after an abbreviation."""
    sentences: list[str] = []
    for piece in pieces:
        if sentences and _goes_on(sentences[-1], piece, code):
            sentences[-1] += f" {piece}"
        else:
            sentences.append(piece)
    return sentences


def _goes_on(before: str, after: str, code: str) -> bool:
    tail = before[-40:]  # no abbreviation is longer; keeps the work linear when many pieces are joined
    if not tail.endswith("."):
        return False
    word = _LAST_WORD.search(tail)
    if word and word[1] in _abbreviations(code):
        return True
    if _LETTERS.search(tail) and _NEXT_LETTERS.match(after):
        return True
    return code in _ORDINAL_LANGUAGES and bool(_NUMBER.search(tail)) and not after[:1].isdigit()


def _split_greek(sentence: str) -> list[str]:
    """Cut after Greek question marks that a capital letter follows."""
    cuts = [
        match.end() for match in _GREEK_QUESTION.finditer(sentence) if _begins(sentence[match.end() : match.end() + 3])
    ]
    return _cut(sentence, cuts)


def _begins(rest: str) -> bool:
    """Whether a sentence may begin so: not with a small letter."""
    return not rest.lstrip(_OPENING)[:1].islower()


def _split_by_rule(text: str) -> list[str]:
    ends = (match for match in _END.finditer(text) if _is_end(text, match))
    return _cut(text, [match.end() for match in ends])


def _is_end(text: str, match: re.Match[str]) -> bool:
    if not text.startswith(" ", match.end()):
        return True  # only a stop that stands by itself matches without white space after it
    if not _begins(text[match.end() + 1 : match.end() + 4]):
        return False
    return not (match[0] == "." and _INITIAL.search(text[max(0, match.end() - 8) : match.end()]))


def _cut(text: str, cuts: list[int]) -> list[str]:
    borders = [0, *cuts, len(text)]
    pieces = (text[start:end].strip() for start, end in pairwise(borders))
    return [piece for piece in pieces if piece]
