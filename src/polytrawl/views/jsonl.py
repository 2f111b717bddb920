"""Everything that is known about a document, on one line of JSON.

It is the record as it stands in `documents.jsonl.zst`, so what reads one reads the other, with the main text added.
"""

from __future__ import annotations

import msgspec

from polytrawl.records import Document
from polytrawl.shards import encode

# What a script asks for first stands on every line, also where the record leaves it out because it is empty.
_ALWAYS = ("title", "language", "text", "paragraphs")


def render(document: Document) -> str:
    """The record and its text; fields that have their default value are left out, but for the most wanted."""
    record = msgspec.json.decode(encode(document))
    record |= {name: getattr(document, name) for name in _ALWAYS}
    return msgspec.json.encode(record).decode() + "\n"
