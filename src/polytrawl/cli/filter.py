"""The `filter` command on anybody's bitext: a file in, the same units with scores and reasons out, and a summary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from polytrawl.cli import output
from polytrawl.config import overlaid
from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.export.rules import UNIT_PROFILES, rules_of
from polytrawl.filter import annotated
from polytrawl.filter.bitext import Bitext
from polytrawl.filter.stage import FilterStage
from polytrawl.options import Context, build, resolve
from polytrawl.records import SentencePair

_BARS = 10
_WIDTH = 40  # characters of the longest bar


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    path: Path
    languages: str | None
    format: str
    keep: str
    out: Path | None
    sets: tuple[str, ...] = ()


@dataclass
class Summary:
    """What was found in a file."""

    file: str
    written: str
    units: int = 0
    kept: int = 0
    good: int = 0  # without any reason against them
    skipped: dict[str, int] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    personal: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    adequacy: list[int] = field(default_factory=lambda: [0] * _BARS)  # units by tenths
    duplicates: int = 0

    def add(self, unit: SentencePair) -> None:
        """Count a unit."""
        self.units += 1
        self.good += not unit.reasons
        self.reasons.update(unit.reasons)
        self.repairs.update(unit.repairs)
        self.personal.update(unit.personal)
        self.languages[f"{unit.source_language}-{unit.target_language}"] += 1
        value = annotated.scores_of(unit).get("adequacy")
        if value is not None:
            self.adequacy[min(int(value * _BARS), _BARS - 1)] += 1


def is_bitext(path: Path) -> bool:
    """Whether a path names a bitext, and no run."""
    return path.is_file() and path.suffix.lower() in (".tmx", ".tsv", ".txt")


def filter_file(request: Request) -> Summary:
    """Read the file twice, once to learn and once to judge, and write what is wanted beside it."""
    _check(request)
    bitext = Bitext(request.path, _languages(request.languages))
    out = request.out or request.path.with_name(f"{request.path.stem}.filtered.{request.format}")
    if out.resolve() == request.path.resolve():
        raise ConfigError(f"{out}: that is the file itself; choose another name with --out")
    stage = _stage(request.sets)
    stage.inform(stage.learn(iter(bitext)))
    summary = Summary(str(request.path), str(out))
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("wb") as file:
            annotated.write(_wanted(bitext, stage, request.keep, summary), file, request.format)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    summary.skipped = dict(bitext.skipped)
    if not summary.units:
        out.unlink()
        raise ConfigError(f"{request.path}: there is no unit with two texts in it")
    return summary


def _check(request: Request) -> None:
    for value, known, name in (
        (request.format, annotated.FORMATS, "--format"),
        (request.keep, UNIT_PROFILES, "--keep"),
    ):
        if value not in known:
            raise ConfigError(f"{name}: {value!r} is not known{did_you_mean(value, known)}")


def _languages(given: str | None) -> tuple[str, str] | None:
    if given is None:
        return None
    parts = [part.strip().lower() for part in given.split(",") if part.strip()]
    if len(parts) != len(("source", "target")):
        raise ConfigError(f"--langs: expected two languages such as de,it, got {given!r}")
    return parts[0], parts[1]


def _stage(sets: Iterable[str]) -> FilterStage:
    table = overlaid({}, sets)
    unknown = table.keys() - {"filter"}
    if unknown:
        raise ConfigError(f"--set {min(unknown)}: only options of filter count here: filter.fluency=false")
    return build(FilterStage, resolve(FilterStage, table.get("filter", {}), where="filter", context=Context()))


def _wanted(bitext: Bitext, stage: FilterStage, keep: str, summary: Summary) -> Iterator[SentencePair]:
    seen = set[int]()
    rules = rules_of(keep, None, {})
    for record in bitext:
        for unit in stage.apply(record):
            summary.add(unit)
            mark = int(unit.likeness, 16)
            is_first = mark not in seen
            seen.add(mark)
            summary.duplicates += not is_first
            if (is_first or rules.duplicates == "keep") and not rules.against(unit):
                summary.kept += 1
                yield unit


def show(summary: Summary) -> None:
    """Print what was found."""
    languages = ", ".join(f"{number:,} {pair}" for pair, number in summary.languages.most_common())
    print(f"{summary.file}: {summary.units:,} units ({languages})")
    for reason, number in summary.skipped.items():
        print(f"  {number:,} left out: {reason}", file=sys.stderr)
    rows = [(reason, number, f"{number / summary.units:.1%}") for reason, number in summary.reasons.most_common()]
    output.table(("reason", "units", "share"), [("(none)", summary.good, f"{summary.good / summary.units:.1%}"), *rows])
    for name, counts in (("repaired", summary.repairs), ("personal data", summary.personal)):
        if counts:
            print(f"{name}: " + ", ".join(f"{number:,} {what}" for what, number in counts.most_common()))
    if summary.duplicates:
        print(f"like a unit before them: {summary.duplicates:,}")
    if any(summary.adequacy):
        print("\nadequacy")
        most = max(summary.adequacy)
        for place, number in enumerate(summary.adequacy):
            bar = "#" * round(_WIDTH * number / most)
            print(f"  {place / _BARS:.1f}-{(place + 1) / _BARS:.1f} {number:>9,} {bar}")
    print(f"\n{summary.kept:,} units in {summary.written}")
