"""The search in steps: a visit, a sample of the sites found, then rounds of ranking, sampling and judging.

Each step writes one file when it is done, and is made again only when something that it depends on has changed; a step
that was broken off goes on where its crawl was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import xxhash

from polytrawl.errors import ConfigError
from polytrawl.files import write_json
from polytrawl.report.wording import counted
from polytrawl.sites.candidates import Candidates, home_of
from polytrawl.sites.graph import in_order, rank_outside
from polytrawl.sites.judging import judge_sample, judge_visit
from polytrawl.sites.looking import Looker, by_site
from polytrawl.sites.model import RANKINGS, Asked, Judged, Ranked, Ranking, Round
from polytrawl.work import Progress

__all__ = ["Found", "Plan", "find_sites"]

_VISIT = "visit"
PART = "part-of-site"
_KEPT = 1000  # places of each ranking that are kept for the tables


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How far to go."""

    rounds: int = 1
    top: int = 30  # sites of a ranking that are sampled in a round
    rank: Ranking = "weighted"
    compare: bool = False  # sample the top of all three rankings


class Found(NamedTuple):
    """All that was found."""

    candidates: Candidates
    visit: Round
    rounds: list[Round]  # the first is the sample of the sites that the visit found; empty where there are no rounds

    @property
    def judged(self) -> list[Judged]:
        """The last verdict on each site, those of the first rounds first."""
        last = {one.site: one for step in (self.visit, *self.rounds) for one in step.judged}
        return sorted(last.values(), key=lambda one: (one.round, one.site))

    @property
    def accepted(self) -> list[Judged]:
        """The multilingual sites."""
        return [one for one in self.judged if one.is_accepted]


def find_sites(candidates: Candidates, looker: Looker, plan: Plan, progress: Progress) -> Found:
    """Visit the candidates, and grow from those that are multilingual."""
    if not candidates.asked:
        raise ConfigError("candidates: no web address among them; give URLs, or files with one a line")
    looker.folder.mkdir(parents=True, exist_ok=True)
    pages = sum(len(one.urls) for one in candidates.asked)
    progress.say(f"visit: {counted(pages, 'page')} of {counted(len(candidates.asked), 'site')}")
    steps = _Steps(looker, progress)
    visit = steps.make(_VISIT, candidates.asked, lambda asked: _as_one(looker.visit(asked, judge_visit, progress)))
    found = Found(candidates, visit, [])
    if plan.rounds:
        found.rounds.append(steps.sample(0, [Asked(one.site, one.starts) for one in by_site(visit.judged).values()]))
    for number in range(1, plan.rounds + 1):
        ranked = rank_outside(by_site(found.judged))
        chosen = _choose(ranked, _tried(found.judged), plan)
        if not chosen:
            progress.say(f"round {number}: the sites found link to no other site")
            break
        found.rounds.append(steps.sample(number, chosen, ranked))
    return found


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


def _tried(judged: Sequence[Judged]) -> set[str]:
    """The sites that are not looked at again: a candidate without a page is, as a link may have a better address."""
    sisters = {sister for one in judged if one.is_accepted for sister in one.sisters}
    return sisters | {one.site for one in judged if one.pages or one.round}


def _choose(ranked: Sequence[Ranked], tried: set[str], plan: Plan) -> list[Asked]:
    """The best sites that were not tried yet."""
    new = [one for one in ranked if one.site not in tried]
    rankings = RANKINGS if plan.compare else (plan.rank,)
    chosen = {one.site: one for by in rankings for one in in_order(new, by)[: plan.top]}
    return [Asked(one.site, list(dict.fromkeys([home_of(one.url), one.url]))) for one in chosen.values()]


def _kept(ranked: Sequence[Ranked]) -> list[Ranked]:
    wanted = {one.site for by in RANKINGS for one in in_order(ranked, by)[:_KEPT]}
    return [one for one in ranked if one.site in wanted]


class _Steps:
    """Makes steps, each on top of the ones before."""

    def __init__(self, looker: Looker, progress: Progress) -> None:
        self._looker = looker
        self._progress = progress
        self._made_from = ""

    def sample(self, number: int, asked: Sequence[Asked], ranked: Sequence[Ranked] = ()) -> Round:
        """A sample of sites, those of one round."""
        name = f"round-{number}"
        if not asked:
            return Round(self._made_from, [])
        self._progress.say(f"{name}: up to {self._looker.sample_pages} pages of {counted(len(asked), 'site')}")

        def look(asked: Sequence[Asked]) -> list[Judged]:
            judged = self._looker.sample(name, asked, judge_sample, self._progress)
            return [msgspec.structs.replace(one, round=number) for one in judged]

        return self.make(name, asked, look, ranked)

    def make(
        self,
        name: str,
        asked: Sequence[Asked],
        look: Callable[[Sequence[Asked]], list[Judged]],
        ranked: Sequence[Ranked] = (),
    ) -> Round:
        """What a step has brought: from its file where nothing has changed, else made now."""
        looker = self._looker
        terms = (
            self._made_from,
            name,
            asked,
            looker.languages,
            0 if name == _VISIT else looker.sample_pages,
            looker.sets,
        )
        self._made_from = xxhash.xxh3_64_hexdigest(msgspec.json.encode(terms))
        path = looker.folder / f"{name}.json"
        noted = _read(path)
        if noted is None or noted.made_from != self._made_from:
            noted = Round(self._made_from, look(asked), _kept(ranked), len(ranked))
            write_json(path, noted)
        accepted = sum(one.is_accepted for one in noted.judged)
        self._progress.say(f"{name}: {accepted} of {counted(len(noted.judged), 'site')} multilingual")
        return noted


def _read(path: Path) -> Round | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Round)
    except (FileNotFoundError, msgspec.MsgspecError):  # one of another version is made again
        return None
