"""The topic stage: how relevant each document is for the topic of the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

from polytrawl.options import option, shared
from polytrawl.records import Document
from polytrawl.relevance.definition import Definition
from polytrawl.relevance.texts import Written, as_list, texts_of
from polytrawl.topic.base import Classifier
from polytrawl.topic.classifiers.learned import Learned
from polytrawl.topic.classifiers.similarity import Similarity
from polytrawl.topic.classifiers.terms import Terms
from polytrawl.topic.examples import examples_in, read_rows
from polytrawl.work import Study


@dataclass(kw_only=True)
class Topic(Study[Document], name="topic"):
    """Tells documents on the topic from others."""

    reads: ClassVar[tuple[str, ...]] = ("language",)

    classifier: Classifier = option(
        cast("Classifier", "terms"),
        "who says how relevant a document is; without terms, `terms` leaves it to `similarity`, or to `learned`",
    )
    definition: Path | None = option(None, "the file with the topic's terms; without any topic nothing is off-topic")
    query: Written = option((), "what documents must be similar to: words, text files, or addresses of pages")
    scoring_query: Written = option((), "the same for ranking links, where that should be another")
    examples: Path | None = option(None, "a table of pages that were judged to be on the topic or not")
    languages: tuple[str, ...] = shared(())
    seeds: tuple[str, ...] = shared(())

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Refuse a definition and examples that cannot be read."""
        if options["definition"] is not None:
            Definition.read(Path(options["definition"]))
        if options["examples"] is not None:
            read_rows(Path(options["examples"]))

    def __post_init__(self) -> None:
        given = self._given()
        if isinstance(self.classifier, Terms) and not given.terms:
            self.classifier = self._without_terms(given)
        if any(given):
            self.classifier.prepare(given)

    def _given(self) -> Definition:
        terms = Definition.read(self.definition).terms if self.definition else ()
        examples = tuple(examples_in(self.examples)) if self.examples else ()
        return Definition(terms, tuple(texts_of(as_list(self.query))), examples)

    def _without_terms(self, given: Definition) -> Classifier:
        if given.examples:
            return Learned(languages=self.languages, seeds=self.seeds)
        return Similarity(languages=self.languages) if given.query else self.classifier

    @property
    def learns(self) -> bool:
        """Whether the classifier looks at all documents first."""
        return self.classifier.learns

    def learn(self, records: Iterable[Document]) -> Any:  # noqa: ANN401 - known to the classifier alone
        """What the classifier learns from all documents."""
        return self.classifier.learn(records)

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Tell the classifier what was learned."""
        self.classifier.inform(learned)

    def apply(self, record: Document) -> Iterator[Document]:
        """The document with relevance, subtopics, terms, and the reason `off-topic` where it is."""
        yield self.classifier.classify(record)
