"""What each export profile keeps, and how good it would be, so that a reader can choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polytrawl.report.bars import Row, Words, bar_table
from polytrawl.report.markup import Html, element, nothing, paragraph, section
from polytrawl.report.wording import count, share

if TYPE_CHECKING:
    from polytrawl.export.outlook import ProfileRow
    from polytrawl.summary import Summary

_ABOUT = (
    "How many units each profile keeps. Another one is chosen without computing anything else again: "
    "`polytrawl export DIR --set export.profile=strict`."
)
_NOTHING = "There are no units to choose from. The funnel says where things fell out."
_ADEQUACY = (
    "The estimate of precision, the share of units that are right, is the mean adequacy of the units kept. Adequacy is "
    "a probability that the filter gives each unit; it was trained on this run: an estimate, and no measurement."
)
_SCORE = (
    "There is no adequacy for all units, so what is shown is their mean alignment score. It compares profiles of one "
    "run; it is no probability, and most often far below the share of units that are right."
)


def profiles(summary: Summary) -> Html:
    """The section with the profiles."""
    rows = summary.profiles
    if not any(row.of for row in rows):
        return section("profiles", "Profiles", _ABOUT, nothing(_NOTHING))
    bars = [Row(row.profile, row.kept, _note(row), muted=not row.is_exported) for row in rows]
    table = bar_table(bars, Words("Units by export profile", "profile", "unit"))
    bases = {row.basis for row in rows if row.kept}
    said = [text for basis, text in (("adequacy", _ADEQUACY), ("score", _SCORE)) if basis in bases]
    legend = (paragraph(text, "fine") for text in said)
    return section("profiles", "Profiles", _ABOUT, element("div", table, *legend))


def _note(row: ProfileRow) -> str:
    kept = f"{share(row.kept, row.of)} of {count(row.of)}"
    if row.estimate is not None and row.basis == "adequacy":
        kept += f", precision about {row.estimate:.0%} (estimate)"
    elif row.estimate is not None:
        kept += f", mean score {row.estimate:.2f}"
    return f"{kept}; exported" if row.is_exported else kept
