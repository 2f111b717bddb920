"""The language stage: the language of each document from its main text, and of each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, cast

import msgspec

from polytrawl.language.base import Guess, Identifier
from polytrawl.language.tags import as_asked, same_language
from polytrawl.options import option, shared
from polytrawl.records import Document, Lang, Paragraph, replace
from polytrawl.work import Map

_NOTHING = Guess("und", 0.0)
_PARAGRAPH_CHARS = 500  # are shown to the identifier; 4000 named the same languages on all paragraphs of 150 pages


@dataclass(kw_only=True)
class Language(Map[Document], name="language"):
    """Names the language of documents and of their paragraphs."""

    reads: ClassVar[tuple[str, ...]] = ("clean",)

    languages: tuple[str, ...] = shared()
    identifier: Identifier = option(cast("Identifier", "langid"), "who names the language of a text")
    # Tried with langid on 228 pages in 12 languages: of paragraphs with 40 to 60 characters 60 % get the language of
    # the page at this certainty and .3 % another one; from 100 characters on 90 % and more, and .5 % at most.
    min_chars: Annotated[int, msgspec.Meta(ge=1)] = option(40, "shorter paragraphs get no language of their own")
    certainty: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.7, "how sure the identifier must be that a paragraph is not in the language of its document"
    )
    max_chars: Annotated[int, msgspec.Meta(ge=100)] = option(4000, "how much of a document the identifier is shown")

    def apply(self, record: Document) -> Iterator[Document]:
        """The document with languages, and with the reason `no-text` or `out-of-language` where one holds."""
        text = record.text[: self.max_chars]
        guess = self._identify(text, record.declared_language)
        paragraphs = tuple(self._annotate(paragraph, guess.language) for paragraph in record.paragraphs)
        document = replace(record, language=guess.language, language_score=guess.score, paragraphs=paragraphs)
        if not text.strip():
            yield document.but("no-text")
        elif self.languages and guess.language not in self.languages:
            yield document.but("out-of-language")
        else:
            yield document

    def _identify(self, text: str, declared: Lang = "") -> Guess:
        """The language of a text, in the spelling of the run's languages."""
        if not any(char.isalpha() for char in text):
            return _NOTHING
        found = self.identifier.identify(text)
        return Guess(as_asked(found.language, self.languages, declared), round(found.score, 4))

    def _annotate(self, paragraph: Paragraph, main: Lang) -> Paragraph:
        """The paragraph with its language: that of its document, unless it is surely another one."""
        if len(paragraph.text) < self.min_chars:
            return replace(paragraph, language="und")
        guess = self._identify(paragraph.text[:_PARAGRAPH_CHARS], main)
        if guess == _NOTHING or main == "und" or same_language(guess.language, main):
            return replace(paragraph, language=main if guess != _NOTHING else "und")
        if guess.score < self.certainty:
            return replace(paragraph, language=main)
        return replace(paragraph, language=guess.language, reason=paragraph.reason or "out-of-language")
