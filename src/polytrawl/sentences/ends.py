"""Where sentences end: candidates by one regular expression, each judged by the words on both sides of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polytrawl.records import Lang
from polytrawl.sentences.abbreviations import Words, words_of

_CLOSING = "\"'\u2019\u201d\u00bb\u203a)\\]\u300d\u300f\uff09\u3011\u300b\u201c"
_OPENING = "\"'(\\[\u2018\u201c\u201e\u201a\u00ab\u2039\u00bf\u00a1\u2013\u2014\u2022\\-"
# Full-width, Devanagari, Ethiopic, Burmese, Khmer and Tibetan stops end a sentence by themselves.
_ALONE = "\u3002\uff01\uff1f\uff61\u0964\u0965\u1362\u1367\u1368\u104b\u17d4\u17d5\u0f0d"
_STOPS = ".!?\u2026\u061f\u06d4\u0589\u203c\u2047-\u2049"
# What ends sentences in one language only: the Greek question mark, the colon that stands for the Armenian stop.
_OWN_STOPS = {"el": ";\u037e", "hy": ":"}
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_NEXT = re.compile(rf"[{_OPENING} ]{{0,4}}(\w+)?")
_LIST_NUMBER = re.compile(r"(?:(?:\d{1,3}|[^\W\d_])(?:\.\d{1,3}){0,4}|[ivxIVX]{1,5})\.")  # 2., 3.1.4., A., B.2., iv.
_ROMAN = re.compile(r"[IVXLC]+")
_LETTERS = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,2})+")
_VOWEL = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýāēīōūąęěėįųůűőаеиоуыэюяёіїєαεηιουωάέήίόύώ]")
_HEAD = re.compile(r"^.*['\u2019(\[\"\u201e\u201c\u00ab\u2018](?=.)")  # brackets, quotation marks, "l'" before "art."
_SHORT = 4
_YEAR_DIGITS = 4
_WORD_CHARS = 24  # no abbreviation is longer; keeps the work linear
# Nouns are capitalised, so that a capital after "3." says nothing.
_CAPITAL_NOUNS = frozenset({"de", "lb", "gsw", "nds"})
# What goes on after a quotation in Japanese: particles and commas.
_QUOTED_ON = re.compile("[\u300d\u300f](?=[とっのなはがをに、])")
# Thai and Lao put spaces between sentences, and between clauses, and around numbers.
_SPACED = {"th": "\u0e01-\u0e5b", "lo": "\u0e81-\u0edf"}
_MIN_SPACED = 30  # characters; guess: shorter pieces are mostly clauses or names
_CACHE: dict[str, re.Pattern[str]] = {}


def split(text: str, language: Lang) -> list[str]:
    """The sentences of a text, white space made single spaces. Blank lines always end a sentence.

    >>> split("Siehe Nr. 5 vom 3. Mai. Danach, z. B. im Juni, nicht mehr.", "de")
    ['Siehe Nr. 5 vom 3. Mai.', 'Danach, z. B. im Juni, nicht mehr.']
    >>> split("你好。再见!", "zh")
    ['你好。', '再见!']
    """
    code = language.partition("-")[0]
    blocks = _PARAGRAPH.split(text) if "\n" in text else (text,)
    return [sentence for block in blocks for sentence in _split_block(" ".join(block.split()), code)]


def _split_block(text: str, code: str) -> Iterator[str]:
    start = 0
    words = words_of(code)
    for match in _pattern(code).finditer(text):
        end = match.end()
        if end < len(text) and _is_end(text, start, match, code, words):
            yield text[start:end]
            start = end + (text[end] == " ")
    if start < len(text):
        yield from _split_spaced(text[start:], code) if code in _SPACED else (text[start:],)


def _pattern(code: str) -> re.Pattern[str]:
    found = _CACHE.get(code if code in _OWN_STOPS else "")
    if found is None:
        stops = _STOPS + _OWN_STOPS.get(code, "")
        # Begins at the first of a run of stops and never goes back: linear.
        spaced = rf"(?<![{stops}])[{stops}]++(?: ?[\u00bb\u203a](?= )|[{_CLOSING}])*+(?= )"
        made = rf"[{_ALONE}]++[{_CLOSING}{_ALONE}]*+|{spaced}"
        found = _CACHE[code if code in _OWN_STOPS else ""] = re.compile(made)
    return found


def _is_end(text: str, start: int, match: re.Match[str], code: str, words: Words) -> bool:
    end = match.end()
    if text[end] != " ":  # a stop that stands by itself
        return not (code == "ja" and _QUOTED_ON.match(text, end - 1))
    if text[end + 1].islower():
        return False
    following = _NEXT.match(text, end + 1)
    after = (following and following[1]) or ""
    if after[:1].islower():
        return False
    return match[0][0] != "." or match[0][1:2] == "." or _ends(text, start, match, after, code, words)


def _ends(text: str, start: int, match: re.Match[str], after: str, code: str, words: Words) -> bool:
    """Whether a single full stop with a space and no small letter after it ends a sentence."""
    stop = match.start()
    left = text.rfind(" ", max(start, stop - _WORD_CHARS), stop) + 1
    word = text[max(left, start, stop - _WORD_CHARS) : stop]
    word = _HEAD.sub("", word)
    if left <= start and _LIST_NUMBER.fullmatch(text, start, stop + 1):
        return False
    if word.isdigit():
        return (
            code not in _CAPITAL_NOUNS
            or len(word) >= _YEAR_DIGITS
            or after.isdigit()
            or after.lower() in words.starters
        )
    if match[0] != ".":
        return True  # after a closing quotation mark or bracket
    if _is_abbreviation(word, after, code, words):
        return False
    # What looks like one may be a unit: "It is 5 km. Then..."
    is_unit = left > start + 1 and text[left - 2].isdigit()
    return is_unit or not _looks_short(word, code)


def _is_abbreviation(word: str, after: str, code: str, words: Words) -> bool:
    """Whether a word keeps its full stop for itself, seen the word after it."""
    small = word.lower()
    if small in words.weak:
        return code in _CAPITAL_NOUNS and after.lower() not in words.starters
    if small in words.always:
        return True
    if small.endswith("str"):
        return True  # German and Dutch streets are one word: "Hauptstr. 5"
    if small in words.number and (after[:1].isdigit() or _ROMAN.fullmatch(after)):
        return True
    if _LETTERS.fullmatch(word):
        return after.lower() not in words.starters
    return code in _CAPITAL_NOUNS and bool(_ROMAN.fullmatch(word)) and after.lower() not in words.starters


def _looks_short(word: str, code: str) -> bool:
    """Whether a word that stands in no list looks like an abbreviation: an initial, or a short word without a vowel.

    Names and units in capitals do not: "Nr.", but "HTML.", "GHz."
    """
    if len(word) == 1:
        return word.isalpha() and not (word == "I" and code == "en")
    return len(word) <= _SHORT and word[1:].islower() and word < "\u0500" and not _VOWEL.search(word.lower())


def _split_spaced(text: str, code: str) -> Iterator[str]:
    """Cut at spaces between two letters of the script, once a piece is long enough."""
    letters, start = _SPACED[code], 0
    for match in re.finditer(rf"(?<=[{letters}]) (?=[{letters}])", text):
        if match.start() - start >= _MIN_SPACED and text[match.end()] not in "\u0e46\u0e2f":
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]
