"""A contest of strategies as one HTML page with curves, in the look of the report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Template

from polytrawl.evaluate.crawl.contest import Contest, Result
from polytrawl.files import packaged
from polytrawl.report.curves import STYLE, Curve, curves
from polytrawl.report.markup import Html, element, escape, lines, paragraph, section
from polytrawl.report.plots import Words
from polytrawl.report.wording import NONE, clip, count, counted

__all__ = ["render"]

_HEADS = ("strategy", "AvP", "HR", "recall", "AUC", "AUC (sum)", "rank", "CPU ms a page")
_ABOUT = (
    "AvP is the mean similarity of the fetched pages to the query, HR the share of them that is relevant, recall the "
    "share of the relevant pages within reach that were fetched. AUC is the mean of the AvP curve; its sum is what the "
    "tables 5.4 and 5.5 of the dissertation have. The rank is by AUC."
)
_POINTS = 120  # of a curve


def render(found: Contest, name: str) -> str:
    """The whole page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{name}: crawl strategies side by side"),
        style=f"{packaged('polytrawl.report', 'style.css')}\n{STYLE}",
        head=_head(found, name),
        sections=lines(_sections(found)),
    )


def _head(found: Contest, name: str) -> Html:
    best = min(found.average_ranks, key=lambda one: found.average_ranks[one])
    figures = (
        (
            best,
            "best average rank",
            f"{found.average_ranks[best]:.2f} over {counted(len(found.terms.seeds), 'set')} of seeds",
        ),
        (count(found.terms.budget), "pages each", f"of {count(found.pages)} recorded"),
        (count(len(found.average_ranks)), "strategies", f"{found.terms.at_once} connection(s)"),
    )
    items = (element("li", element("strong", a), element("span", b), element("small", c)) for a, b, c in figures)
    return lines(
        [
            paragraph("polytrawl: crawl strategies side by side", "eyebrow"),
            element("h1", element("bdi", clip(name, 120) or "(without a name)")),
            element("ul", lines(items), class_="figures"),
            paragraph(found.signature, "fine"),
        ]
    )


def _sections(found: Contest) -> Iterable[Html]:
    for seeds in found.terms.seeds:
        group = [one for one in found.results if one.seeds == seeds]
        plots = (
            _plot(group, "precision", f"Average precision, {seeds} seeds", "AvP"),
            _plot(group, "harvest", f"Harvest rate, {seeds} seeds", "HR"),
        )
        within = f"{counted(found.relevant[seeds], 'relevant page')} can be reached."
        yield section(seeds, f"From {seeds} seeds", f"{_ABOUT} {within}", *plots, _table(group))
    rows = [(what, NONE if value is None else f"{value:.3f}") for what, value in found.taus.items()]
    about = (
        "Kendall's tau between two rankings of the strategies: 1 where they agree, 0 where they have nothing in common."
    )
    yield section("taus", "Do rankings agree?", about, _rows(("rankings", "tau"), rows))
    ranked = sorted(found.average_ranks.items(), key=lambda one: one[1])
    yield section(
        "ranks", "Average ranks", "By AUC.", _rows(("strategy", "rank"), [(a, f"{b:.2f}") for a, b in ranked])
    )
    terms = [(name, "; ".join(urls)) for name, urls in found.terms.seeds.items()]
    query = clip(" ".join(found.terms.query), 400)
    judged = f"labels {found.terms.labels}" if found.terms.labels else f"similarity of {found.terms.gamma} or more"
    rows = [*((f"{name} seeds", urls) for name, urls in terms), ("query", query), ("relevant by", judged)]
    yield section("terms", "What was asked for", "Equal terms give equal figures.", _rows(("", ""), rows))


def _plot(group: Sequence[Result], field: str, title: str, up: str) -> Html:
    found = [Curve(one.strategy, _thinned(getattr(one, field))) for one in group if one.precision]
    said = "; ".join(f"{one.name} ends at {one.points[-1][1]:.3f}" for one in found)
    return curves(found, Words(title, said, "pages fetched", up))


def _thinned(values: Sequence[float]) -> list[tuple[float, float]]:
    step = max(1, len(values) // _POINTS)
    places = [*range(0, len(values) - 1, step), len(values) - 1]
    return [(float(place + 1), values[place]) for place in places]


def _table(group: Sequence[Result]) -> Html:
    best = sorted((one.measures.auc for one in group), reverse=True)
    body = []
    for one in sorted(group, key=lambda one: -one.measures.auc):
        m = one.measures
        figures = (m.avp, m.harvest, m.recall, m.auc)
        cells = (*(f"{value:.3f}" for value in figures), f"{m.auc_sum:.2f}", f"{best.index(m.auc) + 1}")
        body.append((one.strategy, *cells, f"{one.cpu_ms:.2f}"))
    return _rows(_HEADS, body)


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    head = (element("th", name, scope="col", class_="number" if place else None) for place, name in enumerate(heads))
    body = (
        element("tr", element("th", first, scope="row"), *(element("td", cell, class_="number") for cell in rest))
        for first, *rest in rows
    )
    parts = (element("thead", element("tr", *head)), element("tbody", lines(body)))
    return element("div", element("table", lines(parts)), class_="wide")
