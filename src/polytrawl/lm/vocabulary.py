"""Words as numbers, in the order in which they are met; the first three are the models' own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["BOS", "EOS", "UNK", "Vocabulary"]

UNK, BOS, EOS = 0, 1, 2
_OWN = (b"<unk>", b"<s>", b"</s>")
_END = b"\0"  # stands for the end of a line; no text has it


class Vocabulary:
    """Numbers for words, which new words get as they come."""

    def __init__(self) -> None:
        self._numbers: defaultdict[bytes, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        for word in (*_OWN[:EOS], _END):
            self._numbers[word]  # asking is adding

    def __len__(self) -> int:
        return len(self._numbers)

    def words(self) -> list[str]:
        """All words by number."""
        made = [word.decode() for word in self._numbers]
        made[EOS] = _OWN[EOS].decode()
        return made

    def encode(self, blocks: Iterable[bytes]) -> Iterator[NDArray[np.int32]]:
        """Texts as numbers, with <s> and </s> around each line."""
        is_at_start = True
        for block in blocks:
            words = block.replace(b"\n", b" \0 ").split()
            numbers = np.fromiter(map(self._numbers.__getitem__, words), np.int32, len(words))
            if numbers.size:
                yield _with_starts(numbers, is_at_start=is_at_start)
                is_at_start = bool(numbers[-1] == EOS)


def _with_starts(numbers: NDArray[np.int32], *, is_at_start: bool) -> NDArray[np.int32]:
    """The numbers with <s> before each line."""
    begins = np.empty(numbers.size, bool)
    begins[0] = is_at_start
    np.equal(numbers[:-1], EOS, out=begins[1:])
    places = np.arange(numbers.size) + np.cumsum(begins)
    made = np.full(numbers.size + int(begins.sum()), BOS, np.int32)
    made[places] = numbers
    return made
