"""The files of an export as card and metadata name them; those that are named by records stand together as one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

__all__ = ["Listed", "kind_of", "listed", "paths_in"]

_RECORD = re.compile(r"[a-z]-[0-9a-f]+")  # the id of a document or page pair
_TSV, _XML, _ZSTD, _TEXT = "text/tab-separated-values", "application/xml", "application/zstd", "text/plain"
# Patterns of names, what such a file is, and its media type; the first that fits counts.
_KINDS = (
    ("README.md", "the card of the corpus: what it is, where from, under which terms", "text/markdown"),
    ("metadata.json", "the card for programs (Croissant)", "application/json"),
    ("metashare.xml", "the card as a META-SHARE record", _XML),
    ("sources.tsv", "hosts with their documents, tokens, units and licences", _TSV),
    ("terms.tsv", "what the owner of each page said about its use", _TSV),
    ("units.tsv", "units, one a line", _TSV),
    ("pairs.tsv", "page pairs, one a line", _TSV),
    ("patterns.tsv", "URL patterns with their credibility", _TSV),
    ("documents.jsonl.zst", "documents with all that is known about them", _ZSTD),
    ("units.jsonl.zst", "units with all that is known about them", _ZSTD),
    ("text/*.txt", "documents as plain text, a paragraph a line", _TEXT),
    ("sentences/*.txt", "documents as plain text, a sentence a line", _TEXT),
    ("neural/*/README.md", "what the parts are, and how many units each has", "text/markdown"),
    ("neural/*/figures.json", "the sizes of the parts", "application/json"),
    ("neural/*.tsv", "units of one part, to train, validate or test with", _TSV),
    ("neural/*", "one side of the units of one part, to train, validate or test with", _TEXT),
    ("moses/*", "one side of the units, one a line", _TEXT),
    ("vertical/*.vert", "documents, a token a line, for CWB and NoSketch Engine", _TEXT),
    ("vertical/*.registry", "registry file for NoSketch Engine", _TEXT),
    ("vertical/encode.sh", "makes corpora of the vertical files with CWB", "application/x-sh"),
    ("parquet/data/*.parquet", "units as a table", "application/x-parquet"),
    ("parquet/documents/*.parquet", "documents as a table", "application/x-parquet"),
    ("parquet/README.md", "the card, for the tables beside it", "text/markdown"),
    ("comparable/*/pairs.tsv", "documents that are about the same things, with scores", _TSV),
    ("comparable/*/summary.json", "how comparable the two sides are", "application/json"),
    ("comparable/*.txt", "one side of a comparable corpus, a paragraph a line", _TEXT),
    ("tei/*.xml", "documents as TEI", _XML),
    ("xml/*.xml", "documents as cesDoc", _XML),
    ("cesalign/*.xml", "links between paragraphs of cesDoc files", _XML),
    ("md/*.md", "documents as Markdown", "text/markdown"),
    ("html/*.html", "page pairs side by side", "text/html"),
    ("*.tmx", "translation memory", "application/x-tmx+xml"),
    ("*.tsv", "a table", _TSV),
    ("*.json", "JSON", "application/json"),
    ("*.xml", "XML", _XML),
    ("*.txt", "plain text", _TEXT),
    ("*", "", "application/octet-stream"),
)


class Listed(NamedTuple):
    """A file, or all files of one ending in a folder: then the name is a pattern."""

    name: str
    what: str
    media_type: str
    number: int  # of files
    size: int  # bytes

    @property
    def is_many(self) -> bool:
        """Whether it stands for several files."""
        return "*" in self.name


def paths_in(folder: Path) -> list[str]:
    """All files of a folder, seen from there, sorted."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def listed(folder: Path) -> Iterator[Listed]:
    """The files of a folder, sorted by name, those of the folder itself first."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in paths_in(folder):
        groups[_shared_name(name)].append(name)
    for name in sorted(groups, key=lambda one: ("/" in one, one)):
        what, media_type = kind_of(name)
        sizes = [(folder / one).stat().st_size for one in groups[name]]
        yield Listed(name, what, media_type, len(sizes), sum(sizes))


def _shared_name(name: str) -> str:
    path = Path(name)
    return path.with_name(f"*{path.suffix}").as_posix() if _RECORD.fullmatch(path.stem) else name


def kind_of(name: str) -> tuple[str, str]:
    """What a file of an export is, and its media type."""
    return next((what, media_type) for pattern, what, media_type in _KINDS if fnmatchcase(name, pattern))
