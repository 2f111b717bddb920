"""What the topic of a run is, in a sentence: a judge who is asked about it must know it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from polytrawl.errors import ConfigError
from polytrawl.records import Lang
from polytrawl.relevance.definition import Definition, Term
from polytrawl.report.wording import clip
from polytrawl.rundir import RunDir

__all__ = ["topic_words"]

_TERMS = 5  # of each language
_LANGUAGES = 4
_QUERY = 120  # letters


def topic_words(run: RunDir) -> str:
    """A sentence about the topic; empty where the run has none, or where its files are gone."""
    manifest = run.manifest("topic")
    found = list(_parts(manifest.options)) if manifest else []
    return f"The topic: {'; '.join(found)}." if found else ""


def _parts(options: Mapping[str, Any]) -> Iterator[str]:
    query = options.get("query") or ()
    for words in [query] if isinstance(query, str) else query:
        yield clip(str(words), _QUERY)
    if options.get("definition"):
        try:
            terms = Definition.read(Path(options["definition"])).terms
        except ConfigError:  # it was moved since; the judge is told what is left
            return
        by_language: dict[Lang, list[Term]] = defaultdict(list)
        for term in sorted(terms, key=lambda one: -one.weight):
            by_language[term.language].append(term)
        for language, found in list(by_language.items())[:_LANGUAGES]:
            yield f"{language}: {', '.join(term.text for term in found[:_TERMS])}"
