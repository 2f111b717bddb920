"""What to do next: the three commands that lead on from a report."""

from __future__ import annotations

from polytrawl.report.markup import Html, element, lines, paragraph, section

_ABOUT = "`DIR` stands for the folder in which this report lies."
_CONFIG = """[export]
profile = "strict"      # or "balanced", "all"
min_score = 0.5         # of a unit, in place of what the profile says"""
_STEPS = (
    (
        "Ask why",
        "Everything that was decided about a page or a unit, stage by stage:",
        "polytrawl explain DIR URL-or-id",
    ),
    (
        "Move a threshold",
        "Change it in `DIR/run.toml` and run again. What does not depend on it is kept, and no page is fetched twice.",
        _CONFIG,
        "polytrawl run DIR",
    ),
    (
        "Choose other parts",
        "Everything that can be plugged in at each stage, with its options:",
        "polytrawl plugins",
    ),
)


def advice() -> Html:
    """The closing section, the same for every run."""
    return section(
        "next", "What to do next", _ABOUT, element("ol", lines(_step(*step) for step in _STEPS), class_="advice")
    )


def _step(title: str, said: str, *typed: str) -> Html:
    return element(
        "li", element("h3", title), paragraph(said), *(element("pre", element("code", text)) for text in typed)
    )
