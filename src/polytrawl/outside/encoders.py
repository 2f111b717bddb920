"""Sentences as vectors: a sentence-transformers model, an ONNX file with its tokenizer, or vectors of words.

All give vectors of length 1, and the same text gives the same vector whatever stands beside it.
"""

from __future__ import annotations

import gzip
import importlib.util
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from polytrawl.errors import ConfigError
from polytrawl.outside.words import words_of

Vectors: TypeAlias = NDArray[np.float32]
Encode: TypeAlias = Callable[[Sequence[str]], Vectors]

_EXTRA = "pip install 'polytrawl[embeddings]'"
_BATCH = 64  # sentences at once
_MAX_WORDS = 400_000  # of a file of vectors; the frequent ones come first
_VECTORS = (".vec", ".txt", ".vec.gz", ".txt.gz")


def check_encoder(model: str) -> None:
    """Raise `ConfigError` where the file of a model, or a package it needs, is not there; nothing is loaded."""
    is_file = model.endswith((".onnx", *_VECTORS))
    if is_file and not Path(model).is_file():
        raise ConfigError(f"model: {model}: No such file")
    if model.endswith(_VECTORS):
        return
    for package in ("onnxruntime", "tokenizers") if is_file else ("sentence_transformers",):
        if importlib.util.find_spec(package) is None:
            name = package.replace("_", "-")
            raise ConfigError(f"model: {model!r} needs the package {name}: {_EXTRA}")


def load_encoder(model: str, tokenizer: str = "") -> Encode:
    """The encoder of a model: which kind it is, its name tells."""
    if model.endswith(".onnx"):
        return OnnxEncoder(Path(model), Path(tokenizer) if tokenizer else Path(model).with_name("tokenizer.json"))
    if model.endswith(_VECTORS):
        return WordVectors(Path(model))
    return _sentence_transformer(model)


def load_encoders(model: str, right_model: str = "", tokenizer: str = "") -> tuple[Encode, Encode]:
    """The encoders of two languages, which are one unless the right one has a model of its own."""
    first = load_encoder(model, tokenizer)
    return first, load_encoder(right_model) if right_model else first


def normalised(vectors: Vectors) -> Vectors:
    """The same directions with length 1; nothing stays nothing."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    found: Vectors = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return found


def _sentence_transformer(model: str) -> Encode:
    check_encoder(model)
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - an extra

    try:
        loaded = SentenceTransformer(model)
    except (OSError, ValueError) as err:
        raise ConfigError(f"model: {model!r} cannot be loaded: {err}") from err

    def encode(sentences: Sequence[str]) -> Vectors:
        return normalised(loaded.encode(list(sentences), batch_size=_BATCH, show_progress_bar=False))

    return encode


@dataclass
class OnnxEncoder:
    """A network in an ONNX file. Its answer is a vector for each text, or for each token: then their mean is taken."""

    model: Path
    tokenizer: Path
    _session: Any = field(init=False, repr=False)  # Any: packages without types
    _tokens: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_encoder(str(self.model))
        import onnxruntime  # noqa: PLC0415 - an extra
        import tokenizers  # noqa: PLC0415 - an extra

        if not self.tokenizer.is_file():
            raise ConfigError(f"tokenizer: there is no file {self.tokenizer}; an ONNX model needs one")
        try:
            self._session = onnxruntime.InferenceSession(str(self.model), providers=["CPUExecutionProvider"])
            self._tokens = tokenizers.Tokenizer.from_file(str(self.tokenizer))
        except Exception as err:  # both raise errors of their own kinds, and say what is wrong
            raise ConfigError(f"model: {self.model} cannot be loaded: {err}") from err
        self._tokens.enable_padding()

    def __call__(self, sentences: Sequence[str]) -> Vectors:
        """The vectors of sentences."""
        order = sorted(range(len(sentences)), key=lambda number: len(sentences[number]))  # alike lengths, less padding
        batches = (order[at : at + _BATCH] for at in range(0, len(order), _BATCH))
        found = [self._encode([sentences[number] for number in batch]) for batch in batches]
        vectors = np.empty((len(sentences), found[0].shape[1]), dtype=np.float32)
        vectors[order] = np.concatenate(found)
        return vectors

    def _encode(self, sentences: list[str]) -> Vectors:
        codes = self._tokens.encode_batch(sentences)
        mask = np.array([code.attention_mask for code in codes], dtype=np.int64)
        known = {
            "input_ids": np.array([code.ids for code in codes], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([code.type_ids for code in codes], dtype=np.int64),
        }
        wanted = [one.name for one in self._session.get_inputs()]
        if not set(wanted) <= set(known):
            raise ConfigError(f"model: {self.model} wants {wanted}; known are {list(known)}")
        outputs = [one.name for one in self._session.get_outputs()]
        chosen = "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]
        [answer] = self._session.run([chosen], {name: known[name] for name in wanted})
        if answer.ndim > 2:  # noqa: PLR2004 - a vector for each token
            answer = (answer * mask[:, :, None]).sum(axis=1) / np.maximum(mask.sum(axis=1), 1)[:, None]
        return normalised(answer)


@dataclass
class WordVectors:
    """Vectors of words, in the text form of word2vec and fastText; a sentence is the mean of its words.

    Files have frequent words first; rarer ones count more, by the logarithm of their place.
    """

    path: Path
    _words: dict[str, Vectors] = field(init=False, repr=False, default_factory=dict)
    _size: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        opening = gzip.open if self.path.suffix == ".gz" else open
        try:
            with opening(self.path, "rt", encoding="utf-8", errors="replace", newline="\n") as file:
                self._read(file)
        except OSError as err:
            raise ConfigError(f"model: {self.path} cannot be read: {err.strerror or err}") from err
        if not self._words:
            raise ConfigError(f"model: {self.path} has no vectors; a line is a word and its numbers")

    def _read(self, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines, start=1):
            word, *values = line.rstrip().split(" ")
            if number == 1 and len(values) == 1:  # how many, and how long
                continue
            if len(self._words) >= _MAX_WORDS:
                return
            try:
                vector = np.array(values, dtype=np.float32)
            except ValueError as err:
                raise ConfigError(f"model: {self.path}: line {number}: expected a word and numbers") from err
            self._size = self._size or len(vector)
            if len(vector) != self._size:
                raise ConfigError(
                    f"model: {self.path}: line {number} has {len(vector)} numbers, the first {self._size}"
                )
            weight = np.float32(1 + math.log(len(self._words) + 1))
            self._words.setdefault(word.casefold(), normalised(vector) * weight)

    def __call__(self, sentences: Sequence[str]) -> Vectors:
        """The vectors of sentences; words that are not in the file count nothing."""
        vectors = np.zeros((len(sentences), self._size), dtype=np.float32)
        for number, sentence in enumerate(sentences):
            for word in words_of(sentence):
                if word in self._words:
                    vectors[number] += self._words[word]
        return normalised(vectors)
