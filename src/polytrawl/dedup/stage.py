"""The dedup stage: documents of one language with the same text become a cluster.

Which members are kept is decided at export, where it is known which of them belong to page pairs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

import msgspec

from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.clusters import clusters_of
from polytrawl.dedup.index import FILE, check_index, read_index, write_index
from polytrawl.dedup.table import Gathering, Table
from polytrawl.options import option
from polytrawl.records import Cluster, Document, Record, make_id
from polytrawl.work import Assembly, Sketch


@dataclass(kw_only=True)
class Dedup(Assembly[Document], name="dedup"):
    """Clusters of documents with the same text."""

    reads: ClassVar[tuple[str, ...]] = ("topic",)

    method: Deduplicator = option(cast("Deduplicator", "exact"), "who says which documents are the same")
    known: tuple[Path, ...] = option(
        (), "index files of earlier runs (DIR/dedup/index.npz): what is in them is not new"
    )

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Whether the index files are there and fit the method."""
        for path in options["known"]:
            check_index(Path(path), options["method"])

    def sketch(self, record: Document) -> Iterator[Record]:
        """What is compared of a document, and the clusters of paragraphs inside it.

        Nothing of a document without text or without a known language.
        """
        if not record.language or record.language == "und" or not record.main:
            return
        found = self.method.essence(record)
        if found is None:
            return
        numbers = (found.size, int(not record.reasons))
        yield Sketch(id=record.id, key=record.language, data=found.values.tobytes(), numbers=numbers)
        for repeat in found.repeats:
            yield self._inside(record, repeat)

    def _inside(self, document: Document, paragraphs: tuple[int, ...]) -> Cluster:
        name = make_id("c", self.method.name, document.id, *map(str, paragraphs))
        language = document.language or "und"
        return Cluster(
            id=name, method=self.method.name, language=language, members=(document.id,), paragraphs=paragraphs
        )

    def settle(self, sketches: Iterable[Sketch], folder: Path) -> Iterator[Cluster]:
        """The clusters of all languages; the index of the run is left in the folder."""
        tables = self._tables(sketches)
        for language, table in tables.items():
            links = self.method.link(table.rows)
            yield from clusters_of(
                table, links, method=self.method.name, language=language, equal_from=self.method.equal_from
            )
        write_index(folder / FILE, self._method, tables)

    def _tables(self, sketches: Iterable[Sketch]) -> dict[str, Table]:
        gathered: dict[str, Gathering] = {}
        for path in self.known:
            read_index(path, self._method, gathered)
        for one in sketches:
            size, is_wanted = one.numbers
            gathered.setdefault(one.key, Gathering()).add(one.id, size, one.data, is_wanted=bool(is_wanted))
        return {language: gathered.pop(language).table() for language in sorted(gathered)}

    @property
    def _method(self) -> dict[str, Any]:
        """The method as configs name it: an index can be used by the same one only."""
        fields: dict[str, Any] = dataclasses.asdict(self.method) if dataclasses.is_dataclass(self.method) else {}
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({"use": self.method.name, **fields}))
        return plain
