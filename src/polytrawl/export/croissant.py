"""`metadata.json`: the export as a schema.org `Dataset` by Croissant 1.0, so that search engines and ML tools read it.

Every file is named with its size and SHA-256; tables (TSV and Parquet) have a record set each, with their columns.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from polytrawl.export.card_header import languages_of, title_of
from polytrawl.export.columns import columns_of
from polytrawl.export.contents import Contents, contents_of
from polytrawl.export.listing import Listed, listed
from polytrawl.export.making import version
from polytrawl.export.selection import Selection

__all__ = ["FILE", "write"]

FILE = "metadata.json"
# The names of schema.org are the default; these are of Croissant, as its standard gives them.
_OWN = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet", "format"),
    *("includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex"),
    *("repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{name: f"cr:{name}" for name in _OWN},
}


def write(selection: Selection, folder: Path) -> None:
    """Write the metadata of all files that are in the folder."""
    files = list(listed(folder))
    made = {**_about(selection), "distribution": list(_distribution(folder, files)), "recordSet": _sets(folder, files)}
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n")


def _about(selection: Selection) -> dict[str, Any]:
    contents = contents_of(selection)
    licences = sorted(({*contents.licences, *contents.unit_licences}) - {""})
    dates = {"dateCreated": contents.fetched} if contents.fetched else {}  # it is published by somebody, some day
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": title_of(contents),
        "description": _description(contents),
        "inLanguage": languages_of(contents),
        "license": licences or ["unknown"],
        "keywords": ["corpus", "web", *sorted(contents.topics)],
        "isLiveDataset": False,
        "creator": {"@type": "sc:Organization", "name": f"polytrawl {version()}"},
        "variableMeasured": list(_sizes(contents)),
        **dates,
    }


def _description(contents: Contents) -> str:
    documents = sum(size.documents for size in contents.sizes.values())
    units = contents.units.total()
    parallel = f", and {units} pairs of sentences that are translations of each other" if units else ""
    return f"The main text of {documents} web pages{parallel}, collected and cleaned by polytrawl."


def _sizes(contents: Contents) -> Iterator[dict[str, Any]]:
    for language, size in sorted(contents.sizes.items()):
        for name in ("documents", "paragraphs", "tokens", "words", "types"):
            yield _measured(f"{name} ({language})", getattr(size, name))
    for pair, number in sorted(contents.units.items()):
        yield _measured(f"units ({'-'.join(pair)})", number)


def _measured(name: str, value: int) -> dict[str, Any]:
    return {"@type": "sc:PropertyValue", "name": name, "value": value}


def _distribution(folder: Path, files: list[Listed]) -> Iterator[dict[str, Any]]:
    for one in files:
        what = {**_file(one.name, one.what), "encodingFormat": one.media_type}
        if one.is_many:
            yield {**what, "@type": "cr:FileSet", "includes": one.name}
        else:
            with (folder / one.name).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            yield {**what, "contentUrl": one.name, "contentSize": f"{one.size} B", "sha256": digest}


def _file(name: str, what: str) -> dict[str, Any]:
    return {"@type": "cr:FileObject", "@id": name, "name": name, "description": what}


def _sets(folder: Path, files: list[Listed]) -> list[dict[str, Any]]:
    tables = ((one, columns_of(folder / one.name)) for one in files if not one.is_many)
    return [_set(one, columns) for one, columns in tables if columns]


def _set(table: Listed, columns: dict[str, tuple[str, bool]]) -> dict[str, Any]:
    name = f"records/{table.name}"
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column}",
            "name": column,
            "dataType": kind,
            **({"repeated": True} if is_list else {}),
            "source": {"fileObject": {"@id": table.name}, "extract": {"column": column}},
        }
        for column, (kind, is_list) in columns.items()
    ]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "description": table.what, "field": fields}
