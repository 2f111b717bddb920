"""One round in which pages are looked for that no link leads to, when the pages that are here have been paired.

The pair stage knows which translations are missing, and URL patterns where they may be; the crawl tries these
addresses; then all goes on from `clean`. Of each rule that makes addresses some are tried first, and the rest only
where that brought a page: a site is not asked for thousands of pages that it does not have.

What is to be tried is on disk before the first address is, and every step can be done twice, so a run may be killed at
any instant and goes on. A round is made again only when the pages of the run have changed since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from polytrawl import options
from polytrawl.config import Config
from polytrawl.findings import Findings, Round, read_findings, read_round, write_findings, write_round
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.stage import Pair
from polytrawl.pair.survey import Pages, Survey, survey_patterns
from polytrawl.plugin import find
from polytrawl.records import Document, Lang, Promise
from polytrawl.rundir import RunDir
from polytrawl.signature import signature_of
from polytrawl.work import Progress, Source, Stage

__all__ = ["Recovery"]

_Kind = TypeVar("_Kind")

# Addresses of one rule that are tried before the rest. Where a tenth of the pages is translated, 30 tries find none
# with a chance of 4 %. Guess.
_PROBES = 30


class _Seen(msgspec.Struct):
    id: str
    url: str
    site: str
    language: Lang | None = None
    reasons: tuple[str, ...] = ()


class _Side(msgspec.Struct):
    id: str
    language: Lang | None = None


class _Couple(msgspec.Struct):
    left: _Side
    right: _Side


class Recovery:
    """The round of one run, and what its URL patterns have told."""

    def __init__(self, run: RunDir, config: Config, progress: Progress) -> None:
        self._run = run
        self._config = config
        self._progress = progress
        self._survey: tuple[str, Survey] | None = None
        source = options.build(find(Stage, "crawl"), config.stages["crawl"])
        assert isinstance(source, Source)  # noqa: S101 - what "crawl" names
        self._source = source
        self._folder = run.folder("crawl")
        self._notes = run.folder("pair")

    def begin(self) -> bool:
        """Whether there is something to be tried; it is noted now, or was when a round was broken off."""
        noted = read_round(self._notes)
        if noted and not noted.result:
            return True
        if not self._config.stages["pair"]["deep_pages"] or not self._config.run["seeds"]:
            return False  # not wanted, or nothing is fetched in this run
        if noted and noted.result == self._run.finished("topic").digest:
            return False  # nothing has changed since the last round
        write_round(self._notes, Round(self._surveyed().promises))
        return True

    def offer(self) -> bool:
        """Hand the crawl what is to be tried next: of each rule some addresses, then the rest of those that hold."""
        noted = read_round(self._notes)
        by_rule: defaultdict[str, list[Promise]] = defaultdict(list)
        for one in noted.promises if noted else ():
            by_rule[one.rule].append(one)
        first = {rule: _spread(ones, _PROBES) for rule, ones in by_rule.items()}
        tried = [one for ones in first.values() for one in ones]
        if number := self._source.offer(self._folder, tried):
            self._progress.say(f"pair: {number} addresses at which URL patterns promise a translation are tried")
            return True
        kept = self._source.kept_promises(self._folder)
        good = [rule for rule, ones in first.items() if any(one.url in kept for one in ones)]
        if number := self._source.offer(self._folder, [one for rule in good for one in by_rule[rule]]):
            self._progress.say(f"pair: {number} more are tried by rules that brought pages")
            return True
        return False

    def close(self) -> None:
        """The round is over."""
        noted = read_round(self._notes)
        promises = noted.promises if noted else []
        if promises:
            kept = self._source.kept_promises(self._folder)
            number = sum(1 for one in promises if one.url in kept)
            self._progress.say(f"pair: {number} of {len(promises)} promised pages are there")
        write_round(self._notes, Round(promises, self._run.finished("topic").digest))

    def note(self) -> None:
        """Note what URL patterns tell about the pairs as they are now."""
        made_from = self._made_from()
        noted = read_findings(self._notes)
        if noted is None or noted.made_from != made_from:
            survey = self._surveyed()
            write_findings(self._notes, Findings(made_from, survey.patterns, survey.sources))

    def _made_from(self) -> str:
        digests = (self._run.finished(stage).digest for stage in ("topic", "pair"))
        return " ".join([*digests, signature_of("pair", self._config)])

    def _surveyed(self) -> Survey:
        made_from = self._made_from()
        if self._survey is None or self._survey[0] != made_from:
            self._survey = made_from, survey_patterns(self._pairer(), _pages(self._run, self._config.languages))
        return self._survey[1]

    def _pairer(self) -> Urls:
        """The pairer `urls` as the run has it, or by default."""
        stage = options.build(Pair, self._config.stages["pair"])
        return next((one for one in stage.pairers if isinstance(one, Urls)), Urls())


def _spread(promises: Sequence[Promise], number: int) -> list[Promise]:
    """So many of the promises, from all over the site."""
    step = max(1, len(promises) / number)
    return [promises[int(place * step)] for place in range(min(number, len(promises)))]


def _pages(run: RunDir, languages: Sequence[Lang]) -> Pages:
    """The pages that are paired, and which languages each has a partner in. Only what is needed is decoded."""
    sites: defaultdict[str, list[Document]] = defaultdict(list)
    for seen in _decoded(run, "topic", _Seen):
        if seen.language in languages and "no-text" not in seen.reasons:
            one = Document(id=seen.id, page="", url=seen.url, site=seen.site, language=seen.language)
            sites[seen.site].append(one)
    partners: defaultdict[str, set[Lang]] = defaultdict(set)
    for couple in _decoded(run, "pair", _Couple):
        partners[couple.left.id].add(couple.right.language or "und")
        partners[couple.right.id].add(couple.left.language or "und")
    return Pages(sites, partners, languages)


def _decoded(run: RunDir, stage: str, kind: type[_Kind]) -> Iterator[_Kind]:
    decoder = msgspec.json.Decoder(kind)
    for name in sorted(run.finished(stage).shards):
        yield from map(decoder.decode, run.lines(stage, name))
