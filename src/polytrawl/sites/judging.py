"""The verdict on a site: which wanted languages it has, by what evidence, or why it is not taken.

A first visit believes what pages say. A sample also wants to have seen pages in two wanted languages, and something
that joins these two: links that name a language, or a URL pattern. Languages that are only named do not count then.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from polytrawl.pair.markers import same_language
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.patterns import Pattern, find_patterns
from polytrawl.records import Document, Lang
from polytrawl.sites.candidates import home_of
from polytrawl.sites.claims import Claim, claims_of, in_words
from polytrawl.sites.graph import linked_sites
from polytrawl.sites.model import Asked, Judged
from polytrawl.urls import host_of, site_of

__all__ = ["Seen", "judge_sample", "judge_visit"]

NO_TEXT, OTHER, ONE, CLAIMED, APART = "no-text", "other-languages", "one-language", "claimed-only", "not-joined"
_FEW = 2  # languages that make a site multilingual
_STARTS = 6  # addresses at which a crawl of the site starts: guess


class Seen(NamedTuple):
    """What was fetched of one site."""

    asked: Asked
    documents: list[Document]


class _Facts(NamedTuple):
    """What the documents of a site tell."""

    own: Counter[Lang]  # pages by wanted language
    others: Counter[Lang]  # pages in other languages
    claims: list[Claim]
    pattern: Pattern | None
    is_joined: bool  # whether links, or a pattern, join two languages that were seen

    @property
    def claimed(self) -> set[Lang]:
        return {claim.language for claim in self.claims}


def judge_visit(seen: Seen, languages: Sequence[Lang]) -> Judged:
    """The verdict after a first visit."""
    facts = _facts(seen.documents, languages)
    named = set(facts.own) | facts.claimed
    found = [one for one in languages if one in named]
    if len(named) < _FEW:
        return _judged(seen, facts, found, _too_few(facts, named, languages))
    return _judged(seen, facts, found, ("", "") if facts.claims or facts.pattern else _apart(facts))


def judge_sample(seen: Seen, languages: Sequence[Lang]) -> Judged:
    """The verdict after a sample of pages."""
    facts = _facts(seen.documents, languages)
    why = ("", "")
    if len(facts.own) < _FEW:
        missing = sorted(facts.claimed - set(facts.own))
        why = _too_few(facts, set(facts.own), languages)
        if missing and facts.own:
            why = (CLAIMED, f"links name {', '.join(missing)}, but {_pages(facts.own)}")
    elif not facts.is_joined:
        why = _apart(facts)
    return _judged(seen, facts, [one for one in languages if one in facts.own], why)


def _too_few(facts: _Facts, named: set[Lang], languages: Sequence[Lang]) -> tuple[str, str]:
    if not facts.own and not facts.others:
        return NO_TEXT, "no page has a text whose language can be told"
    if not named:
        return OTHER, f"{_pages(facts.others)}; wanted: {', '.join(languages)}"
    return ONE, f"{_pages(facts.own + facts.others)}, and no page in another wanted language is named"


def _apart(facts: _Facts) -> tuple[str, str]:
    return APART, f"{_pages(facts.own)}, but neither links nor a URL pattern join them"


def _pages(counts: Counter[Lang]) -> str:
    """The languages of pages in words."""
    found = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{number} page{'s' if number > 1 else ''} in {language}" for language, number in found)


def _facts(documents: Sequence[Document], languages: Sequence[Lang]) -> _Facts:
    found = Counter(language for _, language in {(one.page, one.language or "und") for one in documents})
    own, others = Counter[Lang](), Counter[Lang]()
    for language, number in found.items():
        if known := _wanted(language, languages):
            own[known] += number
        elif language != "und":
            others[language] += number
    claims, pattern = claims_of(documents, languages), _best_pattern(documents, languages)
    named: defaultdict[str, set[Lang]] = defaultdict(set)  # by page, with its own language
    for url, language in (*((one.url, _wanted(one.language, languages)) for one in documents), *_by_page(claims)):
        named[url].add(language)
    is_joined = pattern is not None or any(len(group & set(own)) >= _FEW for group in named.values())
    return _Facts(own, others, claims, pattern, is_joined)


def _wanted(language: Lang | None, languages: Sequence[Lang]) -> Lang:
    return next((one for one in languages if same_language(one, language)), "")


def _by_page(claims: Iterable[Claim]) -> Iterator[tuple[str, Lang]]:
    return ((claim.page, claim.language) for claim in claims)


def _best_pattern(documents: Sequence[Document], languages: Sequence[Lang]) -> Pattern | None:
    """The pattern between wanted languages that gives C(w): the most credible of those that can be believed."""
    pairer = Urls()
    texts = [one for one in documents if one.language not in (None, "und")]
    found = [one.pattern for one in find_patterns(texts, pairer.is_strong) if pairer.is_strong(one.pattern)]
    between = [one for one in found if _is_wanted(one, languages)]
    return max(between, key=lambda one: one.credibility, default=None)


def _is_wanted(pattern: Pattern, languages: Sequence[Lang]) -> bool:
    return all(_wanted(one, languages) for one in (pattern.left_language, pattern.right_language))


def _judged(seen: Seen, facts: _Facts, found: list[Lang], why: tuple[str, str]) -> Judged:
    site, pattern = seen.asked.site, facts.pattern
    sisters = sorted({site_of(claim.target) for claim in facts.claims} - {site})
    documents = seen.documents
    starts = _starts(documents, facts.claims)
    return Judged(
        site=site,
        url=home_of(starts[0] if starts else seen.asked.urls[0]),
        languages=found,
        evidence=_evidence(facts, len({one.page for one in documents})),
        pages=len({one.page for one in documents}),
        credibility=pattern.credibility if pattern else 0.0,
        pattern=_name(pattern) if pattern else "",
        reason=why[0],
        detail=why[1],
        starts=starts,
        sisters=sisters,
        out={} if why[0] else linked_sites(documents, {site, *sisters}),
    )


def _evidence(facts: _Facts, pages: int) -> list[str]:
    pattern = facts.pattern
    said = [_pages(facts.own)] if facts.own else []
    said += in_words(facts.claims)
    if pattern:
        said.append(f"URL pattern {_name(pattern)} on {pattern.pages} of {pages} pages")
    return said


def _name(pattern: Pattern) -> str:
    return f"<{pattern.left},{pattern.right}>"


def _starts(documents: Iterable[Document], claims: Iterable[Claim]) -> list[str]:
    """Where a crawl should start: the shortest page of each host, then the shortest of each host and language named."""
    first: dict[tuple[str, Lang], str] = {}
    for url in sorted({one.url for one in documents}, key=_short_first):
        first.setdefault((host_of(url), ""), url)
    for claim in sorted(claims, key=lambda one: _short_first(one.target)):
        first.setdefault((host_of(claim.target), claim.language), claim.target)
    return list(dict.fromkeys(first.values()))[:_STARTS]


def _short_first(url: str) -> tuple[int, str]:
    return len(url), url
