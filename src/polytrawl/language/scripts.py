"""What letters alone say: scripts that belong to one language, and the two ways to write Chinese and Serbian."""

from __future__ import annotations

import re
from bisect import bisect_right

from polytrawl.records import Lang

# First and last character of blocks whose letters are used by one language in all but a few texts on the web. Not
# here: Hebrew (also Yiddish), Ethiopic, Bengali, Devanagari, Burmese and Tibetan, which several languages share.
_BLOCKS: tuple[tuple[int, int, Lang], ...] = (
    (0x0370, 0x03FF, "el"),
    (0x0530, 0x058F, "hy"),
    (0x0780, 0x07BF, "dv"),
    (0x0A00, 0x0A7F, "pa"),
    (0x0A80, 0x0AFF, "gu"),
    (0x0B00, 0x0B7F, "or"),
    (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"),
    (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"),
    (0x0D80, 0x0DFF, "si"),
    (0x0E00, 0x0E7F, "th"),
    (0x0E80, 0x0EFF, "lo"),
    (0x10A0, 0x10FF, "ka"),
    (0x1780, 0x17FF, "km"),
    (0x1F00, 0x1FFF, "el"),
    (0x3040, 0x30FF, "ja"),
    (0xAC00, 0xD7AF, "ko"),
)
_STARTS = [first for first, _, _ in _BLOCKS]
_PLAIN = re.compile("[\u0000-\u036f\u0400-\u052f]*")  # Latin and Cyrillic: the usual page ends here
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA = re.compile("[\u3040-\u30ff]")
# Greek letters that stand in formulas and units are no Greek: two of them in a row are needed.
_MIN_LETTERS = 2

# Characters that were made simpler, and what they were: the commonest whose two forms do not occur in one text.
_SIMPLIFIED = frozenset(
    "这们国来时会个说对学过发还没样见现进间问关长开经员东车书电语话让认识边单报为与业应题类亲统银钱险"
)
_TRADITIONAL = frozenset(
    "這們國來時會個說對學過發還沒樣見現進間問關長開經員東車書電語話讓認識邊單報為與業應題類親統銀錢險"
)
_CYRILLIC = re.compile("[\u0400-\u052f]")


def script_language(text: str) -> Lang | None:
    """The language to which most letters of a text belong, whatever its length; None where scripts cannot tell.

    >>> script_language("Ναι"), script_language("Ja"), script_language("ひらがな と 漢字")
    ('el', None, 'ja')
    """
    if _PLAIN.fullmatch(text):
        return None
    letters = [letter for letter in text if letter.isalpha()]
    found = [language for language in map(_language_of, letters) if language]
    if len(found) < _MIN_LETTERS:
        return None
    best = max(set(found), key=lambda language: (found.count(language), language))
    # Japanese is written with Han characters too; one in eight may be kana. Guess.
    needed = len(letters) / 8 if best == "ja" and _only(letters) else len(letters) / 2
    return best if found.count(best) > needed else None


def _only(letters: list[str]) -> bool:
    return all(_HAN.match(letter) or _KANA.match(letter) for letter in letters)


def _language_of(letter: str) -> Lang | None:
    code = ord(letter)
    place = bisect_right(_STARTS, code) - 1
    if place < 0 or code > _BLOCKS[place][1]:
        return None
    return _BLOCKS[place][2]


def script_subtag(language: Lang, text: str) -> str:
    """The script in which a text is written, for languages that have two; empty where it cannot be told.

    >>> script_subtag("zh", "這是一個問題"), script_subtag("sr", "Ovo je pitanje"), script_subtag("de", "Hallo")
    ('hant', 'latn', '')
    """
    if language == "zh":
        simple = sum(char in _SIMPLIFIED for char in text)
        full = sum(char in _TRADITIONAL for char in text)
        return "" if simple == full else "hans" if simple > full else "hant"
    if language == "sr":
        letters = sum(char.isalpha() for char in text)
        return "" if not letters else "cyrl" if 2 * len(_CYRILLIC.findall(text)) > letters else "latn"
    return ""
