"""Rules in words: what a document or a unit must pass to be exported."""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl.export.markdown_table import code_list
from polytrawl.export.rules import ANY, Rules

__all__ = ["document_rules", "unit_rules"]

_LICENCES = {"named": "a licence", "cc": "a Creative Commons licence", "open": "an open licence"}


def document_rules(rules: Rules) -> Iterator[str]:
    """What a document must pass."""
    yield "nothing stands against it" + (f", other than {code_list(rules.tolerate)}" if rules.tolerate else "")
    if rules.licence != "any":
        yield f"its page has {_LICENCES[rules.licence]}"
    yield "no other document with the same text is kept in its place"


def unit_rules(rules: Rules) -> Iterator[str]:
    """What a unit must pass."""
    mined = ", or it was mined from two pages that are comparable" if rules.mined else ""
    yield f"the pair of pages is {' or '.join(sorted(rules.unit_grades))}{mined}"
    if rules.licence != "any":
        yield f"both pages have {_LICENCES[rules.licence]}"
    if rules.min_probability:
        yield f"the probability of the pair of pages is at least {rules.min_probability:g}"
    if rules.min_score:
        yield f"the alignment score is at least {rules.min_score:g}"
    for name, least in sorted(rules.min_scores.items()):
        yield f"the score `{name}`, where there is one, is at least {least:g}"
    if rules.exclude:
        which = "no filter" if ANY in rules.exclude else f"none of the filters {code_list(rules.exclude)}"
        yield f"{which} refuses it" + (f", other than {code_list(rules.tolerate)}" if rules.tolerate else "")
    if rules.duplicates != "keep":
        yield "it has not come before" + (", and none like it is better" if rules.duplicates == "near" else "")
