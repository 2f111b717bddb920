"""How much would more text help? Figures on nested parts of a corpus, and a power law through them.

1/8, 1/4, 1/2 and all of the corpus, by whole documents in an order of hashes, each part within the next: more text
means more documents, so parts of documents would promise too much. What falls as a power of the size, y = a n^-b, is a
line between logarithms. How far that can be trusted is told too: the first three points foretell the last.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from pathlib import Path

import msgspec
import xxhash

from polytrawl.adapt.before_after import predicted, widened
from polytrawl.errors import ConfigError
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scorer, open_model
from polytrawl.lm.train import Trainer
from polytrawl.report.wording import decimal

__all__ = ["SHARES", "Curve", "Point", "Power", "documents_by", "documents_of", "fit", "learning_curve", "nested"]

SHARES = (1 / 8, 1 / 4, 1 / 2, 1.0)
_BLOCK = 20  # lines that count as a document where a file parts none: guess
_HARDLY = 0.02  # a gain below this share of what there is now is called none: guess
_TWO = 2


class Point(msgspec.Struct, frozen=True):
    """The figures of a sample with a part of the corpus."""

    share: float
    documents: int
    tokens: int
    unknown_share: float
    perplexity: float


class Power(msgspec.Struct, frozen=True):
    """y = scale * n ** -exponent."""

    scale: float
    exponent: float

    def at(self, n: float) -> float:
        """The value at a size."""
        return float(self.scale * n**-self.exponent)


class Curve(msgspec.Struct, frozen=True):
    """All points, and what twice the text would give."""

    points: list[Point]
    unknown_share: float | None  # with twice the text; None where no power law fits
    perplexity: float | None
    foretold_unknown_share: float | None  # for all of the corpus, from the parts of it
    foretold_perplexity: float | None

    @property
    def said(self) -> str:
        """What more text would bring, in words."""
        last = self.points[-1]
        told, gains = [], []
        if self.unknown_share is not None:
            told.append(f"about {self.unknown_share:.1%} unknown words ({last.unknown_share:.1%} now)")
            gains.append(1 - self.unknown_share / last.unknown_share)
        if self.perplexity is not None:
            told.append(f"a perplexity of about {decimal(self.perplexity)} ({decimal(last.perplexity)} now)")
            gains.append(1 - self.perplexity / last.perplexity)
        if not told:
            return "How much more text would help cannot be told from so little."
        known = "" if last.unknown_share else " No word is unknown now."
        end = " That is hardly a gain: text of another kind would help more." if max(gains) < _HARDLY else ""
        return f"Twice the text would give {' and '.join(told)}.{known}{end}"


def fit(points: Sequence[tuple[float, float]]) -> Power | None:
    """The power law through points, by least squares of logarithms; None where there is none.

    >>> fit([(1, 8.0), (4, 4.0), (16, 2.0)])
    Power(scale=8.0, exponent=0.5)
    """
    logs = [(math.log(n), math.log(y)) for n, y in points if n > 0 and y > 0]
    if len(logs) < max(_TWO, len(points)) or len({x for x, _ in logs}) < _TWO:
        return None
    mean_x, mean_y = (sum(side) / len(logs) for side in zip(*logs, strict=True))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)
    return Power(round(math.exp(mean_y - slope * mean_x), 12), -slope)


def nested(documents: Sequence[Sequence[str]], shares: Sequence[float] = SHARES) -> Iterator[list[Sequence[str]]]:
    """Parts of a corpus by its tokens, each within the next; a part has the document that fills it."""
    ordered = sorted(
        documents, key=lambda one: (xxhash.xxh3_64_intdigest("\n".join(one).encode("utf-8", "replace")), one)
    )
    sizes = list(accumulate(map(_tokens, ordered), initial=0))
    for share in shares:
        yield [one for one, before in zip(ordered, sizes, strict=False) if before < share * sizes[-1]]


def _tokens(document: Iterable[str]) -> int:
    return sum(len(line.split()) for line in document)


def documents_by(names: Sequence[str], lines: Sequence[str]) -> list[list[str]]:
    """Sentences by the names of their documents; where all are of one, every twenty lines count as one."""
    found: dict[str, list[str]] = {}
    for name, line in zip(names, lines, strict=True):
        found.setdefault(name, []).append(line)
    return list(found.values()) if len(found) > 1 else documents_of(lines)


def documents_of(lines: Iterable[str]) -> list[list[str]]:
    """Sentences by document: empty lines part them; where there are none, every twenty lines count as one."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    whole = [one for one in found if one]
    if len(whole) == 1:
        return [whole[0][start : start + _BLOCK] for start in range(0, len(whole[0]), _BLOCK)]
    return whole


def learning_curve(
    documents: Sequence[Sequence[str]], sample: Text, generic: Scorer | None = None, *, order: int = 3
) -> Curve:
    """The figures of a sample with parts of a corpus, by models of their own, mixed with a generic one where given.

    Words are parted by spaces in all texts. Order 3 is enough: on 343 Spanish pages of LilyPond manuals, 390 000 tokens
    order 5 took 7 s in place of 4, and promised of twice the text a perplexity lower by 44 % in place of 43 %.
    """
    sentences = list(sample.sentences())
    if not sentences or not any(map(_tokens, documents)):
        raise ConfigError("a learning curve needs sentences with words, in the corpus and in the sample")
    with tempfile.TemporaryDirectory(prefix="polytrawl-curve-") as folder:
        models = []
        parts = list(nested(documents))
        for number, part in enumerate(parts):
            out = Path(folder, f"{number}.arpa")
            Trainer(order=order, engine="builtin").train(Text(lines=lambda part=part: chain.from_iterable(part)), out)  # type: ignore[misc]
            models.append(open_model(out, "builtin"))
        whole = models[-1].words() or set()
        points = [
            _point(part, share, [*([generic] if generic else []), model], whole, sentences)
            for part, share, model in zip(parts, SHARES, models, strict=True)
        ]
    return _curve(points)


def _point(
    part: Sequence[Sequence[str]], share: float, scorers: Sequence[Scorer], whole: set[bytes], sentences: Sequence[str]
) -> Point:
    found, _ = predicted(widened(scorers, sentences, whole), sentences)
    return Point(share, len(part), sum(map(_tokens, part)), found.unknown_share, found.perplexity)


def _curve(points: list[Point]) -> Curve:
    size = points[-1].tokens
    unknown = [(float(one.tokens), one.unknown_share) for one in points]
    perplexity = [(float(one.tokens), one.perplexity) for one in points]
    return Curve(
        points,
        _at(fit(unknown), 2 * size),
        _at(fit(perplexity), 2 * size),
        _at(fit(unknown[:-1]), size),
        _at(fit(perplexity[:-1]), size),
    )


def _at(power: Power | None, size: float) -> float | None:
    return None if power is None else power.at(size)
