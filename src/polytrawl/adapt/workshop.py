"""The parts of translation systems, each made once: prepared text, language models, tables, and the domain lexicon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from polytrawl.adapt.given import Given
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.trial import trial
from polytrawl.files import write_json
from polytrawl.lexicon.entries import Entry, read_lexicon_between, write_lexicon
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.from_comparable import Options, Text, learn
from polytrawl.lexicon.gather import gather
from polytrawl.lexicon.word_alignment import best_method
from polytrawl.lm.reading import Text as Lines
from polytrawl.lm.train import Trained, Trainer
from polytrawl.phrases.extract import Extracted, extract
from polytrawl.phrases.from_lexicon import lexicon_rows
from polytrawl.phrases.reading import read_pairs
from polytrawl.phrases.table import line_of, write_lines
from polytrawl.prepare.annotations import Prepared
from polytrawl.prepare.held_out import HeldOut
from polytrawl.prepare.stage import Preparation, as_in
from polytrawl.prepare.units import Unit, pairs_of, sentences_of
from polytrawl.records import Lang

__all__ = ["LEXICON", "MODEL", "TABLE", "TRIAL", "Rows", "Workshop"]

LEXICON, MODEL, TABLE, TRIAL = "lexicon.tsv", "model.arpa.gz", "table.gz", "trial.json"

_LONGEST = 80  # words of a sentence, as is usual for phrase tables; what is longer is mostly lists


class Rows(msgspec.Struct, frozen=True):
    """What was written."""

    written: int
    missing: list[str] = []  # what there was too little of, in words


class _Wanted(NamedTuple):
    """How a text of the domain is prepared."""

    languages: tuple[Lang, ...]
    held: HeldOut
    is_whole: bool = False  # nothing else is left out, so that its sentences stay those of the user


class Workshop:
    """Makes the parts of systems; what was made before is taken as it is."""

    def __init__(self, given: Given, steps: Steps) -> None:
        self._given, self._steps = given, steps
        self._of_test = self._hold(HeldOut(), given.test)
        self._held = self._hold(self._hold(HeldOut(), given.test), given.tune)
        for unit in sentences_of([given.sample] if given.sample else [], given.languages[1]):
            self._held.add(unit.texts[0], given.languages[1])

    def _hold(self, held: HeldOut, paths: Sequence[Path]) -> HeldOut:
        for unit in pairs_of(paths, self._given.languages):
            for text, language in zip(unit.texts, self._given.languages, strict=True):
                held.add(text, language)
        return held

    @property
    def _holders(self) -> list[Path]:
        """The files of what is held out."""
        given = self._given
        return [*given.tune, *given.test, *([given.sample] if given.sample else [])]

    def folder(self, name: str) -> Path:
        """Where a part is."""
        return self._steps.folder / name

    def generic(self) -> Prepared:
        """The generic sentence pairs; true case and tokens of all other texts follow them."""
        given = self._given
        wanted = Preparation(given.languages, max_words=_LONGEST, held_out=self._held)
        return self._steps.do(
            "generic",
            [*given.generic, *self._holders],
            (given.languages, _LONGEST),
            lambda to: wanted.run(pairs_of(given.generic, given.languages), to),
            Prepared,
        )

    def pairs(self, name: str, paths: Sequence[Path]) -> Prepared:
        """Sentence pairs of the domain to train with."""
        return self._prepared(name, paths, self._units(paths), _Wanted(self._given.languages, self._held))

    def held(self, name: str, paths: Sequence[Path]) -> Prepared:
        """Sentence pairs that are kept out of all others; those to tune with are none of the test."""
        held = HeldOut() if paths == self._given.test else self._of_test
        return self._prepared(name, paths, self._units(paths), _Wanted(self._given.languages, held, is_whole=True))

    def sentences(self, name: str, paths: Sequence[Path], side: int) -> Prepared:
        """Text of the domain in one language."""
        language = self._given.languages[side]
        return self._prepared(name, paths, lambda: sentences_of(paths, language), _Wanted((language,), self._held))

    def sample(self, path: Path) -> Prepared:
        """The user's own text, whole."""
        language = self._given.languages[1]
        wanted = _Wanted((language,), HeldOut(), is_whole=True)
        return self._prepared("sample", [path], lambda: sentences_of([path], language), wanted)

    def _units(self, paths: Sequence[Path]) -> Callable[[], Iterator[Unit]]:
        return lambda: pairs_of(paths, self._given.languages)

    def _prepared(
        self, name: str, paths: Sequence[Path], units: Callable[[], Iterator[Unit]], wanted: _Wanted
    ) -> Prepared:
        def work(folder: Path) -> Prepared:
            like = as_in(self.folder("generic"))
            own = Preparation(
                wanted.languages,
                like.engine,
                max_words=None if wanted.is_whole else _LONGEST,
                unique=not wanted.is_whole,
                check_language=not wanted.is_whole,
                truecasers=tuple(like.truecasers[side] for side in like.sides(wanted.languages)),
                held_out=wanted.held,
            )
            return own.run(units(), folder)

        inputs = [*paths, self.folder("generic"), *self._holders]
        return self._steps.do(name, inputs, (wanted.languages, wanted.is_whole), work, Prepared)

    def model(self, name: str, texts: Sequence[Path]) -> Trained:
        """A language model of prepared text."""
        return self._steps.do(name, texts, "", lambda to: Trainer().train(Lines(tuple(texts)), to / MODEL), Trained)

    def table(self, name: str, pairs: str) -> Extracted:
        """The phrase table of prepared sentence pairs."""
        files = [self.folder(pairs) / f"{language}.txt" for language in self._given.languages]

        def work(folder: Path) -> Extracted:
            read = read_pairs(files[0], files[1])
            return extract(read.bitext, read.aligned(best_method()), folder / TABLE, smoothing="kneser-ney")

        return self._steps.do(name, files, best_method(), work, Extracted)

    def lexicon(self) -> Rows:
        """The domain lexicon, learned from its texts with dictionaries and what generic sentence pairs tell."""
        given = self._given
        inputs = [*given.source_text, *given.target_text, *given.lexicon, self.folder("generic"), *self._holders]
        return self._steps.do("lexicon", inputs, (given.languages, best_method()), self._learn_lexicon, Rows)

    def _learn_lexicon(self, folder: Path) -> Rows:
        given = self._given
        both = given.languages
        sides = (
            Text(both[0], both[1], self._trained_on(given.source_text, both[0])),
            Text(both[1], both[0], self._trained_on(given.target_text, both[1])),
        )
        dictionaries = gather(given.lexicon, both).entries if given.lexicon else []
        seed = [*dictionaries, *self._from_generic()]
        found = learn(sides, seed, Options())
        write_json(folder / TRIAL, trial(sides, seed, dictionaries))
        return Rows(write_lexicon(folder / LEXICON, both, found.entries), found.missing)

    def _trained_on(self, paths: Sequence[Path], language: Lang) -> Iterator[str]:
        texts = (unit.texts[0] for unit in sentences_of(paths, language))
        return (text for text in texts if not self._held.has(text, language))

    def _from_generic(self) -> list[Entry]:
        corpus = Corpus(self._given.languages)
        for unit in pairs_of(self._given.generic, self._given.languages):
            if not self._held.has_any(unit.texts, self._given.languages):
                corpus.add(*unit.texts)
        return list(corpus.entries(best_method(), "generic"))

    def phrase(self, text: str) -> str:
        """A term of the source language as it stands in tables."""
        return as_in(self.folder("generic")).phrase(text, 0)

    def table_of_lexicon(self, name: str, lexicon: Path) -> Rows:
        """A table of a lexicon, with its scores as probabilities."""
        inputs, options = [lexicon, self.folder("generic")], self._given.languages
        return self._steps.do(name, inputs, options, lambda to: self._rows(lexicon, to), Rows)

    def _rows(self, lexicon: Path, folder: Path) -> Rows:
        like = as_in(self.folder("generic"))
        entries = read_lexicon_between(lexicon, self._given.languages)
        prepare = (lambda text: like.phrase(text, 0)), (lambda text: like.phrase(text, 1))
        return Rows(write_lines(folder / TABLE, map(line_of, lexicon_rows(entries, prepare))))
