"""Finds many sentences in much text, however the text is escaped, wrapped or marked up.

Sentence and text are brought to one form first: letters and digits alone, without spaces, punctuation, entities and
escapes. So a sentence is the same in JSON, XML, Markdown and a table. Work grows with the text, not with the number of
sentences: windows of a few characters are hashed, and only where one is the beginning of a sentence is it compared.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

__all__ = ["Finder", "is_searchable", "skeleton", "untagged"]

_WINDOW = 6  # characters that are hashed
# Letters and digits that a sentence must have. Below, it is a word or a number that stands elsewhere by chance: in
# addresses, options, manifests. Scripts without spaces say more with each character. Guess.
_MIN_LETTERS, _MIN_WIDE = 12, _WINDOW
_WIDE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ESCAPE = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|[nrtbf])?")
_NO_LETTER = re.compile(r"[\W_]+")
_TAG = re.compile(r"<[^<>]*>")
_FACTORS = np.array([31**place for place in range(_WINDOW)], dtype=np.uint64)


def skeleton(text: str) -> str:
    r"""The letters and digits of a text, whatever it is wrapped in.

    >>> skeleton('It&#39;s 5&nbsp;km.') == skeleton('It\\u0027s\\n5 km') == "Its5km"
    True
    """
    if "&" in text:
        text = html.unescape(html.unescape(text))  # twice: what was escaped on a page is escaped again in a file
    if "\\" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", text)
    return _NO_LETTER.sub("", unicodedata.normalize("NFC", text))


def untagged(text: str) -> str:
    """The text without tags, so that a word in bold does not part a sentence."""
    return _TAG.sub("", text)


def is_searchable(letters: str) -> bool:
    """Whether a skeleton is long enough to be looked for."""
    return len(letters) >= (_MIN_WIDE if _WIDE.search(letters) else _MIN_LETTERS)


class Finder:
    """Looks for skeletons of sentences."""

    def __init__(self, letters: Iterable[str]) -> None:
        self._by_hash: defaultdict[int, list[str]] = defaultdict(list)
        self.longest = 0
        for one in dict.fromkeys(letters):
            self._by_hash[int(_hashes(one[:_WINDOW])[0])].append(one)
            self.longest = max(self.longest, len(one))
        self._known = np.array(sorted(self._by_hash), dtype=np.uint64)

    def found(self, text: str) -> Iterator[str]:
        """The sentences that stand in a skeleton; one that stands there twice comes twice."""
        if not self.longest or len(text) < _WINDOW:
            return
        hashes = _hashes(text)
        for place in np.flatnonzero(np.isin(hashes, self._known)).tolist():
            for one in self._by_hash[int(hashes[place])]:
                if text.startswith(one, place):
                    yield one


def _hashes(text: str) -> np.ndarray:
    """A hash of each window of a text."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    windows = np.lib.stride_tricks.sliding_window_view(codes, _WINDOW)
    hashes: np.ndarray = windows @ _FACTORS
    return hashes
