"""Vertical files, one per language, with what CWB and NoSketch Engine need to take them in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.vertical import encode_script, registry, render
from polytrawl.export.writing import TextFiles, open_text


@dataclass(kw_only=True)
class Vertical(Exporter, name="vertical"):
    """`vertical/<language>.vert` for CWB and NoSketch Engine, with a script and registry files for these."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a file and a registry file per language that has documents, and the script."""
        home = folder / "vertical"
        home.mkdir()
        languages: set[str] = set()
        with TextFiles(home) as files:
            for document in selection.documents():
                language = document.language or "und"
                languages.add(language)
                files.open(f"{language}.vert").writelines(f"{line}\n" for line in render(document))
        for language in sorted(languages):
            with open_text(home / f"{language}.registry") as file:
                file.write(registry(language))
        with open_text(home / "encode.sh") as file:
            file.write(encode_script(sorted(languages)))
