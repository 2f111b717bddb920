"""The search as one HTML page, in the look of the report; it needs nothing but itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from string import Template

from polytrawl.files import packaged
from polytrawl.report.curves import STYLE
from polytrawl.report.markup import Html, element, escape, lines, nothing, paragraph, section
from polytrawl.report.wording import NONE, clip, count, counted
from polytrawl.sites.growing import Found
from polytrawl.sites.model import RANKINGS, Judged, Refused
from polytrawl.sites.precision import Precision, precisions
from polytrawl.sites.tables import dropped
from polytrawl.urls import readable

__all__ = ["render"]

_SITES, _EXAMPLES, _LONGEST, _NAME = 500, 5, 300, 40
# Only the last column, which has the longest texts, is broken into lines.
_STYLE = ".wide th, .wide td:not(:last-child) { white-space: nowrap; overflow-wrap: normal; hyphens: none }\n"
_ABOUT = {
    "sites": "Sites with pages in two or more wanted languages, and what tells so. Credibility is C(w), the share of "
    "the sampled pages that the best URL pattern joins in pairs. All are in `sites.tsv`.",
    "rounds": "What each step has looked at. Round 0 is a sample of the sites that the visit found; the later ones "
    "take the top of the ranking of all sites that known ones link to.",
    "precision": "The share of the first N sites of each ranking that proved multilingual when sampled. Where fewer "
    "than N of them were sampled, their number stands in brackets; `--compare` samples the top of all three rankings.",
    "dropped": "What was given or chosen and became no site, by reason. All are in `dropped.tsv`.",
}


def render(found: Found, name: str) -> str:
    """The whole page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{name}: multilingual sites"),
        style=f"{packaged('polytrawl.report', 'style.css')}\n{STYLE}\n{_STYLE}",
        head=_head(found, name),
        sections=lines([_sites(found.accepted), _rounds(found), _precision(found), _dropped(dropped(found))]),
    )


def _head(found: Found, name: str) -> Html:
    grown = sum(one.round > 0 for one in found.accepted)
    figures = (
        (count(len(found.accepted)), "multilingual sites", f"{count(grown)} of them by links from others"),
        (
            count(len(found.candidates.asked)),
            "candidate sites",
            f"{count(found.candidates.listed)} addresses",
        ),
        (count(max(0, len(found.rounds) - 1)), "rounds", counted(sum(_pages(found)), "page") + " looked at"),
    )
    items = (element("li", element("strong", a), element("span", b), element("small", c)) for a, b, c in figures)
    title = element("h1", element("bdi", clip(name, 120) or "(without a name)"))
    return lines(
        [paragraph("polytrawl: multilingual sites", "eyebrow"), title, element("ul", lines(items), class_="figures")]
    )


def _pages(found: Found) -> Iterable[int]:
    return (one.pages for step in (found.visit, *found.rounds) for one in step.judged)


def _sites(accepted: Sequence[Judged]) -> Html:
    if not accepted:
        hint = "No site is multilingual. The reasons stand below; more candidates, or other languages, may help."
        return section("sites", "Sites", _ABOUT["sites"], nothing(hint))
    rows = [
        (
            element(
                "a",
                element("bdi", clip(one.site, _NAME)),
                href=one.url,
                rel="nofollow noreferrer",
                title=readable(one.url),
            ),
            ", ".join(one.languages),
            f"{one.credibility:.2f}",
            count(one.pages),
            count(one.round),
            clip("; ".join(one.evidence), _LONGEST),
        )
        for one in accepted[:_SITES]
    ]
    heads = ("site", "languages", "credibility", "pages", "round", "evidence")
    more = [paragraph(f"and {counted(len(accepted) - _SITES, 'more site')}", "more")] if len(accepted) > _SITES else []
    return section("sites", "Sites", _ABOUT["sites"], _table(heads, rows, numbers={2, 3, 4}), *more)


def _rounds(found: Found) -> Html:
    named = [("visit", found.visit), *((f"round {number}", step) for number, step in enumerate(found.rounds))]
    rows = [
        (
            name,
            count(step.outside) if step.outside else NONE,
            count(len(step.judged)),
            count(sum(one.is_accepted for one in step.judged)),
            count(sum(one.pages for one in step.judged)),
        )
        for name, step in named
    ]
    heads = ("step", "sites ranked", "looked at", "multilingual", "pages")
    return section("rounds", "Rounds", _ABOUT["rounds"], _table(heads, rows, numbers={1, 2, 3, 4}))


def _precision(found: Found) -> Html:
    table = precisions(list(enumerate(found.rounds)), found.judged)
    if not table:
        hint = "No sites were ranked. `--rounds 1` or more looks for further sites."
        return section("precision", "Precision at N", _ABOUT["precision"], nothing(hint))
    places = sorted({one.places for one in table})
    parts = []
    for number in sorted({one.round for one in table}):
        own = {(one.ranking, one.places): one for one in table if one.round == number}
        rows = [(name, *(_value(own.get((name, place))) for place in places)) for name in RANKINGS]
        heads = (f"round {number}", *(f"first {place}" for place in places))
        parts.append(_table(heads, rows, numbers=set(range(1, len(heads)))))
    return section("precision", "Precision at N", _ABOUT["precision"], *parts)


def _value(one: Precision | None) -> str:
    if one is None or one.value is None:
        return NONE
    return f"{one.value:.2f}" + (f" ({one.sampled})" if one.sampled < one.places else "")


def _dropped(refused: Sequence[Refused]) -> Html:
    if not refused:
        return section("dropped", "Dropped", _ABOUT["dropped"], nothing("Nothing was dropped."))
    rows = []
    for reason, number in Counter(one.reason for one in refused).most_common():
        examples = [one for one in refused if one.reason == reason][:_EXAMPLES]
        said = (element("li", element("bdi", clip(f"{one.what}: {one.detail}", _LONGEST))) for one in examples)
        rows.append((reason, count(number), element("ul", lines(said))))
    return section("dropped", "Dropped", _ABOUT["dropped"], _table(("reason", "number", "examples"), rows, numbers={1}))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: set[int]) -> Html:
    def look(place: int) -> str | None:
        return "number" if place in numbers else None

    head = (element("th", name, scope="col", class_=look(place)) for place, name in enumerate(heads))
    body = (
        element(
            "tr",
            element("th", first, scope="row"),
            *(element("td", cell, class_=look(place)) for place, cell in enumerate(rest, 1)),
        )
        for first, *rest in rows
    )
    parts = (element("thead", element("tr", *head)), element("tbody", lines(body)))
    return element("div", element("table", lines(parts)), class_="wide")
