"""How to make the run again: versions, the command, and all options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, nothing, paragraph, section

if TYPE_CHECKING:
    from polytrawl.summary import Summary

_ABOUT = (
    "Equal pages, options and versions give equal files. `DIR` stands for the folder in which this report lies; "
    "`polytrawl run DIR` itself does again only what has changed."
)


def repeat(summary: Summary) -> Html:
    """The section with the options."""
    made = summary.repeat
    if not made.config:
        return section("repeat", "Make it again", _ABOUT, nothing("No options are known."))
    versions = {"polytrawl": made.polytrawl, "Python": made.python, **made.libraries}
    said = ", ".join(f"{name} {version}" for name, version in versions.items())
    command = element("pre", element("code", made.command))
    options = element("pre", element("code", made.config))
    shown = element("details", element("summary", "All options"), options)
    return section("repeat", "Make it again", _ABOUT, element("div", paragraph(said, "fine"), command, shown))
