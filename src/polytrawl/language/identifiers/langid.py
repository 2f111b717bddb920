"""Language identification with py3langid: byte n-grams and naive Bayes, some hundred languages, no download."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from polytrawl.errors import ConfigError
from polytrawl.language.base import NOTHING, Guess, Identifier
from polytrawl.options import option
from polytrawl.records import Lang

_RANKED = 20  # of 140 languages; the right one was among them for all of 4 000 pieces of 5 words


@dataclass(kw_only=True)
class LangId(Identifier, name="langid"):
    """py3langid with probabilities."""

    libraries: ClassVar[tuple[str, ...]] = ("py3langid",)

    candidates: tuple[Lang, ...] = option((), "languages it may choose from; all it knows when empty")
    _model: Any = field(init=False, repr=False, compare=False)  # Any: the library has no types

    def __post_init__(self) -> None:
        self._model = _model(self.candidates)

    @property
    def known(self) -> frozenset[Lang]:
        """The languages that it can tell."""
        return frozenset(map(_spelled, self._model.labels))

    def identify(self, text: str) -> Guess:
        """The most probable language."""
        if not any(char.isalpha() for char in text):
            return NOTHING
        language, probability = self._model.classify(text)
        return Guess(_spelled(language), float(probability))

    def rank(self, text: str) -> Sequence[Guess]:
        """The languages with a chance, and their probabilities."""
        if not any(char.isalpha() for char in text):
            return (NOTHING,)
        return [Guess(_spelled(language), score) for language, score in self._model.rank(text)[:_RANKED]]


@lru_cache(maxsize=4)  # unpacking it takes half a second, and several stages identify languages
def _model(candidates: tuple[Lang, ...]) -> Any:  # noqa: ANN401 - the library has no types
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - slow to import

    model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    if candidates:
        try:
            model.set_languages(["no" if one == "nb" else one for one in candidates])
        except ValueError as err:
            known = ", ".join(sorted(model.labels))
            raise ConfigError(f"language.identifier.candidates: {err}; known: {known}") from err
    return model


def _spelled(label: str) -> Lang:
    """The library's label as a tag; what it calls "no" is Bokmål, Nynorsk has a label of its own."""
    return "nb" if label == "no" else label.lower()
