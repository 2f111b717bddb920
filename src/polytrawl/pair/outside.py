"""The options by which a user brings a dictionary, a translation system or an encoder of sentences to the pair stage.

They have the names that they have in the align stage. Nothing is loaded before pages are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.lexicon.dictionary import read_dictionary
from polytrawl.lexicon.formats.dictd import other_files
from polytrawl.options import option, shared
from polytrawl.outside.encoders import Encode, check_encoder, load_encoders
from polytrawl.outside.kept import Kept
from polytrawl.outside.translator import Translator, by_function, make_translator, words_of
from polytrawl.pair.likeness import Likeness, Pages, by_entries, by_translation, by_vectors
from polytrawl.records import Document, Lang

__all__ = ["FILE", "Outside"]

FILE = "kept.sqlite"  # in the folder of the stage
_TWO = 2


@dataclass(kw_only=True)
class Outside:
    """What a user may bring along, and how much pages are alike by it."""

    dictionary: Path | None = option(
        None, "word translations: a lexicon, TSV, dictd index, FreeDict TEI or Apertium", others=other_files
    )
    command: str = option("", "a command that reads a sentence a line, and writes its translation a line")
    function: str = option("", 'a Python function instead, "package.module:name": sentences in, translations out')
    translates: Literal["left", "right"] = option("left", "the side that is translated: left or right")
    keep_running: bool = option(
        False, "the command answers each line at once, and is started once; otherwise once for twenty pages"
    )
    timeout_s: Annotated[float, msgspec.Meta(gt=0)] = option(600.0, "seconds the command may take for twenty pages")
    model: str = option("", "a sentence-transformers model, an .onnx file, or word vectors in a .vec file")
    right_model: str = option("", "word vectors of the right language, where they are in a file of their own")
    tokenizer: str = option("", "the tokenizer of an .onnx file; by default tokenizer.json beside it")
    between: tuple[Lang, ...] = option(
        (), "the left and the right language of all these, where a run has more than two; by default those of the run"
    )
    # Guess: some forty sentences.
    max_chars: Annotated[int, msgspec.Meta(ge=1)] = option(
        3000, "characters of a page, from its beginning, that are translated or encoded"
    )
    languages: tuple[Lang, ...] = shared(())
    _kept: Kept = field(init=False, repr=False, default_factory=lambda: Kept(None))
    _translate: Translator | None = field(init=False, repr=False, default=None)
    _encode: tuple[Encode, Encode] | None = field(init=False, repr=False, default=None)

    def keep_in(self, folder: Path) -> None:
        """Keep translations and vectors of pages in a folder, where it is on this machine."""
        if folder.is_dir():
            self._kept = Kept(folder / FILE)

    def check_outside(self) -> None:
        """Raise `ConfigError` for what is missing or cannot be read; models are not loaded."""
        if self.command and self.function:
            raise ConfigError("command: there is a function as well; give one of them")
        if self.dictionary or self.command or self.function or self.right_model:
            self._two_languages()
        if self.dictionary:
            read_dictionary(self.dictionary, self._two_languages())
        if self.command:
            words_of(self.command)
        if self.function:
            by_function(self.function)
        if self.right_model and not self.model:
            raise ConfigError("right_model: there is no model for the left language; give model as well")
        for model in filter(None, (self.model, self.right_model)):
            check_encoder(model)

    def likenesses(self, documents: Sequence[Document]) -> dict[str, Likeness]:
        """How much documents are alike by each source that there is."""
        pages = Pages.of(documents)
        found: dict[str, Likeness] = {}
        if pages.are_in_one_language:
            return found
        if self.dictionary:
            found["dictionary"] = by_entries(pages, self._two_languages(), read_dictionary(self.dictionary))
        if self.command or self.function:
            left, right = self._two_languages()
            found["mt"] = by_translation(
                pages,
                (left, right) if self.translates == "left" else (right, left),
                self._translator(),
                max_chars=self.max_chars,
                kept=self._kept,
            )
        if self.model:
            found["embedding"] = by_vectors(pages, self._encoders(pages), max_chars=self.max_chars, kept=self._kept)
        return found

    def _two_languages(self) -> tuple[Lang, Lang]:
        found = self.between or self.languages
        if len(found) != _TWO or not set(found) <= set(self.languages):
            raise ConfigError(
                f"between: name the two languages of dictionary, command or right_model, of {', '.join(self.languages)}"
            )
        return found[0], found[1]

    def _translator(self) -> Translator:
        if self._translate is None:
            self._translate = make_translator(
                self.command, self.function, timeout_s=self.timeout_s, keep_running=self.keep_running
            )
        return self._translate

    def _encoders(self, pages: Pages) -> list[tuple[list[int], Encode, str]]:
        """Which pages have which encoder, with its name."""
        if self._encode is None:
            self._encode = load_encoders(self.model, self.right_model, self.tokenizer)
        right = set(pages.places(self._two_languages()[1])) if self.right_model else set[int]()
        sides = [number for number in range(len(pages.documents)) if number not in right], sorted(right)
        names = _name(self.model, self.tokenizer), _name(self.right_model)
        return [(own, encode, name) for own, encode, name in zip(sides, self._encode, names, strict=True) if own]


def _name(model: str, tokenizer: str = "") -> str:
    """A model by its name, and a file also by what tells its version."""
    files = [Path(one) for one in (model, tokenizer) if one]
    stamps = [f"{one.stat().st_size} {one.stat().st_mtime_ns}" for one in files if one.is_file()]
    return " ".join([model, tokenizer, *stamps])
