"""Translation systems, after section 5.2 of Laranjeira's dissertation: from the baseline to all that the domain gives.

    BL      table and language model of the generic sentence pairs
    WP      BL, with a table of Wikipedia titles
    LM      BL, with a language model of the domain's target text
    PT      BL, with a table of the domain lexicon
    LMPT    both
    PAR     BL, with table and language model of sentence pairs of the domain

All are tuned to the same sentences, and translate the same test.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from polytrawl.adapt.lines import lines_of
from polytrawl.adapt.steps import Steps
from polytrawl.adapt.workshop import MODEL, TABLE
from polytrawl.prepare.stage import as_in
from polytrawl.prepare.tokenise import tokeniser
from polytrawl.prepare.truecase import recased
from polytrawl.records import Lang
from polytrawl.translate.builtin import Builtin
from polytrawl.translate.model import LanguageModel, Model, Table, write_model
from polytrawl.translate.tune import Tuned, Tuning, tune

__all__ = ["System", "Translated", "systems", "translated", "written"]

_TABLE_WEIGHTS = (0.2, 0.2, 0.2, 0.2)  # Moses starts from these
_MORE_WEIGHTS = (0.1, 0.1, 0.1, 0.1)  # of further tables
_LM_WEIGHT = 0.5  # of all language models together


class System(NamedTuple):
    """What a system is made of: folders of its tables and of its language models."""

    name: str
    tables: tuple[str, ...]
    lms: tuple[str, ...]


class Translated(msgspec.Struct, frozen=True):
    """A test translated by a system."""

    name: str
    tokens: list[str]  # as the system works: tokens in true case
    lines: list[str]  # as people write
    seconds: float
    tables: list[str]  # folders of its parts
    lms: list[str]
    tuned: Tuned | None = None


def systems(*, has_titles: bool, has_lexicon: bool, has_parallel: bool) -> list[System]:
    """The systems that can be made of what there is, the baseline first."""
    made = [System("BL", ("table-generic",), ("lm-generic",))]
    if has_titles:
        made.append(System("WP", ("table-generic", "table-titles"), ("lm-generic",)))
    made.append(System("LM", ("table-generic",), ("lm-generic", "lm-domain")))
    if has_lexicon:
        made.append(System("PT", ("table-generic", "table-lexicon"), ("lm-generic",)))
        made.append(System("LMPT", ("table-generic", "table-lexicon"), ("lm-generic", "lm-domain")))
    if has_parallel:
        made.append(System("PAR", ("table-generic", "table-parallel"), ("lm-generic", "lm-parallel")))
    return made


def _model(system: System, folder: Path, parts: Path, languages: tuple[Lang, Lang]) -> Model:
    way = Path(os.path.relpath(parts, folder))
    tables = tuple(
        Table(name=name, path=(way / name / TABLE).as_posix(), weights=_MORE_WEIGHTS if number else _TABLE_WEIGHTS)
        for number, name in enumerate(system.tables)
    )
    lms = tuple(
        LanguageModel(name=name, path=(way / name / MODEL).as_posix(), weight=_LM_WEIGHT / len(system.lms))
        for name in system.lms
    )
    return Model(source=languages[0], target=languages[1], tables=tables, lms=lms)


def translated(
    system: System, steps: Steps, languages: tuple[Lang, Lang], test: Sequence[str], tuning: Tuning | None
) -> Translated:
    """A system, tuned where there are sentences for it, and the test, given as people wrote it, translated by it."""
    has_tune = tuning is not None
    parts = [steps.folder / name for name in (*system.tables, *system.lms, "generic", "test", *["tune"] * has_tune)]

    def work(folder: Path) -> Translated:
        model = _model(system, folder, steps.folder, languages)
        write_model(model, folder)
        tuned = _tuned(model, folder, steps.folder / "tune", tuning) if tuning else None
        model = tuned.model if tuned else model
        write_model(model, folder)
        return _translated(system, model, folder, steps.folder / "test", test, tuned)

    return steps.do(f"systems/{system.name}", parts, (system, tuning), work, Translated)


def _tuned(model: Model, folder: Path, tune_on: Path, how: Tuning) -> Tuned:
    sources, references = (lines_of(tune_on / f"{language}.txt") for language in (model.source, model.target))
    decoder = Builtin(folder, model, only=sources)
    return tune(decoder, sources, [[one] for one in references], how)


def _translated(
    system: System, model: Model, folder: Path, test: Path, raw: Sequence[str], tuned: Tuned | None
) -> Translated:
    sources = lines_of(test / f"{model.source}.txt")
    decoder = Builtin(folder, model, only=sources)
    began = time.perf_counter()
    tokens = list(decoder.translate(sources))
    seconds = time.perf_counter() - began
    lines = written(tokens, model.target, test, raw)
    return Translated(system.name, tokens, lines, seconds, list(system.tables), list(system.lms), tuned)


def written(tokens: Iterable[str], language: Lang, prepared: Path, sources: Iterable[str]) -> list[str]:
    """Tokens in true case as people write them: with a capital at the beginning where the source has one."""
    own = tokeniser(language, as_in(prepared).engine)
    pairs = ((line.split(), source) for line, source in zip(tokens, sources, strict=True))
    return [own.join(recased(words) if _has_capital(source) else words) for words, source in pairs]


def _has_capital(text: str) -> bool:
    return next((char.isupper() for char in text if char.isalpha()), False)
