"""Evidence for a page pair in words, for people who do not know how it was found.

Every source of evidence has a name and gives a value from 0 to 1. One table tells what a high, a middling and a low
value of each means; a source that is not in it, such as that of a plug-in, is told by its name and value alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from polytrawl.records import PagePair, Score

__all__ = ["about", "address_difference", "in_words", "reasons"]

# Where words change. Guess: most pairers give a sure pair .85 and more, and one that has rivals less than half of it.
_HIGH, _LOW = 0.7, 0.3


class _Wording(NamedTuple):
    """What a source of evidence looks at, and how its values are told."""

    about: str
    high: str
    middling: str
    low: str


_WORDS = {
    "links": _Wording(
        "links and hreflang between the versions of a page",
        "links or hreflang on the site say that they are versions of one page in two languages",
        "links between them hint that they are versions of one page, but do not name the languages, or not rightly",
        "hardly any link says that they are versions of one page, or many pages have the same link",
    ),
    "urls": _Wording(
        "addresses that differ as the site tells its languages apart",
        "their addresses differ{places}, as many addresses of this site do between the two languages",
        "their addresses differ{places}, as some addresses of this site do between the two languages",
        "their addresses do not differ as others of this site do between the two languages",
    ),
    "images": _Wording(
        "images of the same names",
        "they show the same images, which few other pages show",
        "they have some images in common, or other pages have the same ones",
        "they have hardly any images in common that other pages do not have",
    ),
    "digits": _Wording(
        "the numbers in the texts",
        "the same numbers stand in both texts, in the same order",
        "many numbers stand in both texts in the same order, or other pages have the same ones",
        "few numbers stand in both texts in the same order",
    ),
    "structure": _Wording(
        "titles, headings, lists and lengths of paragraphs",
        "titles, headings, lists and paragraphs of like lengths follow each other in the same order",
        "titles, headings, lists and paragraphs follow each other in a similar order",
        "titles, headings, lists and paragraphs are arranged differently",
    ),
    "fingerprint": _Wording(
        "HTML tags and lengths of texts",
        "the HTML tags and the lengths of the texts between them are the same, but for a little",
        "the HTML tags and the lengths of the texts between them are similar",
        "the HTML tags or the lengths of the texts between them differ",
    ),
    "content": _Wording(
        "what the texts say",
        "the texts say the same, as far as their words can tell",
        "the texts seem to say much of the same",
        "the texts have little in common",
    ),
    "shared-words": _Wording(
        "rare words, names and numbers that stand on both pages",
        "they share many rare words, names and numbers",
        "they share some rare words, names and numbers",
        "they share few rare words, names and numbers",
    ),
    "shape": _Wording(
        "headings, lists and paragraphs in order, with their lengths",
        "headings, lists and paragraphs of like lengths come in the same order",
        "headings, lists and paragraphs come in a similar order",
        "headings, lists and paragraphs are arranged differently",
    ),
    "neighbours": _Wording(
        "links to and from pages that are pairs",
        "the pages that they link to, and that link to them, are mostly pairs too",
        "some of the pages that they link to, and that link to them, are pairs too",
        "few of the pages that they link to, and that link to them, are pairs",
    ),
    "lexicon": _Wording(
        "words that translate each other, learned from sure pairs of the site",
        "most words of one are translated on the other, by a word list learned from sure pairs of the site",
        "many words of one are translated on the other, by a word list learned from sure pairs of the site",
        "few words of one are translated on the other, by a word list learned from sure pairs of the site",
    ),
    "dictionary": _Wording(
        "words that translate each other, by the dictionary that was given",
        "most words of one that the dictionary has stand on the other in translation",
        "many words of one that the dictionary has stand on the other in translation",
        "few words of one that the dictionary has stand on the other in translation",
    ),
    "mt": _Wording(
        "the beginning of one page, machine-translated, beside the other",
        "the beginning of one, machine-translated, says nearly the same as the other",
        "the beginning of one, machine-translated, has many words of the other",
        "the beginning of one, machine-translated, has few words of the other",
    ),
    "embedding": _Wording(
        "what the first sentences of both pages mean, by the encoder that was given",
        "by the encoder, their first sentences mean nearly the same",
        "by the encoder, their first sentences mean something similar",
        "by the encoder, their first sentences have little to do with each other",
    ),
}
_WORDS["shared"] = _WORDS["shared-words"]


def about(name: str) -> str:
    """What a source of evidence looks at; empty where it is not known.

    >>> about("digits"), about("my-own")
    ('the numbers in the texts', '')
    """
    return _WORDS[name].about if name in _WORDS else ""


def in_words(score: Score, places: str = "") -> str:
    """What a source of evidence says of a pair; `places` is where alone the addresses of its pages differ.

    >>> in_words(Score(name="digits", value=0.9))
    'digits 0.90: the same numbers stand in both texts, in the same order'
    >>> in_words(Score(name="my-own", value=0.25))
    'my-own 0.25'
    """
    shown = f"{score.name} {score.value:.2f}"
    if score.name not in _WORDS:
        return shown
    words = _WORDS[score.name]
    said = words.high if score.value >= _HIGH else words.middling if score.value >= _LOW else words.low
    return f"{shown}: {said.format(places=f' only in {places}' if places else '')}"


def reasons(pair: PagePair) -> list[str]:
    """All evidence for a pair in words, the strongest first."""
    ordered = sorted(pair.evidence, key=lambda score: (-score.value, score.name))
    places = address_difference(pair.left.url, pair.right.url)
    return [in_words(score, places) for score in ordered]


def address_difference(left: str, right: str) -> str:
    """The only parts in which two addresses differ; empty where more than the two languages can explain differs.

    >>> address_difference("http://a.test/de/x.de.html", "http://a.test/it/x.it.html")
    'de/it'
    >>> address_difference("http://a.test/de/x.html", "http://a.test/x.html")
    'de/nothing'
    >>> address_difference("http://a.test/de/leiter", "http://a.test/it/scala")
    ''
    """
    ones, others = (_PARTS.findall(url) for url in (left, right))
    found = list(dict.fromkeys(_differences(ones, others)))
    return f"{found[0][0] or 'nothing'}/{found[0][1] or 'nothing'}" if len(found) == 1 else ""


_PARTS = re.compile(r"[^\W_]+")


def _differences(ones: list[str], others: list[str]) -> Iterator[tuple[str, str]]:
    """Parts that stand in place of each other; where one address has one part more, that part."""
    if len(ones) == len(others):
        yield from ((one, other) for one, other in zip(ones, others, strict=True) if one != other)
    elif abs(len(ones) - len(others)) == 1:
        longer, shorter = (ones, others) if len(ones) > len(others) else (others, ones)
        place = next((at for at, (one, other) in enumerate(zip(longer, shorter, strict=False)) if one != other), -1)
        if [*longer[:place], *longer[place:][1:]] == shorter:
            yield (longer[place], "") if longer is ones else ("", longer[place])
        else:
            yield from (("", ""), ("?", "?"))


def listed(words: Iterable[str]) -> str:
    """Some words in a sentence.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    found = list(words)
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)
