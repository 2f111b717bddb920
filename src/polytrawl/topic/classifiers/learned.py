"""A classifier that learns the topic from pages: those that were judged, those of the query, or the seeds of the run.

It tells them from pages judged to be off the topic, and from the background: a sample of the run's own documents, most
of which are taken to be something else. `polytrawl evaluate sample examples` names the documents that it is
least sure of; each round of judging those makes it better where it is weakest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec
import numpy as np

from polytrawl import urls
from polytrawl.errors import StageError
from polytrawl.options import option, shared
from polytrawl.records import Document, Lang, replace
from polytrawl.relevance.definition import Definition, Example
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.guess import languages_of
from polytrawl.relevance.pages import text_of
from polytrawl.topic.calibrate import fitted
from polytrawl.topic.classifiers.similarity import Similarity
from polytrawl.topic.cut import Cutting
from polytrawl.topic.linear import Features, Labelled, Linear, features
from polytrawl.topic.threshold import Threshold


@dataclass(kw_only=True)
class Learned(Cutting, name="learned"):
    """Learns from examples, query or seeds which words and word pairs make a page relevant."""

    libraries: ClassVar[tuple[str, ...]] = ("numpy", "wordfreq")

    guess: ClassVar[float] = 0.5
    min_relevance: Threshold = option(0.5, 'documents below are off-topic; "auto" picks it from all documents')
    background: Annotated[int, msgspec.Meta(ge=0)] = option(1000, "documents of the run that stand for everything else")
    languages: tuple[str, ...] = shared(())
    seeds: tuple[str, ...] = shared(())
    _examples: tuple[Example, ...] = field(init=False, repr=False, default=())
    _model: Linear | None = field(init=False, repr=False, compare=False, default=None)
    _before: Similarity | None = field(init=False, repr=False, compare=False, default=None)

    @property
    def learns(self) -> bool:
        """Always: from the documents of the run."""
        return True

    def prepare(self, definition: Definition) -> None:
        """Take in examples and query. A crawl judges pages with what can be learned from them alone."""
        wanted = tuple(Example(is_on_topic=True, text=text) for text in definition.query)
        self._examples = (*definition.examples, *wanted)
        known = [self._labelled(one) for one in self._examples if one.text]
        self._model = fitted(known, []) if len({one.is_wanted for one in known}) > 1 else None
        self._before = Similarity(languages=self.languages)
        self._before.prepare(Definition(query=tuple(one.text for one in self._examples if one.is_on_topic)))

    def learn(self, documents: Iterable[Document]) -> Any:  # noqa: ANN401 - weights, bias and threshold
        """The model, from the examples and from the documents."""
        known = [self._labelled(one) for one in self._examples if one.text]
        sample = _Sample(self.background, self._features)
        for document, label in self._with_labels(documents):
            if label is None:
                sample.offer(document)
            else:
                known.append(Labelled(self._features(document), label))
        model = self._trained(known, sample.kept)
        scores = [model.probability(one) for one in sample.kept]
        picked = self.pick(scores) if self.min_relevance == "auto" else None
        return {"weights": model.weights.tobytes(), "bias": model.bias, "threshold": picked}

    def inform(self, learned: Any) -> None:  # noqa: ANN401 - as above
        """Take over the model."""
        self._model = Linear(np.frombuffer(learned["weights"], np.float32), learned["bias"])
        self._picked = learned["threshold"]

    def relevance(self, document: Document) -> float | None:
        """How likely the document is on the topic; before there is a model, how similar it is to the examples."""
        if self._model is None:
            return self._before.relevance(document) if self._before else None
        return round(self._model.probability(self._features(document)), 4)

    def classify(self, document: Document) -> Document:
        """The document with its relevance; before there is a model, nothing is off-topic."""
        relevance = self.relevance(document)
        if relevance is None:
            return document
        judged = replace(document, relevance=relevance)
        is_kept = self._model is None or relevance >= self.threshold
        return judged if is_kept else judged.but("off-topic")

    def _with_labels(self, documents: Iterable[Document]) -> Iterator[tuple[Document, bool | None]]:
        """Documents with what is said about them: by a judgement, or by being a seed where nothing else is known."""
        said = {one.id: one.is_on_topic for one in self._examples if one.id}
        seeds = set() if self._examples else {urls.normalise(seed) for seed in self.seeds}
        for document in documents:
            if document.id in said:
                yield document, said[document.id]
            elif not document.reasons:
                yield document, True if document.url in seeds else None

    def _trained(self, known: list[Labelled], background: list[Features]) -> Linear:
        labels = {one.is_wanted for one in known}
        if True not in labels:
            raise StageError("topic: no page to learn from; give topic.examples or topic.query, or seeds on the topic")
        if labels == {True} and not background:
            raise StageError("topic: nothing to tell the examples from; judge some pages `no`, or crawl more")
        return fitted(known, background)

    def _labelled(self, example: Example) -> Labelled:
        languages = languages_of(example.text, self.languages) or ("und",)
        return Labelled(features(example.text, generic_idf(languages[0])), example.is_on_topic)

    def _features(self, document: Document) -> Features:
        language: Lang = document.language or "und"
        return features(text_of(document), generic_idf(language))


class _Sample:
    """Some of a stream, each item as likely as any other; equal streams give equal samples."""

    def __init__(self, size: int, look: Callable[[Document], Features]) -> None:
        self.kept: list[Features] = []
        self._size, self._look, self._seen = size, look, 0
        self._random = random.Random(0)  # noqa: S311 - no secret: it is to be drawn the same again

    def offer(self, document: Document) -> None:
        """Take a document, perhaps in the place of another; only then it is looked at."""
        self._seen += 1
        if len(self.kept) < self._size:
            self.kept.append(self._look(document))
        elif self._size and (place := self._random.randrange(self._seen)) < self._size:
            self.kept[place] = self._look(document)
