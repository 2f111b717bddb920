"""Parquet with a dataset card: a folder that Hugging Face `datasets`, polars, DuckDB and others read as it is."""

from __future__ import annotations

import importlib.util
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.export.base import Exporter
from polytrawl.export.card import Contents, card
from polytrawl.export.facts import PairFacts
from polytrawl.export.selection import Selection
from polytrawl.export.units import ADEQUACY
from polytrawl.export.writing import empty_pairs, open_text
from polytrawl.options import option
from polytrawl.records import Lang, SentencePair

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_MOST_HELD = 4  # row groups that wait in memory, over all language pairs


@dataclass(kw_only=True)
class Parquet(Exporter, name="parquet"):
    """`parquet/data/<l1>-<l2>.parquet` and a dataset card, `parquet/README.md`; needs the extra `parquet`."""

    libraries: ClassVar[tuple[str, ...]] = ("pyarrow",)

    # Guess: some megabytes of text each, enough for a column to compress well.
    rows: Annotated[int, msgspec.Meta(ge=1)] = option(10_000, "most units in a row group")

    @classmethod
    def check(cls) -> None:
        """The package pyarrow must be there."""
        if importlib.util.find_spec("pyarrow") is None:
            raise ConfigError("export.exporters: 'parquet' needs pyarrow; run: pip install 'polytrawl[parquet]'")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a file per language pair, and the card; where there are no units at all, files without rows."""
        self.check()
        home = folder / "parquet"
        (home / "data").mkdir(parents=True)
        contents = Contents()
        with ExitStack() as stack:
            tables = _Tables(home / "data", self.rows, stack, dates=selection.fetch_dates)
            for unit in selection.units():
                contents.see(unit)
                tables.add((unit.source_language, unit.target_language), _row(unit, selection.about(unit)))
            for pair in empty_pairs(selection):
                contents.units[pair] = 0
                tables.flush(pair)
            tables.flush_all()
        with open_text(home / "README.md") as file:
            file.write(card(contents, selection))


class _Tables:
    """Parquet files by language pair. Rows wait until there are enough of them for a row group."""

    def __init__(self, folder: Path, rows: int, stack: ExitStack, *, dates: bool) -> None:
        self._folder, self._rows, self._stack = folder, rows, stack
        self._schema = _schema(dates=dates)
        self._writers: dict[tuple[Lang, Lang], pq.ParquetWriter] = {}
        self._waiting: defaultdict[tuple[Lang, Lang], list[dict[str, Any]]] = defaultdict(list)
        self._held: Counter[str] = Counter()

    def add(self, pair: tuple[Lang, Lang], row: dict[str, Any]) -> None:
        self._waiting[pair].append(row)
        self._held["rows"] += 1
        if len(self._waiting[pair]) >= self._rows:
            self.flush(pair)
        elif self._held["rows"] >= _MOST_HELD * self._rows:  # many language pairs with few units each
            self.flush(max(self._waiting, key=lambda one: len(self._waiting[one])))

    def flush(self, pair: tuple[Lang, Lang]) -> None:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        rows = self._waiting.pop(pair, [])
        self._held["rows"] -= len(rows)
        self._writer(pair).write_table(pa.Table.from_pylist(rows, schema=self._schema))

    def flush_all(self) -> None:
        for pair in list(self._waiting):
            self.flush(pair)

    def _writer(self, pair: tuple[Lang, Lang]) -> pq.ParquetWriter:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        if pair not in self._writers:
            path = self._folder / f"{pair[0]}-{pair[1]}.parquet"
            self._writers[pair] = self._stack.enter_context(pq.ParquetWriter(path, self._schema, compression="zstd"))
        return self._writers[pair]


def _schema(*, dates: bool) -> pa.Schema:
    """The columns. Scores of filters have names of their own, so they are a list; the most wanted have columns."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    text, number, words = pa.string(), pa.float64(), pa.list_(pa.string())
    scores = pa.list_(pa.struct([("name", text), ("value", number)]))
    columns = {
        **dict.fromkeys(("id", "source", "target", "source_language", "target_language"), text),
        **dict.fromkeys(("score", "adequacy", "fluency_source", "fluency_target"), number),
        **dict.fromkeys(("source_url", "target_url", "licence", "alignment"), text),
        **dict.fromkeys(("source_licence", "target_licence"), text),
        **dict.fromkeys(("source_consent", "target_consent"), words),
        "is_moved": pa.bool_(),
        "page_pair": text,
        "page_pair_probability": number,
        "page_pair_grade": text,
        "page_pair_methods": words,
        "scores": scores,
        "repairs": words,
        "personal": words,
        **(dict.fromkeys(("source_fetched", "target_fetched"), text) if dates else {}),
    }
    return pa.schema(list(columns.items()))


def _row(unit: SentencePair, about: PairFacts) -> dict[str, Any]:
    source, target = unit.texts
    named = {score.name: score.value for score in unit.scores}
    return {
        "id": unit.id,
        "source": source,
        "target": target,
        "source_language": unit.source_language,
        "target_language": unit.target_language,
        "score": unit.score,
        "adequacy": named.get(ADEQUACY),
        "fluency_source": named.get("fluency-source"),
        "fluency_target": named.get("fluency-target"),
        "source_url": unit.source_url,
        "target_url": unit.target_url,
        "licence": unit.licence,
        "source_licence": unit.source_licence,
        "target_licence": unit.target_licence,
        "source_consent": list(unit.source_consent),
        "target_consent": list(unit.target_consent),
        "alignment": unit.bead,
        "is_moved": unit.is_moved,
        "page_pair": unit.pair,
        "page_pair_probability": about.probability,
        "page_pair_grade": about.grade,
        "page_pair_methods": list(about.methods),
        "scores": [{"name": name, "value": value} for name, value in named.items()],
        "repairs": list(unit.repairs),
        "personal": list(unit.personal),
        "source_fetched": about.fetched_at[0],
        "target_fetched": about.fetched_at[1],
    }
