"""Rules: what is good enough to be exported, and the profiles, which are rules with a name.

Three layers, the later ones win: a profile that comes with polytrawl, a TOML file of the user, and the options of the
table `[export]`. All three have the same keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.export.licences import Licence
from polytrawl.records import SentencePair

__all__ = ["ANY", "PROFILES", "UNIT_PROFILES", "Duplicates", "Rules", "Share", "profile", "rules_of"]

Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
Duplicates: TypeAlias = Literal["keep", "exact", "near"]
UNIT_PROFILES = ("strict", "balanced", "all")  # the most careful first
PROFILES = (*UNIT_PROFILES, "open-licence-only")  # as `profiles.toml` has them
ANY = "*"


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What is good enough to be exported."""

    exclude: frozenset[str] = frozenset({ANY})  # reasons that keep a unit out; `*` are all of them
    tolerate: frozenset[str] = frozenset()  # reasons that do not stand in the way of anything
    min_probability: Share = 0.0
    min_score: Share = 0.0
    min_scores: dict[str, float] = {}  # by name of the score; a unit without it passes
    unit_grades: frozenset[str] = frozenset({"parallel"})  # units come from page pairs of these grades
    mined: bool = False  # whether units may come from mining, whatever the grade of their page pair
    licence: Licence = "any"  # which pages may be exported; for page pairs and units both sides
    duplicates: Duplicates = "near"  # of which units one is kept: none, equal ones, or also alike ones

    def against(self, unit: SentencePair) -> str:
        """The reason against a unit, wherever it comes from; empty when it is good enough."""
        if unit.score < self.min_score:
            return "low-score"
        for score in unit.scores:
            if score.value < self.min_scores.get(score.name, float("-inf")):
                return f"low-{score.name}"
        excluded = (one for one in unit.reasons if ANY in self.exclude or one in self.exclude)
        return next((one for one in excluded if one not in self.tolerate), "")


def rules_of(name: str, file: Path | None, refined: Mapping[str, Any]) -> Rules:
    """The rules of a profile, refined by a file and by options; an option that is None says nothing."""
    layers = [profile(name), _own(file) if file else {}, {key: one for key, one in refined.items() if one is not None}]
    return msgspec.convert(_layered(layers), Rules)


def profile(name: str) -> Mapping[str, Any]:
    """The table of a profile that comes with polytrawl."""
    if name not in PROFILES:
        raise ConfigError(f"export.profile: there is no profile called {name!r}{did_you_mean(name, PROFILES)}")
    return _shipped()[name]


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("polytrawl.export").joinpath("profiles.toml").read_text(encoding="utf-8"))


def _own(file: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise ConfigError(f"export.profile_file: {file} cannot be read: {err}") from err
    for key in table:
        if key not in Rules.__struct_fields__:
            known = did_you_mean(key, Rules.__struct_fields__)
            raise ConfigError(f"export.profile_file: {file}: {key}: a profile has no such key{known}")
    try:
        msgspec.convert(table, Rules)
    except msgspec.ValidationError as err:
        raise ConfigError(f"export.profile_file: {file}: {err}") from err
    return table


def _layered(layers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Later layers over earlier ones; tolerated reasons and named scores are added to those that are there.

    Who says what excludes says it anew: what earlier layers tolerate is forgotten.
    """
    made: dict[str, Any] = {}
    for layer in layers:
        tolerated = () if "exclude" in layer else made.get("tolerate", ())
        made |= {
            **layer,
            "tolerate": {*tolerated, *layer.get("tolerate", ())},
            "min_scores": made.get("min_scores", {}) | layer.get("min_scores", {}),
        }
    return made
