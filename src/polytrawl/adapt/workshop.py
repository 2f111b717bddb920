"""The parts of translation systems, each made once: prepared text, language models, tables, and the domain lexicon."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from polytrawl.adapt.given import Given
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.trial import trial
from polytrawl.files import write_json
from polytrawl.lexicon.entries import Entry, read_lexicon, write_lexicon
from polytrawl.lexicon.from_bitext import Corpus
from polytrawl.lexicon.from_comparable import Options, Text, learn
from polytrawl.lexicon.gather import gather
from polytrawl.lm.reading import Text as Lines
from polytrawl.lm.train import Trained, Trainer
from polytrawl.phrases.extract import Extracted, extract
from polytrawl.phrases.from_lexicon import lexicon_rows
from polytrawl.phrases.reading import read_pairs
from polytrawl.phrases.table import line_of, write_lines
from polytrawl.prepare.annotations import Prepared
from polytrawl.prepare.stage import Preparation, as_in
from polytrawl.prepare.units import Unit, pairs_of, sentences_of
from polytrawl.records import Lang

__all__ = ["LEXICON", "MODEL", "TABLE", "TRIAL", "Rows", "Workshop", "aligner"]

LEXICON, MODEL, TABLE, TRIAL = "lexicon.tsv", "model.arpa.gz", "table.gz", "trial.json"

_LONGEST = 80  # words of a sentence, as is usual for phrase tables; what is longer is mostly lists


class Rows(msgspec.Struct, frozen=True):
    """What was written."""

    written: int


class Workshop:
    """Makes the parts of systems; what was made before is taken as it is."""

    def __init__(self, given: Given, steps: Steps) -> None:
        self._given, self._steps = given, steps
        units = pairs_of([*given.tune, *given.test], given.languages)
        self._held = frozenset(text for unit in units for text in unit.texts)

    def folder(self, name: str) -> Path:
        """Where a part is."""
        return self._steps.folder / name

    def generic(self) -> Prepared:
        """The generic sentence pairs; true case and tokens of all other texts follow them."""
        given = self._given
        wanted = Preparation(given.languages, max_words=_LONGEST, held_out=self._held)
        return self._steps.do(
            "generic",
            [*given.generic, *given.tune, *given.test],
            _LONGEST,
            lambda to: wanted.run(pairs_of(given.generic, given.languages), to),
            Prepared,
        )

    def pairs(self, name: str, paths: Sequence[Path], *, each: bool = False) -> Prepared:
        """Sentence pairs of the domain; with `each` none is left out, so that lines stay those of the user."""
        languages = self._given.languages
        return self._prepared(name, paths, lambda: pairs_of(paths, languages), languages, each=each)

    def sentences(self, name: str, paths: Sequence[Path], side: int) -> Prepared:
        """Text of the domain in one language."""
        language = self._given.languages[side]
        return self._prepared(name, paths, lambda: sentences_of(paths, language), (language,))

    def _prepared(
        self,
        name: str,
        paths: Sequence[Path],
        units: Callable[[], Iterator[Unit]],
        languages: tuple[Lang, ...],
        *,
        each: bool = False,
    ) -> Prepared:
        def work(folder: Path) -> Prepared:
            like = as_in(self.folder("generic"))
            sides = like.sides(languages)
            own = Preparation(
                languages,
                like.engine,
                max_words=None if each else _LONGEST,
                unique=not each,
                check_language=not each,
                truecasers=tuple(like.truecasers[side] for side in sides),
                held_out=frozenset() if each else self._held,
            )
            return own.run(units(), folder)

        inputs = [*paths, self.folder("generic"), *self._given.tune, *self._given.test]
        return self._steps.do(name, inputs, (languages, each), work, Prepared)

    def model(self, name: str, texts: Sequence[Path]) -> Trained:
        """A language model of prepared text."""
        return self._steps.do(name, texts, "", lambda to: Trainer().train(Lines(tuple(texts)), to / MODEL), Trained)

    def table(self, name: str, pairs: str) -> Extracted:
        """The phrase table of prepared sentence pairs."""
        files = [self.folder(pairs) / f"{language}.txt" for language in self._given.languages]

        def work(folder: Path) -> Extracted:
            read = read_pairs(files[0], files[1])
            return extract(read.bitext, read.aligned(aligner()), folder / TABLE, smoothing="kneser-ney")

        return self._steps.do(name, files, aligner(), work, Extracted)

    def lexicon(self) -> Rows:
        """The domain lexicon, learned from its texts with dictionaries and what generic sentence pairs tell."""
        given = self._given
        inputs = [*given.source_text, *given.target_text, *given.lexicon, self.folder("generic")]
        return self._steps.do("lexicon", inputs, given.languages, self._learn_lexicon, Rows)

    def _learn_lexicon(self, folder: Path) -> Rows:
        given = self._given
        sides = [
            Text(own, other, (unit.texts[0] for unit in sentences_of(paths, own)))
            for own, other, paths in zip(
                given.languages, given.languages[::-1], (given.source_text, given.target_text), strict=True
            )
        ]
        seed = [*(gather(given.lexicon, given.languages).entries if given.lexicon else ()), *self._from_generic()]
        found = learn((sides[0], sides[1]), seed, Options())
        write_json(folder / TRIAL, trial((sides[0], sides[1]), seed))
        return Rows(write_lexicon(folder / LEXICON, given.languages, found.entries))

    def _from_generic(self) -> list[Entry]:
        corpus = Corpus(self._given.languages)
        for unit in pairs_of(self._given.generic, self._given.languages):
            corpus.add(*unit.texts)
        return list(corpus.entries(aligner(), "generic"))

    def table_of_lexicon(self, name: str, lexicon: Path) -> Rows:
        """A table of a lexicon, with its scores as probabilities."""
        return self._steps.do(name, [lexicon, self.folder("generic")], "", lambda to: self._rows(lexicon, to), Rows)

    def _rows(self, lexicon: Path, folder: Path) -> Rows:
        like = as_in(self.folder("generic"))
        languages, entries = read_lexicon(lexicon)
        sides = like.sides(languages)
        prepare = (lambda text: like.phrase(text, sides[0])), (lambda text: like.phrase(text, sides[1]))
        return Rows(write_lines(folder / TABLE, map(line_of, lexicon_rows(entries, prepare))))


def aligner() -> str:
    """What aligns words here."""
    return "association" if importlib.util.find_spec("eflomal") is None else "eflomal"
