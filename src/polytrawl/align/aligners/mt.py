"""Alignment by machine translation: one side is translated, and compared with the other in one language.

The idea is Bleualign's (Sennrich & Volk 2010): sentences whose translation shares many n-grams with one of the other
side are anchors, and gaps between them are filled. Here anchors give the middle of the band, and one search over all
beads weighs what they share together with their lengths.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.estimate import start
from polytrawl.align.evidence import EvidenceCosts, anchors, centres
from polytrawl.align.overlap import likeness, link
from polytrawl.align.path import cheapest_path
from polytrawl.align.spans import as_spans, lengths_of, starts_of
from polytrawl.errors import ConfigError
from polytrawl.options import option
from polytrawl.outside.place import placed
from polytrawl.outside.translator import Translate, Translator, make_translator, words_of

# Strict F1 on FLORES en-es with Apertium, by the price of beginning a run of sentences without a partner, the weight of
# what is shared, and the share of words that a translation keeps (LAMBDA in `overlap`): 4.8, .5, .5 .972;
# 4.8, .3, .7 .977; 2.5, .5, .5 .986; 2.5, .3, .7 .992; 1, .5, .5 .994; 1, .3, .7 .994; Bleualign has .976.
_OPENING = 1.0
_WEIGHT = 0.5
_ANCHOR = 8.0  # nats. Guess: some three rare words
_WHERE = "align.aligner"


@dataclass(kw_only=True)
class Mt(Aligner, name="mt"):
    """One side is translated by a command or a function, and compared with the other: Bleualign's idea."""

    command: str = option("", "a command that reads a sentence a line, and writes its translation a line")
    function: str = option("", 'a Python function instead, "package.module:name": sentences in, translations out')
    translates: Literal["left", "right"] = option("left", "the side that is translated: left or right")
    keep_running: bool = option(
        False, "the command answers each line at once, and is started once; otherwise once for each page pair"
    )
    timeout_s: Annotated[float, msgspec.Meta(gt=0)] = option(600.0, "seconds the command may take for a page pair")
    band: Annotated[int, msgspec.Meta(ge=1)] = option(32, "half width of the band around the anchors, in sentences")
    max_band: Annotated[int, msgspec.Meta(ge=1)] = option(2048, "the largest half width")
    _translate: Translator | None = field(init=False, repr=False, default=None)

    @classmethod
    def using(cls, translate: Translate, *, translates: Literal["left", "right"] = "left") -> Mt:
        """An aligner that calls a function: a list of sentences in, a list of their translations out."""
        made = cls(translates=translates)
        made._translate = Translator(translate, "function")
        return made

    def check(self) -> None:
        """Raise `ConfigError` where nobody is there who translates."""
        self._translator()
        if self.command:
            with placed(_WHERE):
                words_of(self.command)

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of both sides."""
        lengths = lengths_of(left), lengths_of(right)
        if not lengths[0] or not lengths[1]:
            return _beads_alone(len(lengths[0]), len(lengths[1]))
        ours, theirs = self._in_one_language(left, right)
        links = link(ours, theirs)
        costs = EvidenceCosts(
            lengths, start(*lengths), links=links, weight=_WEIGHT, starts=(starts_of(left), starts_of(right))
        )
        middle = centres(anchors(links, _ANCHOR), lengths)
        path = cheapest_path(*lengths, costs, widths=range(self.band, self.max_band), opening=_OPENING, centres=middle)
        return [
            Bead(tuple(a), tuple(b), likeness(ours[a.start : a.stop], theirs[b.start : b.stop]))
            for a, b in as_spans(path)
        ]

    def _in_one_language(self, left: Text, right: Text) -> tuple[list[str], list[str]]:
        ours, theirs = list(left.sentences), list(right.sentences)
        translate = self._translator()
        with placed(_WHERE):
            return (translate(ours), theirs) if self.translates == "left" else (ours, translate(theirs))

    def _translator(self) -> Translator:
        if self._translate is None:
            self._translate = self._made()
        return self._translate

    def _made(self) -> Translator:
        if bool(self.command) == bool(self.function):
            raise ConfigError(
                'align.aligner: "mt" needs who translates: give command = "apertium eng-spa", '
                'or function = "package.module:name"'
            )
        with placed(_WHERE):
            return make_translator(
                self.command, self.function, timeout_s=self.timeout_s, keep_running=self.keep_running
            )


def _beads_alone(left: int, right: int) -> list[Bead]:
    return [Bead((n,), (), 0.0) for n in range(left)] + [Bead((), (n,), 0.0) for n in range(right)]
