"""What a user should look at, in words, each with what to do about it.

All limits here are guesses: they decide about a sentence in the report, and about nothing in the corpus. A group of
fewer than `_FEW` pages says nothing, but for licences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from polytrawl.language_tags import same_language
from polytrawl.ledger.funnel import Funnels, FunnelStep
from polytrawl.ledger.trail import PAGES, PAIRED
from polytrawl.summary.rows import Histogram, SiteRow, Summary

__all__ = ["warnings_of"]

_FEW = 20
_MUCH, _MOST, _NEARLY_ALL = 0.3, 0.6, 0.9
_SITES = 3  # with the same trouble, before the rest is only counted
_LANGUAGES = 3  # of a site that are named
_UNSURE = 0.5  # of a page pair

# What went wrong with pages, from which share on it is told, and what to do. The names are those of reasons.
_TROUBLE: tuple[tuple[str, tuple[str, ...], float, str, str], ...] = (
    ("language", ("out-of-language",), _MOST, "were out of language", "is the language list right?"),
    ("clean", ("empty",), _MUCH, "were empty", "does the site need a browser to show its pages?"),
    ("language", ("no-text",), _MUCH, "had no main text", "does the site need a browser to show its pages?"),
    ("topic", ("off-topic",), _MOST, "were off topic", "is the topic right, and `topic.classifier.min_relevance`?"),
    ("export", ("duplicate",), _MOST, "had the text of another page", "is one site there under several addresses?"),
)
_REFUSED: tuple[tuple[tuple[str, ...], float, str, str], ...] = (
    (("robots",), _MUCH, "are closed by robots.txt", "ask the owner, or take other seeds"),
    (("http-403", "http-429", "http-503", "host-trouble"), _MUCH, "were refused or failed", "crawl more slowly"),
    (("http-404", "http-410"), _MOST, "are not there", "are the seeds up to date?"),
)


def warnings_of(summary: Summary, funnels: Funnels) -> list[str]:
    """All that is worth a sentence, the worst first."""
    rules: tuple[Callable[[Summary, Funnels], Iterator[str]], ...] = (
        _nothing,
        _languages,
        _sites,
        _pairs,
        _units,
        _terms,
    )
    return [sentence for rule in rules for sentence in rule(summary, funnels)]


def _nothing(_: Summary, funnels: Funnels) -> Iterator[str]:
    if funnels.steps and not funnels.fetched:
        yield "No page was fetched: the reasons of the stage `crawl` say why."


def _languages(summary: Summary, _: Funnels) -> Iterator[str]:
    total = sum(summary.documents.values())
    if total < _FEW:
        return
    for language in summary.languages:
        number = sum(n for name, n in summary.documents.items() if same_language(name, language))
        if not number:
            yield f"No document is in `{language}`, though it was asked for: do the seeds lead to pages in it?"


def _sites(summary: Summary, funnels: Funnels) -> Iterator[str]:
    rows = {row.site: row for row in summary.sites}
    for stage, reasons, limit, what, ask in _TROUBLE:
        found = [*_troubled(funnels, stage, reasons, limit)]
        for site, part, whole in found[:_SITES]:
            languages = _unwanted(summary, rows.get(site)) if "out-of-language" in reasons else ""
            yield f"{part / whole:.0%} of {whole:,} pages from {site} {what}{languages}: {ask}"
        yield from _more(found, what)
    for reasons, limit, what, ask in _REFUSED:
        found = [*_troubled(funnels, "crawl", reasons, limit)]
        for site, part, whole in found[:_SITES]:
            yield f"{part / whole:.0%} of {whole:,} addresses of {site} {what}: {ask}"
        yield from _more(found, what)


def _more(found: list[tuple[str, int, int]], what: str) -> Iterator[str]:
    if len(found) > _SITES:
        yield f"On {len(found) - _SITES:,} more sites many pages {what}; `polytrawl funnel DIR --by site` lists them."


def _troubled(funnels: Funnels, stage: str, reasons: tuple[str, ...], limit: float) -> Iterator[tuple[str, int, int]]:
    """Sites where a share of the pages fell out for these reasons, with how many did of how many; largest first."""
    for site, steps in funnels.by.items():
        step = _step(steps, stage, PAGES)
        part = sum(step.reasons.get(reason, 0) for reason in reasons) if step else 0
        if step and step.came >= _FEW and part > limit * step.came:
            yield site, part, step.came


def _step(steps: list[FunnelStep], stage: str, of: str) -> FunnelStep | None:
    return next((step for step in steps if step.stage == stage and step.of == of), None)


def _unwanted(summary: Summary, row: SiteRow | None) -> str:
    """The languages that the unwanted documents of a site are in."""
    others = {name: number for name, number in row.languages.items() if not _is_wanted(name, summary)} if row else {}
    most = max(others.values(), default=0)
    if most > sum(others.values()) / 2:
        return f", most of them in `{next(name for name, number in others.items() if number == most)}`"
    few = ", ".join(f"`{name}`" for name in [*others][:_LANGUAGES])
    return f", in {few}{' and others' if len(others) > _LANGUAGES else ''}" if few else ""


def _is_wanted(language: str, summary: Summary) -> bool:
    return language == "und" or any(same_language(language, asked) for asked in summary.languages)


def _pairs(summary: Summary, funnels: Funnels) -> Iterator[str]:
    step = _step(funnels.steps, "pair", PAIRED)
    if step is None:
        return
    lost = step.reasons.get("unpaired", 0)
    if step.came >= _FEW and lost > _MOST * step.came and len(summary.languages) > 1:
        yield (
            f"{lost / step.came:.0%} of {step.came:,} pages have no translation among the others: "
            "are the sites bilingual, and were they crawled whole?"
        )
    for pair in combinations(summary.languages, 2):
        sides = [summary.documents.get(language, 0) for language in pair]
        if min(sides) >= _FEW and not {"-".join(pair), "-".join(pair[::-1])} & {*summary.page_pairs}:
            yield f"There are {sides[0]:,} documents in `{pair[0]}` and {sides[1]:,} in `{pair[1]}`, but no page pair."
    unsure = next((_below(one, _UNSURE) for one in summary.histograms if one.name == "probability"), 0.0)
    if unsure > _MUCH and sum(summary.page_pairs.values()) >= _FEW:
        yield f"{unsure:.0%} of the page pairs have a probability below {_UNSURE}: look at some before you use them."


def _below(one: Histogram, value: float) -> float:
    """The share of what is below a value, to the next step."""
    steps = round(len(one.counts) * value / one.end)
    return sum(one.counts[:steps]) / max(1, sum(one.counts))


def _units(summary: Summary, _: Funnels) -> Iterator[str]:
    step = next((one for one in summary.funnel if one.of == "units"), None)
    if step is None or step.came < _FEW:
        return
    for reason, number in summary.filter_reasons.items():
        if number > _MUCH * step.came:
            yield f"The filter `{reason}` refuses {number / step.came:.0%} of the units: does it fit these texts?"
    if step.kept < (1 - _MOST) * step.came:
        yield f"Only {step.kept / step.came:.0%} of the units are exported: the funnel says why the others are not."


def _terms(summary: Summary, _: Funnels) -> Iterator[str]:
    exported = sum(summary.licences.values())
    unnamed = summary.licences.get("", 0)
    if exported and unnamed == exported:
        yield "No exported document names a licence: ask the owners before you pass the corpus on."
    elif exported and unnamed > _MUCH * exported:
        yield (
            f"{unnamed / exported:.0%} of {exported:,} exported documents name no licence: "
            "`--set export.profile=open-licence-only` leaves them out."
        )
    if len(summary.sites) > 1 and exported >= _FEW:
        top = max(summary.sites, key=lambda row: row.exported)
        if top.exported > _NEARLY_ALL * sum(row.exported for row in summary.sites):
            yield f"Nearly all exported pages are from {top.site}: the corpus has its style and its faults."
    if errors := sum(row.errors for row in summary.stages):
        yield f"{errors:,} records made a stage fail; the table of stages says where."
