"""The plug-in kind of the topic stage: who says how relevant a document is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from polytrawl.plugin import Plugin
from polytrawl.records import Document
from polytrawl.relevance.definition import Definition


class Classifier(Plugin, kind="classifier"):
    """Tells how relevant a document is for the topic.

    One that needs to see all documents first says so by `learns`: then `learn` reads them once, and every worker gets
    what it gives by `inform`. A crawl judges pages before there is anything to learn from, and calls just `classify`.
    """

    @property
    def learns(self) -> bool:
        """Whether it looks at all documents before it judges one."""
        return False

    def prepare(self, definition: Definition) -> None:
        """Take in the run's topic definition: called once, before the first document, and only when there is one."""

    def learn(self, documents: Iterable[Document]) -> Any:  # noqa: ANN401 - plain values or bytes, known to it alone
        """What is to be known from all documents: they are a stream, and too many to be kept."""
        raise NotImplementedError

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take notice of what was learned."""
        raise NotImplementedError

    def classify(self, document: Document) -> Document:
        """The document with `relevance`, subtopics, terms per paragraph, and the reason `off-topic` where it is."""
        raise NotImplementedError
