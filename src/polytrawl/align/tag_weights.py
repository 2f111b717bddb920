"""Categories and weights of tags, from a TOML file: what the aligner `tags` is to be told, checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from polytrawl.errors import ConfigError, did_you_mean

DEFAULT = Path(__file__).parent / "data" / "tags.toml"

_Price = Annotated[float, msgspec.Meta(ge=0)]


class TextWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prices for each character of text."""

    insertion: _Price = 1.0
    deletion: _Price = 1.0
    substitution: _Price = 2.0


class TagWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    categories: dict[str, tuple[str, ...]]
    insertion: dict[str, _Price]
    deletion: dict[str, _Price]
    substitution: dict[str, _Price]
    text: TextWeights = TextWeights()

    def category(self, kind: str) -> str:
        """The category of a kind of paragraph; empty where it is irrelevant."""
        return next((name for name, kinds in self.categories.items() if kind in kinds), "")

    def between(self, left: str, right: str) -> float:
        """W_s: what it costs to put two kinds together."""
        if left == right:
            return 0.0
        ours, theirs = self.category(left), self.category(right)
        if ours == theirs:
            return self.substitution.get("same", 0.0)
        other = self.substitution.get("other", 0.0)
        return self.substitution.get(f"{ours} {theirs}", self.substitution.get(f"{theirs} {ours}", other))


def read_weights(path: Path | None) -> TagWeights:
    """The weights of a file, or those that polytrawl brings."""
    file = path or DEFAULT
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), TagWeights)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as err:
        raise ConfigError(f"align.aligner.weights: {file} cannot be read: {err}; {DEFAULT} shows the form") from err
    for name, table in (("insertion", found.insertion), ("deletion", found.deletion)):
        _check(file, name, table, found.categories)
    pairs = {word: 0 for key in found.substitution if " " in key for word in key.split()}
    _check(file, "substitution", pairs, found.categories, complete=False)
    return found


def _check(
    file: Path, name: str, table: Mapping[str, object], known: Mapping[str, object], *, complete: bool = True
) -> None:
    for word in table:
        if word not in known:
            raise ConfigError(f"align.aligner.weights: {file}: {name}: no category {word!r}{did_you_mean(word, known)}")
    for word in known if complete else ():
        if word not in table:
            raise ConfigError(f"align.aligner.weights: {file}: {name}: the category {word!r} has no weight")
