"""The steps of a search on disk: each writes one file when it is done.

A step is made again only when something that it depends on has changed, its code included. One that was broken off goes
on where its crawl was. One in which nothing could be fetched at all, or a site had trouble that may pass, is not noted:
the next call asks those sites again, and fetches no page twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import xxhash

from polytrawl.crawl.chances import PASSING
from polytrawl.files import write_json
from polytrawl.report.wording import counted
from polytrawl.signature import code_of
from polytrawl.sites.graph import in_order
from polytrawl.sites.judging import judge_sample, judge_visit
from polytrawl.sites.looking import NOT_FETCHED, Looker, by_site
from polytrawl.sites.model import RANKINGS, Asked, Judged, Ranked, Round
from polytrawl.work import Progress

__all__ = ["Steps"]

PART = "part-of-site"
_KEPT = 1000  # places of each ranking that are kept for the tables
_MADE_BY = ("crawl", "clean", "language", "pair", "sites")  # the parts of this package that a verdict comes from
_PASSING = frozenset({*PASSING, NOT_FETCHED})
_Look: TypeAlias = Callable[[], list[Judged]]


class Steps:
    """Makes steps, each on top of the ones before."""

    def __init__(self, looker: Looker, progress: Progress) -> None:
        self._looker = looker
        self._progress = progress
        self._made_from = code_of(*_MADE_BY)

    def visit(self, asked: Sequence[Asked]) -> Round:
        """A first look at the candidates."""
        return self._make("visit", asked, lambda: self._visited("visit", asked))

    def seeds(self, accepted: Iterable[Judged]) -> Round:
        """A sample of the sites that a visit found."""
        asked = [Asked(one.site, one.starts) for one in accepted]
        return self._make("round-0", asked, lambda: self._sampled("round-0", asked))

    def grow(self, number: int, asked: Sequence[Asked], ranked: Sequence[Ranked], known: set[str]) -> Round:
        """A sample of sites that a ranking chose, at the addresses to which a visit has led."""
        name = f"round-{number}"

        def look() -> list[Judged]:
            visited = self._visited(f"{name}-visit", asked)
            new = [one for one in visited if one.site not in known]
            there = [one for one in new if one.pages and one.reason != PART]
            judged = [one for one in new if one not in there]
            judged += self._sampled(name, [Asked(one.site, one.starts) for one in there])
            return [msgspec.structs.replace(one, round=number) for one in judged]

        return self._make(name, asked, look, ranked)

    def _visited(self, name: str, asked: Sequence[Asked]) -> list[Judged]:
        pages = sum(len(one.urls) for one in asked)
        self._progress.say(f"{name}: {counted(pages, 'page')} of {counted(len(asked), 'site')}")
        return _as_one(self._looker.visit(name, asked, judge_visit, self._progress))

    def _sampled(self, name: str, asked: Sequence[Asked]) -> list[Judged]:
        if not asked:
            return []
        self._progress.say(f"{name}: up to {self._looker.sample_pages} pages of {counted(len(asked), 'site')}")
        return self._looker.sample(name, asked, judge_sample, self._progress)

    def _make(self, name: str, asked: Sequence[Asked], look: _Look, ranked: Sequence[Ranked] = ()) -> Round:
        """What a step has brought: from its file where nothing has changed, else made now."""
        looker = self._looker
        pages = 0 if name == "visit" else looker.sample_pages
        terms = (self._made_from, name, asked, looker.languages, pages, looker.sets, looker.contact)
        self._made_from = xxhash.xxh3_64_hexdigest(msgspec.json.encode(terms))
        path = looker.folder / f"{name}.json"
        noted = _read(path)
        if noted is None or noted.made_from != self._made_from:
            noted = Round(self._made_from, look(), _kept(ranked), len(ranked))
            if _is_final(noted.judged):
                write_json(path, noted)
        accepted = sum(one.is_accepted for one in noted.judged)
        self._progress.say(f"{name}: {accepted} of {counted(len(noted.judged), 'site')} multilingual")
        return noted


def _is_final(judged: Sequence[Judged]) -> bool:
    return any(one.pages for one in judged) and not any(one.reason in _PASSING for one in judged)


def _read(path: Path) -> Round | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Round)
    except (FileNotFoundError, msgspec.MsgspecError):  # one of another version is made again
        return None


def _kept(ranked: Sequence[Ranked]) -> list[Ranked]:
    wanted = {one.site for by in RANKINGS for one in in_order(ranked, by)[:_KEPT]}
    return [one for one in ranked if one.site in wanted]


def _as_one(judged: Sequence[Judged]) -> list[Judged]:
    """The verdicts, where a site whose translations are on the domain of another one becomes a part of that."""
    accepted = by_site(judged)
    parts: dict[str, str] = {}
    for site, one in accepted.items():
        if site not in parts:
            parts |= {sister: site for sister in one.sisters if sister in accepted and sister not in parts}
    return [
        msgspec.structs.replace(one, reason=PART, detail=f"its translations are on {parts[one.site]}")
        if one.site in parts
        else one
        for one in judged
    ]
