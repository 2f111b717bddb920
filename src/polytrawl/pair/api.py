"""`polytrawl.pair`: the page pairs among documents, without a run directory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from polytrawl.options import Context, build, resolve
from polytrawl.pair.instances import Key
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.patterns import global_credibility
from polytrawl.pair.stage import Pair
from polytrawl.records import Document, Lang, PagePair

__all__ = ["pair", "url_patterns"]


def pair(
    documents: Iterable[Document],
    languages: Sequence[Lang] | None = None,
    *,
    pairers: Sequence[str | Mapping[str, Any]] | None = None,
) -> list[PagePair]:
    """The page pairs among documents of any number of sites.

    The left document of a pair is in the language named earlier; by default languages are those of the documents,
    sorted. `pairers` names the sources of evidence, or gives tables as in a run.toml; by default those of a run.
    """
    given = list(documents)
    if languages is None:
        languages = sorted({document.language for document in given if document.language} - {"und"})
    given_options = {} if pairers is None else {"pairers": list(pairers)}
    context = Context(shared={"languages": tuple(languages)})
    resolved = resolve(Pair, given_options, where="pair", context=context)
    Pair.check(resolved)
    stage = build(Pair, resolved)
    sites: defaultdict[str, list[Document]] = defaultdict(list)
    for document in given:
        key = stage.key(document)
        if key is not None:
            sites[key].append(stage.project(document))
    names = stage.join({site: stage.ties(site, own) for site, own in sites.items()}) if len(sites) > 1 else {}
    for site in sorted(names):
        sites[names[site]] += sites.pop(site)
    if stage.surveys and len(sites) > 1:
        stage.inform(stage.summarise([stage.survey(site, sites[site]) for site in sorted(sites)]))
    return [found for site in sorted(sites) for found in stage.gather(site, sites[site])]


def url_patterns(documents: Iterable[Document]) -> dict[Key, float]:
    """The URL patterns that the pairer `urls` finds among documents of any number of sites, with C(p), best first.

    `polytrawl.pair.patterns.to_json` writes them as JSON; `polytrawl.pair.counterparts.counterparts` makes of a URL
    those that its translations may have.
    """
    sites: defaultdict[str, list[Document]] = defaultdict(list)
    for document in documents:
        sites[document.site].append(document)
    return global_credibility([found.pattern for found in Urls().patterns(sites[site])] for site in sorted(sites))
