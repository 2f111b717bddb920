"""cesDoc XML, a file per document: the format of ILSP-FC."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from polytrawl.export.base import Exporter
from polytrawl.export.documents import write_documents
from polytrawl.export.selection import Selection
from polytrawl.options import option
from polytrawl.views import cesdoc


@dataclass(kw_only=True)
class Xml(Exporter, name="xml"):
    """`xml/<language>/<document>.xml`: all paragraphs, each with what was found out about it."""

    min_words: Annotated[int, msgspec.Meta(ge=0)] = option(
        0, "main paragraphs with fewer words are marked ooi-length; leave it at 0 for languages without spaces"
    )

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per document."""
        write_documents(selection, folder / "xml", partial(cesdoc.render, min_words=self.min_words), ".xml")
