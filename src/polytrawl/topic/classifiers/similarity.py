"""The relevance of Laranjeira 2015 (section 4.2): the TF-IDF cosine between a document and the query.

By single words, by sequences of two or three, or by both: alpha * n-grams + (1 - alpha) * words (equation 4.2). With
`mwe`, n-grams weigh more the more they are expressions (equation 4.4). The texts that images stand for count as text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.language_tags import as_asked, same_language
from polytrawl.options import option, shared
from polytrawl.records import Document, Lang, replace
from polytrawl.relevance.definition import Definition, as_query
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.guess import languages_of
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.mwe import DEFAULT, MINIMUM, Mwe
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.query import BETA, Blend, Query, Similar
from polytrawl.relevance.resource import Resource, open_resource
from polytrawl.topic.cut import Cutting
from polytrawl.topic.threshold import Threshold

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Similarity(Cutting, name="similarity"):
    """Compares documents with the topic's query; without one, with its terms or its examples."""

    libraries: ClassVar[tuple[str, ...]] = ("wordfreq",)

    # F1 with one article as query, on 1200 pages of "Wikipedia for Schools" (health, storms, dinosaurs): .22 .44 .77 at
    # 0.1, .26 .23 .30 at .05, .00 .55 .61 at .15; the best cuts are .06, .34, .12, and the documents tell none. With
    # the terms of the demo web as query, each as often as it weighs, 0.1 is wrong about 21 of its 81 pages (each once:
    # 18), what the documents tell about none.
    guess: ClassVar[float] = 0.1
    min_relevance: Threshold = option("auto", 'documents below are off-topic; "auto" picks it from all documents')
    n: Annotated[int, msgspec.Meta(ge=1, le=3)] = option(1, "compare single words, or also sequences of 2 or 3")
    alpha: _Share = option(0.5, "what sequences count beside single words")
    resources: tuple[Path, ...] = option((), "IDF and MWE factors of languages, from `polytrawl resources build`")
    mwe: bool = option(default=False, help="weigh sequences by how much they are expressions; needs `resources`")
    beta: _Share = option(BETA, "what that counts beside their IDF")
    mwe_default: _Share = option(DEFAULT, "the MWE factor of sequences that the resource does not know")
    mwe_minimum: _Share = option(MINIMUM, "sequences with a smaller MWE factor get the default")
    languages: tuple[str, ...] = shared(())
    _definition: Definition = field(init=False, repr=False, default=Definition())
    _queries: dict[Lang, Similar | None] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.mwe and (not self.resources or self.n == 1):
            raise ConfigError("topic.classifier: mwe needs n = 2 or 3, and `resources`: `polytrawl resources build`")

    def prepare(self, definition: Definition) -> None:
        """Take in query, terms or examples."""
        self._definition = definition
        self._queries.clear()

    def relevance(self, document: Document) -> float | None:
        """The similarity to the query; None where there is none in the document's language."""
        language = document.language or "und"
        if language not in self._queries:
            self._queries[language] = self._query(language)
        query = self._queries[language]
        return None if query is None else round(query.similarity(text_of(document)), 4)

    def classify(self, document: Document) -> Document:
        """The document with its relevance; as it is where there is no query in its language."""
        relevance = self.relevance(document)
        if relevance is None:
            return document
        judged = replace(document, relevance=relevance)
        return judged if relevance >= self.threshold else judged.but("off-topic")

    def _query(self, language: Lang) -> Similar | None:
        texts = self._texts(language)
        resource = self._resource(language)
        idf: Idf = resource or generic_idf(language)
        words = Query.of(texts, idf=idf)
        if not words:
            return None
        if self.n == 1:
            return words
        mwe: Mwe | None = None
        if self.mwe and resource:
            mwe = resource.mwe(default=self.mwe_default, minimum=self.mwe_minimum)
        return Blend(words, Query.of(texts, n=self.n, idf=idf, mwe=mwe, beta=self.beta), self.alpha)

    def _resource(self, language: Lang) -> Resource | None:
        found = map(open_resource, self.resources)
        return next((one for one in found if same_language(one.head.language, language)), None)

    def _texts(self, language: Lang) -> list[str]:
        given = self._definition
        if not given.query and not given.examples:
            return as_query(given.terms_in(language))
        texts = given.query or tuple(one.text for one in given.examples if one.is_on_topic)
        among = self.languages
        asked = as_asked(language, among, language)
        if asked not in among:
            return list(texts) if not among else []
        return [text for text in texts if asked in languages_of(text, among)]
