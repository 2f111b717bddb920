"""An evaluation against known pairs as one HTML page, in the look of the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Template

from polytrawl import evidence
from polytrawl.evaluate.figures import Bin, Figures
from polytrawl.evaluate.pairs import SPEAKS, Evaluation, Fault
from polytrawl.files import packaged
from polytrawl.report.markup import Html, element, escape, lines, nothing, paragraph, section
from polytrawl.report.plots import Words, shares
from polytrawl.report.wording import NONE, clip, count, counted, link

__all__ = ["render", "shown"]

_HEADS = ("pairs found", "right", "known", "precision", "recall", "F1")
_FAULTS = 200
_FETCHED = (
    "Precision is the share of found pairs that are known pairs, recall the share of known pairs that were found. What "
    "was never fetched could not be paired: the second line leaves it out."
)
_CALIBRATION = (
    "Among pairs with a probability of about .8, four of five should be right. On the dashed line predictions are as "
    "good as that; below it they promise too much."
)


def render(found: Evaluation, run: str) -> str:
    """The whole page."""
    return Template(packaged("polytrawl.report", "page.html")).substitute(
        title=escape(f"{run}: page pairs beside known ones"),
        style=packaged("polytrawl.report", "style.css"),
        head=_head(found, run),
        sections=lines(_sections(found)),
    )


def shown(share: float | None) -> str:
    """A share with three digits; a dash where there is none."""
    return NONE if share is None else f"{share:.3f}"


def _head(found: Evaluation, run: str) -> Html:
    overall = found.overall
    figures = (
        (shown(overall.precision), "precision", f"{count(overall.right)} of {counted(overall.found, 'pair')} found"),
        (shown(overall.recall), "recall", f"{count(overall.right)} of {counted(overall.gold, 'known pair')}"),
        (shown(overall.f1), "F1", f"{shown(found.fetched.f1)} of what was fetched"),
        (shown(found.calibration_error), "calibration error", "mean distance of predicted and observed"),
    )
    items = (element("li", element("strong", a), element("span", b), element("small", c)) for a, b, c in figures)
    return lines(
        [
            paragraph("polytrawl: page pairs beside known ones", "eyebrow"),
            element("h1", element("bdi", clip(run, 120) or "(without a name)")),
            element("ul", lines(items), class_="figures"),
        ]
    )


def _sections(found: Evaluation) -> Iterable[Html]:
    whole = {"all": found.overall, "all that was fetched": found.fetched}
    yield section("overall", "In all", _FETCHED, _table("", whole), _left_out(found))
    yield section("calibration", "Calibration", _CALIBRATION, *_calibration(found.calibration))
    yield section("languages", "By languages", "", _table("languages", found.by_languages))
    yield section("sites", "By site", "", _table("site", found.by_site))
    about = f"Pairs for which a source of evidence has a value of {SPEAKS} or more, whatever others say."
    yield section("methods", "By method", about, _table("method", found.by_method), _legend(found.by_method))
    yield section("grades", "By grade", "", _table("grade", found.by_grade))
    yield section("faults", "Faults", _counts(found.missing), *_faults(found.faults))


def _left_out(found: Evaluation) -> Html:
    ignored, unjudged = (counted(number, "found pair") for number in (found.ignored, found.unjudged))
    return paragraph(
        f"These count neither way: {ignored} to be ignored, {unjudged} in languages or on sites without known pairs.",
        "more",
    )


def _table(what: str, rows: Mapping[str, Figures]) -> Html:
    if not rows:
        return nothing("There are none.")
    heads = (element("th", name, scope="col", class_="number" if name else None) for name in ("", *_HEADS))
    body = (element("tr", element("th", name, scope="row"), *_cells(one)) for name, one in rows.items())
    label = element("caption", f"Figures by {what}" if what else "Figures", class_="hidden")
    parts = (label, element("thead", element("tr", *heads)), element("tbody", lines(body)))
    return element("div", element("table", lines(parts)), class_="wide")


def _cells(one: Figures) -> Iterable[Html]:
    figures = (count(one.found), count(one.right), count(one.gold), *map(shown, (one.precision, one.recall, one.f1)))
    return (element("td", figure, class_="number") for figure in figures)


def _calibration(bins: Sequence[Bin]) -> Iterable[Html]:
    if not bins:
        yield nothing("No pair could be judged.")
        return
    words = Words(
        "Predicted and observed", "; ".join(map(_told, bins)), "predicted probability", "observed share that is right"
    )
    yield shares([(one.predicted, one.observed) for one in bins], words)
    heads = (
        element("th", name, scope="col", class_="number") for name in ("from", "to", "pairs", "predicted", "observed")
    )
    body = (element("tr", *(element("td", cell, class_="number") for cell in _bin(one))) for one in bins)
    yield element("table", lines([element("thead", element("tr", *heads)), element("tbody", lines(body))]))


def _told(one: Bin) -> str:
    return f"{counted(one.pairs, 'pair')} at {one.predicted:.2f}: {one.observed:.2f}"


def _bin(one: Bin) -> tuple[str, ...]:
    return f"{one.low:.1f}", f"{one.high:.1f}", count(one.pairs), f"{one.predicted:.3f}", f"{one.observed:.3f}"


def _legend(names: Iterable[str]) -> Html:
    known = [(name, evidence.about(name)) for name in names]
    return element("div", lines(paragraph(f"`{name}`: {said}", "fine") for name, said in known if said))


def _counts(missing: Mapping[str, int]) -> str:
    return "; ".join(f"{count(number)} {why}" for why, number in missing.items()) or "No known pair is missing."


def _faults(faults: Sequence[Fault]) -> Iterable[Html]:
    heads = element("tr", *(element("th", name, scope="col") for name in ("", "pages", "why")))
    body = (element("tr", *_fault(one)) for one in faults[:_FAULTS])
    yield element(
        "div", element("table", lines([element("thead", heads), element("tbody", lines(body))])), class_="wide"
    )
    if len(faults) > _FAULTS:
        yield paragraph(
            f"and {counted(len(faults) - _FAULTS, 'more fault')}: `errors.tsv` beside this page has all", "more"
        )


def _fault(one: Fault) -> Iterable[Html]:
    sure = "" if one.probability is None else f" {one.probability:.2f}"
    pages = element("td", *(element("div", link(url)) for url in (one.left, one.right)))
    return (element("td", one.kind + sure), pages, element("td", one.why))
