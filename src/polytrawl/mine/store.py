"""What was mined of a run, in its folder `mine/`: a shard for each two languages, and a manifest.

A shard holds the units, and before them the pages that they were mined from, where those are no page pairs of the run.
The filter reads the units beside those of alignment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.language_tags import same_language
from polytrawl.lexicon.dictionary import Dictionary, read_dictionary
from polytrawl.manifest import Manifest, combine
from polytrawl.mine.couples import Given, given
from polytrawl.mine.mine import Options, mine, units
from polytrawl.mine.sentences import Sentences
from polytrawl.plugin import MINE
from polytrawl.records import Lang, PagePair, SentencePair, make_id, reason_of, replace
from polytrawl.run import Run
from polytrawl.rundir import RunDir
from polytrawl.shards import read_records, write_shard
from polytrawl.signature import code_of
from polytrawl.work import Progress

__all__ = ["Asked", "Haul", "mine_run"]

_READS = ("topic", "dedup", "pair", "align")  # stages
_Sides = tuple[Lang, Lang]


class Asked(NamedTuple):
    """What is to be mined: between which languages, in the order in which the run names them, and how."""

    languages: _Sides
    dictionary: Path | None = None
    min_margin: float = Options().min_margin
    min_score: float = Options().min_score

    @property
    def between(self) -> str:
        """The languages as one word."""
        return "-".join(self.languages)

    @property
    def settings(self) -> dict[str, Any]:
        """All but the languages, as the manifest has it."""
        known = make_id("m", self.dictionary.read_bytes()) if self.dictionary else ""
        return {"dictionary": known, "min_margin": self.min_margin, "min_score": self.min_score}


class Haul(NamedTuple):
    """What there is between two languages."""

    languages: _Sides
    units: list[SentencePair]
    is_new: bool  # or was there already


def mine_run(run: Run, asked: Asked, progress: Progress) -> Haul:
    """Mine a run, unless that was done; what was there before stays until all of the new is known."""
    asked = asked._replace(languages=_in_order(run, asked.languages))
    dictionary = read_dictionary(asked.dictionary, asked.languages) if asked.dictionary else None
    with run.directory.lock():
        run.directory.check_whole()
        store = _Store(run.directory, asked, progress)
        is_new = not store.is_fresh
        if is_new:
            store.keep([*_mined(given(run.directory, asked.languages, dictionary), asked, dictionary)])
        return Haul(asked.languages, store.units(), is_new)


def _in_order(run: Run, languages: _Sides) -> _Sides:
    named = run.config.languages
    places = [[place for place, one in enumerate(named) if same_language(one, language)] for language in languages]
    found = sorted({place[0] for place in places if place})
    if len(found) != len(languages):
        raise ConfigError(f"--langs {','.join(languages)}: the languages of the run are {', '.join(named)}")
    return named[found[0]], named[found[1]]


class _Store:
    """The shard of two languages, and the manifest of all."""

    def __init__(self, run: RunDir, asked: Asked, progress: Progress) -> None:
        self._run, self._asked = run, asked
        self._name = f"mined-{asked.between}"
        self._inputs = {stage: run.finished(stage).digest for stage in _READS}
        settings = msgspec.json.encode(asked.settings, order="deterministic").decode()
        self._made_from = combine([code_of(MINE), *self._inputs.values(), settings])
        self._progress = progress
        self._manifest = run.manifest(MINE) or Manifest(stage=MINE, signature="")
        self._leave_out_broken()

    def _leave_out_broken(self) -> None:
        """Shards that are not those that were written are told, and are no part of the run any more."""
        shards = self._manifest.shards
        broken = [name for name, one in shards.items() if not one.is_intact(self._run.shard_path(MINE, name))]
        for name in broken:
            self._progress.say(f"mine: {name} is broken, and has to be mined again")
            del shards[name]
        if broken:
            self._manifest.complete = False
            self._run.save(self._manifest)

    @property
    def is_fresh(self) -> bool:
        """Whether it has been mined in the same way from the same records."""
        state = self._manifest.shards.get(self._name)
        return self._manifest.complete and state is not None and state.input == self._made_from

    def keep(self, records: list[PagePair | SentencePair]) -> None:
        """Write the shard; on disk all of it is unfinished before anything is touched."""
        if self._manifest.made_from != self._inputs:
            for name in sorted(self._manifest.shards.keys() - {self._name}):
                self._progress.say(f"mine: {name} is older than the run, and should be mined again")
        self._manifest.complete = False
        self._run.save(self._manifest)
        self._run.remove_strangers(self._manifest)
        writer = write_shard(self._run.shard_path(MINE, self._name), records)
        facts = {"input": self._made_from, "counts": dict(Counter(map(reason_of, records))), "seen": len(records)}
        self._manifest.shards[self._name] = self._run.describe(MINE, self._name, writer, **facts)
        self._manifest.options[self._asked.between] = self._asked.settings
        self._manifest.made_from = self._inputs
        self._manifest.complete = True
        self._run.save(self._manifest)

    def units(self) -> list[SentencePair]:
        """The units that there are, the surest first."""
        records = read_records(self._run.shard_path(MINE, self._name))
        return [one for one in records if isinstance(one, SentencePair)]


def _mined(found: Given, asked: Asked, dictionary: Dictionary | None) -> Iterator[PagePair | SentencePair]:
    """The records: pages that are no page pairs of the run and have given units, then units, the surest first."""
    couples = [*found.paired, *found.joined]
    left, right = Sentences(asked.languages[0]), Sentences(asked.languages[1])
    for number, couple in enumerate(couples):
        for side, document in ((left, couple.left), (right, couple.right)):
            side.add(number, (paragraph.text for paragraph in document.main))
    if not len(left) or not len(right):
        return
    options = Options(min_margin=asked.min_margin, min_score=asked.min_score, within=True)
    pairs = mine(left, right, dictionary, options, known_units=found.units)
    homes = [couples[min(left.documents[one.left] & right.documents[one.right])] for one in pairs]
    made = [_at_home(unit, home) for unit, home in zip(units(pairs, left, right), homes, strict=True)]
    used = {home.id for home in homes}
    yield from (couple for couple in found.joined if couple.id in used)
    yield from made


def _at_home(unit: SentencePair, couple: PagePair) -> SentencePair:
    """The unit with the pages that it was mined from: where several have it, the first ones."""
    left, right = couple.left, couple.right
    return replace(
        unit,
        id=make_id("s", unit.method, couple.id, unit.source, unit.target),
        pair=couple.id,
        source_language=left.language or "und",
        target_language=right.language or "und",
        source_url=left.url,
        target_url=right.url,
        source_page=left.page,
        target_page=right.page,
        licence=couple.licence,
    )
