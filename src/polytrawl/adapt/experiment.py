"""Does this corpus help? The whole experiment, from files to figures; every step is done once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from polytrawl.adapt.contest import Contest, Terms, hold
from polytrawl.adapt.findings import Findings
from polytrawl.adapt.given import Given
from polytrawl.adapt.lines import lines_of
from polytrawl.adapt.metrics import cut_for, make_metric
from polytrawl.adapt.outcome import Outcome
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.systems import Translated, systems, translated
from polytrawl.adapt.workshop import LEXICON, Rows, Workshop
from polytrawl.errors import ConfigError
from polytrawl.lexicon.basic import listed_words
from polytrawl.lexicon.entries import read_lexicon_between
from polytrawl.lexicon.gather import gather
from polytrawl.lexicon.word_alignment import best_method
from polytrawl.prepare.units import pairs_of
from polytrawl.translate.fast import need_numba
from polytrawl.translate.tune import Tuning

__all__ = ["experiment"]


def experiment(given: Given, folder: Path, say: Callable[[str], None], tuning: Tuning | None = None) -> Outcome:
    """Do all that can be done with what is given; what cannot is told in words."""
    tuning = tuning or Tuning()
    _check(given, tuning)
    steps = Steps(folder, say)
    return _Experiment(given, Workshop(given, steps), steps, tuning).outcome()


def _check(given: Given, tuning: Tuning) -> None:
    """Tell what is missing or wrong before the work."""
    tuning.fitter(0)
    if given.test:
        need_numba()
        make_metric("BLEU")
    if given.lexicon:
        gather(given.lexicon, given.languages)
    if given.titles:
        read_lexicon_between(given.titles, given.languages)
    if given.terms:
        listed_words(given.terms)


class _Experiment:
    def __init__(self, given: Given, workshop: Workshop, steps: Steps, tuning: Tuning) -> None:
        self._given, self._workshop, self._steps, self._tuning = given, workshop, steps, tuning
        self._undone: list[str] = []

    def outcome(self) -> Outcome:
        counts, findings = self._texts(), Findings(self._given, self._workshop)
        sizes = {name: own.get("", 0) for name, own in counts.items()}
        rows = self._lexicon()
        self._models(sizes)
        found = self._translated(rows, sizes)
        sample, curve = findings.sample() if self._has_sample() else (None, None)
        return Outcome(
            languages=self._given.languages,
            sizes=sizes,
            left_out={name: own for name, one in counts.items() if (own := {key: one[key] for key in one if key})},
            aligner=best_method(),
            sample=sample,
            curve=curve,
            terms=findings.terms(has_parallel=bool(sizes.get("parallel")), has_lexicon=bool(rows and rows.written)),
            entries=findings.entries() if rows else [],
            lexicon=rows,
            trial=findings.trial() if rows else None,
            contest=self._contest(found) if found else None,
            systems=found,
            changes=findings.changes(found) if found else {},
            left_undone=self._undone,
        )

    def _texts(self) -> dict[str, dict[str, int]]:
        given, shop = self._given, self._workshop
        made = {"generic": shop.generic(), "domain": shop.sentences("domain", given.target_text, 1)}
        held = {"tune": given.tune, "test": given.test}
        made |= {name: shop.held(name, paths) for name, paths in held.items() if paths}
        if given.parallel:
            made["parallel"] = shop.pairs("parallel", given.parallel)
        if given.sample:
            made["sample"] = shop.sample(given.sample)
        if given.test and not made["test"].counts.get(""):
            raise ConfigError("--test: there are no sentence pairs in it")
        return {name: one.counts for name, one in made.items()}

    def _lexicon(self) -> Rows | None:
        if not self._given.source_text:
            self._undone.append("no domain lexicon: there is no text of the domain in the source language")
            return None
        try:
            found = self._workshop.lexicon()
        except ConfigError as err:  # too little text is no reason to do nothing at all
            self._undone.append(f"no domain lexicon: {err}")
            return None
        self._undone += [f"the domain lexicon had little to learn from: {one}" for one in found.missing]
        if found.written:
            self._workshop.table_of_lexicon("table-lexicon", self._workshop.folder("lexicon") / LEXICON)
        return found

    def _models(self, sizes: dict[str, int]) -> None:
        shop, target = self._workshop, f"{self._given.languages[1]}.txt"
        shop.model("lm-generic", [shop.folder("generic") / target])
        shop.model("lm-domain", [shop.folder("domain") / target])
        shop.table("table-generic", "generic")
        if sizes.get("parallel"):
            shop.model("lm-parallel", [shop.folder("parallel") / target, shop.folder("domain") / target])
            shop.table("table-parallel", "parallel")
        if self._given.titles:
            shop.table_of_lexicon("table-titles", self._given.titles)

    def _translated(self, rows: Rows | None, sizes: dict[str, int]) -> list[Translated]:
        given = self._given
        if not given.test:
            self._undone.append("no translations: there are no test sentences; give --test")
            return []
        if not given.tune:
            self._undone.append("weights are not tuned: there are no sentences for it; give --tune")
        wanted = systems(
            has_titles=bool(given.titles),
            has_lexicon=bool(rows and rows.written),
            has_parallel=bool(sizes.get("parallel")),
        )
        test, tuning = [source for source, _ in self._test()], self._tuning if given.tune else None
        return [translated(one, self._steps, given.languages, test, tuning) for one in wanted]

    def _test(self) -> list[tuple[str, str]]:
        """The test as people wrote it, but for pairs without words."""
        kept = set(lines_of(self._workshop.folder("test") / "ids.txt"))
        units = pairs_of(self._given.test, self._given.languages)
        return [(unit.texts[0], unit.texts[1]) for unit in units if unit.id in kept]

    def _contest(self, found: Sequence[Translated]) -> Contest:
        terms = Terms(tokenise=cut_for(self._given.languages[1]))
        return hold({one.name: one.lines for one in found}, [[target for _, target in self._test()]], terms)

    def _has_sample(self) -> bool:
        has = bool(self._given.sample or self._given.test)
        if not has:
            self._undone.append("nothing is said about your own text: give some of it with --sample")
        return has
