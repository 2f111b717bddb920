"""Addresses at which translations may be that no link leads to: the deep pages of PupSniffer (section 2.2).

For every page that has no partner in some wanted language, rules make the address that the partner may have. Rules come
from the patterns of the site itself, from the same patterns with another language put in (pages /en/ and /de/ teach
that /it/ may be there), from patterns of the other sites of the run, and from the markers in the site's addresses.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from polytrawl import urls
from polytrawl.pair.addresses import openings, rests
from polytrawl.pair.counterparts import made
from polytrawl.pair.markers import names_in, renamed, same_language
from polytrawl.pair.patterns import Pattern
from polytrawl.records import Document, Lang, Promise

__all__ = ["Rule", "promises", "rules"]

# Tokens that stand in so large a share of the addresses of a language are taken for its marker; as `min_local`.
_MIN_SHARE = 0.1
# Addresses tried for one page in one language: those of the best rules. Guess; on most sites there is one.
_MAX_TRIES = 3
_MAX_RULES = 60  # of a site: with each language that is wanted, some markers in some spellings


class Rule(NamedTuple):
    """Put one text for another in the address of a page in one language, to get the address of one in another."""

    old: str
    new: str
    is_token: bool
    source: Lang
    target: Lang


def rules(
    documents: Sequence[Document], own: Iterable[Pattern], others: Iterable[Pattern], wanted: Sequence[Lang]
) -> list[Rule]:
    """The rules of a site, given its patterns, those of other sites, and the languages of the run; the best first."""
    own, others = list(own), list(others)
    found = [
        *_learned(own, wanted),
        *_carried_over(own, wanted),
        *_learned(others, wanted),
        *_carried_over(others, wanted),
        *_from_markers(documents, wanted),
        *_without_markers(documents, wanted),
    ]
    return list(dict.fromkeys(found))[:_MAX_RULES]


def _learned(patterns: Iterable[Pattern], wanted: Sequence[Lang]) -> Iterator[Rule]:
    """Patterns as they are, both ways."""
    for one in patterns:
        ways = (
            Rule(one.left, one.right, one.is_token, one.left_language, one.right_language),
            Rule(one.right, one.left, one.is_token, one.right_language, one.left_language),
        )
        yield from (way for way in ways if way.target in wanted)


def _carried_over(patterns: Iterable[Pattern], wanted: Sequence[Lang]) -> Iterator[Rule]:
    """Patterns that name their languages, with another language put in for one of the two."""
    for one in patterns:
        if not one.is_known:
            continue
        sides = (one.left, one.left_language), (one.right, one.right_language)
        for (kept, source), (changed, language) in (sides, sides[::-1]):
            for target in _others(wanted, source, language):
                yield from (Rule(kept, new, True, source, target) for new in renamed(changed, language, target))


def _from_markers(documents: Sequence[Document], wanted: Sequence[Lang]) -> Iterator[Rule]:
    """The languages that tokens in the addresses stand for, changed: all pages may be in one language so far."""
    for text, language in _markers(documents, _tokens):
        for target in _others(wanted, language):
            yield from (Rule(text, new, True, language, target) for new in renamed(text, language, target))


def _without_markers(documents: Sequence[Document], wanted: Sequence[Lang]) -> Iterator[Rule]:
    """Markers left out, where all pages are in one language: another may need no marker, /x.html beside /de/x.html.

    Where two languages are known that both have a marker, others have one too as a rule.
    """
    if len({document.language for document in documents}) > 1:
        return
    for text, language in _markers(documents, _left_out):
        yield from (Rule(text, "", True, language, target) for target in _others(wanted, language))


def _markers(
    documents: Sequence[Document], texts_of: Callable[[Document], Iterable[str]]
) -> Iterator[tuple[str, Lang]]:
    """The texts in the addresses of a language that name it, the most frequent first."""
    sizes = Counter(document.language for document in documents)
    found: Counter[tuple[str, Lang]] = Counter()
    for document in documents:
        language = document.language or "und"
        found.update((text, language) for text in set(texts_of(document)) if _names(text, language))
    yield from (one for one, number in found.most_common() if number >= _MIN_SHARE * sizes[one[1]])


def _names(text: str, language: Lang) -> bool:
    return any(same_language(name, language) for name in names_in(text))


def _tokens(document: Document) -> Iterator[str]:
    return (one.text for one in openings(_plain(document.url)) if one.is_token)


def _left_out(document: Document) -> Iterator[str]:
    return (text for text, _ in rests(_plain(document.url)))


def _others(wanted: Sequence[Lang], *languages: Lang) -> list[Lang]:
    return [one for one in wanted if not any(same_language(one, language) for language in languages)]


def promises(
    documents: Sequence[Document],
    applied: Sequence[Rule],
    partners: Mapping[str, Collection[Lang]],
    sites: Collection[str],
) -> Iterator[Promise]:
    """The addresses to try, each once: for each page and each language in which it has no partner.

    They are of one of the sites; addresses of pages that are here already are left out.
    """
    known = {document.url for document in documents}
    by_language: defaultdict[Lang, list[Rule]] = defaultdict(list)
    for rule in applied:
        by_language[rule.source].append(rule)
    for document in documents:
        tries: Counter[Lang] = Counter()
        for rule in by_language[document.language or "und"]:
            if rule.target in partners.get(document.id, ()) or rule.old not in document.url:
                continue
            for number, url in enumerate(made(document.url, rule.old, rule.new, is_token=rule.is_token)):
                if tries[rule.target] < _MAX_TRIES and url not in known and urls.site_of(url) in sites:
                    known.add(url)
                    tries[rule.target] += 1
                    yield _promise(document, rule, url, number)


def _promise(document: Document, rule: Rule, url: str, number: int) -> Promise:
    # Where a text stands several times in an address, each way to change it is a rule of its own.
    name = f"{document.site}: {rule.source} {rule.old} -> {rule.target} {rule.new}" + (f" ({number})" if number else "")
    return Promise(url=url, language=rule.target, source=document.url, rule=name)


def _plain(url: str) -> str:
    return url.partition("://")[2]
