"""SQL dumps as Wikimedia publishes them, made from the SQLite file of a wiki, in the old schema and in the new one."""

from __future__ import annotations

import bz2
import gzip
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import mediawiki

Rows = tuple[Sequence[str], list[tuple[object, ...]]]
_TABLES = ("page", "categorylinks", "langlinks", "externallinks", "redirect", "page_props")
_ESCAPES = {"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\r": "\\r", "\0": "\\0", "\x1a": "\\Z"}
_PER_LINE = 5  # rows; real dumps have thousands


def dump(wikis: mediawiki.Wikis, folder: Path, *, new_schema: bool) -> Path:
    """Dumps of all wikis in a folder."""
    folder.mkdir(parents=True)
    for language in wikis.languages:
        tables = read_tables(wikis.database(language))
        if new_schema:
            tables |= _with_targets(tables["categorylinks"])
            tables["externallinks"] = _with_domains(tables["externallinks"])
        for name, (columns, rows) in tables.items():
            write_dump(folder, name, columns, rows, language)
    return folder


def dump_texts(wikis: mediawiki.Wikis, folder: Path) -> None:
    """Articles as MediaWiki itself exports them."""
    for language in wikis.languages:
        config = wikis.folder / language / "LocalSettings.php"
        xml = mediawiki.run("dumpBackup.php", "--current", "--quiet", config=config)
        (folder / f"{language}wiki-20240501-pages-articles.xml.bz2").write_bytes(bz2.compress(xml.encode()))


def write_dump(
    folder: Path, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]], edition: str = "en"
) -> Path:
    """One table of an edition."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{edition}wiki-20240501-{table}.sql.gz"
    path.write_bytes(gzip.compress(as_sql(table, columns, rows).encode(), mtime=0))
    return path


def read_tables(database: Path) -> dict[str, Rows]:
    """The tables of a wiki."""
    db = sqlite3.connect(database)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    found: dict[str, Rows] = {}
    for name in _TABLES:
        cursor = db.execute(f"SELECT * FROM {name} ORDER BY 1")
        found[name] = [column[0] for column in cursor.description], cursor.fetchall()
    db.close()
    return found


def as_sql(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]], per_line: int = _PER_LINE) -> str:
    """A table as mysqldump writes it."""
    lines = [f"-- Dump of {name}", f"DROP TABLE IF EXISTS `{name}`;", f"CREATE TABLE `{name}` ("]
    lines += [f"  `{column}` varbinary(255) NOT NULL," for column in columns]
    lines += [f"  PRIMARY KEY (`{columns[0]}`)", ") ENGINE=InnoDB;", f"/*!40000 ALTER TABLE `{name}` DISABLE KEYS */;"]
    values = [f"({','.join(map(_literal, row))})" for row in rows]
    for start in range(0, len(values), per_line):
        lines.append(f"INSERT INTO `{name}` VALUES {','.join(values[start : start + per_line])};")
    return "\n".join([*lines, "-- Dump completed", ""])


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, int | float):
        return str(value)
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
    return "'" + "".join(_ESCAPES.get(char, char) for char in text) + "'"


def _with_targets(links: Rows) -> dict[str, Rows]:
    """Category links that name their targets by number, and the table of these numbers."""
    columns, rows = links
    place = list(columns).index("cl_to")
    numbers = {title: number for number, title in enumerate(sorted({row[place] for row in rows}, key=str), 7000)}
    others = [*range(place), *range(place + 1, len(columns))]
    renamed = [*(columns[one] for one in others), "cl_target_id"]
    linked = [(*(row[one] for one in others), numbers[row[place]]) for row in rows]
    targets: list[tuple[object, ...]] = [(number, 14, title) for title, number in numbers.items()]
    targets.append((1, 10, "Flowers"))  # a template of the same name
    return {"categorylinks": (renamed, linked), "linktarget": (("lt_id", "lt_namespace", "lt_title"), targets)}


def _with_domains(links: Rows) -> Rows:
    """External links cut into domain and path, as newer wikis have them."""
    columns, rows = list(links[0]), links[1]
    el_id, el_from, el_index = (columns.index(name) for name in ("el_id", "el_from", "el_index"))
    cut: list[tuple[object, ...]] = []
    for row in rows:
        index = _text(row[el_index])
        end = index.index("/", index.index("://") + 3)
        cut.append((row[el_id], row[el_from], index[:end], index[end:]))
    return ("el_id", "el_from", "el_to_domain_index", "el_to_path"), cut


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
