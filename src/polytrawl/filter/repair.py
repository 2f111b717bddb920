"""Repairs of texts that were damaged on their way, each with a name, so that a unit can tell what was done to it.

Only damage is repaired: typographic quotes, no-break spaces and dashes of any kind are as their authors want them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from polytrawl.characters import composed, unescaped, without_invisible
from polytrawl.mojibake import repaired as without_mojibake
from polytrawl.records import SentencePair, replace

# All white space but a single plain, no-break, narrow no-break or ideographic space.
_SPACES = re.compile("\\s{2,}|^\\s+|\\s+$|[^\\S \u00a0\u202f\u3000]")
_KEPT = "\u00a0\u202f\u3000"
# How typewriters and TeX write quotes, and accents that stand where an apostrophe belongs. A prime behind a digit is a
# foot or a minute.
_DOUBLE = re.compile("``|(?<!\\d)''|´´|,,(?=\\w)")
_SINGLE = re.compile("(?<=[^\\W\\d_])[`´\u2032](?=[^\\W\\d_])")
# What ASCII can hold that needs a closer look.
_SUSPECT = re.compile("  |``|''|,,|[&`]|^ | $")
_MAX_ROUNDS = 8  # each repair may uncover another; what still changes then is no text, and is left as it is


def _with_spaces(text: str) -> str:
    return _SPACES.sub(_space, text).strip(" ")


def _space(found: re.Match[str]) -> str:
    inside = found.start() > 0 and found.end() < len(found.string)
    return next((kept for kept in _KEPT if kept in found[0]), " ") if inside else ""


def _with_quotes(text: str) -> str:
    return _SINGLE.sub("'", _DOUBLE.sub('"', text))


def _without_soft_hyphens(text: str) -> str:
    return text.replace("\u00ad", "")


# In the order in which damage was done last: bytes read wrongly, then what was escaped, then single characters.
_STEPS: dict[str, Callable[[str], str]] = {
    "mojibake": without_mojibake,
    "entities": unescaped,
    "soft-hyphens": _without_soft_hyphens,
    "controls": without_invisible,
    "spaces": _with_spaces,
    "quotes": _with_quotes,
    "nfc": composed,
}
REPAIRS = tuple(_STEPS)


def repaired(text: str) -> tuple[str, tuple[str, ...]]:
    r"""The text without damage, and the names of the repairs.

    >>> repaired("Vorsicht  beim Ã–ffnen &amp; SchlieÃŸen")
    ('Vorsicht beim Öffnen & Schließen', ('mojibake', 'entities', 'spaces'))
    """
    if text.isascii() and text.isprintable() and not _SUSPECT.search(text):
        return text, ()
    now, done = text, set[str]()
    for _ in range(_MAX_ROUNDS):
        before = now
        for name, step in _STEPS.items():
            after = step(now)
            if after != now:
                now = after
                done.add(name)
        if now == before:
            # What has nothing left is better shown as it was.
            return (now, tuple(name for name in REPAIRS if name in done)) if now else (text, ())
    return text, ()


def repair(unit: SentencePair) -> SentencePair:
    """The unit with repaired texts beside its own, where these need it."""
    source, in_source = repaired(unit.source)
    target, in_target = repaired(unit.target)
    if not in_source and not in_target:
        return unit
    return replace(
        unit,
        repairs=tuple(name for name in REPAIRS if name in {*in_source, *in_target}),
        repaired_source=source if in_source else "",
        repaired_target=target if in_target else "",
    )
