"""The columns of a table that was exported, with their types as Croissant names them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Columns", "columns_of"]

Columns: TypeAlias = dict[str, tuple[str, bool]]  # name -> type, and whether it is a list of such

_TEXT, _FLOAT, _INTEGER, _TRUTH = "sc:Text", "sc:Float", "sc:Integer", "sc:Boolean"
# Of the tables that polytrawl writes; all else is text.
_NUMBERS = {
    **dict.fromkeys(("score", "probability", "credibility"), _FLOAT),
    **dict.fromkeys(("documents", "tokens", "units", "sites", "pairs", "left_words", "right_words", "days"), _INTEGER),
}


def columns_of(path: Path) -> Columns:
    """The columns of a TSV or Parquet file; none where it is no table."""
    match path.suffix:
        case ".tsv":
            with path.open(encoding="utf-8") as file:
                names = file.readline().rstrip("\n").split("\t")
            return {name: (_NUMBERS.get(name, _TEXT), False) for name in names if name}
        case ".parquet":
            return _of_parquet(path)
    return {}


def _of_parquet(path: Path) -> Columns:
    import pyarrow as pa  # noqa: PLC0415 - an extra; who wrote the file has it
    import pyarrow.parquet as pq  # noqa: PLC0415 - as above

    found: Columns = {}
    for column in pq.read_schema(path):
        is_list = pa.types.is_list(column.type)
        kind = _kind(column.type.value_type if is_list else column.type)
        if kind:
            found[column.name] = kind, is_list
    return found


def _kind(arrow: pa.DataType) -> str:
    """The type of a column; empty for those that have parts."""
    import pyarrow as pa  # noqa: PLC0415 - as above

    if pa.types.is_struct(arrow):
        return ""
    tests = ((pa.types.is_floating, _FLOAT), (pa.types.is_integer, _INTEGER), (pa.types.is_boolean, _TRUTH))
    return next((kind for test, kind in tests if test(arrow)), _TEXT)
