"""Preparation: every unit is cut into tokens, judged, and put into true case; nothing is deleted.

    DIR/annotations.jsonl.zst   for every unit its id, its tokens and, where there is one, the reason against it
    DIR/<language>.txt          the units without a reason, one a line; the same line of two languages is one unit
    DIR/ids.txt                 the id of the unit on each line
    DIR/truecase.<language>.tsv what true case was learned
    DIR/prepare.json            how it was made, and how many units there are of each reason

Units go by one after the other; what is held in memory are digests of those seen, and the forms of words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import xxhash

from polytrawl.errors import ConfigError
from polytrawl.files import write_json, writing_whole
from polytrawl.language.identifiers.langid import LangId
from polytrawl.language_tags import same_language
from polytrawl.lm.arpa_write import written
from polytrawl.prepare.annotations import Annotation, Prepared, as_line, read_annotations, read_prepared
from polytrawl.prepare.held_out import HeldOut
from polytrawl.prepare.tokenise import Tokeniser, tokeniser
from polytrawl.prepare.truecase import Truecaser
from polytrawl.prepare.units import Unit
from polytrawl.records import Lang

__all__ = ["Preparation", "as_in"]

MOST_WORDS = 22  # sentences of 23 or more words are left out, as published
# A sentence is in another language if the identifier is so sure of it, and it has so many words. FLORES en-es, 796
# and 808 sentences: of their own language none is lost with .8, of the other one 98 % and 95 % are found (.5: 99.7 and
# 99.5, .95: 94 and 71). Of pieces of six words 0 and 0 are lost with .8, 1 and 7 with .5.
_SURE = 0.8
_ENOUGH_WORDS = 5


@dataclass
class Preparation:
    """How units of one language or two are prepared."""

    languages: tuple[Lang, ...]
    engine: str = "auto"
    max_words: int | None = MOST_WORDS
    unique: bool = True
    check_language: bool = True
    truecasers: tuple[Truecaser, ...] = ()  # those learned before; empty: they are learned from the units
    held_out: HeldOut = field(default_factory=HeldOut)
    _seen: set[int] = field(init=False, repr=False, default_factory=set)

    def __post_init__(self) -> None:
        if self.max_words is not None and self.max_words < 1:
            raise ConfigError("--max-words: a sentence has at least one word")
        if self.truecasers and len(self.truecasers) != len(self.languages):
            raise ConfigError("a model of true case is wanted for each language, or for none")
        self._tokenisers: tuple[Tokeniser, ...] = tuple(tokeniser(one, self.engine) for one in self.languages)
        self._identifier = LangId() if self.check_language else None
        told = self._identifier.known if self._identifier else ()
        # Of a language that the identifier does not know, every sentence would be in another one.
        self._told = {one for one in self.languages if any(same_language(one, known) for known in told)}

    def run(self, units: Iterable[Unit], folder: Path) -> Prepared:
        """Write everything; each file is there whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        first, last = folder / "cut.jsonl.zst", folder / "annotations.jsonl.zst"
        truecasers = self.truecasers or tuple(Truecaser() for _ in self.languages)
        counts = self._cut(units, first, () if self.truecasers else truecasers)
        try:
            if not counts:
                raise ConfigError(f"there is no text in {' and '.join(self.languages)} to prepare")
            self._in_true_case(first, last, truecasers)
        finally:
            first.unlink(missing_ok=True)
        for language, one in zip(self.languages, truecasers, strict=True):
            one.write(folder / f"truecase.{language}.tsv")
        engine = self._tokenisers[0].engine
        options = self.max_words, self.unique, self.check_language
        made = Prepared(self.languages, engine, self.names, *options, dict(counts))
        write_json(folder / "prepare.json", made)
        return made

    @property
    def names(self) -> tuple[str, ...]:
        """The tokenisers and their versions."""
        return tuple(one.name for one in self._tokenisers)

    def sides(self, languages: tuple[Lang, ...]) -> tuple[int, ...]:
        """Which of its languages these are; `ConfigError` where one is none of them."""
        found = []
        for wanted in languages:
            own = [side for side, language in enumerate(self.languages) if same_language(language, wanted)]
            if not own:
                raise ConfigError(f"{wanted} is none of the languages that are prepared: {', '.join(self.languages)}")
            found.append(own[0])
        return tuple(found)

    def phrase(self, text: str, side: int) -> str:
        """A term as it stands within sentences, for tables from lexicons."""
        tokens = self._tokenisers[side].cut(text)
        if not self.truecasers:
            return " ".join(tokens)
        return " ".join(self.truecasers[side].apply(["x", *tokens])[1:])  # it does not begin a sentence

    def _cut(self, units: Iterable[Unit], path: Path, learners: tuple[Truecaser, ...]) -> Counter[str]:
        self._seen.clear()
        counts: Counter[str] = Counter()
        with written(path) as file:
            for unit in units:
                tokens = [own.cut(text) for own, text in zip(self._tokenisers, unit.texts, strict=True)]
                reason = self._reason(unit, tokens)
                counts[reason] += 1
                if not reason:
                    for learner, words in zip(learners, tokens, strict=False):
                        learner.learn(words)
                file.write(as_line(Annotation(unit.id, tuple(map(" ".join, tokens)), reason)))
        return counts

    def _reason(self, unit: Unit, tokens: list[list[str]]) -> str:
        """What speaks against a unit; empty where nothing does."""
        if not all(tokens):
            return "empty"
        if self.held_out.has_any(unit.texts, self.languages):
            return "held-out"
        if self.max_words is not None and max(map(len, tokens)) > self.max_words:
            return "too-long"
        if any(map(self._is_foreign, unit.texts, self.languages)):
            return "wrong-language"
        digest = xxhash.xxh3_64_intdigest("\n".join(map(" ".join, tokens)).lower().encode("utf-8", "replace"))
        if self.unique and digest in self._seen:
            return "duplicate"
        self._seen.add(digest)
        return ""

    def _is_foreign(self, text: str, language: Lang) -> bool:
        if self._identifier is None or language not in self._told or len(text.split()) < _ENOUGH_WORDS:
            return False
        guess = self._identifier.identify(text)
        return guess.score >= _SURE and not same_language(guess.language, language)

    def _in_true_case(self, cut: Path, path: Path, truecasers: tuple[Truecaser, ...]) -> None:
        with ExitStack() as stack:
            annotations = stack.enter_context(written(path))
            ids = stack.enter_context(writing_whole(path.parent / "ids.txt"))
            files = [stack.enter_context(writing_whole(path.parent / f"{one}.txt")) for one in self.languages]
            for one in read_annotations(cut):
                cased = zip(truecasers, one.texts, strict=True)
                texts = tuple(" ".join(truecaser.apply(text.split(" "))) for truecaser, text in cased)
                annotations.write(as_line(Annotation(one.id, texts, one.reason)))
                if one.reason:
                    continue
                ids.write(f"{one.id}\n".encode("utf-8", "replace"))
                for file, text in zip(files, texts, strict=True):
                    file.write(f"{text}\n".encode("utf-8", "replace"))


def as_in(folder: Path) -> Preparation:
    """What prepares text in the way of a folder: by the same tokeniser, with the true case learned there."""
    made = read_prepared(folder)
    truecasers = tuple(Truecaser.read(folder / f"truecase.{one}.tsv") for one in made.languages)
    preparation = Preparation(made.languages, made.engine, check_language=False, truecasers=truecasers)
    if preparation.names != made.tokenisers:
        has, had = (", ".join(names) for names in (preparation.names, made.tokenisers))
        raise ConfigError(f"{folder}: was prepared by {had}, and here is {has}; prepare it again")
    return preparation
