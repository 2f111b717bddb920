"""Language models from ARPA files into the arrays that the decoder reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from polytrawl.errors import ConfigError
from polytrawl.lm.arpa_read import Arpa, read_arpa
from polytrawl.translate.lm_core import WORD_BITS, Automaton, Floats, Ints, find_link, has_next, insert

__all__ = ["Models", "load_lms"]

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Models:
    """Language models, and the words that each of them knows."""

    automaton: Automaton
    words: tuple[dict[bytes, int], ...]  # for each model the nodes of its words
    unknown: tuple[int, ...]

    def nodes_of(self, words: Sequence[str]) -> Ints:
        """For each model and each word the node that stands for it."""
        coded = [word.encode() for word in words]
        made = np.empty((len(self.words), len(coded)), np.int64)
        for number, (known, unknown) in enumerate(zip(self.words, self.unknown, strict=True)):
            made[number] = [known.get(word, unknown) for word in coded]
        return made


def load_lms(paths: Sequence[Path]) -> Models:
    """The models in some ARPA files, one after the other in the same arrays."""
    read = [_read(path) for path in paths]
    firsts = np.cumsum([1, *(1 + sum(level.key.size for level in one.levels) for one in read)])  # node 0 is none
    size, slots, shift = int(firsts[-1]), *_empty_slots(sum(_longer(one) for one in read))
    log10, weight, link = np.zeros(size), np.zeros(size), np.arange(size, dtype=np.int64)
    has_more = np.zeros(size, np.bool_)
    placed = list(zip(firsts.tolist(), read, strict=False))
    for first, one in placed:
        _add(one, first, (slots, shift), (log10, weight, link, has_more))
    words = tuple(_nodes(one, first) for first, one in placed)
    unknown = tuple(first + 1 + one.unknown for first, one in placed)
    automaton = Automaton(
        slots=slots,
        shift=shift,
        log10=log10,
        weight=weight,
        link=link,
        state=_states(link, weight, has_more),
        root=firsts[:-1].copy(),
        begin=np.array([known[b"<s>"] for known in words], np.int64),
        end=np.array([known[b"</s>"] for known in words], np.int64),
    )
    return Models(automaton, words, unknown)


def _nodes(model: Arpa, root: int) -> dict[bytes, int]:
    return {word: root + 1 + number for word, number in model.words.items()}


def _read(path: Path) -> Arpa:
    made = read_arpa(path)
    missing = [word for word in ("<s>", "</s>") if word.encode() not in made.words]
    if missing:
        raise ConfigError(f"{path}: {' and '.join(missing)} is not among its words, so no sentence can be scored")
    return made


def _longer(model: Arpa) -> int:
    return sum(level.key.size for level in model.levels[1:])


def _empty_slots(keys: int) -> tuple[Ints, int]:
    """A hash table that gets half full, and its shift."""
    bits = max(int(2 * keys).bit_length(), 1)
    return np.zeros(2 << bits, np.int64), 64 - bits


def _add(model: Arpa, root: int, table: tuple[Ints, int], arrays: tuple[Floats, Floats, Ints, Mask]) -> None:
    log10, weight, link, has_more = arrays
    begin, words = root + 1, model.levels[0].key.size
    if begin + words >= 1 << WORD_BITS:
        raise ConfigError(f"the language models have more than {1 << WORD_BITS:,} words")
    link[begin : begin + words] = root
    before = begin
    for order, level in enumerate(model.levels, 1):
        size = level.key.size
        log10[begin : begin + size] = level.log10
        weight[begin : begin + size] = level.weight if order < len(model.levels) else 0.0
        if order > 1:
            prefix, word = level.key >> model.word_bits, level.key & ((1 << model.word_bits) - 1)
            keys = ((before + prefix) << WORD_BITS) | (root + 1 + word)
            insert(*table, keys, begin)
            find_link(*table, link, keys, begin)
            has_next(keys, has_more)
        before, begin = begin, begin + size


def _states(link: Ints, weight: Floats, has_more: Mask) -> Ints:
    """By node what of it matters: an n-gram that nothing follows, and that costs nothing, is as its suffix."""
    state = np.where(has_more | (weight != 0) | (link == np.arange(link.size)), np.arange(link.size), link)
    while np.any(state[state] != state):
        state = state[state]
    return state
