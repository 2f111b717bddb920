"""A system as a working directory for Moses: `moses.ini`, tables and language models, so that Moses can go on with it.

Several tables are a `PhraseDictionaryGroup`: a phrase pair has the scores of all tables, and where one lacks it the
logarithm of its floor. Paths are from the directory itself, so it can be moved; start Moses in it.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.files import write_whole
from polytrawl.lm.arpa_write import written
from polytrawl.lm.outside import make_binary
from polytrawl.lm.reading import opened
from polytrawl.phrases.in_order import in_order
from polytrawl.phrases.table import line_of, write_lines
from polytrawl.translate.model import LanguageModel, Model, Table, read_model

__all__ = ["MosesDirectory", "order_of_arpa", "write_moses"]

INI = "moses.ini"


class MosesDirectory(msgspec.Struct, frozen=True):
    """What was written."""

    folder: str
    tables: dict[str, int]  # pairs of each
    lms: dict[str, str]  # file of each
    is_binary: bool  # whether language models are in the form that loads at once


def write_moses(model: Path, folder: Path, *, binary: bool | None = None) -> MosesDirectory:
    """Write a working directory of the system in a folder; models are binary where `build_binary` is there."""
    system = read_model(model)
    binary = bool(shutil.which("build_binary")) if binary is None else binary
    for part in ("tables", "lms"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    tables = {table.name: _write_table(table, model, folder / _table_path(n)) for n, table in enumerate(system.tables)}
    paths, orders = [], []
    for number, lm in enumerate(system.lms):
        orders.append(order_of_arpa(model / lm.path))
        paths.append(_write_lm(model / lm.path, folder, number, binary=binary))
    write_whole(folder / INI, "".join(f"{line}\n" for line in _ini(system, paths, orders)))
    return MosesDirectory(
        str(folder), tables, {lm.name: path for lm, path in zip(system.lms, paths, strict=True)}, binary
    )


def _table_path(number: int) -> str:
    return f"tables/{number}.gz"


def _write_table(table: Table, model: Path, out: Path) -> int:
    """Copy a table, in order and checked; how many pairs it has."""
    path = model / table.path

    def lines() -> Iterator[str]:
        for row in in_order(path):
            if len(row.scores) != len(table.weights):
                raise ConfigError(
                    f"{path}: has {len(row.scores)} scores, and {len(table.weights)} weights in model.toml"
                )
            yield line_of(row)

    number = write_lines(out, lines())
    if not number:
        raise ConfigError(f"{path}: the table has no lines")
    return number


def _write_lm(path: Path, folder: Path, number: int, *, binary: bool) -> str:
    if not binary:
        with opened(path) as file, written(folder / f"lms/{number}.arpa.gz") as out:
            shutil.copyfileobj(file, out, 1 << 20)
        return f"lms/{number}.arpa.gz"
    plain = folder / f"lms/{number}.arpa"
    with opened(path) as file, plain.open("wb") as out:
        shutil.copyfileobj(file, out, 1 << 20)
    try:
        make_binary(plain, folder / f"lms/{number}.bin")
    finally:
        plain.unlink()
    return f"lms/{number}.bin"


def order_of_arpa(path: Path) -> int:
    """The order of a model, by the head of its ARPA file."""
    order, is_data = 0, False
    with opened(path) as file:
        for line in file:
            text = line.decode("utf-8", "replace").strip()
            if text.startswith("\\") and is_data:
                break
            is_data = is_data or text == "\\data\\"
            if is_data and text.startswith("ngram ") and (number := text[6:].partition("=")[0].strip()).isdecimal():
                order = max(order, int(number))
    if not order:
        raise ConfigError(f"{path}: this is no ARPA file: no `ngram 1=...` stands below \\data\\")
    return order


def _ini(system: Model, paths: list[str], orders: list[int]) -> Iterator[str]:
    several = len(system.tables) > 1
    yield f"# {system.source} to {system.target}; start Moses in this directory: moses -f {INI}"
    yield from ("", "[input-factors]", "0", "", "[mapping]", f"0 T {len(system.tables) if several else 0}")
    yield from ("", "[distortion-limit]", str(system.search.reordering), "", "[stack]", str(system.search.stack))
    yield from ("", "[max-phrase-length]", str(system.search.longest))
    yield from ("", "[feature]", "UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion")
    yield from _tables(system)
    for number, (lm, path, order) in enumerate(zip(system.lms, paths, orders, strict=True)):
        yield f"# LM{number}: {lm.name}"
        yield f"KENLM name=LM{number} factor=0 path={path} order={order}"
    yield from ("", "[weight]", f"UnknownWordPenalty0= {system.weights.unknown:g}")
    yield f"WordPenalty0= {system.weights.words:g}"
    yield f"PhrasePenalty0= {system.weights.phrases:g}"
    yield f"Distortion0= {system.weights.distortion:g}"
    yield from _weights(system.tables, system.lms)


def _tables(system: Model) -> Iterator[str]:
    several = len(system.tables) > 1
    rest = "input-factor=0 output-factor=0"
    for number, table in enumerate(system.tables):
        # Within a group all translations are wanted, for another table may make the best of what one thinks little of.
        limit = "table-limit=0 tuneable=false" if several else f"table-limit={system.search.options}"
        yield f"# TranslationModel{number}: {table.name}"
        features = f"num-features={len(table.weights)} path={_table_path(number)}"
        yield f"PhraseDictionaryMemory name=TranslationModel{number} {features} {rest} {limit}"
    if several:
        members = ",".join(f"TranslationModel{number}" for number in range(len(system.tables)))
        floors = [f"{math.log(table.floor):.6g}" for table in system.tables for _ in table.weights]
        scores = f"num-features={len(floors)} default-scores={','.join(floors)}"
        limit = f"table-limit={system.search.options}"
        yield f"PhraseDictionaryGroup name=PhraseDictionaryGroup0 members={members} {scores} {rest} {limit}"


def _weights(tables: tuple[Table, ...], lms: tuple[LanguageModel, ...]) -> Iterator[str]:
    for number, table in enumerate(tables):
        yield f"TranslationModel{number}= {' '.join(f'{weight:g}' for weight in table.weights)}"
    if len(tables) > 1:
        weights = [f"{weight:g}" for table in tables for weight in table.weights]
        yield f"PhraseDictionaryGroup0= {' '.join(weights)}"
    for number, lm in enumerate(lms):
        yield f"LM{number}= {lm.weight:g}"
