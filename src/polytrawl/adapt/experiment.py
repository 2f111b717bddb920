"""Does this corpus help? The whole experiment, from files to figures; every step is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from polytrawl.adapt.before_after import BeforeAfter, before_after
from polytrawl.adapt.changed import Changes, Evidence, changes, index_of
from polytrawl.adapt.contest import Contest, Terms, hold
from polytrawl.adapt.given import Given
from polytrawl.adapt.learning import Curve, documents_of, learning_curve
from polytrawl.adapt.phrase_pairs import phrase_pairs
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.systems import Translated, systems, translated
from polytrawl.adapt.terms import term_coverage
from polytrawl.adapt.trial import Trial
from polytrawl.adapt.workshop import LEXICON, MODEL, TABLE, TRIAL, Rows, Workshop
from polytrawl.errors import ConfigError
from polytrawl.lexicon.basic import listed_words
from polytrawl.lexicon.coverage import Recall
from polytrawl.lexicon.entries import Entry, read_lexicon
from polytrawl.lm.arpa_read import read_words
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import open_model
from polytrawl.prepare.units import pairs_of
from polytrawl.translate.tune import Tuning

__all__ = ["Outcome", "experiment"]

_SHOWN = 40  # entries of the lexicon


class Outcome(msgspec.Struct, frozen=True):
    """Everything that was found."""

    languages: tuple[str, str]
    sizes: dict[str, int]  # sentences or sentence pairs of each text
    sample: BeforeAfter | None = None
    curve: Curve | None = None
    terms: dict[str, Recall] = {}
    entries: list[Entry] = []  # the first of the domain lexicon
    lexicon: Rows | None = None
    trial: Trial | None = None  # of the lexicon
    contest: Contest | None = None
    systems: list[Translated] = []
    changes: dict[str, Changes] = {}  # of each system beside the baseline
    left_undone: list[str] = []  # in words


def experiment(given: Given, folder: Path, say: Callable[[str], None], tuning: Tuning | None = None) -> Outcome:
    """Do all that can be done with what is given; what cannot is told in words."""
    steps = Steps(folder, say)
    made = _Experiment(given, Workshop(given, steps), steps, tuning)
    return made.outcome()


class _Experiment:
    def __init__(self, given: Given, workshop: Workshop, steps: Steps, tuning: Tuning | None) -> None:
        self._given, self._workshop, self._steps, self._tuning = given, workshop, steps, tuning
        self._undone: list[str] = []

    def outcome(self) -> Outcome:
        sizes = self._texts()
        rows = self._lexicon()
        self._models()
        found = self._translated(rows)
        return Outcome(
            self._given.languages,
            sizes,
            *self._sample(),
            self._terms(),
            self._entries(rows),
            rows,
            self._trial(rows),
            self._contest(found),
            found,
            self._changes(found),
            self._undone,
        )

    def _texts(self) -> dict[str, int]:
        given, shop = self._given, self._workshop
        made = {"generic": shop.generic(), "domain": shop.sentences("domain", given.target_text, 1)}
        held = {"tune": given.tune, "test": given.test}
        made |= {name: shop.pairs(name, paths, each=True) for name, paths in held.items() if paths}
        if given.parallel:
            made["parallel"] = shop.pairs("parallel", given.parallel)
        if given.sample:
            made["sample"] = shop.sentences("sample", [given.sample], 1)
        if given.test and not made["test"].counts.get(""):
            raise ConfigError("--test: there are no sentence pairs in it")
        return {name: one.counts.get("", 0) for name, one in made.items()}

    def _lexicon(self) -> Rows | None:
        given = self._given
        if not given.source_text:
            self._undone.append("no domain lexicon: there is no text of the domain in the source language")
            return None
        try:
            found = self._workshop.lexicon()
        except ConfigError as err:  # too little text is no reason to do nothing at all
            self._undone.append(f"no domain lexicon: {err}")
            return None
        rows = self._workshop.table_of_lexicon("table-lexicon", self._workshop.folder("lexicon") / LEXICON)
        return Rows(found.written, {**rows.left_out, "in the table": rows.written})

    def _models(self) -> None:
        shop, target = self._workshop, f"{self._given.languages[1]}.txt"
        shop.model("lm-generic", [shop.folder("generic") / target])
        shop.model("lm-domain", [shop.folder("domain") / target])
        shop.table("table-generic", "generic")
        if self._given.parallel:
            shop.model("lm-parallel", [shop.folder("parallel") / target, shop.folder("domain") / target])
            shop.table("table-parallel", "parallel")
        if self._given.titles:
            shop.table_of_lexicon("table-titles", self._given.titles)

    def _translated(self, rows: Rows | None) -> list[Translated]:
        given = self._given
        if not given.test:
            self._undone.append("no translations: there are no test sentences; give --test")
            return []
        wanted = systems(
            has_titles=bool(given.titles),
            has_lexicon=bool(rows and rows.left_out.get("in the table")),
            has_parallel=bool(given.parallel),
        )
        if not given.tune:
            self._undone.append("weights are not tuned: there are no sentences for it; give --tune")
        tuning = (self._tuning or Tuning()) if given.tune else None
        test = [source for source, _ in self._test()]
        return [translated(one, self._steps, given.languages, test, tuning) for one in wanted]

    def _test(self) -> list[tuple[str, str]]:
        """The test as people wrote it."""
        pairs = (unit.texts for unit in pairs_of(self._given.test, self._given.languages))
        return [(source, target) for source, target in pairs if source.strip() and target.strip()]

    def _contest(self, found: list[Translated]) -> Contest | None:
        if not found:
            return None
        return hold({one.name: one.lines for one in found}, [[target for _, target in self._test()]], Terms())

    def _sample(self) -> tuple[BeforeAfter | None, Curve | None]:
        """The sample by both language models; where there is none, the target side of the test stands for it."""
        shop, target = self._workshop, f"{self._given.languages[1]}.txt"
        name = "sample" if self._given.sample else "test"
        if name == "test" and not self._given.test:
            self._undone.append("nothing is said about your own text: give some of it with --sample")
            return None, None
        generic, domain = (open_model(shop.folder(one) / MODEL) for one in ("lm-generic", "lm-domain"))
        sample = Text((shop.folder(name) / target,))
        lines = (shop.folder("domain") / target).read_text(encoding="utf-8").splitlines()
        return before_after(generic, domain, sample), learning_curve(documents_of(lines), sample, generic)

    def _terms(self) -> dict[str, Recall]:
        """How many of the user's terms can be translated, before and after."""
        given = self._given
        if not given.terms:
            return {}
        tables = {"generic sentence pairs": "table-generic"}
        tables |= {"sentence pairs of the domain": "table-parallel"} if given.parallel else {}
        sources = {name: {pair[0] for pair in self._pairs(one)} for name, one in tables.items()}
        if (file := self._workshop.folder("lexicon") / LEXICON).exists():
            sources["domain lexicon"] = {entry.source for entry in read_lexicon(file)[1]}
        return term_coverage(listed_words(given.terms), {}, sources, given.languages[0])

    def _pairs(self, table: str) -> Iterator[tuple[str, str]]:
        return phrase_pairs(self._workshop.folder(table) / TABLE)

    def _entries(self, rows: Rows | None) -> list[Entry]:
        if rows is None:
            return []
        _, entries = read_lexicon(self._workshop.folder("lexicon") / LEXICON)
        return list(islice(entries, _SHOWN))

    def _trial(self, rows: Rows | None) -> Trial | None:
        file = self._workshop.folder("lexicon") / TRIAL
        return msgspec.json.decode(file.read_bytes(), type=Trial) if rows else None

    def _changes(self, found: list[Translated]) -> dict[str, Changes]:
        """What changed from the baseline to each system, with the words that did it."""
        if not found:
            return {}
        folder, (source, target) = self._workshop.folder("test"), self._given.languages
        sources, references = (
            (folder / f"{one}.txt").read_text(encoding="utf-8").splitlines() for one in (source, target)
        )
        return {
            one.name: changes(sources, (found[0].tokens, one.tokens), [references], self._evidence(one, sources))
            for one in found[1:]
        }

    def _evidence(self, one: Translated, sources: list[str]) -> Evidence:
        tables = {name: index_of(self._pairs(name), sources, one.tokens) for name in one.tables[1:]}
        before, after = (self._known(lms) for lms in (one.lms[:1], one.lms))
        return Evidence(before, after, tables)

    def _known(self, lms: list[str]) -> frozenset[str]:
        words = (read_words(self._workshop.folder(name) / MODEL) for name in lms)
        return frozenset(word.decode("utf-8", "replace") for some in words for word in some)
