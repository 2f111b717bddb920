"""URL pairing patterns, after Kit & Ng (2007) and PupSniffer (Zhang, Yao & Kit 2013), learned from a set of URLs.

A pattern <de,it> is the one difference between two URLs; it is found without any list of languages. The patterns of a
site w compete: the one that matches most pages comes first, and pages that it matched are not matched again. Beyond the
papers, one that names other languages than its pages are in comes last: where half of /pt/ is still in English, /de/
belongs to /en/ and not to /pt/, though both match as many pages. Three measures say how far a pattern can be believed:

    C(p,w) = N(p,w) / |w|              N(p,w): pages of w that p matched; |w|: pages of w
    C(p)   = sum over w of C(p,w) N(p,w)
    C(w)   = max over p of C(p,w)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polytrawl.pair.addresses import address
from polytrawl.pair.instances import Instances, Key, Pages, find_instances
from polytrawl.pair.markers import names_in, same_language
from polytrawl.records import Document, Lang

__all__ = ["Found", "Pattern", "bilingual_credibility", "find_patterns", "global_credibility", "to_json"]

# How much a pattern of parts of words counts beside one of whole tokens: <en,es> must not lose to <n,s> for one pair
# more. Guess.
_PART = 0.8


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern of one site, and how far it can be believed there."""

    left: str  # what stands in one URL; empty where there is nothing
    right: str  # what stands in the other
    left_language: Lang
    right_language: Lang
    is_token: bool  # whole tokens, or parts of words
    is_known: bool  # the texts name the languages that the pages are in
    pages: int  # N(p,w)
    agreement: float  # the share of its pairs that are in these two languages
    credibility: float  # C(p,w)

    @property
    def key(self) -> Key:
        """The two texts: what makes it the same pattern on another site."""
        return self.left, self.right


class Found(NamedTuple):
    """A pattern and the pages that it matched and no stronger one; of each pair that with the left text first."""

    pattern: Pattern
    pairs: list[tuple[Document, Document]]
    strangers: list[tuple[Document, Document]]  # their URLs fit, but they are in other languages than the pattern's


def find_patterns(
    documents: Sequence[Document], believed: Callable[[Pattern], bool] = lambda _: True, *, known: bool = True
) -> list[Found]:
    """The patterns of a site, the strongest first. Pages are taken by those that are believed only.

    Unless `known` is false, what is known of names of languages has a say in which of them is first.
    """
    languages = [document.language or "und" for document in documents]
    instances = find_instances([address(document.url) for document in documents], languages)
    taken: set[tuple[int, Lang]] = set()
    found: list[Found] = []
    for candidate in _ranked(instances, languages, known=known):
        free = [pair for pair in candidate.pages if taken.isdisjoint(_places(pair, languages))]
        good = [pair for pair in free if (languages[pair[0]], languages[pair[1]]) == candidate.languages]
        if good:
            pattern = _pattern(candidate, good, len(free), len(documents))
            strangers = [pair for pair in free if (languages[pair[0]], languages[pair[1]]) != candidate.languages]
            found.append(Found(pattern, _documents(good, documents), _documents(strangers, documents)))
            if believed(pattern):
                taken.update(place for pair in good for place in _places(pair, languages))
    return found


def global_credibility(sites: Iterable[Iterable[Pattern]]) -> dict[Key, float]:
    """C(p) of every pattern, given the patterns of each site; the most credible first."""
    total: defaultdict[Key, float] = defaultdict(float)
    for site in sites:
        for one in site:
            total[one.key] += one.credibility * one.pages
    return dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))


def bilingual_credibility(patterns: Iterable[Pattern]) -> float:
    """C(w) of the site that has these patterns."""
    return max((one.credibility for one in patterns), default=0.0)


def to_json(credibility: Mapping[Key, float]) -> bytes:
    """The list of patterns with C(p), as `global_credibility` gives it, as JSON."""
    rows = [{"pattern": key, "credibility": round(value, 6)} for key, value in credibility.items()]
    return msgspec.json.format(msgspec.json.encode(rows), indent=1)


class _Candidate(NamedTuple):
    key: Key
    is_token: bool
    languages: tuple[Lang, Lang]
    is_known: bool
    is_contrary: bool  # a text names other languages than the pages are in
    pages: Sequence[Pages]

    @property
    def strength(self) -> float:
        return _count(self.pages) * (1.0 if self.is_token else _PART)


def _ranked(instances: Instances, languages: Sequence[Lang], *, known: bool) -> Iterator[_Candidate]:
    """Candidates in the order in which they may match pages; where names are known, contrary ones last."""
    found: list[_Candidate] = []
    for (key, is_token), pages in instances.pages.items():
        both, _ = Counter((languages[left], languages[right]) for left, right in pages).most_common(1)[0]
        is_contrary = any(_names_others(text, language) for text, language in zip(key, both, strict=True))
        found.append(_Candidate(key, is_token, both, _is_known(key, both), is_contrary, list(pages)))
    yield from sorted(found, key=lambda one: (known and one.is_contrary, *_order(one)))


def _order(one: _Candidate) -> tuple[object, ...]:
    """The strongest first; among equals those that name languages, have whole tokens, and a text in both URLs."""
    return -one.strength, not one.is_known, not one.is_token, not one.key[0], one.key


def _is_known(key: Key, languages: tuple[Lang, Lang]) -> bool:
    """Whether the texts name the languages; a URL without a marker says nothing against it."""
    return all(
        any(same_language(name, language) for name in names_in(text))
        for text, language in zip(key, languages, strict=True)
        if text
    )


def _names_others(text: str, language: Lang) -> bool:
    """Whether a text names languages, and not this one."""
    names = names_in(text)
    return bool(names) and not any(same_language(name, language) for name in names)


def _pattern(candidate: _Candidate, good: Sequence[Pages], matched: int, size: int) -> Pattern:
    pages = _count(good)
    return Pattern(
        left=candidate.key[0],
        right=candidate.key[1],
        left_language=candidate.languages[0],
        right_language=candidate.languages[1],
        is_token=candidate.is_token,
        is_known=candidate.is_known,
        pages=pages,
        agreement=len(good) / matched,
        credibility=pages / size,
    )


def _documents(pairs: Iterable[Pages], documents: Sequence[Document]) -> list[tuple[Document, Document]]:
    return [(documents[left], documents[right]) for left, right in pairs]


def _count(pairs: Iterable[Pages]) -> int:
    return len({number for pair in pairs for number in pair})


def _places(pair: Pages, languages: Sequence[Lang]) -> set[tuple[int, Lang]]:
    """What a pair takes: of each page its place for a partner in the language of the other."""
    return {(pair[0], languages[pair[1]]), (pair[1], languages[pair[0]])}
