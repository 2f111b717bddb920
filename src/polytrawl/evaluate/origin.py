"""Where a sheet comes from: the first line of its table, from which alone the judgements can be weighed.

It is written like the end of an address, so that programs for tables have nothing in it to change.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.evaluate.kinds import KINDS, Kind
from polytrawl.run import Run

__all__ = ["BEGIN", "Origin", "changes", "stages_of"]

BEGIN = "#polytrawl-sheet?"
_STAGE, _OF = "stage.", "of."
# What decides which of the records are exported, beside the stage that made them.
_SELECTING = ("topic", "dedup", "pair", "filter", "export")


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a sample but what was drawn."""

    kind: str
    run: str  # its name
    folder: str  # where it was when the sample was drawn
    seed: int
    confidence: float
    interval: float
    is_exported: bool
    stages: dict[str, str]  # signature and digest of what was drawn from
    populations: dict[str, dict[str, int]]  # how many there are, by question and stratum

    @property
    def about(self) -> Kind:
        """The kind of things that were drawn."""
        return KINDS[self.kind]

    @property
    def source(self) -> str:
        """Samples that agree in this were drawn from the same things, and can be counted together."""
        return msgspec.structs.replace(self, folder="", seed=0, confidence=0, interval=0).line()

    def line(self) -> str:
        """The line of the table."""
        facts = [(name, str(getattr(self, name))) for name in _FACTS]
        stages = [(_STAGE + name, value) for name, value in self.stages.items()]
        of = [
            (f"{_OF}{question}.{stratum}", str(number))
            for question, strata in self.populations.items()
            for stratum, number in strata.items()
        ]
        return BEGIN + urlencode([*facts, *stages, *of])

    @classmethod
    def parse(cls, line: str, where: str) -> Origin:
        """The origin that a line tells; a `ConfigError` where it was changed by hand."""
        told = dict(parse_qsl(line.removeprefix(BEGIN)))
        if told.get("kind") not in KINDS:
            raise ConfigError(f"{where}: there are no sheets of {told.get('kind')!r}; known: {', '.join(KINDS)}")
        stages = {name.removeprefix(_STAGE): value for name, value in told.items() if name.startswith(_STAGE)}
        facts = {name: told[name] for name in _FACTS if name in told}
        try:
            of = {"populations": _populations(told), "stages": stages}
            return msgspec.convert({**facts, **of}, cls, strict=False)
        except ValueError as err:  # also what msgspec raises
            raise ConfigError(
                f"{where}: the line that tells where the sheet comes from was changed ({err}); copy it from the sheet"
            ) from err


_FACTS = ("kind", "run", "folder", "seed", "confidence", "interval", "is_exported")


def _populations(told: dict[str, str]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, number in told.items():
        if name.startswith(_OF):
            question, _, stratum = name.removeprefix(_OF).partition(".")
            found.setdefault(question, {})[stratum] = int(number)
    return found


def stages_of(run: Run, kind: Kind, *, is_exported: bool) -> dict[str, str]:
    """Signature and digest of the stages that decide what can be drawn."""
    return dict(_stages(run, dict.fromkeys((kind.stage, *(_SELECTING if is_exported else ())))))


def _stages(run: Run, names: dict[str, None]) -> Iterator[tuple[str, str]]:
    for name in names:
        manifest = run.directory.manifest(name)
        if manifest is not None:
            yield name, f"{manifest.signature} {manifest.digest}"


def changes(origin: Origin, run: Run) -> list[str]:
    """In words, what has changed in a run since the sample was drawn; nothing where nothing has."""
    now = stages_of(run, origin.about, is_exported=origin.is_exported)
    return [
        f"{name} ({_change(origin.stages.get(name, ''), now.get(name, ''))})"
        for name in dict.fromkeys((*origin.stages, *now))
        if origin.stages.get(name) != now.get(name)
    ]


def _change(before: str, now: str) -> str:
    if not before or not now:
        return "not made yet" if before else "made since"
    is_other = before.partition(" ")[2] != now.partition(" ")[2]
    return "has other records" if is_other else "has other options, or was made by another version"
