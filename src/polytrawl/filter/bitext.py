"""Anybody's bitext as a stream of units: TMX files, and tables with a tab between the two texts.

Files may be larger than memory. What cannot be read is told with its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.filter.tmx_reader import variants_of
from polytrawl.language_tags import same_language
from polytrawl.records import Lang, SentencePair, make_id

_MOST_BYTES = 10_000_000  # of a line
_LOOKED_AT = 8192  # bytes that show what a file is
_COLUMNS = ("source", "target", "source_language", "target_language", "source_url", "target_url", "score")
_BOM = b"\xef\xbb\xbf"


@dataclass
class Bitext:
    """A file of units that can be read again and again."""

    path: Path
    languages: tuple[Lang, Lang] | None = None  # None: as the file says
    skipped: Counter[str] = field(default_factory=Counter)  # of the last reading, by reason

    def __post_init__(self) -> None:
        if self.path.suffix.lower() not in (".tmx", ".tsv", ".txt"):
            raise ConfigError(f"{self.path}: expected a file that ends in .tmx or .tsv")
        with self.path.open("rb") as file:
            start = file.read(_LOOKED_AT)
        if not start.strip():
            raise ConfigError(f"{self.path}: the file is empty")
        if not self.is_tmx and b"\0" in start:
            raise ConfigError(f"{self.path}: this is binary, or UTF-16; expected UTF-8 text with a tab on each line")

    @property
    def is_tmx(self) -> bool:
        """Whether it is a translation memory, by its name."""
        return self.path.suffix.lower() == ".tmx"

    def __iter__(self) -> Iterator[SentencePair]:
        self.skipped = Counter()
        yield from self._of_tmx() if self.is_tmx else self._of_table()

    def _of_tmx(self) -> Iterator[SentencePair]:
        for number, variants in enumerate(variants_of(self.path)):
            pairs = self._pairs(variants)
            if not pairs:
                self.skipped["one-language-only"] += 1
            for (left, source), (right, target) in pairs:
                yield _unit(number, {"source": source, "target": target}, (left, right))

    def _pairs(self, variants: list[tuple[Lang, str]]) -> list[tuple[tuple[Lang, str], tuple[Lang, str]]]:
        """The first text with each of the others, or the two that are wanted."""
        if self.languages is None:
            return [(variants[0], other) for other in variants[1:]]
        found = [
            next(((tag, text) for have, text in variants if same_language(have, tag)), None) for tag in self.languages
        ]
        return [(found[0], found[1])] if found[0] and found[1] else []

    def _of_table(self) -> Iterator[SentencePair]:
        columns = {"source": 0, "target": 1}
        is_any = is_wanted = False
        for number, line in enumerate(self._lines()):
            cells = line.split("\t")
            names = [cell.strip().lower() for cell in cells]
            if number == 0 and {"source", "target"} <= {*names}:
                columns = {name: names.index(name) for name in _COLUMNS if name in names}
                continue
            row = {name: cells[place].strip() for name, place in columns.items() if place < len(cells)}
            if not row.get("source") or not row.get("target"):
                self.skipped["one-column-only" if len(cells) == 1 else "empty-side"] += bool(line.strip())
                continue
            is_any = True
            if oriented := self._oriented(row):
                is_wanted = True
                yield _unit(number, *oriented)
            else:
                self.skipped["other-languages"] += 1
        if not is_any:
            raise ConfigError(f"{self.path}: no line has two texts with a tab between them")
        if not is_wanted and self.languages:
            raise ConfigError(
                f"{self.path}: all of its units are in other languages than {' and '.join(self.languages)}"
            )

    def _oriented(self, row: dict[str, str]) -> tuple[dict[str, str], tuple[Lang, Lang]] | None:
        """The row and its languages, turned where need be; None where it is in others than are wanted."""
        own = self._of_row(row)
        if self.languages is None or all(map(same_language, own, self.languages)):
            return row, own
        if all(map(same_language, own[::-1], self.languages)):
            return _turned(row), own[::-1]
        return None

    def _of_row(self, row: dict[str, str]) -> tuple[Lang, Lang]:
        if row.get("source_language") and row.get("target_language"):
            return row["source_language"].lower(), row["target_language"].lower()
        if self.languages:
            return self.languages
        raise ConfigError(f"{self.path}: say which languages its columns are in: --langs de,it")

    def _lines(self) -> Iterator[str]:
        with self.path.open("rb") as file:
            for number in range(1, 1 << 62):
                data = file.readline(_MOST_BYTES)
                if not data:
                    return
                if len(data) == _MOST_BYTES:
                    raise ConfigError(
                        f"{self.path}: line {number} has more than {_MOST_BYTES:,} bytes: is this a table?"
                    )
                try:
                    yield (data.removeprefix(_BOM) if number == 1 else data).decode().rstrip("\r\n")
                except UnicodeDecodeError as err:
                    raise ConfigError(
                        f"{self.path}: line {number} is not UTF-8 (byte {err.start + 1}); convert the file first"
                    ) from err


def _turned(row: dict[str, str]) -> dict[str, str]:
    """The row from the other side."""
    sides = {"source": "target", "target": "source"}
    heads = {name: name.partition("_") for name in row}
    return {sides.get(side, side) + sign + rest: row[name] for name, (side, sign, rest) in heads.items()}


def _unit(number: int, row: dict[str, str], languages: tuple[Lang, Lang]) -> SentencePair:
    urls = row.get("source_url", ""), row.get("target_url", "")
    return SentencePair(
        id=make_id("s", str(number), row["source"], row["target"]),
        pair=" ".join(urls).strip(),
        source=row["source"],
        target=row["target"],
        source_language=languages[0],
        target_language=languages[1],
        source_url=urls[0],
        target_url=urls[1],
        source_page="",
        target_page="",
        score=_number(row.get("score", "")),
    )


def _number(text: str) -> float:
    try:
        found = float(text or 0)
    except ValueError:
        return 0.0
    return found if 0 <= found <= 1 else 0.0
