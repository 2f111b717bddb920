"""Language identification with py3langid: byte n-grams and naive Bayes, some hundred languages, no download."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from polytrawl.errors import ConfigError
from polytrawl.language.base import Guess, Identifier
from polytrawl.options import option
from polytrawl.records import Lang


@dataclass(kw_only=True)
class LangId(Identifier, name="langid"):
    """py3langid with probabilities."""

    libraries: ClassVar[tuple[str, ...]] = ("py3langid",)

    candidates: tuple[Lang, ...] = option((), "languages it may choose from; all it knows when empty")
    _model: Any = field(init=False, repr=False, compare=False)  # Any: the library has no types

    def __post_init__(self) -> None:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - slow to import

        self._model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        if self.candidates:
            try:
                self._model.set_languages(list(self.candidates))
            except ValueError as err:
                known = ", ".join(sorted(self._model.labels))
                raise ConfigError(f"language.identifier.candidates: {err}; known: {known}") from err

    def identify(self, text: str) -> Guess:
        """The most probable language."""
        if not any(char.isalpha() for char in text):
            return Guess("und", 0.0)
        language, probability = self._model.classify(text)
        return Guess(str(language).lower(), float(probability))
