"""Systems side by side as one HTML page, in the look of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Template

from polytrawl.adapt.contest import Contest, Measured
from polytrawl.adapt.correlation import Correlation
from polytrawl.adapt.rows import number_row, number_rows, wide
from polytrawl.adapt.significance import Comparison
from polytrawl.adapt.table import BETTER, BETTER_THAN_WP, Table, cells_of, heads, table_of
from polytrawl.files import packaged
from polytrawl.report.markup import Html, element, escape, lines, paragraph, section
from polytrawl.report.wording import NONE, clip, count, counted

__all__ = ["compared", "compared_heads", "render", "score_table", "tables_html"]

_COMPARED = (
    "Each system beside the one named: the gain on the whole test set, the p value of a paired t-test over chunks (two "
    "sides), that of paired bootstrap resampling (the share of resampled test sets on which it is not better), and "
    "between which bounds the gain lies in 95 of 100 of them. A system counts as better, or worse, where both tests "
    "say so at p < 0.05."
)
_TAUS = (
    "Kendall's tau between crawls ranked by their quality and the systems made from them ranked by their scores: 1 "
    "where both rankings agree, 0 where they have nothing in common; p is the chance of so much by accident."
)


def render(contest: Contest, taus: Mapping[str, Correlation], name: str) -> str:
    """The whole page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{name}: translation systems side by side"),
        style=packaged("polytrawl.report", "style.css"),
        head=_head(contest, name),
        sections=lines(_sections(contest, taus)),
    )


def _head(contest: Contest, name: str) -> Html:
    metric = next(iter(contest.signatures))
    found = {system: one[metric] for system, one in contest.systems.items()}
    best = (min if metric == "TER" else max)(found, key=lambda one: found[one].score)
    base = f"{found[contest.baseline].score:.1f} of {contest.baseline}"
    figures = (
        (f"{found[best].score:.1f}", f"{metric} of the best, {best}", base),
        (count(contest.sentences), "sentences", counted(contest.references, "reference")),
        (count(len(contest.systems)), "systems", f"{contest.chunks} chunks, {count(contest.resamples)} resamples"),
    )
    items = (element("li", element("strong", a), element("span", b), element("small", c)) for a, b, c in figures)
    return lines(
        [
            paragraph("polytrawl: translation systems side by side", "eyebrow"),
            element("h1", element("bdi", clip(name, 120) or "(without a name)")),
            element("ul", lines(items), class_="figures"),
        ]
    )


def _sections(contest: Contest, taus: Mapping[str, Correlation]) -> Iterator[Html]:
    said = (paragraph(f"{metric}: `{signature}`", "fine") for metric, signature in contest.signatures.items())
    about = "On the whole test set, by sacrebleu. Below are its signatures: scores with equal ones can be compared."
    yield section("scores", "Scores", about, score_table(contest), *said)
    yield section("table", "By crawl, seeds and kind", _about(contest), *tables_html(contest))
    shown = (number_rows(compared_heads(), compared(contest, metric)) for metric in contest.signatures)
    yield section("compared", "Is it chance?", _COMPARED, *shown)
    if taus:
        rows = [
            (kind, count(one.things), _figure(one.tau, 3), NONE if one.p is None else _chance(one.p))
            for kind, one in taus.items()
        ]
        yield section("taus", "Do better crawls help more?", _TAUS, number_rows(("kind", "crawls", "tau", "p"), rows))


def _about(contest: Contest) -> str:
    of = f"{contest.chunks} chunks x {counted(contest.references, 'reference')}"
    return (
        f"Means over {of}, as in tables 5.6 and 5.7 of Laranjeira's dissertation. {BETTER}: better than "
        f"{contest.baseline}; {BETTER_THAN_WP}: better than WP of the same kind; both by both tests at p < 0.05. A "
        "system without variations stands in all columns; the last is the mean of the ranks in them."
    )


def score_table(contest: Contest) -> Html:
    """The scores of all systems."""
    rows = (
        (name, *(f"{found[metric].score:.2f}" for metric in contest.signatures))
        for name, found in contest.systems.items()
    )
    return number_rows(("system", *contest.signatures), rows)


def tables_html(contest: Contest) -> Iterator[Html]:
    """A table in the form of 5.6 for each metric."""
    for metric in contest.signatures:
        table = table_of(contest, metric)
        yield element("h3", metric)
        yield _two_heads(table) if table.columns != [("", "")] else number_rows(heads(table), map(cells_of, table.rows))


def _two_heads(table: Table) -> Html:
    seeds = list(dict.fromkeys(seed for seed, _ in table.columns))
    width = len(table.columns) // len(seeds)
    upper = (element("th", f"{seed.lower()} seeds" if seed else "", scope="colgroup", colspan=width) for seed in seeds)
    lower = (element("th", kind, scope="col", class_="number") for _, kind in table.columns)
    top = element("tr", element("th", "system", scope="col", rowspan=2), *upper, _last_head())
    head = element("thead", lines([top, element("tr", *lower)]))
    return wide(head, element("tbody", lines(number_row(cells_of(row)) for row in table.rows)))


def _last_head() -> Html:
    return element("th", "average rank", scope="col", rowspan=2, class_="number")


def compared_heads() -> tuple[str, ...]:
    """The heads of comparisons."""
    return ("system", "beside", "metric", "gain", "t-test p", "bootstrap p", "95 % of gains", "")


def compared(contest: Contest, metric: str) -> Iterator[tuple[str, ...]]:
    """All comparisons by one metric, as text."""
    for name, found in contest.systems.items():
        one: Measured = found[metric]
        for rival, comparison in one.against.items():
            yield name, rival, metric, *_comparison(comparison)


def _comparison(one: Comparison) -> tuple[str, ...]:
    verdict = "better" if one.is_better else "worse" if one.is_worse else ""
    p = NONE if one.t_test is None else _chance(one.t_test.p)
    bounds = f"{one.bootstrap.low:+.2f} to {one.bootstrap.high:+.2f}"
    return f"{one.gain:+.2f}", p, _chance(one.bootstrap.p), bounds, verdict


def _chance(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"  # noqa: PLR2004 - the last digit shown


def _figure(value: float | None, digits: int) -> str:
    return NONE if value is None else f"{value:.{digits}f}"
