"""The search: a visit, a sample of the sites found, then rounds of ranking, sampling and judging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.sites.candidates import Candidates, home_of
from polytrawl.sites.graph import in_order, rank_outside
from polytrawl.sites.looking import Looker, by_site
from polytrawl.sites.model import RANKINGS, Asked, Judged, Ranked, Ranking, Round
from polytrawl.sites.steps import Steps
from polytrawl.work import Progress

__all__ = ["Found", "Plan", "find_sites"]


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
    steps = Steps(looker, progress)
    found = Found(candidates, steps.visit(candidates.asked), [])
    if plan.rounds:
        found.rounds.append(steps.seeds(by_site(found.visit.judged).values()))
    for number in range(1, plan.rounds + 1):
        ranked, tried = rank_outside(by_site(found.judged)), _tried(found.judged)
        chosen = _choose(ranked, tried, plan)
        if not chosen:
            progress.say(f"round-{number}: the sites found link to no site that is new")
            break
        found.rounds.append(steps.grow(number, chosen, ranked, tried))
    return found


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
