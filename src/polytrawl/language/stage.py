"""The language stage: the language of each document from its main text, and of each paragraph.

A page with enough main text in two languages that were asked for becomes two documents, one for each: both hold all
paragraphs, and in each those of the other language have the reason `out-of-language`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, cast

import msgspec

from polytrawl.language.base import NOTHING, Guess, Identifier
from polytrawl.language.prior import weighed
from polytrawl.language.scripts import script_language, script_subtag
from polytrawl.language_tags import as_asked, primary, same_language, script
from polytrawl.options import option, shared
from polytrawl.records import Document, Lang, Paragraph, Score, make_id, replace
from polytrawl.sentences import width
from polytrawl.work import Map

_PARAGRAPH_CHARS = 500  # are shown to the identifier; 4000 named the same languages on all paragraphs of 150 pages
_REMEMBERED = 20_000  # paragraphs and their languages; some 5 MB
_ASKED = 2.0  # guess: the odds of a language that was asked for, against one that was not
_MIN_PART = 200  # characters; guess: less is a quotation, not a part of a page
_CODE = "pre"  # a kind of paragraph; it is in no language
_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Language(Map[Document], name="language"):
    """Names the language of documents and of their paragraphs."""

    reads: ClassVar[tuple[str, ...]] = ("clean",)

    languages: tuple[str, ...] = shared()
    identifier: Identifier = option(cast("Identifier", "careful"), "who names the language of a text")
    # Tried on 312 pages in 39 languages made of interface texts, each with six pieces of 5 words in its own language
    # and two in others: at prior .8 and certainty .5, .5 % of the pieces are taken out of their own page and 82 % of
    # the others found; at .6 and .5 2 % and 84 %; at .8 and .7 .2 % and 73 %. At 20 characters 5 % of these pieces stay
    # undetermined, at 30 43 %.
    min_chars: Annotated[int, msgspec.Meta(ge=1)] = option(
        20, "shorter paragraphs get no language of their own, unless their script belongs to one language"
    )
    prior: Annotated[float, msgspec.Meta(gt=0, lt=1)] = option(
        0.8, "how probable it is, before a look at it, that a paragraph is in the language of its document"
    )
    certainty: _Share = option(0.5, "how sure it must be that a paragraph is not in the language of its document")
    max_chars: Annotated[int, msgspec.Meta(ge=100)] = option(4000, "how much of a document the identifier is shown")
    split_share: _Share = option(
        0.3, "a page with this share of its main text in another language that was asked for becomes two documents"
    )

    # Menus and footers stand on all pages of a site: on four manuals in three languages 40 % of the paragraphs.
    _known: dict[tuple[str, Lang], Lang] = field(init=False, repr=False, compare=False, default_factory=dict)

    def apply(self, record: Document) -> Iterator[Document]:
        """The document with languages, and with the reason `no-text` or `out-of-language` where one holds."""
        guess = self._identify(_prose(record)[: self.max_chars], record.declared_language)
        named = self._name(record.paragraphs, guess.language)
        shares = _shares(record.paragraphs, named)
        if shares and shares[0].name != guess.language:
            # Text in two languages can look like a third, or begin with the smaller part.
            guess = Guess(shares[0].name, shares[0].value)
            named = self._name(record.paragraphs, guess.language)
            shares = _shares(record.paragraphs, named)
        document = replace(record, language_score=guess.score, language_shares=shares if len(shares) > 1 else ())
        for language in (guess.language, *self._other_parts(shares, guess.language, len(record.text))):
            part = document if language == guess.language else _part(document, language, shares)
            yield self._judged(_told(part, language, named), has_text=bool(record.text.strip()))

    def _judged(self, document: Document, *, has_text: bool) -> Document:
        if not has_text:
            return document.but("no-text")
        is_asked = not self.languages or document.language in self.languages
        return document if is_asked else document.but("out-of-language")

    def _other_parts(self, shares: Iterable[Score], main: Lang, length: int) -> list[Lang]:
        """The languages asked for, beside the main one, that have a part of their own in a page."""
        large = (one for one in shares if one.value >= self.split_share and one.value * length >= _MIN_PART)
        return [one.name for one in large if one.name != main and one.name in self.languages]

    def _identify(self, text: str, declared: Lang = "") -> Guess:
        """The language of a text, in the spelling of the run's languages."""
        if not any(char.isalpha() for char in text):
            return NOTHING
        expected = dict.fromkeys(map(primary, self.languages), _ASKED)
        found = weighed(self.identifier.rank(text), expected)[0]
        return Guess(self._spelled(found.language, text, declared), round(found.score, 4))

    def _name(self, paragraphs: Iterable[Paragraph], main: Lang) -> list[Lang]:
        return [self._remembered(paragraph.text[:_PARAGRAPH_CHARS], main) for paragraph in paragraphs]

    def _remembered(self, text: str, main: Lang) -> Lang:
        found = self._known.get((text, main))
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[text, main] = self._language(text, main)
        return found

    def _language(self, text: str, main: Lang) -> Lang:
        """The language of a paragraph: that of its document, unless it is surely another one."""
        written_in = script_language(text)
        if written_in:
            return self._spelled(written_in, text, main)
        if width(text) < self.min_chars or not any(char.isalpha() for char in text):
            return "und"
        expected = dict.fromkeys(map(primary, self.languages), _ASKED)
        if main != "und":
            expected[primary(main)] = self.prior / (1 - self.prior)
        best = weighed(self.identifier.rank(text), expected)[0]
        if best == NOTHING:
            return "und"
        language = self._spelled(best.language, text, main)
        is_sure = main == "und" or best.score >= self.certainty
        return language if is_sure and not same_language(language, main) else main

    def _spelled(self, language: Lang, text: str, declared: Lang) -> Lang:
        """The tag under which a language was asked for, with the script where one was asked for."""
        if any(script(tag) for tag in self.languages if primary(tag) == primary(language)):
            written = script_subtag(language, text)
            language = f"{language}-{written}" if written else language
        return as_asked(language, self.languages, declared)


