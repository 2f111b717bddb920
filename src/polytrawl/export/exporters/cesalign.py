"""cesAlign XML, a file per page pair: the format of ILSP-FC."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.placing import UnitsOfPairs, links_of
from polytrawl.export.selection import Selection
from polytrawl.records import Document, replace
from polytrawl.views import cesalign


@dataclass(kw_only=True)
class CesAlign(Exporter, name="cesalign"):
    """`cesalign/<l1>-<l2>/<page pair>.xml`: links between the cesDoc files of two pages, which `xml` writes."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per page pair; the folder is there even if it stays empty."""
        (folder / "cesalign").mkdir()
        numbers = _main_numbers(selection)
        units = UnitsOfPairs(selection)
        for pair in selection.pairs():
            left, right = pair.left, pair.right
            home = folder / "cesalign" / f"{left.language or 'und'}-{right.language or 'und'}"
            home.mkdir(exist_ok=True)
            own = numbers.get(left.id, range(1, 1)), numbers.get(right.id, range(1, 1))
            wanted = (unit for unit, reason in units.of(pair.id) if not reason)
            links = links_of(wanted, (left, right), own)
            shown = replace(pair, left=selection.texts.document(left), right=selection.texts.document(right))
            text = cesalign.render(shown, (_place(left), _place(right)), links)
            (home / f"{pair.id}.xml").write_text(text, encoding="utf-8", newline="\n", errors="replace")


def _place(document: Document) -> str:
    """The cesDoc file of a document, seen from a cesAlign file."""
    return f"../../xml/{document.language or 'und'}/{document.id}.xml"


def _main_numbers(selection: Selection) -> dict[str, tuple[int, ...]]:
    """The numbers of the main paragraphs of each document, from 1, as its cesDoc file has them."""
    return {
        document.id: tuple(number for number, one in enumerate(document.paragraphs, 1) if not one.reason)
        for document in selection.documents()
    }
