"""Alignment by vectors of sentences in one space for both languages: the way of vecalign, with any encoder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.coarse import find_path
from polytrawl.align.estimate import start
from polytrawl.align.likelihood import LikelihoodCosts
from polytrawl.align.spans import as_spans, lengths_of
from polytrawl.align.tables import REACH
from polytrawl.errors import ConfigError
from polytrawl.options import option
from polytrawl.outside.encoders import Encode, check_encoder, load_encoders
from polytrawl.outside.place import placed

if TYPE_CHECKING:
    from polytrawl.outside.encoders import Vectors

_WHERE = "align.aligner"


@dataclass(kw_only=True)
class Embedding(Aligner, name="embedding"):
    """Vectors of sentences and their neighbours, and a search in linear time, in the way of vecalign."""

    model: str = option("", "a sentence-transformers model, an .onnx file, or word vectors in a .vec file")
    right_model: str = option("", "word vectors of the right language, where they are in a file of their own")
    tokenizer: str = option("", "the tokenizer of an .onnx file; by default tokenizer.json beside it")
    band: Annotated[int, msgspec.Meta(ge=4)] = option(16, "half width of the band around the coarser path")
    _encode: tuple[Encode, Encode] | None = field(init=False, repr=False, default=None)

    @classmethod
    def using(cls, encode: Encode) -> Embedding:
        """An aligner that calls a function: a list of sentences in, an array with a row of length 1 for each out."""
        made = cls()
        made._encode = encode, encode
        return made

    def check(self) -> None:
        """Raise `ConfigError` where there is no encoder; models are loaded later, in the workers."""
        if self._encode is None:
            if not self.model:
                raise ConfigError(
                    'align.aligner: "embedding" needs an encoder: give model = a sentence-transformers model, '
                    "an .onnx file or a .vec file"
                )
            with placed(_WHERE):
                for model in filter(None, (self.model, self.right_model)):
                    check_encoder(model)

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of both sides."""
        ours, theirs = left.sentences, right.sentences
        if not ours or not theirs:
            return [Bead((n,), (), 0.0) for n in range(len(ours))] + [Bead((), (n,), 0.0) for n in range(len(theirs))]
        encode = self._encoders()
        vectors = _overlaps(ours, encode[0]), _overlaps(theirs, encode[1])
        sizes = lengths_of(left), lengths_of(right)
        known = start(*sizes)
        lengths = LikelihoodCosts(*sizes, known.model, background=known.background)
        spans = as_spans(find_path(*vectors, width=self.band, lengths=lengths))
        return [Bead(tuple(a), tuple(b), _score(vectors, a, b)) for a, b in spans]

    def _encoders(self) -> tuple[Encode, Encode]:
        if self._encode is None:
            self.check()
            with placed(_WHERE):
                self._encode = load_encoders(self.model, self.right_model, self.tokenizer)
        return self._encode


def _overlaps(sentences: Sequence[str], encode: Encode) -> list[Vectors]:
    """The vectors of one to REACH sentences that end at each; each text is encoded once."""
    texts = [
        [" ".join(sentences[max(0, end - count) : end]) for end in range(1, len(sentences) + 1)]
        for count in range(1, REACH + 1)
    ]
    wanted = list(dict.fromkeys(text for side in texts for text in side))
    places = {text: number for number, text in enumerate(wanted)}
    vectors = encode(wanted)
    return [vectors[[places[text] for text in side]] for side in texts]


def _score(vectors: tuple[list[Vectors], list[Vectors]], left: range, right: range) -> float:
    """The cosine of both sides, 0..1."""
    if not left or not right:
        return 0.0
    ours, theirs = vectors[0][len(left) - 1][left[-1]], vectors[1][len(right) - 1][right[-1]]
    return min(1.0, max(0.0, float(ours @ theirs)))
