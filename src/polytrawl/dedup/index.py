"""The index file: what is compared of the documents of a run, so that a later run can tell what it has already.

It holds no text: ids and hashes only. NumPy's own archive format, with a description in front.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np

from polytrawl.dedup.table import Gathering, Rows, Table
from polytrawl.errors import ConfigError

__all__ = ["FILE", "check_index", "read_index", "write_index"]

FILE = "index.npz"
_FORMAT = 1  # raised whenever texts are compared in another way
_BROKEN = (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError)


class _About(msgspec.Struct):
    """What stands in front of an index."""

    format: int
    method: dict[str, Any]  # with its options
    languages: list[str]


def write_index(path: Path, method: Mapping[str, Any], tables: Mapping[str, Table]) -> None:
    """Write the wanted documents of all tables; the file is there when it is whole."""
    about = _About(_FORMAT, dict(method), list(tables))
    arrays: dict[str, np.ndarray[Any, Any]] = {"about": np.frombuffer(msgspec.json.encode(about), dtype=np.uint8)}
    for number, table in enumerate(tables.values()):
        arrays |= {f"{name}-{number}": array for name, array in _arrays(table).items()}
    temporary = path.with_name(path.name + ".tmp")
    with temporary.open("wb") as file:
        _write_archive(file, arrays)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def _write_archive(file: IO[bytes], arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    # As `numpy.savez` does, but without the time of day, so that equal runs have equal indexes.
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)


def _arrays(table: Table) -> dict[str, np.ndarray[Any, Any]]:
    chosen = np.flatnonzero(table.is_wanted | table.is_known)
    row = table.row[chosen]
    kept, own = np.unique(row, return_inverse=True)
    rows = table.rows if len(kept) == len(table.rows) else table.rows.take(kept)
    ids = np.array([table.ids[one].encode() for one in chosen.tolist()], dtype="S")
    return {"ids": ids, "row": own, "sizes": rows.sizes, "starts": rows.starts, "values": rows.values}


def check_index(path: Path, method: Mapping[str, Any]) -> None:
    """Raise `ConfigError` where there is no index that this method can use."""
    with _opened(path) as archive:
        _about(path, archive, method)


def read_index(path: Path, method: Mapping[str, Any], tables: dict[str, Gathering]) -> None:
    """Put the documents of an index into the tables of their languages, as known ones."""
    with _opened(path) as archive:
        for number, language in enumerate(_about(path, archive, method).languages):
            try:
                parts = [_array(archive, f"{name}-{number}") for name in ("ids", "row", "sizes", "starts", "values")]
            except _BROKEN as err:
                raise ConfigError(f"dedup.known: {path} is damaged ({err}); make it again with its own run") from err
            _fill(tables.setdefault(language, Gathering()), parts[0], parts[1], Rows(*parts[2:]))


def _fill(table: Gathering, ids: np.ndarray[Any, Any], row: np.ndarray[Any, Any], rows: Rows) -> None:
    first, sizes = rows.starts.tolist(), rows.sizes.tolist()
    for name, own in zip(ids.tolist(), row.tolist(), strict=True):
        data = rows.values[first[own] : first[own + 1]].tobytes()
        table.add(name.decode(), sizes[own], data, is_known=True)


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile as err:
        raise _foreign(path) from err
    except OSError as err:
        raise ConfigError(f"dedup.known: {path} cannot be read: {err.strerror or err}") from err


def _array(archive: zipfile.ZipFile, name: str) -> np.ndarray[Any, Any]:
    with archive.open(f"{name}.npy") as entry:
        array: np.ndarray[Any, Any] = np.lib.format.read_array(entry, allow_pickle=False)
        return array


def _foreign(path: Path) -> ConfigError:
    return ConfigError(f"dedup.known: {path} is no index of documents; name the {FILE} of a run")


def _about(path: Path, archive: zipfile.ZipFile, method: Mapping[str, Any]) -> _About:
    try:
        about = msgspec.json.decode(_array(archive, "about").tobytes(), type=_About)
    except _BROKEN as err:
        raise _foreign(path) from err
    if about.format != _FORMAT:
        raise ConfigError(
            f"dedup.known: {path} was made by another version of polytrawl (format {about.format}, this one knows "
            f"{_FORMAT}); run `polytrawl dedup` in its run directory again"
        )
    if about.method != dict(method):
        raise ConfigError(
            f"dedup.known: {path} was made with dedup.method = {_told(about.method)}, this run has "
            f"{_told(method)}; use the same in both"
        )
    return about


def _told(method: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {value!r}" for key, value in method.items()) + " }"
