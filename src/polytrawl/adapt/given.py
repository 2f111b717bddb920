"""What an experiment is made of: generic sentence pairs, text of the domain, and sentences to tune and to test with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.records import Lang

__all__ = ["Given"]


@dataclass(frozen=True, kw_only=True)
class Given:
    """The user's files; runs stand for the sentences or the units that an export of them would hold."""

    languages: tuple[Lang, Lang]
    generic: Sequence[Path] = ()  # sentence pairs: .tsv, .tmx, runs
    source_text: Sequence[Path] = ()  # of the domain, no translations of each other: text files, runs
    target_text: Sequence[Path] = ()
    parallel: Sequence[Path] = ()  # sentence pairs of the domain
    tune: Sequence[Path] = ()  # sentence pairs, kept out of all others
    test: Sequence[Path] = ()
    lexicon: Sequence[Path] = ()  # dictionaries that the domain lexicon is learned with
    titles: Path | None = None  # a lexicon of Wikipedia titles, for the system WP
    terms: Path | None = None  # of the source language, one a line
    sample: Path | None = None  # the user's own text in the target language

    def __post_init__(self) -> None:
        if self.languages[0] == self.languages[1]:
            raise ConfigError(f"--langs: two languages are wanted, not {self.languages[0]} twice")
        if not self.target_text:
            raise ConfigError("there is no text of the domain; give a run directory, or --target-text")
        if not self.generic:
            raise ConfigError("what is to be adapted? give generic sentence pairs with --generic: .tsv, .tmx or a run")
        for path in self.files:
            if not path.exists():
                raise ConfigError(f"{path}: there is no such file or run directory")

    @property
    def files(self) -> list[Path]:
        """All of them."""
        several = (self.generic, self.source_text, self.target_text, self.parallel, self.tune, self.test, self.lexicon)
        single = [one for one in (self.titles, self.terms, self.sample) if one]
        return [*(path for paths in several for path in paths), *single]
