"""The funnel: step by step from everything found to what was exported, and why the rest fell out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, join, lines, nothing, section
from polytrawl.report.plots import Part, bar
from polytrawl.report.sankey import sankey
from polytrawl.report.wording import clip, count, counted, ranked, share

if TYPE_CHECKING:
    from polytrawl.summary import FunnelStep, Summary

_REASONS = 5  # as many shades as can be told apart
_NAME_LENGTH = 60
_BAR_PX = 20
_ABOUT = (
    "From everything found to what was exported. Nothing is erased: what fell out keeps its place in the run, with the "
    "reason given here."
)


def funnel(summary: Summary) -> Html:
    """The section with the plot and its table."""
    if not summary.funnel:
        said = nothing(
            "No stage is complete, so there is nothing to draw yet. `polytrawl run DIR` goes on where the run was."
        )
        return section("funnel", "Funnel", _ABOUT, said)
    chains = [(name, list(steps)) for name, steps in groupby(summary.funnel, _scale)]
    flows = element("div", lines(_flow(name, steps) for name, steps in chains), class_="flows")
    bars = (element("ol", lines(_group(steps)), class_="steps") for _, steps in chains)
    return section(
        "funnel", "Funnel", _ABOUT, flows, element("figure", lines(bars), class_="funnel"), _table(summary.funnel)
    )


def _flow(name: str, steps: list[FunnelStep]) -> Html:
    """The steps as a flow; it is read by eyes only, the bars and the table say the same."""
    first, last = steps[0], steps[-1]
    title = f"{name.capitalize()}: {count(last.kept)} of {count(first.came)} are left"
    return element("figure", element("figcaption", title), sankey(steps, title))


def _scale(step: FunnelStep) -> str:
    """Steps with the same answer share a scale: pages become documents one by one, units are other things."""
    return "pages" if step.of in {"pages", "documents"} else step.of


def _group(steps: list[FunnelStep]) -> Iterator[Html]:
    maximum = max(max(step.came, step.kept + sum(step.reasons.values())) for step in steps)
    for step in steps:
        kept = Part("kept", step.kept, "kept")
        fallen = _fallen(step)
        title = f"{step.stage}: {count(step.kept)} of {count(step.came)} {step.of} kept"
        plot = bar([kept, *fallen], maximum, title=title, height=_BAR_PX)
        yield element("li", lines([_line(step), plot, _legend(fallen)]))


def _line(step: FunnelStep) -> Html:
    name = element("b", step.stage)
    figures = f"{count(step.kept)} of {count(step.came)} {step.of} kept, {share(step.kept, step.came)}"
    return element("p", name, " ", element("span", figures))


def _fallen(step: FunnelStep) -> list[Part]:
    reasons = [(reason, number) for reason, number in ranked(step.reasons) if number > 0]
    parts = [Part(name, number, f"fallen-{shade}") for shade, (name, number) in enumerate(reasons[:_REASONS])]
    rest = reasons[_REASONS:]
    if rest:
        parts.append(Part(counted(len(rest), "other reason"), sum(number for _, number in rest), "other"))
    return parts


def _legend(parts: list[Part]) -> Html:
    if not parts:
        return element("p", "nothing fell out", class_="legend")
    return element("ul", lines(map(_label, parts)), class_="legend")


def _label(part: Part) -> Html:
    swatch = element("span", class_=f"swatch {part.look}")
    return element(
        "li",
        swatch,
        element("bdi", clip(part.name, _NAME_LENGTH)),
        " ",
        element("span", count(part.number), class_="figure"),
    )


def _table(steps: list[FunnelStep]) -> Html:
    heads = ("step", "came", "kept", "fell out")
    parts = (
        element("caption", "The funnel in numbers"),
        element("thead", element("tr", *(element("th", name, scope="col", class_=_look(name)) for name in heads))),
        *map(_body, steps),
    )
    summary = element("summary", "The same numbers as a table")
    return element("details", summary, element("table", lines(parts), class_="figures-table"))


def _look(name: str) -> str | None:
    return None if name == "step" else "number"


def _body(step: FunnelStep) -> Html:
    name = element("th", f"{step.stage}, {step.of}", scope="rowgroup")
    figures = (step.came, step.kept, step.came - step.kept)
    first = element("tr", name, *(element("td", count(number), class_="number") for number in figures))
    reasons = (_reason_row(reason, number) for reason, number in ranked(step.reasons))
    return element("tbody", lines([first, *reasons]))


def _reason_row(reason: str, number: int) -> Html:
    blank = join([element("td"), element("td")])
    return element(
        "tr",
        element("th", element("bdi", clip(reason, _NAME_LENGTH)), scope="row"),
        blank,
        element("td", count(number), class_="number"),
    )
