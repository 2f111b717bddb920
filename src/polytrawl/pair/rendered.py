"""The words of pages in two languages, those of one put into the other by a dictionary or a translation.

Then both share words, and the index that finds names and numbers finds these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.lexicon.side import Words
from polytrawl.lexicon.words import tokens

__all__ = ["Counts", "by_dictionary", "words_counted"]

Counts = Counter[str]


def words_counted(text: str) -> Counts:
    """How often a text has which word; punctuation is none.

    >>> words_counted("Mehl, viel Mehl!")
    Counter({'mehl': 2, 'viel': 1})
    """
    return Counter(word for word in tokens(text) if word[0].isalnum())


def by_dictionary(
    left: Sequence[Counts], right: Sequence[Counts], dictionary: Dictionary
) -> tuple[list[Counts], list[Counts]]:
    """What the words of left pages may be on right ones, and those words of right pages that this can be.

    >>> ours, theirs = by_dictionary([Counter(mehl=2, ja=1)], [Counter(flour=1, no=1)], Dictionary([("Mehl", "flour")]))
    >>> ours, theirs
    ([Counter({'flour': 2})], [Counter({'flour': 1})])
    """
    words = [Words(sorted({word for page in pages for word in page})) for pages in (left, right)]
    likely = dictionary.likely(words[0], words[1])
    names = [list(side.numbers) for side in words]
    translations: dict[str, set[str]] = defaultdict(set)
    for one, other in zip(likely.left.tolist(), likely.right.tolist(), strict=True):
        translations[names[0][one]].add(names[1][other])
    known = {word for found in translations.values() for word in found}
    theirs = [Counter({word: number for word, number in page.items() if word in known}) for page in right]
    return [_rendered(page, translations) for page in left], theirs


def _rendered(page: Counts, translations: dict[str, set[str]]) -> Counts:
    found: Counts = Counter()
    for word, number in page.items():
        for other in sorted(translations.get(word, ())):
            found[other] += number
    return found
