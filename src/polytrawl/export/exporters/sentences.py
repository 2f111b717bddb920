"""One sentence per line, one file per language: what trainers of language models and most linguists begin with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import xxhash

from polytrawl.characters import one_line
from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles
from polytrawl.options import option
from polytrawl.records import Document, Lang
from polytrawl.sentences import split


@dataclass(kw_only=True)
class Sentences(Exporter, name="sentences"):
    """`sentences/<language>.txt`: a sentence a line, an empty line between documents."""

    gaps: bool = option(True, "an empty line between documents")
    unique: bool = option(False, "write each sentence of a language once; some 70 bytes of memory for each")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per language that has documents with text."""
        (folder / "sentences").mkdir()
        seen: defaultdict[Lang, set[int]] = defaultdict(set)
        with TextFiles(folder / "sentences") as files:
            for document in selection.documents():
                language = document.language or "und"
                lines = list(self._new(document, seen[language]) if self.unique else _sentences(document))
                if lines:
                    is_first = f"{language}.txt" not in files
                    file = files.open(f"{language}.txt")
                    file.write("\n" if self.gaps and not is_first else "")
                    file.writelines(f"{line}\n" for line in lines)

    def _new(self, document: Document, seen: set[int]) -> Iterator[str]:
        for sentence in _sentences(document):
            mark = xxhash.xxh3_64_intdigest(sentence.encode("utf-8", "surrogatepass"))
            if mark not in seen:
                seen.add(mark)
                yield sentence


def _sentences(document: Document) -> Iterator[str]:
    for paragraph in document.main:
        yield from filter(None, map(one_line, split(paragraph.text, document.language or "und")))
