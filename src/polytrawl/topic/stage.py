"""The topic stage: how relevant each document is for the topic of the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

from polytrawl.options import option
from polytrawl.records import Document
from polytrawl.relevance.definition import Definition
from polytrawl.topic.base import Classifier
from polytrawl.work import Map


@dataclass(kw_only=True)
class Topic(Map[Document], name="topic"):
    """Tells documents on the topic from others."""

    reads: ClassVar[tuple[str, ...]] = ("language",)

    classifier: Classifier = option(cast("Classifier", "terms"), "who says how relevant a document is")
    definition: Path | None = option(None, "the file with the topic's terms; without it nothing is off-topic")

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Refuse a definition that cannot be read."""
        if options["definition"] is not None:
            Definition.read(Path(options["definition"]))

    def __post_init__(self) -> None:
        if self.definition is not None:
            self.classifier.prepare(Definition.read(self.definition))

    def apply(self, record: Document) -> Iterator[Document]:
        """The document with relevance, subtopics, terms, and the reason `off-topic` where it is."""
        yield self.classifier.classify(record)
