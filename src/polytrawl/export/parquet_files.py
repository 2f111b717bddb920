"""Parquet files of one folder by name. Rows wait until there are enough of them for a row group."""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["ParquetFiles"]

_MOST_HELD = 4  # row groups that wait in memory, over all files


class ParquetFiles:
    """Open files of a folder; all are closed at the end."""

    def __init__(self, folder: Path, schema: pa.Schema, rows: int) -> None:
        self._folder, self._schema, self._rows = folder, schema, rows
        self._stack = ExitStack()
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._waiting: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        self._held = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            for name in list(self._waiting):
                self.flush(name)
        self._stack.__exit__(kind, err, at)

    def add(self, name: str, row: dict[str, Any]) -> None:
        """One more row of a file."""
        self._waiting[name].append(row)
        self._held += 1
        if len(self._waiting[name]) >= self._rows:
            self.flush(name)
        elif self._held >= _MOST_HELD * self._rows:  # many files with few rows each
            self.flush(max(self._waiting, key=lambda one: len(self._waiting[one])))

    def flush(self, name: str) -> None:
        """Write what waits; a file is there from then on, even without rows."""
        import pyarrow as pa  # noqa: PLC0415 - an extra

        rows = self._waiting.pop(name, [])
        self._held -= len(rows)
        self._writer(name).write_table(pa.Table.from_pylist(rows, schema=self._schema))

    def _writer(self, name: str) -> pq.ParquetWriter:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        if name not in self._writers:
            path = self._folder / f"{name}.parquet"
            self._writers[name] = self._stack.enter_context(pq.ParquetWriter(path, self._schema, compression="zstd"))
        return self._writers[name]
