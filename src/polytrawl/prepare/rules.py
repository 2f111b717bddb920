"""polytrawl's own tokeniser and detokeniser, in the manner of Moses, for where no package for it is installed.

Punctuation is cut off; stops stay at abbreviations, within words and before small letters, commas and stops within
numbers, hyphens within words; runs of stops are one token. An apostrophe between letters goes with what is behind it
in English (`isn 't`), with what is before it where vowels are left out (`l' homme`), and stands alone elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from polytrawl.records import Lang
from polytrawl.sentences.abbreviations import words_of

__all__ = ["cut", "join"]

_ELIDING = frozenset({"fr", "it", "ca", "ga", "oc"})
_DOTS = re.compile(r"\.{2,}")
_SIGNS = re.compile(r"([^\w\s.'`,\-])")
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")
_ENGLISH = re.compile(r"(?<=[^\W\d_])'(?=[^\W_])|(?<=\d)'(?=s)")
_ELIDED = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_LONE = re.compile(r"(?<![^\W\d_])'|'(?![^\W_])")
_QUOTE = "\ue000"  # a private character: an apostrophe whose place is settled


def cut(text: str, language: Lang) -> list[str]:
    """The tokens of a text.

    >>> cut("Mr. Smith isn't here (3,000 km, 2.5 h)...", "en")
    ['Mr.', 'Smith', 'isn', "'t", 'here', '(', '3,000', 'km', ',', '2.5', 'h', ')', '...']
    >>> cut("L'homme dit: non.", "fr")
    ["L'", 'homme', 'dit', ':', 'non', '.']
    """
    short = language.partition("-")[0]
    text = _SIGNS.sub(r" \1 ", _DOTS.sub(lambda run: f" {run[0]} ", text))
    text = _COMMA.sub(" , ", text.replace("``", ' "').replace("`", " ` "))
    return _without_stops(_apostrophes(text, short).split(), short)


def _apostrophes(text: str, language: Lang) -> str:
    if "'" not in text:
        return text
    if language == "en":
        text = _ENGLISH.sub(f" {_QUOTE}", text)
    elif language in _ELIDING:
        text = _ELIDED.sub(f"{_QUOTE} ", text)
    return _LONE.sub(f" {_QUOTE} ", text).replace("'", f" {_QUOTE} ").replace(_QUOTE, "'")


def _without_stops(words: Sequence[str], language: Lang) -> list[str]:
    """Words from which the stops are cut that end sentences."""
    found = []
    for place, word in enumerate(words):
        before = word[:-1]
        behind = words[place + 1] if place + 1 < len(words) else ""
        if not word.endswith(".") or not before.strip(".") or _keeps_stop(before, behind, language):
            found.append(word)
        else:
            found += [before, "."]
    return found


def _keeps_stop(word: str, behind: str, language: Lang) -> bool:
    known, small = words_of(language), word.lower()
    if not behind:
        return False
    if "." in word and any(map(str.isalpha, word)):
        return True
    is_initial = len(word) == 1 and word.isupper()
    return small in known.always or is_initial or behind[0].islower() or (small in known.number and behind[0].isdigit())


_NO_SPACE_BEFORE = frozenset(".,;:!?%)]}»”’…") | {"...", "..", "'s"}
_NO_SPACE_BEHIND = frozenset("([{¿¡«“‘$£#\\")  # a backslash begins commands such as \in
_FRENCH = frozenset(";:!?%»")  # here a space stands before these, and behind the opening quotes
_SOLID = frozenset("/@_、。，！？：；（）「」『』《》")  # no space on either side
_JOINED_BEHIND = re.compile(r"^'[a-zA-Z]")
_JOINED_BEFORE = re.compile(r"[^\W\d_]'$")
_TIME = re.compile(r"(?<=\d): (?=\d\d\b)")


def join(tokens: Sequence[str], language: Lang) -> str:
    """The text that tokens may have come from.

    >>> join(["Mr.", "Smith", "isn", "'t", "here", "(", "yes", ")", "."], "en")
    "Mr. Smith isn't here (yes)."
    """
    short, text, is_glued = language.partition("-")[0], "", True
    open_quotes: set[str] = set()
    for word in tokens:
        if word in {'"', "'"}:
            is_last = word in open_quotes or (word == "'" and short == "en" and text.endswith("s"))  # the cats' eyes
            open_quotes ^= {word} if word in open_quotes or not is_last else set()
            text += word if is_last or is_glued else f" {word}"
            is_glued = not is_last
            continue
        text += word if is_glued or _follows(word, short) else f" {word}"
        is_glued = _leads(word, short)
    return _TIME.sub(":", text)


def _follows(word: str, language: Lang) -> bool:
    """Whether no space stands before a token."""
    if language == "fr" and word in _FRENCH:
        return False
    return word in _NO_SPACE_BEFORE or word in _SOLID or bool(_JOINED_BEHIND.match(word))


def _leads(word: str, language: Lang) -> bool:
    """Whether no space stands behind a token."""
    if word in _NO_SPACE_BEHIND:
        return not (language == "fr" and word == "«")
    return word in _SOLID or (language in _ELIDING and bool(_JOINED_BEFORE.search(word)))
