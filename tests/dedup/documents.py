"""Documents, and the clusters that come of them, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from polytrawl.dedup.base import Deduplicator
from polytrawl.dedup.stage import Dedup
from polytrawl.records import Cluster, Document, Paragraph
from polytrawl.work import Sketch


def document(
    number: int,
    text: str | Sequence[str],
    language: str | None = "de",
    reason: str = "",
    *,
    other: str = "",
    is_unwanted: bool = False,
) -> Document:
    """A document with a menu of its own, which is boilerplate; unwanted ones are off-topic, so no index holds them."""
    texts = [text] if isinstance(text, str) else text
    paragraphs = [Paragraph(text=one, reason=reason) for one in texts]
    paragraphs.append(Paragraph(text=f"Menu {number}", reason="boilerplate"))
    if other:
        paragraphs.append(Paragraph(text=other, language="en", reason="out-of-language"))
    return Document(
        id=f"d-{number}",
        page=f"g-{number}",
        url=f"http://a.test/{number}",
        site="a.test",
        language=language,
        paragraphs=tuple(paragraphs),
        reasons=("off-topic",) if is_unwanted else (),
    )


def clusters(documents: Sequence[Document], method: Deduplicator, folder: Path, *known: Path) -> list[Cluster]:
    """What the stage makes of documents; the index is in the folder."""
    stage = Dedup(method=method, known=known)
    records = [record for one in documents for record in stage.sketch(one)]
    sketches = [record for record in records if isinstance(record, Sketch)]
    inside = [record for record in records if isinstance(record, Cluster)]
    return [*stage.settle(iter(sketches), folder), *inside]


def members(documents: Sequence[Document], method: Deduplicator, folder: Path, *known: Path) -> list[tuple[str, ...]]:
    """The members of each cluster."""
    return [cluster.members for cluster in clusters(documents, method, folder, *known)]