def _prose(document: Document) -> str:
    """What shows the language of a page: its main text without code, and where that is little, all that is around it.

    On nine manuals in seven languages 88 of 4024 pages were taken for English ones, most of them all code.
    """
    main = "\n".join(one.text for one in document.main if one.kind != _CODE)
    if width(main) >= _MIN_PART:
        return main
    around = [one.text for one in document.paragraphs if one.kind != _CODE and one.reason]
    return "\n".join([document.title, main, *around]).strip() if document.text.strip() != main.strip() else main


def _shares(paragraphs: Iterable[Paragraph], named: Iterable[Lang]) -> tuple[Score, ...]:
    """The share of each language in the main text, the largest first; what is undetermined does not count."""
    lengths: Counter[Lang] = Counter()
    for paragraph, language in zip(paragraphs, named, strict=True):
        if not paragraph.reason and language != "und" and paragraph.kind != _CODE:
            lengths[language] += width(paragraph.text)
    total = lengths.total()
    ranked = sorted(lengths.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Score(name=language, value=round(length / total, 4)) for language, length in ranked)


def _told(document: Document, main: Lang, named: Iterable[Lang]) -> Document:
    """The document with its language, and with those of its paragraphs."""
    told = [
        replace(one, language=language, reason=one.reason or _reason(language, main))
        for one, language in zip(document.paragraphs, named, strict=True)
    ]
    return replace(document, language=main, paragraphs=tuple(told))


def _reason(language: Lang, main: Lang) -> str:
    is_other = "und" not in (language, main) and not same_language(language, main)
    return "out-of-language" if is_other else ""


def _part(document: Document, language: Lang, shares: Iterable[Score]) -> Document:
    """The same page as a document in another of its languages."""
    [share] = (one.value for one in shares if one.name == language)
    return replace(document, id=make_id("d", document.id, language), language_score=share)
