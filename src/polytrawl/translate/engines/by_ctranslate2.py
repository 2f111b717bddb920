"""Translation by a neural model in the form of CTranslate2: a folder with model.bin.

Its words are made by sentencepiece models in the folder, or else are what spaces part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from polytrawl.errors import ConfigError, StageError
from polytrawl.translate.engines.base import Asked
from polytrawl.translate.hypothesis import Hypothesis

__all__ = ["CTranslate2"]

_BATCH = 512  # sentences at once
_AT_ONCE = 32  # of them in one go through the network
_BEAM = 5
_PIECES = (
    ("source.spm", "target.spm"),
    ("spm.model",) * 2,
    ("sentencepiece.model",) * 2,
    ("sentencepiece.bpe.model",) * 2,
)


class CTranslate2:
    """A neural model."""

    name = "ctranslate2"

    def __init__(self, asked: Asked) -> None:
        try:
            import ctranslate2  # noqa: PLC0415 - an extra
        except ImportError as err:
            raise ConfigError("--engine ctranslate2: the package is missing; pip install 'polytrawl[mt]'") from err
        folder = Path(asked.model)
        if not (folder / "model.bin").is_file():
            raise ConfigError(f"{folder}: there is no model.bin, so this is no model for CTranslate2")
        try:
            self._model: Any = ctranslate2.Translator(str(folder), inter_threads=asked.jobs or 1)  # it has no types
        except (RuntimeError, ValueError) as err:
            raise ConfigError(f"{folder}: CTranslate2 cannot load it: {err}") from err
        self._pieces = _pieces(folder)

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """A translation of each sentence, in the same order."""
        return (ranked[0].text for ranked in self.nbest(sentences, 1))

    def nbest(self, sentences: Iterable[str], number: int) -> Iterator[list[Hypothesis]]:
        """The best translations of each sentence, the best first."""
        lines = iter(sentences)
        while batch := list(islice(lines, _BATCH)):
            found = iter(self._ranked([line for line in batch if line.split()], number))
            for line in batch:
                yield next(found) if line.split() else [Hypothesis("", 0.0, ())]

    def _ranked(self, lines: list[str], number: int) -> Iterator[list[Hypothesis]]:
        cut = [self._pieces[0].encode(line, out_type=str) if self._pieces else line.split() for line in lines]
        try:
            results = self._model.translate_batch(
                cut,
                beam_size=max(_BEAM, number),
                num_hypotheses=number,
                return_scores=True,
                max_batch_size=_AT_ONCE,
            )
        except (RuntimeError, ValueError) as err:
            raise StageError(f"CTranslate2 stopped: {err}") from err
        for result in results:
            texts = map(self._text, result.hypotheses)
            yield [Hypothesis(text, float(score), ()) for text, score in zip(texts, result.scores, strict=True)]

    def _text(self, pieces: list[str]) -> str:
        return str(self._pieces[1].decode(pieces)) if self._pieces else " ".join(pieces)


def _pieces(folder: Path) -> tuple[Any, Any] | None:
    """What cuts source sentences and joins target sentences, where there is such a thing."""
    names = next((pair for pair in _PIECES if all((folder / name).is_file() for name in pair)), None)
    if names is None:
        return None
    try:
        import sentencepiece  # noqa: PLC0415 - an extra
    except ImportError as err:
        raise ConfigError(f"{folder / names[0]} needs the package sentencepiece: pip install 'polytrawl[mt]'") from err
    try:
        source, target = (sentencepiece.SentencePieceProcessor(model_file=str(folder / name)) for name in names)
    except (OSError, RuntimeError) as err:
        raise ConfigError(f"{folder}: a sentencepiece model cannot be loaded: {err}") from err
    return source, target
