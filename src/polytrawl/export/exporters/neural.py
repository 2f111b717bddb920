"""What training a neural system needs: train, validation and test files by document, none of which knows another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

from polytrawl.characters import one_line, table_row
from polytrawl.errors import ConfigError
from polytrawl.export.base import Exporter
from polytrawl.export.parts import PARTS, Parts
from polytrawl.export.parts_card import Figures, describe
from polytrawl.export.rules import Share
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles, empty_pairs
from polytrawl.options import option
from polytrawl.records import Lang, SentencePair

_Pair = tuple[Lang, Lang]


@dataclass(kw_only=True)
class Neural(Exporter, name="neural"):
    """`neural/<l1>-<l2>/`: `train`, `valid` and `test`, each in both languages, with `figures.json` and `README.md`.

    Pages go to one part as a whole, and no sentence of `test` is in `train` or `valid`, on either side.
    """

    valid: Share = option(0.05, "the share of pages for validation, about")
    test: Share = option(0.05, "the share of pages for the test, about")
    tag: str = option("", "a domain tag, written as first token of the left side, such as <music>")
    form: Literal["plain", "tsv"] = option("plain", "two files of each part, or one table with tabs")

    def check_for(self, languages: tuple[Lang, ...]) -> None:  # noqa: ARG002 - others need them
        """Whether something is left to train on, and the tag is one token."""
        where = "export.exporters.neural"
        if self.valid + self.test >= 1:
            raise ConfigError(
                f"{where}: valid and test are {self.valid + self.test:g} in all, so nothing is left to train"
            )
        if self.tag != "".join(self.tag.split()):
            raise ConfigError(f"{where}.tag: {self.tag!r} has white space; a tag is one token, such as <music>")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a folder for each language pair that has units; empty files where there are no units at all."""
        self.check_for(selection.languages)  # who calls it without a config learns of wrong options here
        home = folder / "neural"
        home.mkdir()
        parts, figures = self._parts(selection)
        with TextFiles(home) as files:
            for pair in figures:
                (home / "-".join(pair)).mkdir()
                for part in PARTS:
                    self._open(files, pair, part)
            for unit in selection.units():
                self._write(unit, parts, files, figures[_languages(unit)])
        options = {"valid": self.valid, "test": self.test, "tag": self.tag, "form": self.form}
        for pair, found in figures.items():
            describe(home / "-".join(pair), found, options)

    def _parts(self, selection: Selection) -> tuple[Parts, dict[_Pair, Figures]]:
        """Two looks at the units: which pages and languages they join, and what is held out."""
        used, pairs = set(), {}
        for unit in selection.units():
            used.add(unit.pair)
            pairs[_languages(unit)] = Figures(_languages(unit))
        parts = Parts(
            [one for name in sorted(used) if (one := selection.facts.pair(name))], valid=self.valid, test=self.test
        )
        for unit in selection.units():
            parts.see(unit)
        return parts, pairs or {pair: Figures(pair) for pair in empty_pairs(selection)}

    def _open(self, files: TextFiles, pair: _Pair, part: str) -> list[TextIO]:
        folder = "-".join(pair)
        if self.form == "tsv":
            return [files.open(f"{folder}/{part}.tsv", lambda: table_row(pair))]
        return [files.open(f"{folder}/{part}.{language}") for language in pair]

    def _write(self, unit: SentencePair, parts: Parts, files: TextFiles, figures: Figures) -> None:
        part = parts.part_of(unit)
        if reason := parts.reason(unit):
            figures.leave_out(part, reason)
            return
        source, target = map(one_line, unit.texts)
        figures.add(part, parts.group_of(unit), (source, target))
        lines = f"{self.tag} {source}" if self.tag else source, target
        texts = [table_row(lines)] if self.form == "tsv" else [f"{line}\n" for line in lines]
        for file, text in zip(self._open(files, figures.languages, part), texts, strict=True):
            file.write(text)


def _languages(unit: SentencePair) -> _Pair:
    return unit.source_language, unit.target_language
