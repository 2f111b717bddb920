"""What the parts of an export for neural systems hold: figures for programs, and a page for people."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from polytrawl.export.markdown_table import table
from polytrawl.export.parts import PARTS
from polytrawl.files import write_json, write_whole
from polytrawl.records import Lang

__all__ = ["Figures", "describe"]

_ABOUT = (
    "Line n of one language is the translation of line n of the other. Pages that were paired, in any languages, are "
    "one group, and a group is in one part. No text of `test` is in `valid` or `train`, and none of `valid` in `train` "
    "on either side, nor one that differs in case, digits and punctuation only."
)


@dataclass
class _Size:
    units: int = 0
    source_words: int = 0  # parted by spaces, as in all files
    target_words: int = 0
    groups: set[str] = field(default_factory=set)


class Figures:
    """The sizes of the parts of one language pair, and what was left out."""

    def __init__(self, languages: tuple[Lang, Lang]) -> None:
        self.languages = languages
        self.sizes = {name: _Size() for name in PARTS}
        self.left_out: dict[str, int] = {}

    def add(self, part: str, group: str, texts: tuple[str, str]) -> None:
        """One more unit."""
        size = self.sizes[part]
        size.units += 1
        size.source_words += len(texts[0].split())
        size.target_words += len(texts[1].split())
        size.groups.add(group)

    def leave_out(self, part: str, reason: str) -> None:
        """A unit that does not stay in its part."""
        why = f"{part}: {reason}"
        self.left_out[why] = self.left_out.get(why, 0) + 1


def describe(folder: Path, figures: Figures, options: dict[str, object]) -> None:
    """Write `figures.json` and `README.md`."""
    parts = {
        name: {
            "units": one.units,
            "source_words": one.source_words,
            "target_words": one.target_words,
            "groups_of_pages": len(one.groups),
        }
        for name, one in figures.sizes.items()
    }
    known = {"languages": list(figures.languages), "parts": parts, "left_out": figures.left_out, "options": options}
    write_json(folder / "figures.json", known)
    write_whole(folder / "README.md", "\n\n".join(_paragraphs(figures, options)) + "\n")


def _paragraphs(figures: Figures, options: dict[str, object]) -> list[str]:
    source, target = figures.languages
    rows = [
        (name, one.units, one.source_words, one.target_words, len(one.groups)) for name, one in figures.sizes.items()
    ]
    found = [
        f"# {source}-{target}: parts to train, validate and test with",
        table(("part", "units", f"{source} words", f"{target} words", "groups of pages"), rows),
        _ABOUT,
    ]
    found += [f"{number:,} units were left out for that ({why})." for why, number in sorted(figures.left_out.items())]
    if options["tag"]:
        found.append(
            f"Every {source} line begins with the tag `{options['tag']}`: add it to the vocabulary as one token."
        )
    found += [
        f"`{name}` is empty: there are few pages, and their hashes chose none; raise the option `{name}`."
        for name in ("valid", "test")
        if options[name] and not figures.sizes[name].units
    ]
    return found
