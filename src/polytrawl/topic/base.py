"""The plug-in kind of the topic stage: who says how relevant a document is."""

from __future__ import annotations

from polytrawl.plugin import Plugin
from polytrawl.records import Document
from polytrawl.relevance.definition import Definition


class Classifier(Plugin, kind="classifier"):
    """Tells how relevant a document is for the topic."""

    def prepare(self, definition: Definition) -> None:
        """Take in the run's topic definition: called once, before the first document, and only when there is one."""

    def classify(self, document: Document) -> Document:
        """The document with `relevance`, subtopics, terms per paragraph, and the reason `off-topic` where it is."""
        raise NotImplementedError
