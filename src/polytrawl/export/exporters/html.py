"""Page pairs side by side, as HTML that people read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.lining import lined_up
from polytrawl.export.placing import UnitsOfPairs, sentences_of
from polytrawl.export.selection import Selection
from polytrawl.export.texts import Texts
from polytrawl.export.writing import open_text
from polytrawl.records import Document, PagePair, replace
from polytrawl.views import sidebyside


@dataclass(kw_only=True)
class Html(Exporter, name="html"):
    """`html/index.html` and a file per page pair: both pages side by side, what is refused or alone marked."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a page for each page pair, and the index."""
        home = folder / "html"
        home.mkdir()
        with open_text(home / "index.html") as file:
            file.write(sidebyside.index(list(self._pages(selection, home))))

    def _pages(self, selection: Selection, home: Path) -> Iterator[sidebyside.Entry]:
        units = UnitsOfPairs(selection)
        for pair in selection.pairs():
            left, right = sentences_of(pair.left), sentences_of(pair.right)
            rows = list(lined_up(left, right, units.of(pair.id), selection.texts))
            slim = _slim(pair, selection.texts)
            name = f"{pair.left.language or 'und'}-{pair.right.language or 'und'}/{pair.id}.html"
            (home / name).parent.mkdir(exist_ok=True)
            with open_text(home / name) as file:
                file.write(sidebyside.render(slim, rows, "../index.html"))
            yield sidebyside.Entry(slim, name, sidebyside.tally(rows))


def _slim(pair: PagePair, texts: Texts) -> PagePair:
    """The pair without its texts, of which the index holds many."""

    def side(document: Document) -> Document:
        return replace(document, paragraphs=(), posts=(), title=texts.shown(document.title))

    return replace(pair, left=side(pair.left), right=side(pair.right))
