"""The page for post-editing: every term with its weight and translations, and a button that saves the topic definition.

One file without anything from elsewhere, so that it works from disk and without a network. What comes from the wiki
goes in as JSON and is shown as text, never as HTML.
"""

from __future__ import annotations

from collections import defaultdict
from importlib.resources import files
from string import Template

import msgspec

from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.titles import term_of
from polytrawl.records import Lang
from polytrawl.report.markup import escape

__all__ = ["page_of"]

# What never is an article of that name.
_NO_ARTICLE = frozenset({"redirect", "missing", "namespace", "hidden-category", "same-term"})


def page_of(found: Bootstrap) -> str:
    """The page as HTML."""
    data = msgspec.json.encode(
        {
            "word": found.word,
            "category": found.category,
            "languages": found.languages,
            "notes": found.notes,
            "terms": [*_terms(found), *_excluded(found)],
        }
    ).decode()
    # Inside a script element only its end tag and comments mean anything; neither has a way without a "<".
    safe = data.replace("<", "\\u003c")
    template = Template(files("polytrawl.bootstrap").joinpath("page.html").read_text(encoding="utf-8"))
    return template.substitute(data=safe, title=escape(found.word))


def _terms(found: Bootstrap) -> list[dict[str, object]]:
    others = _translations(found)
    return [
        {
            "language": term.language,
            "text": term.text,
            "weight": term.weight,
            "subtopic": term.subtopic,
            "frequency": term.frequency,
            "translations": others.get((term.language, term.text), {}),
            "reason": "",
        }
        for term in found.terms
    ]


def _excluded(found: Bootstrap) -> list[dict[str, object]]:
    """Titles that could be taken back, with a weight to begin with: half of what their depth would give."""
    return [
        {
            "language": one.language,
            "text": term_of(one.title),
            "weight": round(50 / (1 + one.depth), 1),
            "subtopic": one.subtopic,
            "frequency": None,
            "translations": {},
            "reason": one.reason,
        }
        for one in found.excluded
        if one.reason not in _NO_ARTICLE
    ]


def _translations(found: Bootstrap) -> dict[tuple[Lang, str], dict[Lang, list[str]]]:
    others: dict[tuple[Lang, str], dict[Lang, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in found.translations:
        left, right = one.languages
        others[left, one.source][right].append(one.target)
        others[right, one.target][left].append(one.source)
    return others
