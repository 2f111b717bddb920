"""The head of the report: which run this is, its main figures, and what is not as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, join, lines, paragraph
from polytrawl.report.wording import clip, clip_middle, count, counted

if TYPE_CHECKING:
    from polytrawl.summary import FunnelStep, StageRow, Summary

_SEEDS = 8
_SEED_LENGTH = 90
_NAME_LENGTH = 120


def head(summary: Summary) -> Html:
    """The head of the page."""
    facts = (
        element("div", element("dt", "Languages"), element("dd", _languages(summary.languages))),
        element("div", element("dt", "Seeds"), element("dd", _seeds(summary.seeds))),
    )
    return lines(
        [
            paragraph("polytrawl: report of a run", "eyebrow"),
            element("h1", element("bdi", clip(summary.run, _NAME_LENGTH) or "(without a name)")),
            element("dl", lines(facts), class_="facts"),
            *_notices(summary.stages),
            element("ul", lines(_figures(summary)), class_="figures"),
        ]
    )


def _languages(languages: list[str]) -> Html:
    if not languages:
        return Html("none named")
    return join((element("span", language, class_="tag") for language in languages), " ")


def _seeds(seeds: list[str]) -> Html:
    if not seeds:
        return Html("none named")
    items = [
        element("li", element("bdi", clip_middle(seed, _SEED_LENGTH), dir="ltr"), title=seed) for seed in seeds[:_SEEDS]
    ]
    if len(seeds) > _SEEDS:
        items.append(element("li", f"and {counted(len(seeds) - _SEEDS, 'more seed')}", class_="more"))
    return element("ul", lines(items))


def _notices(stages: list[StageRow]) -> Iterator[Html]:
    open_stages = [row.stage for row in stages if row.state != "complete"]
    if open_stages:
        names = ", ".join(open_stages)
        yield paragraph(f"Not complete: {names}. `polytrawl run DIR` goes on where the run was.", "notice")


def _figures(summary: Summary) -> Iterator[Html]:
    crawled = next((row for row in summary.stages if row.stage == "crawl"), None)
    pages = crawled.counts.get("", 0) if crawled else 0
    found = crawled.records if crawled else 0
    yield _figure(pages, "pages fetched", f"of {counted(found, 'URL')} looked at")
    documents = sum(summary.documents.values())
    yield _figure(documents, "documents", _exported(summary.funnel))
    yield _figure(sum(summary.page_pairs.values()), "page pairs", _spread(summary.page_pairs))
    yield _figure(sum(summary.units.values()), "units", _aligned(summary.funnel))


def _figure(number: int, what: str, note: str) -> Html:
    return element("li", element("strong", count(number)), element("span", what), element("small", note))


def _step(funnel: list[FunnelStep], of: str) -> FunnelStep | None:
    return next((step for step in funnel if step.stage == "export" and step.of == of), None)


def _exported(funnel: list[FunnelStep]) -> str:
    step = _step(funnel, "pages") or _step(funnel, "documents")
    return f"{count(step.kept)} of them exported" if step else "none exported yet"


def _spread(page_pairs: dict[str, int]) -> str:
    return f"exported, in {counted(len(page_pairs), 'language pair')}" if page_pairs else "none exported"


def _aligned(funnel: list[FunnelStep]) -> str:
    step = _step(funnel, "units")
    return f"exported, of {count(step.came)} aligned" if step else "none exported yet"
