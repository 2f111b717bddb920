"""What every export says about itself, whatever its formats: card, list of sources, and metadata in two forms."""

from __future__ import annotations

from pathlib import Path

from polytrawl.export import card, croissant, metashare
from polytrawl.export.card_header import Tables
from polytrawl.export.contents import contents_of
from polytrawl.export.listing import listed
from polytrawl.export.selection import Selection
from polytrawl.export.sources_list import write_sources
from polytrawl.export.writing import open_text

__all__ = ["describe"]


def describe(selection: Selection, folder: Path, command: str) -> None:
    """Write the files that describe an export, when all others are there."""
    write_sources(contents_of(selection), folder)
    with open_text(folder / metashare.FILE) as file:
        file.write(metashare.render(selection))
    place = card.Place(Tables.of(folder, "parquet/"), tuple(listed(folder)), command)
    with open_text(folder / card.FILE) as file:
        file.write(card.card(selection, place))
    croissant.write(selection, folder)  # last: it has a digest of each file
